"""The `capture_file` driver keeps the contract: it is the driver of whatever was recorded."""

from typing import ClassVar

from dealer_table.baccarat.cards import Card
from scanner_drivers.drivers.capture_file import DRIVER
from scanner_drivers.sightings import CardSeen
from scanner_drivers.testing import DriverContract, Frame


class TestRecordedLines(DriverContract):
    spec = DRIVER
    settings: ClassVar[dict[str, object]] = {"driver": "ascii_line", "settings": {"aim": True}}
    frames = tuple(
        Frame(900, f"]C0{code}\r".encode(), (CardSeen(Card(card)),))
        for code, card in (("1010", "AS"), ("2100", "TH"), ("3130", "KC"), ("4130", "KD"))
    )
