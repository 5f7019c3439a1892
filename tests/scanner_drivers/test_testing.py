"""The contract finds what it is there to find: each of these drivers breaks one rule and is caught by one test."""

from collections.abc import Callable

import pytest

from dealer_table.baccarat.cards import Card
from scanner_drivers.codebook import Codebook
from scanner_drivers.driver import NOTHING, DriverSettings, DriverSpec, Reaction
from scanner_drivers.sightings import CardSeen
from scanner_drivers.testing import DriverContract, Frame


class Unexplained(DriverSettings):
    mystery: int = 0


class Lenient(DriverSettings, extra="ignore"):
    pass


class Lines:
    """A driver of lines, right but for what a subclass does to it."""

    ready = True
    deadline: float | None = None

    def __init__(self, settings: DriverSettings, codebook: Codebook) -> None:
        self._codebook = codebook
        self._kept = b""

    def connected(self, now: float) -> Reaction:
        self._kept = b""
        return NOTHING

    def expire(self, now: float) -> Reaction:
        return NOTHING

    def feed(self, data: bytes, now: float) -> Reaction:
        *lines, self._kept = (self._kept + data).split(b"\r")
        self._kept = self._kept[-64:]
        cards = (self._card(line) for line in lines)
        return Reaction(tuple(CardSeen(card) for card in cards if card))

    def _card(self, line: bytes) -> Card | None:
        return self._codebook.card(line.decode("latin-1"))


class OnlyWholeChunks(Lines):
    def feed(self, data: bytes, now: float) -> Reaction:
        self._kept = b""
        return super().feed(data, now)


class Hoarding(Lines):
    def feed(self, data: bytes, now: float) -> Reaction:
        *lines, self._kept = (self._kept + data).split(b"\r")
        return Reaction(tuple(CardSeen(card) for line in lines if (card := self._card(line))))


class Guessing(Lines):
    def _card(self, line: bytes) -> Card | None:
        return super()._card(line[-4:]) or Card.ACE_OF_SPADES


class Raising(Lines):
    def _card(self, line: bytes) -> Card | None:
        return self._codebook.card(line.decode("ascii"))


class Clinging(Lines):
    def connected(self, now: float) -> Reaction:
        return NOTHING


class Stuck(Lines):
    deadline = 0.0


def contract(driver: type[Lines], settings: type[DriverSettings] = DriverSettings) -> DriverContract:
    class Contract(DriverContract):
        spec = DriverSpec(name="faulty", summary="", settings=settings, build=driver)
        frames = tuple(
            Frame(900, code + b"\r", (CardSeen(Card(card)),))
            for code, card in ((b"1010", "AS"), (b"2100", "TH"), (b"3130", "KC"), (b"4130", "KD"))
        )

    return Contract()


def every_test(suite: DriverContract) -> dict[str, Callable[[], None]]:
    return {name: getattr(suite, name) for name in dir(suite) if name.startswith("test_")}


def test_a_driver_that_keeps_the_contract_passes() -> None:
    for test in every_test(contract(Lines)).values():
        test()


@pytest.mark.parametrize(
    ("suite", "caught_by"),
    [
        (contract(OnlyWholeChunks), "test_any_split_means_the_same"),
        (contract(Hoarding), "test_endless_garbage_is_not_kept"),
        (contract(Guessing), "test_garbage_before_good_frames_costs_at_most_one"),
        (contract(Raising), "test_it_never_raises_and_always_says_something_that_can_be_written"),
        (contract(Clinging), "test_a_new_connection_owes_nothing_to_the_old_one"),
        (contract(Stuck), "test_good_frames_mean_what_they_should"),
        (contract(Lines, Unexplained), "test_every_setting_is_explained"),
        (contract(Lines, Lenient), "test_an_unknown_setting_is_refused_by_name"),
    ],
    ids=["split", "hoarding", "guessing", "raising", "clinging", "stuck", "unexplained", "lenient"],
)
def test_a_driver_that_breaks_it_is_caught(suite: DriverContract, caught_by: str) -> None:
    with pytest.raises((AssertionError, UnicodeDecodeError)):
        every_test(suite)[caught_by]()
