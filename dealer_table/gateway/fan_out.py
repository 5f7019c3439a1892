"""One frame to every client that follows an audience; a slow one never slows another. I/O: writes to sockets.

A client is live, or it lags: more than the bound waits in its buffer, so it is told nothing more. When the buffer has
drained it gets one snapshot and is live again; when it does not drain in time it is closed with 1013.
"""

import asyncio
from collections.abc import Callable, Sequence

from websockets.protocol import State
from websockets.server import ServerProtocol

from dealer_table.gateway.audience import Audience, Crowd
from dealer_table.gateway.link import Link
from dealer_table.gateway.metrics import GatewayMetrics

TRY_AGAIN_LATER = 1013

_Wire = tuple[ServerProtocol, asyncio.Transport]


class FanOut:
    """Every open socket of the gateway, by crowd and by whether it keeps up."""

    def __init__(self, metrics: GatewayMetrics, clock: Callable[[], float]) -> None:
        self._metrics = metrics
        self._clock = clock
        self._links: set[Link] = set()
        self._crowd: dict[Link, Crowd] = {}
        # In the order they came, with the two parts a delivery touches: at a thousand clients the time that is not the
        # system call is spent on waiting for memory.
        self._live: dict[Crowd, dict[Link, _Wire]] = {}
        self._lagging: dict[Link, float] = {}
        self._put_right: dict[Link, Callable[[], None]] = {}

    @property
    def links(self) -> Sequence[Link]:
        """Return every socket that is connected, clients or not yet."""
        return tuple(self._links)

    def at(self, place: str) -> "PlaceChannel":
        """Return the way to the audiences of one place."""
        return PlaceChannel(self, place)

    def lags(self, link: Link) -> bool:
        """Tell whether more than the bound waits for this client."""
        return link in self._lagging

    def send(self, crowd: Crowd, frame: bytes) -> None:
        """Write `frame` to every live client of `crowd`."""
        opened = State.OPEN
        # A write may make its link lag at once, and so change what is live.
        wires = tuple(self._live.get(crowd, {}).values())
        for protocol, transport in wires:
            if protocol.state is opened:
                transport.write(frame)
        self._metrics.deliveries.labels(*crowd).inc(len(wires))

    def join(self, link: Link, crowd: Crowd, frames: Sequence[bytes], put_right: Callable[[], None]) -> None:
        """Let a client be one of `crowd`, beginning with `frames`.

        `put_right` tells a client that lost its queue how things stand; one that lags begins with that instead.
        """
        if link not in self._links:
            return
        self._leave(link)
        self._crowd[link] = crowd
        self._put_right[link] = put_right
        self._metrics.connections.labels(*crowd).inc()
        if link in self._lagging:
            return
        self._make_live(link, crowd)
        for frame in frames:
            if link in self._lagging:
                return
            link.write(frame)

    def close_laggards(self, patience: float, within: float) -> None:
        """Close every client that has lagged for `patience` seconds."""
        due = self._clock() - patience
        for link, since in self._lagging.items():
            if since <= due and link.is_open:
                self._metrics.closed_slow.inc()
                link.dismiss(TRY_AGAIN_LATER, "too slow", within)

    def opened(self, link: Link) -> None:
        """Keep count of a new socket."""
        self._links.add(link)

    def fell_behind(self, link: Link) -> None:
        """Stop telling this client anything."""
        self._lagging[link] = self._clock()
        self._metrics.lagging.set(len(self._lagging))
        crowd = self._crowd.get(link)
        if crowd is not None:
            self._live.get(crowd, {}).pop(link, None)
            self._metrics.fell_behind.inc()

    def caught_up(self, link: Link) -> None:
        """Put this client right, and tell it everything again."""
        if link.paused or self._lagging.pop(link, None) is None:
            return
        self._metrics.lagging.set(len(self._lagging))
        crowd = self._crowd.get(link)
        if crowd is not None and link.is_open:
            self._make_live(link, crowd)
            self._put_right[link]()

    def closed(self, link: Link) -> None:
        """Forget this socket."""
        self._links.discard(link)
        self._leave(link)
        if self._lagging.pop(link, None) is not None:
            self._metrics.lagging.set(len(self._lagging))

    def _make_live(self, link: Link, crowd: Crowd) -> None:
        self._live.setdefault(crowd, {})[link] = link.protocol, link.transport

    def _leave(self, link: Link) -> None:
        crowd = self._crowd.pop(link, None)
        if crowd is not None:
            self._live.get(crowd, {}).pop(link, None)
            del self._put_right[link]
            self._metrics.connections.labels(*crowd).dec()


class PlaceChannel:
    """The way to the audiences of one place."""

    def __init__(self, fan_out: FanOut, place: str) -> None:
        self._fan_out = fan_out
        self._place = place

    def send(self, audience: Audience, frame: bytes) -> None:
        """Write `frame` to everybody in `audience` at this place."""
        self._fan_out.send(Crowd(self._place, audience), frame)
