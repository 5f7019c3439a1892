"""What a watcher may see of the table, as a fold of events: never a burned card, never a card the felt does not show. Pure."""

from dataclasses import dataclass

from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.coup import Outcome
from dealer_table.baccarat.hand import Position, Side
from dealer_table.procedure.words import HoldKind, Phase


@dataclass(frozen=True, slots=True)
class TableSection:
    """The table itself. `last_coup`: the coup in play, or the next one, is the last of this shoe."""

    phase: Phase = Phase.CLOSED
    closing: bool = False
    last_coup: bool = False


@dataclass(frozen=True, slots=True)
class ShoeSection:
    """The shoe: counts only. `burn_due` and `burn_done` count the burn in progress, the indicator not included."""

    number: int
    packs: int
    cards_left: int
    cards_out: int
    burned: int
    indicator: Card | None = None
    burn_due: int = 0
    burn_done: int = 0
    cut_card_out: bool = False
    coups: int = 0


@dataclass(frozen=True, slots=True)
class DealtCard:
    """A card on the felt."""

    position: Position
    card: Card
    keyed: bool = False


@dataclass(frozen=True, slots=True)
class CoupSection:
    """The coup in play, or the last one until the next begins. `cards` stand in the order they were dealt."""

    number: int
    free: bool = False
    cards: tuple[DealtCard, ...] = ()
    player_total: int | None = None
    banker_total: int | None = None
    due: Position | None = None
    outcome: Outcome | None = None
    natural: bool = False
    pairs: tuple[Side, ...] = ()
    confirmed: bool = False
    settled: bool = False
    void_reason: str | None = None


@dataclass(frozen=True, slots=True)
class BettingSection:
    """The betting window, in milliseconds since the epoch on the table's clock."""

    coup: int
    opened_at: int
    closes_at: int


@dataclass(frozen=True, slots=True)
class HoldSection:
    """Dealing has stopped; watchers learn why, not which card."""

    kind: HoldKind
    since: int
