import struct

from dealer_table.baccarat.cards import Card
from simulators.devices.hid_keyboard import KeyboardScanner


def keys_down(data: bytes) -> list[int]:
    events = [struct.unpack("<QQHHi", data[start : start + 24]) for start in range(0, len(data), 24)]
    return [code for _, _, kind, code, value in events if (kind, value) == (1, 1)]


def test_the_keys_of_an_ace_of_spades_are_one_zero_one_zero_and_enter() -> None:
    assert keys_down(KeyboardScanner().show(Card.ACE_OF_SPADES)) == [2, 11, 2, 11, 28]
    assert keys_down(KeyboardScanner(keypad=True).show(Card.ACE_OF_SPADES)) == [79, 82, 79, 82, 28]
    assert keys_down(KeyboardScanner(french=True).show(Card.ACE_OF_SPADES)) == [42, 2, 42, 11, 42, 2, 42, 11, 28]


def test_letters_are_typed_with_shift() -> None:
    assert keys_down(KeyboardScanner().fail_to_read()) == [42, 49, 42, 19, 28]


def test_every_key_goes_up_again_and_every_report_ends() -> None:
    data = KeyboardScanner().show(Card.ACE_OF_SPADES)
    assert len(data) == 5 * 2 * 3 * 24
    for start in range(0, len(data), 72):
        assert data[start + 48 : start + 72] == bytes(24)
