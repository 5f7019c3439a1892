"""The gateway's limits, with the defaults that suit one table on one machine. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass

from dealer_table.config.http import HttpSection
from dealer_table.config.picture import PictureSection


@dataclass(frozen=True, slots=True)
class SessionLimits:
    """What one client may do; times are in milliseconds."""

    hello_within: int = 5_000
    nesting: int = 4  # every message is flat: deeper is junk
    burst: int = 20
    messages_per_second: float = 10.0
    faults: int = 5


@dataclass(frozen=True, slots=True)
class GatewaySettings:
    """Where the gateway listens and how much it bears.

    `write_buffer` bounds what waits for one watcher in this process, `socket_buffer` what waits in the kernel: without
    it Linux lets a sleeping watcher collect megabytes before anybody notices. `origins` empty means: only pages of this
    very host, which on a loopback address must be called by a loopback name.
    """

    host: str = "127.0.0.1"
    port: int = 0
    connections: int = 5_000
    message_bytes: int = 16 * 1024
    write_buffer: int = 64 * 1024
    socket_buffer: int = 64 * 1024
    lag_seconds: float = 10.0
    close_seconds: float = 2.0
    heartbeat_seconds: float = 10.0
    tick_seconds: float = 0.5
    drain_seconds: float = 5.0
    staff_seconds: float = 5.0
    history: int = 256
    origins: tuple[str, ...] = ()
    frame_ancestors: tuple[str, ...] = ()
    pictures: tuple[PictureSection, ...] = ()
    session: SessionLimits = SessionLimits()


def settings_of(section: HttpSection, pictures: Iterable[PictureSection | None] = ()) -> GatewaySettings:
    """Return the settings that a configuration's `[http]` asks for, with the pictures of all its tables."""
    return GatewaySettings(
        host=section.host,
        port=section.port,
        connections=section.connections,
        origins=section.origins,
        frame_ancestors=section.frame_ancestors,
        pictures=tuple(picture for picture in pictures if picture is not None),
    )
