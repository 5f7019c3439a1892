import pytest

from dealer_table.baccarat.cards import Card
from dealer_table.errors import ConfigError
from scanner_drivers.codebook_files import load_codebook
from scanner_drivers.decoding import Answer
from scanner_drivers.driver import NOTHING
from scanner_drivers.drivers.newland import DRIVER, command, meaning, measure
from scanner_drivers.intents import ActingDriver, NothingWanted, ReadWanted
from scanner_drivers.replay import replay
from scanner_drivers.sightings import CardSeen, DeviceEvent, Misread

ACE, TEN = CardSeen(Card.ACE_OF_SPADES), CardSeen(Card.TEN_OF_HEARTS)
ANSWER = bytes.fromhex("02 01 30 30 30 30 23 53 43 4E 54 52 47 31 06 3B 03")


def new_driver(**settings: object) -> ActingDriver:
    driver = DRIVER.driver(settings, load_codebook())
    assert isinstance(driver, ActingDriver)
    return driver


def test_commands_are_written_as_the_manual_prints_them() -> None:
    assert command("SCNTRG1") == bytes.fromhex("7E 01 30 30 30 30 23 53 43 4E 54 52 47 31 3B 03")
    assert command("SCNTRG1", "@") == bytes.fromhex("7E 01 30 30 30 30 40 53 43 4E 54 52 47 31 3B 03")
    assert command("SCNTRG0") == bytes.fromhex("7E 01 30 30 30 30 23 53 43 4E 54 52 47 30 3B 03")
    assert command("C11*", "@") == bytes.fromhex("7E 01 30 30 30 30 40 43 31 31 2A 3B 03")
    assert command("DFMADD0699900399" + "99F141", "@") == bytes.fromhex(
        "7E 01 30 30 30 30 40 44 46 4D 41 44 44 30 36 39 39 39 30 30 33 39 39 39 39 46 31 34 31 3B 03"
    )


def test_the_printed_answer_is_known_at_its_last_byte() -> None:
    answer = bytes.fromhex(
        "02 01 30 30 30 30 40 44 46 4D 41 44 44 30 36 39 39 39 30 30 33 39 39 39 39 46 31 34 31 06 3B 03"
    )
    assert measure(answer + b"1010\r\n") == len(answer)
    assert {measure(answer[:cut]) for cut in range(1, len(answer))} == {None}
    assert meaning(answer) == Answer()
    assert meaning(answer.replace(b"\x06", b"\x15")) == Answer(refused=True, code=0x15)
    assert meaning(answer.replace(b"\x06", b"\x05")) == Answer(refused=True, code=5)


@pytest.mark.parametrize(
    ("commands", "on", "off"),
    [
        ("unified", (command("SCNTRG1"),), (command("SCNTRG0"),)),
        ("sdk", (b"\x01\x54\x04",), ()),
        ("nls", (b"\x1b\x31",), (b"\x1b\x30",)),
    ],
)
def test_each_command_set_has_its_trigger(commands: str, on: tuple[bytes, ...], off: tuple[bytes, ...]) -> None:
    driver = new_driver(commands=commands, trigger="host")
    assert driver.act(ReadWanted(), 0).replies == on
    driver.feed({"unified": ANSWER, "sdk": b"", "nls": b"\x06"}[commands], 10)
    assert driver.act(NothingWanted(), 100).replies == off


def test_a_code_that_arrives_with_the_answer_is_not_thrown_away() -> None:
    driver = new_driver(trigger="host")
    driver.act(ReadWanted(), 0)
    assert driver.feed(b"10" + ANSWER + b"10\r\n", 10).seen == (ACE,)
    assert driver.deadline is None


def test_a_late_answer_is_an_answer() -> None:
    driver = new_driver(trigger="host")
    driver.act(ReadWanted(), 0)
    assert driver.expire(500).seen == (DeviceEvent("no_answer"),)
    assert not driver.ready
    assert driver.feed(ANSWER, 700) == NOTHING
    assert driver.ready
    assert driver.deadline is None


@pytest.mark.parametrize("place", range(len(ANSWER)))
def test_an_answer_with_a_damaged_byte_never_makes_a_wrong_card_and_costs_one_at_most(place: int) -> None:
    for wrong in set(range(256)) - {ANSWER[place]}:
        damaged = ANSWER[:place] + bytes((wrong,)) + ANSWER[place + 1 :]
        seen = replay(new_driver(), [(0, damaged + b"1010\r"), (900, b"2100\r")]).seen
        assert [one for one in seen if isinstance(one, CardSeen)] in ([ACE, TEN], [TEN]), damaged.hex(" ")


def test_an_stx_before_every_code_can_still_be_told_from_an_answer() -> None:
    driver = new_driver(prefix="\x02")
    assert driver.feed(b"\x021010\r" + ANSWER + b"\x022100\r", 0).seen == (ACE, TEN)


def test_setting_up_asks_one_thing_after_the_other() -> None:
    driver = new_driver(commands="nls", setup=["NLS0006010", "NLS0006020"])
    assert driver.connected(0).replies == (b"NLS0006010;",)
    assert driver.feed(b"\x06", 10).replies == (b"NLS0006020;",)
    assert driver.feed(b"\x15", 20).seen == (DeviceEvent("refused", 0x15),)
    assert not driver.ready


def test_a_broken_answer_before_a_pause_is_told_at_once() -> None:
    first, second = replay(new_driver(), [(0, ANSWER[:-1]), (900, b"1010\r\n")]).seen
    assert isinstance(first, Misread)
    assert second == ACE


@pytest.mark.parametrize(("settings", "word"), [({"setup": ["A;B"]}, "A;B"), ({"commands": "x"}, "commands")])
def test_a_setting_that_makes_no_sense_is_refused(settings: dict[str, object], word: str) -> None:
    with pytest.raises(ConfigError, match=word):
        DRIVER.driver(settings, load_codebook())
