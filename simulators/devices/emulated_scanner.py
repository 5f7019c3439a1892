"""What a simulated scanner must be able to say, whatever its protocol. Pure."""

from typing import Protocol

from dealer_table.baccarat.cards import Card


class EmulatedScanner(Protocol):
    """One maker's scanner as seen from its wire: what it sends for what is laid under it, and what it answers."""

    def show(self, card: Card) -> bytes:
        """Return what the device sends when it reads `card`."""
        ...

    def show_cut_card(self) -> bytes:
        """Return what the device sends when it reads the cut card."""
        ...

    def fail_to_read(self) -> bytes:
        """Return what the device sends when it sees a card and cannot read it."""
        ...

    def read_smeared(self, card: Card) -> bytes:
        """Return what the device sends when dirt on `card` makes another, meaningless code of it."""
        ...

    def read_through_noise(self, card: Card) -> bytes:
        """Return what arrives when the line picks up noise in front of a good read."""
        ...

    def answer(self, received: bytes) -> bytes:
        """Return what the device answers to bytes from the host."""
        ...
