"""What a key types, by the country that a scanner was told it types for. Pure.

Keys are those of linux/input-event-codes.h. What is not ASCII is in no card's code, and UNTYPABLE.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

Country = Literal["us", "uk", "de", "fr"]

UNTYPABLE = b"\xff"

LEFT_CTRL, RIGHT_CTRL = 29, 97
LEFT_SHIFT, RIGHT_SHIFT = 42, 54
LEFT_ALT, RIGHT_ALT = 56, 100
CAPS_LOCK, NUM_LOCK, SCROLL_LOCK = 58, 69, 70
ENTER, KEYPAD_ENTER = 28, 96

KEYPAD = {82: 0, 79: 1, 80: 2, 81: 3, 75: 4, 76: 5, 77: 6, 71: 7, 72: 8, 73: 9}
"""The keypad's digits, whatever the Num Lock says: a scanner means the digit."""

# The rows of a keyboard by their first key; between the third and the fourth is the left Shift.
_ROWS = (2, 16, 30, 43)
_EVERYWHERE = {ENTER: "\r", KEYPAD_ENTER: "\r", 15: "\t", 57: " ", 55: "*", 74: "-", 78: "+", 98: "/", 83: "."}
_KEY_BESIDE_SHIFT = 86


@dataclass(frozen=True, slots=True)
class Layout:
    """What keys type, plain and with Shift."""

    plain: Mapping[int, bytes]
    shifted: Mapping[int, bytes]


def _typed(rows: Iterable[str], beside_shift: str) -> dict[int, bytes]:
    def keys() -> Iterator[tuple[int, str]]:
        yield from _EVERYWHERE.items()
        yield _KEY_BESIDE_SHIFT, beside_shift
        for first, row in zip(_ROWS, rows, strict=True):
            yield from enumerate(row, start=first)

    return {key: char.encode("ascii") if char.isascii() else UNTYPABLE for key, char in keys()}


def _layout(plain: tuple[str, str, str, str], shifted: tuple[str, str, str, str], beside_shift: str) -> Layout:
    return Layout(_typed(plain, beside_shift[0]), _typed(shifted, beside_shift[1]))


LAYOUTS: Mapping[Country, Layout] = {
    "us": _layout(
        ("1234567890-=", "qwertyuiop[]", "asdfghjkl;'`", r"\zxcvbnm,./"),
        ("!@#$%^&*()_+", "QWERTYUIOP{}", 'ASDFGHJKL:"~', "|ZXCVBNM<>?"),
        "··",
    ),
    "uk": _layout(
        ("1234567890-=", "qwertyuiop[]", "asdfghjkl;'`", "#zxcvbnm,./"),
        ('!"·$%^&*()_+', "QWERTYUIOP{}", "ASDFGHJKL:@·", "~ZXCVBNM<>?"),
        r"\|",
    ),
    "de": _layout(
        ("1234567890··", "qwertzuiop·+", "asdfghjkl···", "#yxcvbnm,.-"),
        ('!"·$%&/()=?·', "QWERTZUIOP·*", "ASDFGHJKL···", "'YXCVBNM;:_"),
        "<>",
    ),
    "fr": _layout(
        ("&·\"'(-·_··)=", "azertyuiop·$", "qsdfghjklm··", "*wxcvbn,;:!"),
        ("1234567890·+", "AZERTYUIOP··", "QSDFGHJKLM%·", "·WXCVBN?./·"),
        "<>",
    ),
}
"""The rows of keys; `·` is a dead key, or one for a letter that is not ASCII."""
