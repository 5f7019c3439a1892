"""A finished coup and what it shows: outcome, naturals, pairs. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.hand import Hand, Side
from dealer_table.baccarat.tableau import next_position


class Outcome(StrEnum):
    """Who won the coup."""

    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"

    @property
    def letter(self) -> str:
        """Return P, B or T, as roads are written."""
        return self.value[0].upper()


@dataclass(frozen=True, slots=True)
class Coup:
    """Both hands of one coup; complete when `next_position` says so."""

    player: Hand = Hand()
    banker: Hand = Hand()

    @property
    def is_complete(self) -> bool:
        """Tell whether no further card is due."""
        return next_position(self.player, self.banker) is None

    @property
    def outcome(self) -> Outcome:
        """Return who is ahead now; final only when the coup is complete."""
        difference = self.player.total - self.banker.total
        if difference == 0:
            return Outcome.TIE
        return Outcome.PLAYER if difference > 0 else Outcome.BANKER

    @property
    def pairs(self) -> tuple[Side, ...]:
        """Return the sides whose first two cards are a pair."""
        return tuple(side for side, hand in ((Side.PLAYER, self.player), (Side.BANKER, self.banker)) if hand.is_pair)

    def with_card(self, card: Card) -> "Coup":
        """Return the coup with `card` at the next place; ValueError when the coup is complete."""
        position = next_position(self.player, self.banker)
        if position is None:
            raise ValueError("no card is due: the coup is complete")
        if position.side is Side.PLAYER:
            return Coup(self.player.with_card(card), self.banker)
        return Coup(self.player, self.banker.with_card(card))

    @classmethod
    def dealt(cls, cards: Iterable[Card]) -> "Coup":
        """Deal a coup from `cards` in shoe order and stop when it is complete; ValueError when the cards run out."""
        coup = cls()
        deck = iter(cards)
        while not coup.is_complete:
            try:
                coup = coup.with_card(next(deck))
            except StopIteration:
                raise ValueError("the cards ran out before the coup was complete") from None
        return coup
