"""The emulated scanner speaks what the driver understands. Pure."""

import pytest

from dealer_table.baccarat.cards import PACK, Card
from dealer_table.procedure.words import MisreadCause
from scanner_drivers.codebook_files import load_codebook
from scanner_drivers.drivers.ascii_line import AsciiLineDriver, AsciiLineSettings
from scanner_drivers.sightings import CardSeen, CutCardSeen, Misread, Suppressed
from simulators.devices.ascii_line import AsciiLineScanner

DEVICE = AsciiLineScanner()


def driver() -> AsciiLineDriver:
    return AsciiLineDriver(AsciiLineSettings(cut_card_code=DEVICE.cut_card_code), load_codebook())


@pytest.mark.parametrize("card", PACK)
def test_every_card_is_read_as_itself(card: Card) -> None:
    assert driver().feed(DEVICE.show(card), 0).seen == (CardSeen(card),)


@pytest.mark.parametrize("card", PACK)
def test_a_smeared_card_is_no_card(card: Card) -> None:
    (seen,) = driver().feed(DEVICE.read_smeared(card), 0).seen
    assert isinstance(seen, Misread)
    assert seen.cause is MisreadCause.UNKNOWN_CODE


def test_a_failed_read_a_noisy_line_and_the_cut_card() -> None:
    (failed,) = driver().feed(DEVICE.fail_to_read(), 0).seen
    (noisy,) = driver().feed(DEVICE.read_through_noise(Card("5C")), 0).seen
    assert isinstance(failed, Misread)
    assert failed.cause is MisreadCause.NO_READ
    assert isinstance(noisy, Misread)
    assert noisy.cause is MisreadCause.GARBLED
    assert driver().feed(DEVICE.show_cut_card(), 0).seen == (CutCardSeen(),)


def test_a_card_still_in_view_is_one_card() -> None:
    twice = DEVICE.show(Card("5C")) * 2
    assert driver().feed(twice, 0).seen == (CardSeen(Card("5C")), Suppressed(Card("5C")))


def test_it_never_answers() -> None:
    assert DEVICE.answer(b"AT\r") == b""
