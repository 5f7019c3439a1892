"""What a shoe holds and what has left it, card by card. Pure."""

from dataclasses import dataclass, field

from dealer_table.baccarat.cards import PACK, Card

CARDS_A_PACK = len(PACK)


@dataclass(frozen=True, slots=True)
class Composition:
    """How many of each card are gone from a shoe of `packs` packs, and the serials seen where cards carry one."""

    packs: int
    gone: dict[Card, int] = field(default_factory=dict)
    serials: frozenset[str] = frozenset()

    @property
    def cards_gone(self) -> int:
        """Return how many cards have left the shoe."""
        return sum(self.gone.values())

    @property
    def cards_left(self) -> int:
        """Return how many cards are still in the shoe, the ones behind the cut card included."""
        return self.packs * CARDS_A_PACK - self.cards_gone

    def left(self, card: Card) -> int:
        """Return how many copies of `card` are still in the shoe."""
        return self.packs - self.gone.get(card, 0)

    def with_gone(self, card: Card, serial: str | None = None) -> "Composition":
        """Return the composition after `card` left the shoe."""
        gone = {**self.gone, card: self.gone.get(card, 0) + 1}
        serials = self.serials if serial is None else self.serials | {serial}
        return Composition(self.packs, gone, serials)

    def with_returned(self, card: Card) -> "Composition":
        """Return the composition as if `card` had not left after all: it was somebody's error."""
        return Composition(self.packs, {**self.gone, card: self.gone.get(card, 0) - 1}, self.serials)


def full_shoe(packs: int) -> tuple[Card, ...]:
    """Return the cards of `packs` packs, unshuffled."""
    return PACK * packs
