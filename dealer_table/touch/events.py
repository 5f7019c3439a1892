"""What happened in a Touch room, in the past tense, in the room's own journal. Pure.

The money of it is told by the betting's own events in the same decisions (BetsAccepted, BetsSettled, StakesReturned,
with the round's number in the coup's place), so that the accounts need to know nothing of this game.
"""

from dataclasses import dataclass

from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.coup import Outcome
from dealer_table.betting.events import BettingEvent
from dealer_table.betting.words import Patron, PatronLimits, Stake
from dealer_table.touch.words import SessionEnd


@dataclass(frozen=True, slots=True)
class RoomOpened:
    """The room plays from now on. Nothing before this is open any more: folding may start here.

    `rounds` is the number of the last round that anything was ever committed to.
    """

    at: int
    rounds: int


@dataclass(frozen=True, slots=True)
class SessionBegun:
    """A patron sat down within these limits; `previous` is what lay on the last round of the patron's last session."""

    at: int
    patron: Patron
    limits: PatronLimits
    previous: tuple[Stake, ...]


@dataclass(frozen=True, slots=True)
class SessionEnded:
    """A patron's session is over; nothing was open."""

    at: int
    patron: Patron
    why: SessionEnd


@dataclass(frozen=True, slots=True)
class RoundCommitted:
    """The shoe of a patron's next round is shuffled, and its commitment is from now on no secret.

    Its order is not told here: who can read the journal would know what to bet on. A commitment that is replaced before
    a bet was taken on it, by a restart, leaves a round that never begins.
    """

    at: int
    patron: Patron
    round: int
    commitment: str


@dataclass(frozen=True, slots=True)
class RoundBegun:
    """Bets were taken on a round, and its shoe is unsealed: what comes of it is decided, whatever happens to us now."""

    at: int
    patron: Patron
    round: int
    request: str
    order: str
    nonce: str


@dataclass(frozen=True, slots=True)
class RoundDealt:
    """A round was dealt from the head of its shoe, by the table's rules."""

    at: int
    patron: Patron
    round: int
    player: tuple[Card, ...]
    banker: tuple[Card, ...]
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class RoundRefunded:
    """A round that was not dealt before its patron was gone, or the room stopped, went back whole."""

    at: int
    patron: Patron
    round: int
    reason: str


@dataclass(frozen=True, slots=True)
class RoundVoided:
    """A round in which something malfunctioned counts for nothing, and its stakes went back."""

    at: int
    patron: Patron
    round: int
    reason: str


TouchEvent = (
    RoomOpened | SessionBegun | SessionEnded | RoundCommitted | RoundBegun | RoundDealt | RoundRefunded | RoundVoided
)
RoomEvent = TouchEvent | BettingEvent
