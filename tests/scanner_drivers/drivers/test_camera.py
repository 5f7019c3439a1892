import json

import pytest

from dealer_table.baccarat.cards import Card
from dealer_table.errors import ConfigError
from dealer_table.procedure.words import MisreadCause
from scanner_drivers.camera_frames import LONGEST_TEXT, MOST_TEXTS, frame_line, texts_of
from scanner_drivers.codebook_files import load_codebook
from scanner_drivers.driver import Driver
from scanner_drivers.drivers.camera.driver import DRIVER
from scanner_drivers.replay import replay
from scanner_drivers.sightings import CardSeen, CutCardSeen, Misread, Sighting
from simulators.devices.camera import CardCamera

ACE, TEN = Card.ACE_OF_SPADES, Card.TEN_OF_HEARTS
GARBLED, UNKNOWN = MisreadCause.GARBLED, MisreadCause.UNKNOWN_CODE


def new_driver(**settings: object) -> Driver:
    return DRIVER.driver({"frames_to_rearm": 3} | settings, load_codebook())


def seen(*views: str, **settings: object) -> tuple[Sighting, ...]:
    """Return what is seen in frames, each with the codes that are named between spaces."""
    return replay(new_driver(**settings), [(50, frame_line(view.split())) for view in views]).seen


def test_a_code_is_believed_in_the_second_frame_running() -> None:
    assert seen("1010") == ()
    assert seen("1010", "1010") == (CardSeen(ACE),)
    assert seen("1010", "", "1010") == ()
    assert seen("1010", "2100", "1010", "2100") == ()
    assert seen("1010", "1010", "1010", frames_to_read=4) == ()


def test_a_card_that_lies_there_is_one_card() -> None:
    assert seen(*["1010"] * 500) == (CardSeen(ACE),)


def test_a_card_is_another_when_the_first_has_left_for_long_enough() -> None:
    shown = ("1010", "1010")
    assert seen(*shown, *[""] * 2, *shown) == (CardSeen(ACE),)
    assert seen(*shown, *[""] * 3, *shown) == (CardSeen(ACE),) * 2


def test_a_card_that_comes_and_goes_is_one_card() -> None:
    assert seen(*["1010", "1010", "", ""] * 50) == (CardSeen(ACE),)


def test_a_card_laid_over_another_is_read_and_the_other_not_again() -> None:
    assert seen("1010", "1010", "2100", "2100", "1010", "1010", "2100") == (CardSeen(ACE), CardSeen(TEN))


def test_a_card_laid_beside_one_that_was_read_is_read() -> None:
    assert seen("1010", "1010", "1010 2100", "1010 2100") == (CardSeen(ACE), CardSeen(TEN))


def test_two_cards_that_appear_together_are_neither() -> None:
    assert seen(*["2100 1010"] * 5) == (Misread(GARBLED, "1010 and 2100"),)


def test_the_same_code_at_both_corners_is_one_card() -> None:
    assert seen(*["1010 1010"] * 5) == (CardSeen(ACE),)


def test_a_shadow_beside_a_card_is_nothing_and_alone_a_misread() -> None:
    assert seen(*["1010 10"] * 5) == (CardSeen(ACE),)
    assert seen(*["76767676"] * 5) == (Misread(UNKNOWN, "76767676"),)
    assert seen(*["1015"] * 5) == (Misread(UNKNOWN, "1015"),)


def test_the_cut_card() -> None:
    assert seen(*["9990"] * 5, cut_card_code="9990") == (CutCardSeen(),)
    with pytest.raises(ConfigError, match="cut_card_code"):
        new_driver(cut_card_code="1010")


def test_a_camera_is_ready_while_frames_come() -> None:
    driver = new_driver(stalled_ms=1000)
    driver.connected(0)
    assert not driver.ready
    driver.feed(b"[]\n", 10)
    assert (driver.ready, driver.deadline) == (True, 1010)
    driver.expire(1009)
    assert driver.ready
    driver.expire(1010)
    assert (driver.ready, driver.deadline) == (False, None)
    driver.feed(b"[]\n", 5000)
    assert driver.ready


def test_a_card_that_still_lies_there_when_the_camera_returns_is_no_other() -> None:
    driver, shown = new_driver(), frame_line(["1010"]) * 2
    assert driver.feed(shown, 0).seen == (CardSeen(ACE),)
    driver.connected(2000)
    assert driver.feed(shown, 2100).seen == ()
    driver.connected(9000)
    assert driver.feed(shown, 9100).seen == (CardSeen(ACE),)


@pytest.mark.parametrize("line", [b"1010", b'"1010"', b'{"1010": 1}', b"[1010]", b"[[]]", b'["1010"', b"[" * 3000])
def test_what_is_no_frame_is_a_misread(line: bytes) -> None:
    (sighting,) = replay(new_driver(), [(0, line + b"\n")]).seen
    assert isinstance(sighting, Misread)
    assert sighting.cause is GARBLED


def test_a_frame_is_a_line_whatever_is_in_it() -> None:
    texts = ["1010", 'a"\n\\', "é", "\ud800", "x" * 100, *["more"] * 20]
    line = frame_line(texts)
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    read = texts_of(line[:-1])
    assert read is not None
    assert read[:3] == ("1010", 'a"\n\\', "é")
    assert (len(read), len(read[4])) == (MOST_TEXTS, LONGEST_TEXT)
    assert texts_of(b"[]") == ()
    assert texts_of(json.dumps(["x"] * (MOST_TEXTS + 1)).encode()) is None


def test_codes_that_no_card_has_can_be_written() -> None:
    for text in ("é", "\ud800", "10\n10"):
        (sighting,) = replay(new_driver(), [(0, frame_line([text]) * 3)]).seen
        assert isinstance(sighting, Misread)


def test_the_emulated_camera() -> None:
    camera = CardCamera()
    driver = DRIVER.driver({"cut_card_code": "9990"}, load_codebook())
    shown = [camera.show(ACE), camera.show(ACE), camera.show_cut_card(), camera.fail_to_read()]
    assert replay(driver, [(900, view) for view in shown]).seen == (CardSeen(ACE), CardSeen(ACE), CutCardSeen())
    misread = replay(driver, [(900, camera.read_smeared(ACE)), (900, camera.read_through_noise(ACE))]).seen
    assert [sighting.cause for sighting in misread if isinstance(sighting, Misread)] == [UNKNOWN, GARBLED]
