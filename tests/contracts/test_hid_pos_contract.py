"""The `hid_pos` driver keeps the contract, in each maker's layout."""

from typing import ClassVar

from dealer_table.baccarat.cards import Card
from scanner_drivers.drivers.hid_pos import DRIVER
from scanner_drivers.sightings import CardSeen, Suppressed
from scanner_drivers.testing import DriverContract, Frame
from simulators.devices.hid_pos import HidPosScanner

SCANNER = HidPosScanner(suffix="\r")


class TestStandardReports(DriverContract):
    spec = DRIVER
    frames = (
        Frame(900, SCANNER.show(Card.ACE_OF_SPADES), (CardSeen(Card.ACE_OF_SPADES),)),
        Frame(900, SCANNER.show(Card.TEN_OF_HEARTS), (CardSeen(Card.TEN_OF_HEARTS),)),
        Frame(900, SCANNER.show(Card.KING_OF_CLUBS), (CardSeen(Card.KING_OF_CLUBS),)),
        Frame(100, SCANNER.show(Card.KING_OF_CLUBS), (Suppressed(Card.KING_OF_CLUBS),)),
        Frame(900, SCANNER.show(Card.KING_OF_CLUBS), (CardSeen(Card.KING_OF_CLUBS),)),
    )


class TestHoneywellReports(TestStandardReports):
    settings: ClassVar[dict[str, object]] = {"variant": "honeywell", "aim_letters": "C"}


def plain_report(report_id: int, text: str) -> bytes:
    data = text.encode("ascii")
    return (bytes([report_id, len(data)]) + data).ljust(64, b"\x00")


class TestNewlandReports(DriverContract):
    spec = DRIVER
    settings: ClassVar[dict[str, object]] = {"variant": "newland"}
    frames = tuple(
        Frame(900, plain_report(2, f"{code}\r"), (CardSeen(Card(card)),))
        for code, card in (("1010", "AS"), ("2100", "TH"), ("3130", "KC"), ("4130", "KD"))
    )


class TestMicroscanReports(DriverContract):
    spec = DRIVER
    settings: ClassVar[dict[str, object]] = {"variant": "microscan"}
    frames = tuple(
        Frame(900, plain_report(1, code), (CardSeen(Card(card)),))
        for code, card in (("1010", "AS"), ("2100", "TH"), ("3130", "KC"), ("4130", "KD"))
    )
