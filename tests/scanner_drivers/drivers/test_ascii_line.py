import json
from pathlib import Path
from typing import Any

import pytest

from dealer_table.baccarat.cards import Card
from dealer_table.errors import ConfigError
from dealer_table.procedure.words import MisreadCause
from scanner_drivers.codebook_files import load_codebook
from scanner_drivers.driver import Driver
from scanner_drivers.drivers.ascii_line import DRIVER
from scanner_drivers.replay import replay
from scanner_drivers.sightings import CardSeen, CutCardSeen, Misread, Suppressed, in_words, spaced_hex

VECTORS = json.loads((Path(__file__).parents[2] / "vectors" / "streams.json").read_text())
CASES = [case for case in VECTORS["cases"] if case["driver"] == "ascii_line"]


def new_driver(**settings: object) -> Driver:
    return DRIVER.driver(settings, load_codebook())


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_stream(case: dict[str, Any]) -> None:
    driver = DRIVER.driver(case["settings"], load_codebook())
    seen, replies = replay(driver, [(gap, bytes.fromhex(data)) for gap, data in case["chunks"]])
    assert [in_words(sighting) for sighting in seen] == case["expect"]
    assert [spaced_hex(reply) for reply in replies] == case.get("replies", [])


def test_all_ascii_line_cases_are_here() -> None:
    assert len(CASES) == 19


def test_a_card_left_in_view_stays_one_card_for_as_long_as_it_lies_there() -> None:
    driver = new_driver()
    seen = [driver.feed(b"1010\r", moment).seen for moment in range(0, 3000, 300)]
    assert seen == [(CardSeen(Card.ACE_OF_SPADES),)] + [(Suppressed(Card.ACE_OF_SPADES),)] * 9


def test_two_cards_in_view_by_turns_stay_two_cards() -> None:
    driver = new_driver()
    codes = [b"1010\r", b"2100\r"] * 3
    seen = [driver.feed(code, 100.0 * turn).seen[0] for turn, code in enumerate(codes)]
    assert [type(sighting) for sighting in seen] == [CardSeen, CardSeen] + [Suppressed] * 4


def test_the_interval_ends_exactly_when_it_says() -> None:
    driver = new_driver(repeat_interval_ms=400)
    assert driver.feed(b"1010\r", 0).seen == (CardSeen(Card.ACE_OF_SPADES),)
    assert driver.feed(b"1010\r", 399.9).seen == (Suppressed(Card.ACE_OF_SPADES),)
    assert driver.feed(b"1010\r", 799.9).seen == (CardSeen(Card.ACE_OF_SPADES),)


def test_without_an_interval_every_read_is_a_card() -> None:
    driver = new_driver(repeat_interval_ms=0)
    assert driver.feed(b"1010\r1010\r", 0).seen == (CardSeen(Card.ACE_OF_SPADES),) * 2


def test_a_repeated_cut_card_is_suppressed_too() -> None:
    driver = new_driver(cut_card_code="9990")
    assert driver.feed(b"9990\r9990\r", 0).seen == (CutCardSeen(), Suppressed(None))


def test_a_missing_prefix_or_suffix_is_no_code() -> None:
    driver = new_driver(prefix="B", suffix="C")
    seen = driver.feed(b"B1010C\r1010C\rB1010\r1010\r", 0).seen
    assert [type(sighting) for sighting in seen] == [CardSeen, Misread, Misread, Misread]


def test_a_no_read_text_needs_no_dress() -> None:
    driver = new_driver(prefix="\x02", suffix="\x03", aim=True)
    seen = driver.feed(b"NR\r\x02NR\x03\r\x02]A0NR\x03\r]A0NR\r", 0).seen
    assert {sighting.cause for sighting in seen if isinstance(sighting, Misread)} == {MisreadCause.NO_READ}


def test_an_expected_aim_identifier_that_is_missing_is_no_code() -> None:
    assert new_driver(aim=True).feed(b"1010\r", 0).seen == (Misread(MisreadCause.UNKNOWN_CODE, "1010"),)


def test_a_code_cut_off_by_a_lost_port_is_told_and_never_finished() -> None:
    driver = new_driver()
    driver.feed(b"10", 0)
    assert driver.connected(500).seen == (Misread(MisreadCause.TRUNCATED, "10"),)
    assert driver.connected(600).seen == ()
    assert driver.feed(b"10\r", 700).seen == (Misread(MisreadCause.UNKNOWN_CODE, "10"),)


def test_text_that_came_is_told_printable() -> None:
    assert new_driver().feed(b"\xff\x991010\r", 0).seen == (Misread(MisreadCause.GARBLED, "\\xff\\x991010"),)


@pytest.mark.parametrize(
    ("settings", "word"),
    [
        ({"aimm": True}, "did you mean aim?"),
        ({"cut_card_code": "1010"}, "1010 is the code of AS"),
        ({"no_read_texts": ["NR", "4130"]}, "4130 is the code of KD"),
        ({"terminators": ""}, "terminators"),
        ({"terminators": "\r\x06"}, "terminators and ignored share 06"),
        ({"prefix": "\r"}, "prefix and terminators share 0D"),
        ({"suffix": "\x00"}, "suffix and ignored share 00"),
        ({"prefix": "é"}, "prefix is not ASCII"),
        ({"repeat_interval_ms": -1}, "repeat_interval_ms"),
    ],
)
def test_a_setting_that_makes_no_sense_is_refused(settings: dict[str, object], word: str) -> None:
    with pytest.raises(ConfigError, match=word.replace("?", r"\?")):
        DRIVER.driver(settings, load_codebook())


def test_every_wrong_setting_is_named_at_once() -> None:
    with pytest.raises(ConfigError) as refusal:
        DRIVER.driver({"aim": "perhaps", "longest": 3, "no_such_thing": 1}, load_codebook())
    assert all(word in str(refusal.value) for word in ("aim", "did you mean longest_line?", "no_such_thing"))
