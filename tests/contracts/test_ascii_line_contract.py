"""The `ascii_line` driver keeps the contract, plain and with everything a scanner can put around a code."""

from typing import ClassVar

from dealer_table.baccarat.cards import Card
from scanner_drivers.drivers.ascii_line import DRIVER
from scanner_drivers.sightings import CardSeen, Suppressed
from scanner_drivers.testing import DriverContract, Frame


class TestPlainLines(DriverContract):
    spec = DRIVER
    frames = (
        Frame(0, b"1010\r", (CardSeen(Card.ACE_OF_SPADES),)),
        Frame(900, b"2100\n", (CardSeen(Card.TEN_OF_HEARTS),)),
        Frame(900, b"3130\r\n", (CardSeen(Card.KING_OF_CLUBS),)),
        Frame(100, b"3130\r\n", (Suppressed(Card.KING_OF_CLUBS),)),
        Frame(900, b"3130\r\n", (CardSeen(Card.KING_OF_CLUBS),)),
    )


class TestDressedLines(DriverContract):
    spec = DRIVER
    settings: ClassVar[dict[str, object]] = {"aim": True, "prefix": "\x02", "suffix": "\x03", "terminators": "\n"}
    frames = (
        Frame(0, b"\x02]C11010\x03\n", (CardSeen(Card.ACE_OF_SPADES),)),
        Frame(900, b"\x02]C12100\x03\n", (CardSeen(Card.TEN_OF_HEARTS),)),
        Frame(900, b"\x02]C13130\x03\n", (CardSeen(Card.KING_OF_CLUBS),)),
        Frame(900, b"\x02]C14130\x03\n", (CardSeen(Card.KING_OF_DIAMONDS),)),
    )
