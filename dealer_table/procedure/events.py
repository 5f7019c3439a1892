"""What happened at the table, in the past tense: the only thing the journal holds. Pure.

An event carries all that folding it needs, so `evolve` never asks the house's rules: those in force when it happened
are already in it. Times are milliseconds since the epoch on the table's clock.
"""

from dataclasses import dataclass

from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.coup import Outcome
from dealer_table.baccarat.hand import Position
from dealer_table.procedure.commands import ReadId
from dealer_table.procedure.process_events import IntegrityChecked as IntegrityChecked
from dealer_table.procedure.process_events import ProcessStarted as ProcessStarted
from dealer_table.procedure.process_events import ProcessStopped as ProcessStopped
from dealer_table.procedure.scanner_events import CardChecked as CardChecked
from dealer_table.procedure.scanner_events import CardRead as CardRead
from dealer_table.procedure.scanner_events import CardReadIdle as CardReadIdle
from dealer_table.procedure.scanner_events import CardRejected as CardRejected
from dealer_table.procedure.scanner_events import DeviceReported as DeviceReported
from dealer_table.procedure.scanner_events import MisreadRecorded as MisreadRecorded
from dealer_table.procedure.scanner_events import ReadsLost as ReadsLost
from dealer_table.procedure.scanner_events import ScannerOffline as ScannerOffline
from dealer_table.procedure.scanner_events import ScannerOnline as ScannerOnline
from dealer_table.procedure.scanner_events import ShoeResultReported as ShoeResultReported
from dealer_table.procedure.scanner_events import SpareRead as SpareRead
from dealer_table.procedure.words import (
    Actor,
    BettingClosedBy,
    HoldKind,
    Resolution,
)


@dataclass(frozen=True, slots=True)
class RulesAdopted:
    """The house's rules with this digest are in force."""

    at: int
    by: Actor
    digest: str


@dataclass(frozen=True, slots=True)
class TableOpened:
    """The table is open."""

    at: int
    by: Actor


@dataclass(frozen=True, slots=True)
class TableClosing:
    """The table will close when the coup in play is over."""

    at: int
    by: Actor


@dataclass(frozen=True, slots=True)
class TableClosed:
    """The table is closed; its shoe, if any, is not used again."""

    at: int
    by: Actor


@dataclass(frozen=True, slots=True)
class ShiftTaken:
    """A dealer is on duty, in the place of `before` where somebody was."""

    at: int
    by: Actor
    before: str


@dataclass(frozen=True, slots=True)
class ShiftEnded:
    """The dealer on duty went, by their own word or a supervisor's; a table that closes lets its dealer go as well."""

    at: int
    by: Actor
    dealer: str


@dataclass(frozen=True, slots=True)
class ShoeRemoved:
    """The shoe left the table before its end."""

    at: int
    by: Actor
    shoe: int
    reason: str


@dataclass(frozen=True, slots=True)
class ShoeLoaded:
    """A fresh shoe is on the table. `cursors` repeats how far each scanner's reads are recorded.

    Self-sufficient on purpose: folding may start at the last of these instead of at the journal's beginning. `dealer`
    is who is on duty, empty when nobody is.
    """

    at: int
    by: Actor
    shoe: int
    packs: int
    rules_digest: str
    cursors: tuple[ReadId, ...]
    scanners_online: tuple[str, ...]
    primary: str = ""
    deck_verified: bool = False
    dealer: str = ""


@dataclass(frozen=True, slots=True)
class IndicatorDrawn:
    """The shoe's first card was drawn face up; it says how many are burned."""

    at: int
    card: Card
    burns: int


@dataclass(frozen=True, slots=True)
class BurnDue:
    """`burns` cards must leave face down before betting may open."""

    at: int
    burns: int


@dataclass(frozen=True, slots=True)
class CardBurned:
    """A card left the shoe face down. Its face is in the journal and nowhere else."""

    at: int
    card: Card
    index: int
    of: int


@dataclass(frozen=True, slots=True)
class BurnCompleted:
    """The burn is done."""

    at: int


@dataclass(frozen=True, slots=True)
class BettingOpened:
    """Bets are taken for `coup` until `closes_at`."""

    at: int
    by: Actor
    coup: int
    closes_at: int


@dataclass(frozen=True, slots=True)
class BettingClosed:
    """No more bets."""

    at: int
    cause: BettingClosedBy


@dataclass(frozen=True, slots=True)
class FreeCoupStarted:
    """A coup nobody bets on is being dealt."""

    at: int
    by: Actor
    coup: int


@dataclass(frozen=True, slots=True)
class CardDealt:
    """A card took its place in the coup; `keyed_by` when a person typed it in."""

    at: int
    coup: int
    position: Position
    card: Card
    keyed_by: Actor | None = None


@dataclass(frozen=True, slots=True)
class CardHeld:
    """A card that is out of the shoe waits, in a hold, for people to say what it is."""

    at: int
    card: Card


@dataclass(frozen=True, slots=True)
class CardKept:
    """A card drawn too many waits for the next coup, or for the next burn."""

    at: int
    card: Card
    for_burn: bool


@dataclass(frozen=True, slots=True)
class CardDiscarded:
    """A card left the shoe without being dealt or burned, `why` in a word."""

    at: int
    card: Card
    why: str


