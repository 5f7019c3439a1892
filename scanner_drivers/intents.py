"""What the table wants of a scanner at this moment, and the drivers that can act on it. Pure.

A driver without these is armed for ever and silent about the outcome: most are, and all may be.
"""

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from dealer_table.baccarat.hand import Position
from scanner_drivers.driver import Driver, Reaction


@dataclass(frozen=True, slots=True)
class ReadWanted:
    """A card is due: for that place, or for none in particular (a burn, an indicator card)."""

    position: Position | None = None


@dataclass(frozen=True, slots=True)
class NothingWanted:
    """No card is due: what is read now is a card drawn too soon, or too many."""


@dataclass(frozen=True, slots=True)
class GoodRead:
    """The last read was taken for the card that was due."""


@dataclass(frozen=True, slots=True)
class BadRead:
    """The last read was no card that could be due: it must be shown again."""


@dataclass(frozen=True, slots=True)
class Overdraw:
    """A card came that the rules have no place for."""


Intent = ReadWanted | NothingWanted | GoodRead | BadRead | Overdraw


@runtime_checkable
class ActingDriver(Driver, Protocol):
    """A driver that can turn an intent into a trigger, a beep, a lamp or a lock."""

    def act(self, intent: Intent, now: float) -> Reaction:
        """Return what must be written for it; nothing where the device or its settings have no answer."""
        ...
