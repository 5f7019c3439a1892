"""What a scanner saw or did, in the past tense: the physical facts, whatever came of them. Pure."""

from dataclasses import dataclass

from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.coup import Outcome
from dealer_table.baccarat.hand import Position, Side
from dealer_table.procedure.commands import ReadId
from dealer_table.procedure.words import Drawn, ImpossibleCause, MisreadCause, SpareSaw


@dataclass(frozen=True, slots=True)
class CardRead:
    """A scanner read a card: the physical fact, whatever came of it."""

    at: int
    read: ReadId
    card: Card
    serial: str | None
    position: Position | None
    drawn: Drawn = Drawn.GAME


@dataclass(frozen=True, slots=True)
class CardRejected:
    """What a scanner read cannot be a card of this shoe: it was misread, or the shoe is not what it should be."""

    at: int
    read: ReadId
    card: Card
    serial: str | None
    cause: ImpossibleCause


@dataclass(frozen=True, slots=True)
class CardReadIdle:
    """A card was read while no shoe was in use: a test, a deck check, or the tail of a spent shoe."""

    at: int
    read: ReadId
    card: Card


@dataclass(frozen=True, slots=True)
class SpareRead:
    """A scanner saw something that the table does not deal by: evidence, and never a second card."""

    at: int
    read: ReadId
    saw: SpareSaw
    card: Card | None


@dataclass(frozen=True, slots=True)
class CardChecked:
    """A card of the deck check was read."""

    at: int
    read: ReadId
    card: Card
    serial: str | None


@dataclass(frozen=True, slots=True)
class MisreadRecorded:
    """A scanner could not name what it saw; `due` tells whether a card was due."""

    at: int
    read: ReadId
    cause: MisreadCause
    text: str
    due: bool


@dataclass(frozen=True, slots=True)
class DeviceReported:
    """A scanner reported about itself."""

    at: int
    read: ReadId
    what: str
    code: int | None


@dataclass(frozen=True, slots=True)
class ShoeResultReported:
    """A shoe reported its own result."""

    at: int
    read: ReadId
    outcome: Outcome
    pairs: tuple[Side, ...]


@dataclass(frozen=True, slots=True)
class ReadsLost:
    """Reads of a scanner are missing for good."""

    at: int
    scanner: str
    boot: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class ScannerOnline:
    """A scanner is there."""

    at: int
    scanner: str


@dataclass(frozen=True, slots=True)
class ScannerOffline:
    """A scanner is gone."""

    at: int
    scanner: str
    reason: str
