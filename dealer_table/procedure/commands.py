"""What the procedure is asked: by people, by scanners, by the clock. Pure.

People's commands carry `by` and may be refused. Facts (the `Record...` commands) are physical: they carry the
`ReadId` under which the scanner keeps them until they are committed, and cannot be refused. Every command brings its
own time, `at`, in milliseconds since the epoch on the table's clock.
"""

from dataclasses import dataclass
from typing import NamedTuple

from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.coup import Outcome
from dealer_table.baccarat.hand import Position, Side
from dealer_table.procedure.process_events import ProcessEvent
from dealer_table.procedure.words import Actor, Drawn, MisreadCause, Resolution


class ReadId(NamedTuple):
    """The identity of one thing a scanner saw: unique for ever, consecutive within a boot."""

    scanner: str
    boot: str
    seq: int


# ---- people -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OpenTable:
    """Open the table for the day; a shoe is then due."""

    at: int
    by: Actor


@dataclass(frozen=True, slots=True)
class CloseTable:
    """Close the table; a coup in play is finished first."""

    at: int
    by: Actor


@dataclass(frozen=True, slots=True)
class ChangeShoe:
    """Take the shoe off the table, between coups or when its burn failed; a hold that stands there ends with it."""

    at: int
    by: Actor
    reason: str = ""


@dataclass(frozen=True, slots=True)
class LoadShoe:
    """Put a fresh, cut shoe on the table; the burn follows."""

    at: int
    by: Actor


@dataclass(frozen=True, slots=True)
class OpenBetting:
    """Open the betting of the next coup; `seconds` overrides the house's window."""

    at: int
    by: Actor
    seconds: int | None = None


@dataclass(frozen=True, slots=True)
class CloseBetting:
    """Say "no more bets" before the countdown ends."""

    at: int
    by: Actor


@dataclass(frozen=True, slots=True)
class StartFreeCoup:
    """Deal a coup nobody may bet on, on a new shoe (Macau 55/2004 art. 2)."""

    at: int
    by: Actor


@dataclass(frozen=True, slots=True)
class ConfirmResult:
    """Say the result from the felt; `outcome` is what the dealer sees, None to agree with the screen."""

    at: int
    by: Actor
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True)
class DeclareCutCard:
    """Say that the cut card has come out: a fact, whoever states it."""

    at: int
    by: Actor


@dataclass(frozen=True, slots=True)
class DeclareFaceUpCard:
    """Say that a card lies face up in the shoe."""

    at: int
    by: Actor


@dataclass(frozen=True, slots=True)
class VoidCoup:
    """Void the coup in play: every stake goes back and everybody is told why (Singapore S 594 reg. 15)."""

    at: int
    by: Actor
    reason: str


@dataclass(frozen=True, slots=True)
class ResolveHold:
    """End a hold. `card` is for keying in and correcting, `position` for correcting, `reason` for a void."""

    at: int
    by: Actor
    resolution: Resolution
    card: Card | None = None
    position: Position | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class CorrectCoup:
    """Put a coup right that is over: what its cards truly were, both hands whole, in the order they were dealt."""

    at: int
    by: Actor
    coup: int
    player: tuple[Card, ...]
    banker: tuple[Card, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class SwapScanner:
    """Deal from now on by what `scanner` reads; the one before goes on reading, and is recorded only."""

    at: int
    by: Actor
    scanner: str


@dataclass(frozen=True, slots=True)
class StartDeckCheck:
    """Begin to run the cards of the next shoe through the scanner, before they go into it."""

    at: int
    by: Actor


@dataclass(frozen=True, slots=True)
class EndDeckCheck:
    """Say that all cards have been run through; the table says what is missing, double or foreign."""

    at: int
    by: Actor


@dataclass(frozen=True, slots=True)
class TakeShift:
    """Be the dealer on duty from now on, in the place of whoever is."""

    at: int
    by: Actor


@dataclass(frozen=True, slots=True)
class EndShift:
    """Let the dealer on duty go; the next dealer who gives a command is on duty then."""

    at: int
    by: Actor


# ---- physical facts -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RecordCardRead:
    """A scanner read a card; some know its serial, and some what it was drawn for."""

    at: int
    read: ReadId
    card: Card
    serial: str | None = None
    position: Position | None = None
    drawn: Drawn = Drawn.GAME


@dataclass(frozen=True, slots=True)
class RecordCutCard:
    """A scanner saw the cut card."""

    at: int
    read: ReadId


@dataclass(frozen=True, slots=True)
class RecordMisread:
    """A scanner saw something and could not name it; `text` is what came, for the technician."""

    at: int
    read: ReadId
    cause: MisreadCause
    text: str = ""


@dataclass(frozen=True, slots=True)
class RecordDeviceEvent:
    """A scanner reported about itself: `what` in the driver's stable words, `code` where it has one."""

    at: int
    read: ReadId
    what: str
    code: int | None = None


@dataclass(frozen=True, slots=True)
class RecordShoeResult:
    """A shoe that applies the rules itself reported its result: a second opinion."""

    at: int
    read: ReadId
    outcome: Outcome
    pairs: tuple[Side, ...] = ()


@dataclass(frozen=True, slots=True)
class RecordReadsLost:
    """Reads are missing from a scanner's sequence for good: `seq` from `first` to `last`, both lost."""

    at: int
    scanner: str
    boot: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class RecordScannerStatus:
    """A scanner came or went; away while a coup is in play, its reads may be lost."""

    at: int
    scanner: str
    online: bool
    reason: str = ""


# ---- the clock and the process --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CheckClock:
    """Let the procedure see what time it is; it ends a countdown or raises a draw time-out when one is past."""

    at: int


@dataclass(frozen=True, slots=True)
class AdoptRules:
    """Record the digest of the house's rules in force from now on."""

    at: int
    by: Actor
    digest: str


@dataclass(frozen=True, slots=True)
class RecordProcess:
    """Record what became of the table's own process, or what its files were found to be: a fact."""

    happened: ProcessEvent

    @property
    def at(self) -> int:
        """Return when it happened."""
        return self.happened.at


PersonCommand = (
    OpenTable
    | CloseTable
    | ChangeShoe
    | LoadShoe
    | OpenBetting
    | CloseBetting
    | StartFreeCoup
    | ConfirmResult
    | DeclareCutCard
    | DeclareFaceUpCard
    | VoidCoup
    | ResolveHold
    | CorrectCoup
    | SwapScanner
    | StartDeckCheck
    | EndDeckCheck
    | TakeShift
    | EndShift
)
Fact = (
    RecordCardRead
    | RecordCutCard
    | RecordMisread
    | RecordDeviceEvent
    | RecordShoeResult
    | RecordReadsLost
    | RecordScannerStatus
)
Command = PersonCommand | Fact | CheckClock | AdoptRules | RecordProcess
