"""A USB scanner that is a keyboard, as the kernel tells of it: input events of 24 bytes. Pure."""

import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from dealer_table.baccarat.cards import Card
from simulators.devices.ascii_line import four_digit_code

_SYN, _KEY, _MSC_SCAN = (0, 0), 1, (4, 4)
_KEY_F1, _LEFT_SHIFT, _ENTER = 59, 42, 28
_DIGITS = {char: key for key, char in enumerate("1234567890", start=2)}
_ON_KEYPAD = dict(zip("0123456789", (82, 79, 80, 81, 75, 76, 77, 71, 72, 73), strict=True))
_LETTERS = {
    char: key
    for first, row in ((16, "QWERTYUIOP"), (30, "ASDFGHJKL"), (44, "ZXCVBNM"))
    for key, char in enumerate(row, first)
}


@dataclass(frozen=True, slots=True)
class KeyboardScanner:
    """The `hid_keyboard` driver's counterpart: a US keyboard, or a French one, whose digits want the Shift key."""

    keypad: bool = False
    french: bool = False
    no_read_text: str = "NR"
    cut_card_code: str = "9990"

    def show(self, card: Card) -> bytes:
        return self.types(four_digit_code(card))

    def show_cut_card(self) -> bytes:
        return self.types(self.cut_card_code)

    def fail_to_read(self) -> bytes:
        return self.types(self.no_read_text)

    def read_smeared(self, card: Card) -> bytes:
        return self.types(f"{four_digit_code(card)[:-1]}5")

    def read_through_noise(self, card: Card) -> bytes:
        """Return a function key and the card's keys: that is what noise looks like after a keyboard's controller."""
        return b"".join(_stroke(_KEY_F1)) + self.show(card)

    def answer(self, received: bytes) -> bytes:
        del received
        return b""

    def types(self, text: str) -> bytes:
        """Return the events of a text and Enter."""
        return b"".join(event for char in text for event in self._character(char)) + b"".join(_stroke(_ENTER))

    def _character(self, char: str) -> Iterable[bytes]:
        if char in _LETTERS:
            return _with_shift(_LETTERS[char])
        if self.keypad:
            return _stroke(_ON_KEYPAD[char])
        return _with_shift(_DIGITS[char]) if self.french else _stroke(_DIGITS[char])


def key_event(key: int, value: int) -> bytes:
    """Return what the kernel tells of one key: its scan code, the key and the end of the report."""
    return _event(*_MSC_SCAN, key) + _event(_KEY, key, value) + _event(*_SYN, 0)


def _stroke(key: int) -> Iterator[bytes]:
    yield key_event(key, 1)
    yield key_event(key, 0)


def _with_shift(key: int) -> Iterator[bytes]:
    yield key_event(_LEFT_SHIFT, 1)
    yield from _stroke(key)
    yield key_event(_LEFT_SHIFT, 0)


def _event(kind: int, code: int, value: int) -> bytes:
    return struct.pack("<QQHHi", 0, 0, kind, code, value)
