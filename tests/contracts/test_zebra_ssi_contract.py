"""The `zebra_ssi` driver keeps the contract, plain and with AIM identifiers."""

from typing import ClassVar

from dealer_table.baccarat.cards import Card
from scanner_drivers.drivers.zebra_ssi.driver import DRIVER
from scanner_drivers.sightings import CardSeen
from scanner_drivers.testing import DriverContract, Frame

CARDS = {"AS": "1010", "TH": "2100", "KC": "3130", "KD": "4130"}


def decoded(code_type: int, text: str) -> bytes:
    body = bytes([5 + len(text), 0xF3, 0, 0, code_type]) + text.encode("ascii")
    return body + (-sum(body) & 0xFFFF).to_bytes(2, "big")


class TestPackets(DriverContract):
    spec = DRIVER
    frames = tuple(Frame(900, decoded(0x03, f"{code}\r"), (CardSeen(Card(card)),)) for card, code in CARDS.items())


class TestPacketsWithIdentifiers(DriverContract):
    spec = DRIVER
    settings: ClassVar[dict[str, object]] = {"aim": True, "code_types": ["data_matrix"]}
    frames = tuple(Frame(900, decoded(0x1B, f"]d1{code}"), (CardSeen(Card(card)),)) for card, code in CARDS.items())
