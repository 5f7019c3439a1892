"""What the bytes of a device that is also spoken to come apart into. Pure."""

from dataclasses import dataclass
from typing import Protocol

from scanner_drivers.sightings import DeviceEvent, Misread


@dataclass(frozen=True, slots=True)
class Code:
    """All that came for one code, nothing around it taken off yet."""

    content: bytes


@dataclass(frozen=True, slots=True)
class Answer:
    """The device's answer to a command; `code` is its reason, where it gives one."""

    refused: bool = False
    code: int | None = None


@dataclass(frozen=True, slots=True)
class Unframed:
    """A clean line where a framed message was due: the device lost its setting with its power."""

    content: bytes


Part = Code | Answer | Unframed | Misread | DeviceEvent


class Decoder(Protocol):
    """One protocol's framing: told what came and when, it says what that is, and keeps what is incomplete."""

    @property
    def deadline(self) -> float | None:
        """Return when something incomplete is given up."""
        ...

    def feed(self, data: bytes, now: float) -> list[Part]:
        """Take what came."""
        ...

    def expire(self, now: float) -> list[Part]:
        """Give up what is incomplete, if its time has come."""
        ...

    def reset(self) -> bytes:
        """Forget what is incomplete, and return what there was of it."""
        ...
