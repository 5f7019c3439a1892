"""A promise about a shuffled shoe that tells nothing of it and cannot be broken unseen. Pure.

Before the bet the patron gets the SHA-256 of the whole order and of a nonce; after the round both are opened. The text
that is hashed is the order as cards with single spaces between them, one more space, and the nonce as 64 small
hexadecimal digits, so that a shell will do: `printf '%s %s' "$order" "$nonce" | sha256sum`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256

from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.shoe import full_shoe
from dealer_table.touch.shuffle import DrawBytes, shuffled

PACKS = 8
NONCE_BYTES = 32


@dataclass(frozen=True, slots=True)
class SealedShoe:
    """A shoe in its order and the nonce that keeps the commitment from being guessed."""

    order: str
    nonce: str

    @property
    def commitment(self) -> str:
        """Return what is told before the bet."""
        return commitment_of(self.order, self.nonce)


def order_text(cards: Iterable[Card]) -> str:
    """Return an order as it is hashed, journaled and opened: "8S KH 5C ..."."""
    return " ".join(cards)


def cards_of(order: str) -> tuple[Card, ...]:
    """Return the cards of such a text; ValueError when one of them is none."""
    return tuple(map(Card, order.split(" ")))


def commitment_of(order: str, nonce: str) -> str:
    """Return the hash that both must have."""
    return sha256(f"{order} {nonce}".encode()).hexdigest()


def sealed_shoe(draw_bytes: DrawBytes) -> SealedShoe:
    """Shuffle a fresh shoe of eight packs, and draw its nonce."""
    return SealedShoe(order_text(shuffled(full_shoe(PACKS), draw_bytes)), draw_bytes(NONCE_BYTES).hex())
