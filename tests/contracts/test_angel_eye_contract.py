"""The `angel_eye` driver keeps the contract, with all its copies and with a single one."""

from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.coup import Outcome
from dealer_table.baccarat.hand import Position
from scanner_drivers.drivers.angel_eye.driver import DRIVER
from scanner_drivers.sightings import CardSeen, ShoeResultSeen
from scanner_drivers.testing import DriverContract, Frame

HAND = (
    ("05 31 44 81 B8 03 34 46", CardSeen(Card("8S"), Position.PLAYER_1)),
    ("05 32 44 91 A5 03 34 31", CardSeen(Card("5C"), Position.BANKER_1)),
    ("05 33 44 82 CD 03 33 42", CardSeen(Card("KH"), Position.PLAYER_2)),
    ("05 34 44 92 9A 03 37 42", CardSeen(Card("TD"), Position.BANKER_2)),
    ("05 35 47 90 03 45 31", ShoeResultSeen(Outcome.PLAYER)),
)


class TestTelegramsInTriplicate(DriverContract):
    spec = DRIVER
    frames = tuple(Frame(900, bytes.fromhex(copy) * 3, (sighting,)) for copy, sighting in HAND)


class TestSingleTelegrams(DriverContract):
    spec = DRIVER
    frames = tuple(Frame(900, bytes.fromhex(copy), (sighting,)) for copy, sighting in HAND)
