"""The state of a table: what folding its events gives. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.coup import Coup, Outcome
from dealer_table.baccarat.hand import Position
from dealer_table.baccarat.shoe import Composition
from dealer_table.baccarat.tableau import next_position
from dealer_table.procedure.commands import ReadId
from dealer_table.procedure.words import Actor, HoldKind, Phase, TakesTwo


@dataclass(frozen=True, slots=True)
class PlacedCard:
    """A card of the coup at its place; `keyed` when a person typed it in."""

    position: Position
    card: Card
    keyed: bool = False


@dataclass(frozen=True, slots=True)
class CoupState:
    """The coup in play, or the last one until the next begins."""

    number: int
    free: bool = False
    voided: bool = False
    placed: tuple[PlacedCard, ...] = ()

    @property
    def cards(self) -> tuple[Card, ...]:
        """Return the cards in the order they were dealt."""
        return tuple(placed.card for placed in self.placed)

    @property
    def hands(self) -> Coup:
        """Return both hands as they lie."""
        coup = Coup()
        for card in self.cards:
            coup = coup.with_card(card)
        return coup

    @property
    def due(self) -> Position | None:
        """Return where the next card goes."""
        hands = self.hands
        return next_position(hands.player, hands.banker)


@dataclass(frozen=True, slots=True)
class FinishedCoup:
    """A coup that is over and counts, as it stands after every correction."""

    number: int
    player: tuple[Card, ...]
    banker: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class BurnState:
    """The burn in progress. `due` is None until the indicator card has told it."""

    due: int | None = None
    done: int = 0


@dataclass(frozen=True, slots=True)
class ShoeState:
    """The shoe on the table and where each card that left it went.

    burned + dealt + discarded + kept + what waits in a hold + what is left make the whole shoe, card by card.
    `finished` are the last coups that are over, void ones left out: they may still be put right.
    """

    number: int
    composition: Composition
    burned: tuple[Card, ...] = ()
    dealt: tuple[Card, ...] = ()
    discarded: tuple[Card, ...] = ()
    kept: Card | None = None
    kept_for_burn: bool = False
    indicator: Card | None = None
    coups: int = 0
    free_coups: int = 0
    last_coup: int | None = None
    finished: tuple[FinishedCoup, ...] = ()

    @property
    def cut_card_out(self) -> bool:
        """Tell whether the cut card has come out."""
        return self.last_coup is not None


@dataclass(frozen=True, slots=True)
class HoldState:
    """A standing hold. `held` are cards out of the shoe that wait for the decision; `attempts` counts misreads."""

    kind: HoldKind
    cause: str
    since: int
    attempts: int = 1
    held: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class DeckCheckState:
    """The deck check in progress: what has been run through the scanner so far."""

    packs: int
    cards: tuple[Card, ...] = ()
    foreign: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a first person wants done that takes two: a coup void, or put right as these hands."""

    at: int
    by: Actor
    coup: int
    reason: str
    player: tuple[Card, ...] = ()
    banker: tuple[Card, ...] = ()

    @property
    def what(self) -> TakesTwo:
        """Return which of the two it is."""
        return TakesTwo.CORRECT_COUP if self.player else TakesTwo.VOID


@dataclass(frozen=True, slots=True)
class TableState:
    """All the procedure knows.

    `waiting` is empty between decisions: a card that was just read, or released from a hold, on its way to its place.
    `cursors` says per (scanner, boot) up to which read all is recorded. `due_since` is when the card now due came due.
    `primary` is the scanner that the table deals by; the first that comes is, until people say otherwise.
    `dealer` is who is on duty, empty when nobody is.
    `altered`: its program or configuration is not what it was, and this house begins no coup, and no shoe, until it is.
    `reads_lost` tells why reads may be missing that went while another hold stood: they are the next hold.
    """

    phase: Phase = Phase.CLOSED
    closing: bool = False
    rules_digest: str = ""
    shoes: int = 0
    shoe: ShoeState | None = None
    burn: BurnState | None = None
    coup: CoupState | None = None
    hold: HoldState | None = None
    waiting: tuple[Card, ...] = ()
    betting_closes_at: int | None = None
    due_since: int | None = None
    shoe_result: Outcome | None = None
    reads_lost: str = ""
    cursors: Mapping[tuple[str, str], int] = field(default_factory=dict)
    scanners_online: frozenset[str] = frozenset()
    primary: str = ""
    dealer: str = ""
    deck_check: DeckCheckState | None = None
    deck_verified: bool = False
    proposal: Proposal | None = None
    altered: bool = False

    @property
    def card_due(self) -> bool:
        """Tell whether the dealer must draw a card now, were there no hold."""
        if self.phase is Phase.BURN:
            return True
        return self.phase is Phase.DEALING and self.coup is not None and self.coup.due is not None

    @property
    def can_read(self) -> bool:
        """Tell whether the scanner that the table deals by is there."""
        return self.primary in self.scanners_online

    @property
    def coup_in_play(self) -> bool:
        """Tell whether a coup has begun and is not over."""
        return self.phase in (Phase.BETTING, Phase.DEALING, Phase.RESULT)

    @property
    def cursor_list(self) -> tuple[ReadId, ...]:
        """Return the cursors as read ids, oldest boot first."""
        return tuple(ReadId(scanner, boot, seq) for (scanner, boot), seq in self.cursors.items())
