"""The `hid_keyboard` driver keeps the contract, from a US keyboard, a French one, and a keypad."""

from collections.abc import Sequence
from typing import ClassVar

from dealer_table.baccarat.cards import Card
from scanner_drivers.drivers.hid_keyboard.driver import DRIVER
from scanner_drivers.sightings import CardSeen
from scanner_drivers.testing import DriverContract, Frame
from simulators.devices.hid_keyboard import KeyboardScanner

CARDS = (Card.ACE_OF_SPADES, Card.JACK_OF_SPADES, Card.TEN_OF_HEARTS, Card.KING_OF_CLUBS)


def frames_of(scanner: KeyboardScanner) -> Sequence[Frame]:
    return tuple(Frame(900, scanner.show(card), (CardSeen(card),)) for card in CARDS)


class TestUsKeyboard(DriverContract):
    spec = DRIVER
    frames = frames_of(KeyboardScanner())


class TestFrenchKeyboard(DriverContract):
    spec = DRIVER
    settings: ClassVar[dict[str, object]] = {"layout": "fr"}
    frames = frames_of(KeyboardScanner(french=True))


class TestKeypad(DriverContract):
    spec = DRIVER
    frames = frames_of(KeyboardScanner(keypad=True))
