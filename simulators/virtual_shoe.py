"""A shoe of cards in a seeded or scripted order, with its cut card. Pure."""

from collections import Counter
from collections.abc import Sequence
from enum import Enum
from random import Random
from typing import Final

from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.shoe import full_shoe


class CutCard(Enum):
    """The plastic card that stands near the end of a shoe."""

    CUT_CARD = "CUT"


CUT_CARD: Final = CutCard.CUT_CARD

Drawn = Card | CutCard


class VirtualShoe:
    """Cards that come out one at a time, in one order, and never go back."""

    def __init__(self, order: Sequence[Drawn]) -> None:
        self._order = tuple(order)
        self._next = 0

    @classmethod
    def shuffled(cls, packs: int, cut_card_depth: int, random: Random) -> "VirtualShoe":
        """Return `packs` packs in an order drawn from `random`, the cut card with `cut_card_depth` cards behind it."""
        return cls.scripted((), packs, cut_card_depth, random)

    @classmethod
    def scripted(cls, script: Sequence[Drawn], packs: int, cut_card_depth: int, random: Random) -> "VirtualShoe":
        """Return a shoe that begins with `script`; the rest of the packs follows, shuffled.

        A cut card in the script stays where it stands, and then there is no other.
        """
        wanted = Counter(card for card in script if isinstance(card, Card))
        rest = []
        for card in full_shoe(packs):
            if wanted[card] > 0:
                wanted[card] -= 1
            else:
                rest.append(card)
        if missing := +wanted:
            raise ValueError(f"{packs} packs do not hold {', '.join(sorted(missing))} as often as the script wants")
        random.shuffle(rest)
        order: list[Drawn] = [*script, *rest]
        if CUT_CARD not in script:
            order.insert(max(len(script), len(order) - cut_card_depth), CUT_CARD)
        return cls(order)

    @property
    def cards_left(self) -> int:
        """Return how many cards, the cut card not counted, are still inside."""
        return sum(isinstance(card, Card) for card in self._order[self._next :])

    @property
    def at_mouth(self) -> Drawn | None:
        """Return what comes out next, None when the shoe is empty."""
        return self._order[self._next] if self._next < len(self._order) else None

    def draw(self) -> Drawn:
        """Take the next card out; ValueError when there is none."""
        drawn = self.at_mouth
        if drawn is None:
            raise ValueError("the shoe is empty")
        self._next += 1
        return drawn

    def bring_cut_card_forward(self) -> bool:
        """Move the cut card to the mouth; False when it is out already."""
        inside = self._order[self._next :]
        if CUT_CARD not in inside:
            return False
        cards = [card for card in inside if card is not CUT_CARD]
        self._order = (*self._order[: self._next], CUT_CARD, *cards)
        return True


def drawn_from_text(text: str) -> Drawn:
    """Read a card's name, or "CUT"; ValueError when it is neither."""
    return CUT_CARD if text == CUT_CARD.value else Card(text)
