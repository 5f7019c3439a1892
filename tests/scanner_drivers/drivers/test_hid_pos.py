import json
from pathlib import Path
from typing import Any

import pytest

from dealer_table.baccarat.cards import PACK, Card
from dealer_table.errors import ConfigError
from dealer_table.procedure.words import MisreadCause
from scanner_drivers.codebook_files import load_codebook
from scanner_drivers.driver import NOTHING, Driver
from scanner_drivers.drivers.hid_pos import DRIVER
from scanner_drivers.replay import replay
from scanner_drivers.sightings import CardSeen, CutCardSeen, DeviceEvent, Misread, Sighting, Suppressed, in_words
from simulators.devices.hid_pos import HidPosScanner

VECTORS = json.loads((Path(__file__).parents[2] / "vectors" / "streams.json").read_text())
CASES = [case for case in VECTORS["cases"] if case["driver"] == "hid_pos"]
ACE = HidPosScanner().show(Card.ACE_OF_SPADES)
TRUNCATED, GARBLED, UNKNOWN = MisreadCause.TRUNCATED, MisreadCause.GARBLED, MisreadCause.UNKNOWN_CODE


def new_driver(**settings: object) -> Driver:
    return DRIVER.driver(settings, load_codebook())


def seen(*chunks: tuple[float, bytes], **settings: object) -> tuple[Sighting, ...]:
    return replay(new_driver(**settings), chunks).seen


def causes(sightings: tuple[Sighting, ...]) -> list[MisreadCause]:
    return [sighting.cause for sighting in sightings if isinstance(sighting, Misread)]


def report(start: str, *, last: int = 0) -> bytes:
    return bytes.fromhex(start).ljust(63, b"\x00") + bytes([last])


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_stream(case: dict[str, Any]) -> None:
    chunks = [(gap, bytes.fromhex(data)) for gap, data in case["chunks"]]
    assert [in_words(sighting) for sighting in seen(*chunks, **case["settings"])] == case["expect"]


def test_all_hid_pos_cases_are_here() -> None:
    assert len(CASES) == 3


def test_every_card_of_a_pack_is_read() -> None:
    scanner = HidPosScanner()
    assert seen(*((900, scanner.show(card)) for card in PACK)) == tuple(CardSeen(card) for card in PACK)


def test_a_long_code_comes_in_several_reports() -> None:
    """Sixty bytes are one report of 56 (38 hex) that is continued, and one of four."""
    reports = HidPosScanner().reports("7" * 60)
    assert (reports[1], reports[63], reports[65], reports[127]) == (0x38, 1, 4, 0)
    assert seen((0, reports)) == (Misread(UNKNOWN, "7" * 60),)


def test_the_end_of_a_long_code_is_no_card_when_its_beginning_came() -> None:
    assert seen((0, HidPosScanner().reports("7" * 56 + "1010"))) == (Misread(UNKNOWN, "7" * 56 + "1010"),)


def test_a_card_right_after_a_code_that_was_cut_off_is_not_guessed() -> None:
    cut_off = HidPosScanner().reports("7" * 60)[:64]
    assert seen((0, cut_off), (100, ACE)) == (Misread(UNKNOWN, "7" * 56 + "1010"),)
    assert seen((0, cut_off), (500, ACE)) == (Misread(TRUNCATED, "7" * 56), CardSeen(Card.ACE_OF_SPADES))


def test_a_device_that_is_unplugged_in_mid_code_leaves_a_misread() -> None:
    driver = new_driver()
    assert driver.feed(HidPosScanner().reports("7" * 60)[:64], 0) == NOTHING
    assert driver.connected(10).seen == (Misread(TRUNCATED, "7" * 56),)
    assert driver.connected(20) == NOTHING


def test_a_code_without_end_is_reported_once() -> None:
    endless = [(10.0, report("02 38 5D 43 30" + "37" * 56, last=1))] * 50
    assert causes(seen(*endless)) == [GARBLED]
    assert seen(*endless, (900, ACE))[1:] == (CardSeen(Card.ACE_OF_SPADES),)


