"""The `camera` driver keeps the contract."""

from dealer_table.baccarat.cards import Card
from scanner_drivers.drivers.camera.driver import DRIVER
from scanner_drivers.sightings import CardSeen
from scanner_drivers.testing import DriverContract, Frame
from simulators.devices.camera import CardCamera

CARDS = (Card.ACE_OF_SPADES, Card.TEN_OF_HEARTS, Card.TEN_OF_HEARTS, Card.KING_OF_CLUBS)


class TestCamera(DriverContract):
    spec = DRIVER
    frames = tuple(Frame(900, CardCamera().show(card), (CardSeen(card),)) for card in CARDS)
