"""A bar-code scanner that sends the studio's four-digit card number and a terminator. Pure."""

from dataclasses import dataclass

from dealer_table.baccarat.cards import Card, Suit

_SUIT_DIGITS = {Suit.SPADES: 1, Suit.HEARTS: 2, Suit.CLUBS: 3, Suit.DIAMONDS: 4}


def four_digit_code(card: Card) -> str:
    """Return the number printed on a studio card: suit, rank in two digits, zero."""
    return f"{_SUIT_DIGITS[card.suit]}{card.rank:02d}0"


@dataclass(frozen=True, slots=True)
class AsciiLineScanner:
    """The `ascii_line` driver's counterpart. It never answers: these scanners talk and do not listen."""

    terminator: bytes = b"\r"
    no_read_text: str = "NOREAD"
    cut_card_code: str = "9990"

    def show(self, card: Card) -> bytes:
        """Return the card's line."""
        return self._line(four_digit_code(card))

    def show_cut_card(self) -> bytes:
        """Return the cut card's line."""
        return self._line(self.cut_card_code)

    def fail_to_read(self) -> bytes:
        """Return the no-read text."""
        return self._line(self.no_read_text)

    def read_smeared(self, card: Card) -> bytes:
        """Return a number no card has: a smear over the last bars turns the closing zero into a five."""
        return self._line(f"{four_digit_code(card)[:-1]}5")

    def read_through_noise(self, card: Card) -> bytes:
        """Return the card's line behind two bytes of noise, which spoil it."""
        return b"\xff\x99" + self.show(card)

    def answer(self, received: bytes) -> bytes:
        """Return nothing."""
        del received
        return b""

    def _line(self, text: str) -> bytes:
        return text.encode("ascii") + self.terminator