@pytest.mark.parametrize("suffix", ["\r", "\n", "\r\n", ""])
def test_a_terminator_is_taken_off(suffix: str) -> None:
    scanner = HidPosScanner(suffix=suffix)
    assert seen((0, scanner.show(Card.TEN_OF_HEARTS))) == (CardSeen(Card.TEN_OF_HEARTS),)


def test_a_terminator_within_is_not() -> None:
    assert causes(seen((0, report("02 09 5D 43 30 31 30 31 30 0D 31 30 31 30")))) == [GARBLED]


@pytest.mark.parametrize(
    "wrong",
    [
        "01 04 5D 43 30 31 30 31 30",  # another report
        "02 39 5D 43 30 31 30 31 30",  # longer than a report
        "02 04 43 5D 30 31 30 31 30",  # no AIM identifier where it should be
        "02 04 31 30 31 30",  # Newland's layout
        "31 30 31 30 0D",  # no report at all
    ],
)
def test_what_is_no_report_of_this_layout_is_a_misread(wrong: str) -> None:
    assert causes(seen((0, report(wrong)))) == [GARBLED]


def test_a_scanner_with_its_aim_identifiers_off_is_read() -> None:
    assert seen((0, report("02 04 00 00 00 31 30 31 30"))) == (CardSeen(Card.ACE_OF_SPADES),)


def test_another_symbology_than_the_cards_is_no_card() -> None:
    assert seen((0, ACE), aim_letters="C") == (CardSeen(Card.ACE_OF_SPADES),)
    assert seen((0, ACE), aim_letters="IQ") == (Misread(UNKNOWN, "]C01010"),)
    assert causes(seen((0, report("02 04 00 00 00 31 30 31 30")), aim_letters="C")) == [UNKNOWN]


def test_what_a_honeywell_says_of_itself_is_no_code() -> None:
    status = report("02 08 5D 5A 36" + b"REVINF\x06.".hex())
    assert seen((0, status), variant="honeywell") == (DeviceEvent("answer"),)
    long_status = [(0.0, report("02 38 5D 58 30" + "41" * 56, last=1)), (5.0, report("02 04 5D 58 30 31 30 31 30"))]
    assert seen(*long_status, variant="honeywell") == (DeviceEvent("answer"),)
    assert causes(seen((0, status))) == [GARBLED]


@pytest.mark.parametrize(("variant", "report_id", "room"), [("newland", 2, 60), ("microscan", 1, 62)])
def test_a_full_report_of_a_layout_without_continuation_may_be_continued(
    variant: str, report_id: int, room: int
) -> None:
    full = (bytes([report_id, room]) + b"7" * room).ljust(64, b"\x00")
    card = bytes([report_id, 4]) + b"1010".ljust(62, b"\x00")
    assert seen((0, full), (5, card), variant=variant) == (Misread(UNKNOWN, "7" * room + "1010"),)
    assert causes(seen((0, full), (900, card), variant=variant)) == [TRUNCATED]


def test_a_report_sent_again_is_one_card_and_an_empty_one_none() -> None:
    assert seen((0, ACE), (5, ACE)) == (CardSeen(Card.ACE_OF_SPADES), Suppressed(Card.ACE_OF_SPADES))
    assert seen((0, report("02 00 5D 43 30"))) == ()


def test_no_reads_and_the_cut_card() -> None:
    scanner = HidPosScanner()
    assert seen((0, scanner.fail_to_read()), (900, scanner.show_cut_card()), cut_card_code="9990") == (
        Misread(MisreadCause.NO_READ, "NR"),
        CutCardSeen(),
    )
    assert causes(seen((0, scanner.read_smeared(Card.ACE_OF_SPADES)))) == [UNKNOWN]
    assert causes(seen((0, scanner.read_through_noise(Card.ACE_OF_SPADES)))) == [GARBLED]


@pytest.mark.parametrize(
    "settings", [{"variant": "newland", "aim_letters": "C"}, {"variant": "other"}, {"aim_letters": "1"}]
)
def test_settings_that_cannot_be_are_refused(settings: dict[str, object]) -> None:
    with pytest.raises(ConfigError):
        new_driver(**settings)