@dataclass(frozen=True, slots=True)
class CardKeyedIn:
    """A supervisor typed in the card that no rescan could read."""

    at: int
    by: Actor
    card: Card


@dataclass(frozen=True, slots=True)
class CardWasOnFelt:
    """A read that waited in a hold was a card of the felt shown again; nothing more had left the shoe."""

    at: int
    card: Card


@dataclass(frozen=True, slots=True)
class ScannerSwapped:
    """The table deals by another scanner."""

    at: int
    by: Actor
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class DeckCheckStarted:
    """The cards of the next shoe are being run through the scanner."""

    at: int
    by: Actor
    packs: int


@dataclass(frozen=True, slots=True)
class DeckChecked:
    """The deck check is over: so many cards, and what does not belong to whole packs.

    `missing` and `extra` name a card once for each copy; `foreign` are the codes that are no card's.
    """

    at: int
    by: Actor
    packs: int
    cards: int
    missing: tuple[Card, ...]
    extra: tuple[Card, ...]
    foreign: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CutCardSeen:
    """The cut card came out, seen by a scanner (`read`) or said by a person (`by`); `last_coup` is the shoe's last."""

    at: int
    read: ReadId | None
    by: Actor | None
    last_coup: int


@dataclass(frozen=True, slots=True)
class CutCardSeenAgain:
    """The cut card was seen once more, or with no shoe in use: recorded, and nothing follows."""

    at: int
    read: ReadId | None
    by: Actor | None


@dataclass(frozen=True, slots=True)
class HoldRaised:
    """Dealing stops for a person."""

    at: int
    kind: HoldKind
    cause: str


@dataclass(frozen=True, slots=True)
class RescanFailed:
    """The card was shown again and still not read; `attempts` counts all tries."""

    at: int
    attempts: int


@dataclass(frozen=True, slots=True)
class HoldResolved:
    """The hold is over; a rescan resolves itself, anything else was somebody's decision."""

    at: int
    kind: HoldKind
    resolution: Resolution
    by: Actor
    reason: str


@dataclass(frozen=True, slots=True)
class CardCorrected:
    """A card of the coup, not yet settled, was put right."""

    at: int
    by: Actor
    position: Position
    before: Card
    after: Card


@dataclass(frozen=True, slots=True)
class CoupCorrected:
    """The cards of a coup that was over were put right, and with them its outcome; what it was before stays on record.

    Position for position: a card that no longer belongs to the coup has left the shoe all the same.
    """

    at: int
    by: Actor
    coup: int
    player_before: tuple[Card, ...]
    banker_before: tuple[Card, ...]
    player: tuple[Card, ...]
    banker: tuple[Card, ...]
    outcome: Outcome
    reason: str


@dataclass(frozen=True, slots=True)
class CoupCompleted:
    """No further card is due: the coup has its outcome."""

    at: int
    coup: int
    player: tuple[Card, ...]
    banker: tuple[Card, ...]
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class ResultConfirmed:
    """The result stands; `by` the system where the house does not ask the dealer."""

    at: int
    by: Actor
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class CoupSettled:
    """The coup is paid and over."""

    at: int
    coup: int
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class FreeCoupEnded:
    """A coup without bets is over; there was nothing to settle."""

    at: int
    coup: int
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class CoupVoided:
    """The coup does not count: every stake goes back."""

    at: int
    by: Actor
    coup: int
    reason: str


@dataclass(frozen=True, slots=True)
class VoidProposed:
    """Somebody wants the coup void, which takes a second person here."""

    at: int
    by: Actor
    coup: int
    reason: str


@dataclass(frozen=True, slots=True)
class CorrectionProposed:
    """Somebody wants a coup put right that is over, which takes a second person here."""

    at: int
    by: Actor
    coup: int
    player: tuple[Card, ...]
    banker: tuple[Card, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class ShoeEnded:
    """The last coup of the shoe is over and the cards are counted: burned + dealt + discarded + left = packs x 52."""

    at: int
    shoe: int
    coups: int
    burned: int
    dealt: int
    discarded: int
    left: int


Event = (
    ProcessStarted
    | ProcessStopped
    | IntegrityChecked
    | RulesAdopted
    | TableOpened
    | TableClosing
    | TableClosed
    | ShiftTaken
    | ShiftEnded
    | ShoeRemoved
    | ShoeLoaded
    | IndicatorDrawn
    | BurnDue
    | CardBurned
    | BurnCompleted
    | BettingOpened
    | BettingClosed
    | FreeCoupStarted
    | CardRead
    | CardDealt
    | CardHeld
    | CardKept
    | CardDiscarded
    | CardRejected
    | CardKeyedIn
    | CardWasOnFelt
    | CardReadIdle
    | SpareRead
    | ScannerSwapped
    | DeckCheckStarted
    | CardChecked
    | DeckChecked
    | MisreadRecorded
    | DeviceReported
    | ShoeResultReported
    | ReadsLost
    | ScannerOnline
    | ScannerOffline
    | CutCardSeen
    | CutCardSeenAgain
    | HoldRaised
    | RescanFailed
    | HoldResolved
    | CardCorrected
    | CoupCorrected
    | CoupCompleted
    | ResultConfirmed
    | CoupSettled
    | FreeCoupEnded
    | CoupVoided
    | VoidProposed
    | CorrectionProposed
    | ShoeEnded
)
