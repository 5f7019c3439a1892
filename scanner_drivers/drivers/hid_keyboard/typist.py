"""From keys going down and up to what is typed: Shift, Caps Lock, Ctrl, Alt with the keypad. Pure."""

from scanner_drivers.drivers.hid_keyboard import layouts as keys
from scanner_drivers.drivers.hid_keyboard.layouts import KEYPAD, UNTYPABLE, Layout

_SHIFT = frozenset({keys.LEFT_SHIFT, keys.RIGHT_SHIFT})
_CTRL = frozenset({keys.LEFT_CTRL, keys.RIGHT_CTRL})
_ALT = frozenset({keys.LEFT_ALT, keys.RIGHT_ALT})
_SILENT = _SHIFT | _CTRL | _ALT | {keys.CAPS_LOCK, keys.NUM_LOCK, keys.SCROLL_LOCK}
_LONGEST_NUMBER = 4


class Typist:
    """One keyboard: which keys are held, and what the next one types."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._held: set[int] = set()
        self._caps_lock = False
        self._alt_number = ""

    def press(self, key: int) -> bytes:
        """Return what a key going down types: nothing, a character, or UNTYPABLE."""
        if key in _SILENT:
            self._held.add(key)
            self._caps_lock ^= key == keys.CAPS_LOCK
            return b""
        if self._held & _ALT:
            return self._press_with_alt(key)
        if key in KEYPAD:
            return b"%d" % KEYPAD[key]
        typed = (self._layout.shifted if self._held & _SHIFT else self._layout.plain).get(key, UNTYPABLE)
        if self._held & _CTRL:
            return bytes([typed[0] & 0x1F]) if typed.isalpha() else UNTYPABLE
        return typed.swapcase() if self._caps_lock else typed

    def release(self, key: int) -> bytes:
        """Return what a key going up types: Alt ends the number that was typed on the keypad meanwhile."""
        self._held.discard(key)
        if key not in _ALT or not self._alt_number:
            return b""
        number, self._alt_number = int(self._alt_number), ""
        return bytes([number]) if number < 0x80 else UNTYPABLE

    def let_go(self) -> None:
        """Take all keys for released; Caps Lock stays as it is."""
        self._held.clear()
        self._alt_number = ""

    def _press_with_alt(self, key: int) -> bytes:
        if key not in KEYPAD or len(self._alt_number) == _LONGEST_NUMBER:
            return UNTYPABLE
        self._alt_number += str(KEYPAD[key])
        return b""
