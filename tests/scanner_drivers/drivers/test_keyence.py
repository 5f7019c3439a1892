import json
from pathlib import Path
from typing import Any

import pytest

from dealer_table.baccarat.cards import Card
from dealer_table.errors import ConfigError
from dealer_table.procedure.words import MisreadCause
from scanner_drivers.codebook import Codebook
from scanner_drivers.codebook_files import load_codebook
from scanner_drivers.driver import NOTHING, Driver, Reaction
from scanner_drivers.drivers.keyence import DRIVER, command
from scanner_drivers.intents import ActingDriver, NothingWanted, ReadWanted
from scanner_drivers.replay import replay
from scanner_drivers.sightings import CardSeen, DeviceEvent, Misread, in_words, spaced_hex

VECTORS = json.loads((Path(__file__).parents[2] / "vectors" / "streams.json").read_text())
CASES = [case for case in VECTORS["cases"] if case["driver"] == "keyence"]


def new_driver(**settings: object) -> ActingDriver:
    driver: Driver = DRIVER.driver(settings, load_codebook())
    assert isinstance(driver, ActingDriver)
    return driver


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_stream(case: dict[str, Any]) -> None:
    driver = DRIVER.driver(case["settings"], load_codebook())
    seen, replies = replay(driver, [(gap, bytes.fromhex(data)) for gap, data in case["chunks"]])
    assert [in_words(sighting) for sighting in seen] == case["expect"]
    assert [spaced_hex(reply) for reply in replies] == case.get("replies", [])


def test_all_keyence_cases_are_here() -> None:
    assert len(CASES) == 2


def test_commands_are_written_as_the_manual_prints_them() -> None:
    assert command("LON") == bytes.fromhex("4C 4F 4E 0D")
    assert command("LOFF") == bytes.fromhex("4C 4F 46 46 0D")
    assert command("LON,01") == b"LON,01\r"
    assert command("LON", framed=True) == b"\x02LON\x03"


def test_a_bank_is_named_with_the_trigger() -> None:
    assert new_driver(bank=1).act(ReadWanted(), 0).replies == (b"LON,01\r",)


def test_a_new_connection_empties_the_reader_s_buffer() -> None:
    assert new_driver().connected(0).replies == (b"\x1b",)
    assert new_driver(trigger="device").connected(0) == NOTHING


def test_turning_off_what_has_ended_by_itself_is_no_refusal() -> None:
    driver = new_driver()
    driver.act(ReadWanted(), 0)
    driver.feed(b"OK,LON\r1010\r", 50)
    assert driver.act(NothingWanted(), 100).replies == (b"LOFF\r",)
    assert driver.feed(b"ER,LOFF,20\r", 150) == NOTHING


def test_the_failure_that_follows_our_own_loff_is_no_misread() -> None:
    driver = new_driver()
    driver.act(ReadWanted(), 0)
    driver.feed(b"OK,LON\r", 50)
    driver.act(NothingWanted(), 1000)
    assert driver.feed(b"OK,LOFF\rERROR\r", 1050).seen == (DeviceEvent("nothing_read"),)
    assert driver.feed(b"ERROR\r", 3000).seen == (Misread(MisreadCause.NO_READ, "ERROR"),)


def test_a_reader_that_reads_on_loff_is_given_a_window() -> None:
    driver = new_driver(retrigger_ms=800)
    driver.act(ReadWanted(), 0)
    driver.feed(b"OK,LON\r", 10)
    assert driver.deadline == 800
    assert driver.expire(800) == Reaction(replies=(b"LOFF\r",))
    assert driver.feed(b"OK,LOFF\r", 810) == Reaction(replies=(b"LON\r",))
    assert driver.feed(b"1010\r", 820).seen == (CardSeen(Card.ACE_OF_SPADES),)
    driver.feed(b"OK,LON\r", 830)
    assert driver.deadline is None


def test_errors_of_the_reader_are_told_by_number() -> None:
    assert new_driver().feed(b"ERR07\rER,LON\rOVER\r", 0).seen == (
        DeviceEvent("error", 7),
        DeviceEvent("refused"),
        Misread(MisreadCause.NO_READ, "OVER"),
    )


@pytest.mark.parametrize("line", [b"0K,LON\r", b"OK;LON\r", b"ok,lon\r", b"10OK,LON\r", b"OK,LON\x06\xff\r"])
def test_what_is_not_quite_an_answer_is_no_card_either(line: bytes) -> None:
    (seen,) = new_driver().feed(line, 0).seen
    assert isinstance(seen, Misread)


def test_without_answers_nothing_is_waited_for() -> None:
    driver = new_driver(answers=False)
    driver.act(ReadWanted(), 0)
    assert driver.deadline is None


def test_a_codebook_that_speaks_like_the_reader_is_refused() -> None:
    cards = {("OK,LON" if code == "1010" else code): card for code, card in load_codebook().cards.items()}
    with pytest.raises(ConfigError, match="OK,LON could be taken for an answer"):
        DRIVER.driver({}, Codebook("odd", "", cards))


@pytest.mark.parametrize(
    ("settings", "word"),
    [
        ({"framed": True, "prefix": "#"}, "STX and ETX"),
        ({"bank": 17}, "bank"),
        ({"trigger": "table"}, "trigger"),
        ({"cut_card_code": "ER,LON,1"}, "cut_card_code"),
    ],
)
def test_a_setting_that_makes_no_sense_is_refused(settings: dict[str, object], word: str) -> None:
    with pytest.raises(ConfigError, match=word):
        DRIVER.driver(settings, load_codebook())
