"""What a scanner driver is: a pure machine from bytes and time to sightings and replies. Pure.

A driver never opens, reads, waits or asks the clock. It is handed what came and when, and hands back what that means:

    connected(now)      the port has just been opened (again): half a message from before is worth nothing
    feed(data, now)     bytes came, in pieces of any size
    deadline            when the driver wants to be called although nothing came; None when it does not care
    expire(now)         that time has come

Each of the three calls returns a `Reaction`. `now` is in milliseconds on a clock that never goes back.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Generic, Literal, NamedTuple, Protocol, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from dealer_table.config.faults import as_one, faults_of
from scanner_drivers.codebook import Codebook
from scanner_drivers.sightings import Sighting


class Reaction(NamedTuple):
    """What a driver made of a call: what was seen, and what must be written to the device, each in order."""

    seen: tuple[Sighting, ...] = ()
    replies: tuple[bytes, ...] = ()


NOTHING = Reaction()


class Driver(Protocol):
    """One device's protocol, in one connection after the other."""

    @property
    def ready(self) -> bool:
        """Tell whether a card drawn now would be read; False while a device is still being set up."""
        ...

    @property
    def deadline(self) -> float | None:
        """Return when `expire` is wanted, on the clock of `now`."""
        ...

    def connected(self, now: float) -> Reaction:
        """Start afresh on a port that was just opened."""
        ...

    def feed(self, data: bytes, now: float) -> Reaction:
        """Take what came; never raises, whatever it is."""
        ...

    def expire(self, now: float) -> Reaction:
        """Act on a deadline that has passed; harmless when none has."""
        ...


class DriverSettings(BaseModel):
    """Root of every driver's settings: frozen, and an unknown key is refused by name."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class LineFormat(DriverSettings):
    """How bytes are framed on a serial line; a network port has no use for it."""

    baud: int = Field(default=9600, ge=50, le=4_000_000)
    data_bits: Literal[5, 6, 7, 8] = 8
    parity: Literal["none", "even", "odd", "mark", "space"] = "none"
    stop_bits: Literal[1, 2] = 1


SettingsT = TypeVar("SettingsT", bound=DriverSettings)


@dataclass(frozen=True, slots=True)
class DriverSpec(Generic[SettingsT]):
    """A driver as the registry lists it; a plug-in's entry point names one of these.

    `build` raises ConfigError, with the setting as its key, where a setting does not go with the codebook.
    """

    name: str
    summary: str
    settings: type[SettingsT]
    build: Callable[[SettingsT, Codebook], Driver]
    line: LineFormat = field(default_factory=LineFormat)

    def driver(self, settings: Mapping[str, object], codebook: Codebook) -> Driver:
        """Build a driver from settings as a TOML file has them; ConfigError names every key that is wrong."""
        try:
            checked = self.settings.model_validate(settings)
        except ValidationError as error:
            raise as_one(faults_of(error, self.settings)) from None
        return self.build(checked, codebook)
