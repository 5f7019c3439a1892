"""The coups of a journal again, as they stand after every correction: a fold of events. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.coup import Coup, Outcome
from dealer_table.baccarat.hand import Hand, Position, Side
from dealer_table.procedure import events as e
from dealer_table.procedure.events import Event


@dataclass(frozen=True, slots=True)
class CoupRecord:
    """One coup. A void one keeps the cards it had, and an outcome only when it was complete."""

    shoe: int
    coup: int
    free: bool = False
    player: tuple[Card, ...] = ()
    banker: tuple[Card, ...] = ()
    outcome: Outcome | None = None
    void: bool = False


def coup_records(events: Iterable[Event]) -> tuple[CoupRecord, ...]:
    """Return every coup that is over, settled or void, in the order they began."""
    fold = _Fold()
    for event in events:
        fold.take(event)
    return tuple(fold.over.values())


@dataclass(slots=True)
class _Fold:
    """The coup at hand stays at hand until the next begins: it may be corrected, or void, when it is already over."""

    over: dict[tuple[int, int], CoupRecord] = field(default_factory=dict)
    shoe: int = 0
    coup: int = 0
    free: bool = False
    cards: dict[Position, Card] = field(default_factory=dict)
    void: bool = False

    def take(self, event: Event) -> None:
        """Fold one event in; most are of no concern."""
        match event:
            case e.ShoeLoaded(shoe=shoe):
                self.shoe = shoe
            case e.BettingOpened(coup=coup):
                self._begin(coup, free=False)
            case e.FreeCoupStarted(coup=coup):
                self._begin(coup, free=True)
            case e.CardDealt(position=position, card=card) | e.CardCorrected(position=position, after=card):
                self.cards[position] = card
                self._correct_what_is_over()
            case e.CoupCompleted(player=player, banker=banker):
                self.cards = {Position.of(Side.PLAYER, i): card for i, card in enumerate(player, 1)}
                self.cards |= {Position.of(Side.BANKER, i): card for i, card in enumerate(banker, 1)}
                self._correct_what_is_over()
            case e.CoupSettled() | e.FreeCoupEnded():
                self._end()
            case e.CoupCorrected(coup=coup, player=player, banker=banker, outcome=outcome):
                before = self.over[self.shoe, coup]
                self.over[self.shoe, coup] = replace(before, player=player, banker=banker, outcome=outcome)
            case e.CoupVoided():
                self.void = True
                self._end()
            case _:
                pass

    def _begin(self, coup: int, *, free: bool) -> None:
        self.coup, self.free, self.cards, self.void = coup, free, {}, False

    def _end(self) -> None:
        hands = Coup(*(Hand(self._side(side)) for side in Side))
        record = CoupRecord(self.shoe, self.coup, self.free, hands.player.cards, hands.banker.cards, void=self.void)
        outcome = hands.outcome if len(self.cards) >= 4 and hands.is_complete else None
        self.over[self.shoe, self.coup] = replace(record, outcome=outcome)

    def _correct_what_is_over(self) -> None:
        if (self.shoe, self.coup) in self.over:
            self._end()

    def _side(self, side: Side) -> tuple[Card, ...]:
        return tuple(self.cards[position] for position in Position if position in self.cards and position.side is side)
