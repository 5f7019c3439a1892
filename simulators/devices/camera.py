"""A camera over the table, as its link tells of it: a line for every frame. Pure."""

import json
from dataclasses import dataclass

from dealer_table.baccarat.cards import Card
from simulators.devices.ascii_line import four_digit_code


@dataclass(frozen=True, slots=True)
class CardCamera:
    """The `camera` driver's counterpart: a card lies in view for some frames and is gone for as many as it takes."""

    frames_in_view: int = 4
    frames_without: int = 15
    cut_card_code: str = "9990"

    def show(self, card: Card) -> bytes:
        return self._view(four_digit_code(card))

    def show_cut_card(self) -> bytes:
        return self._view(self.cut_card_code)

    def fail_to_read(self) -> bytes:
        """Return frames in which nothing was found: a camera does not know that there was a card."""
        return self._view()

    def read_smeared(self, card: Card) -> bytes:
        return self._view(f"{four_digit_code(card)[:-1]}5")

    def read_through_noise(self, card: Card) -> bytes:
        """Return frames with two codes in them, of which nobody can tell which was drawn."""
        return self._view(four_digit_code(card), self.cut_card_code)

    def answer(self, received: bytes) -> bytes:
        del received
        return b""

    def _view(self, *codes: str) -> bytes:
        return _frame(*codes) * self.frames_in_view + _frame() * self.frames_without


def _frame(*codes: str) -> bytes:
    return json.dumps(codes).encode("ascii") + b"\n"
