"""Sides, positions and hands. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from dealer_table.baccarat.cards import Card


class Side(StrEnum):
    """The two hands of a coup; "player" is the hand, never a person (a person who bets is a patron)."""

    PLAYER = "player"
    BANKER = "banker"


class Position(StrEnum):
    """A card's place on the felt: a side and how many-th card of that side it is."""

    PLAYER_1 = "player_1"
    BANKER_1 = "banker_1"
    PLAYER_2 = "player_2"
    BANKER_2 = "banker_2"
    PLAYER_3 = "player_3"
    BANKER_3 = "banker_3"

    @property
    def side(self) -> Side:
        """Return the hand this place belongs to."""
        return Side(self.value[:-2])

    @property
    def nth(self) -> int:
        """Return 1, 2 or 3."""
        return int(self.value[-1])

    @classmethod
    def of(cls, side: Side, index: int) -> "Position":
        """Return the place of the `index`-th card (1-3) of `side`; ValueError when there is none."""
        return cls(f"{side.value}_{index}")


@dataclass(frozen=True, slots=True)
class Hand:
    """The cards of one side, in the order they came."""

    cards: tuple[Card, ...] = ()

    @property
    def total(self) -> int:
        """Return the score: the sum of the points, modulo 10."""
        return points_total(self.cards)

    @property
    def is_natural(self) -> bool:
        """Tell whether the first two cards make 8 or 9."""
        return len(self.cards) == 2 and self.total >= 8

    @property
    def is_pair(self) -> bool:
        """Tell whether the first two cards have one rank, in any suits."""
        return len(self.cards) >= 2 and self.cards[0].rank == self.cards[1].rank

    def with_card(self, card: Card) -> "Hand":
        """Return the hand with one more card."""
        return Hand((*self.cards, card))


def points_total(cards: Iterable[Card]) -> int:
    """Return the sum of the points of `cards`, modulo 10."""
    return sum(card.points for card in cards) % 10
