import pytest

from dealer_table.baccarat.cards import Card
from dealer_table.errors import ConfigError
from scanner_drivers.codebook_files import load_codebook
from scanner_drivers.driver import NOTHING
from scanner_drivers.drivers.opticon import DRIVER, command
from scanner_drivers.intents import ActingDriver, BadRead, GoodRead, NothingWanted, ReadWanted
from scanner_drivers.sightings import CardSeen, DeviceEvent

ACE = CardSeen(Card.ACE_OF_SPADES)


def new_driver(**settings: object) -> ActingDriver:
    driver = DRIVER.driver(settings, load_codebook())
    assert isinstance(driver, ActingDriver)
    return driver


@pytest.mark.parametrize(
    ("words", "written"),
    [
        ("Z", "1B 5A 0D"),
        ("Y", "1B 59 0D"),
        ("S8", "1B 53 38 0D"),
        ("S7", "1B 53 37 0D"),
        ("WC", "1B 57 43 0D"),
        ("WD", "1B 57 44 0D"),
        ("B", "1B 42 0D"),
        ("E", "1B 45 0D"),
        ("L", "1B 4C 0D"),
        ("ABC", "1B 5B 41 42 43 0D"),
        ("ABCD", "1B 5D 41 42 43 44 0D"),
    ],
)
def test_commands_are_written_as_the_manual_prints_them(words: str, written: str) -> None:
    assert command(words) == bytes.fromhex(written)


def test_an_engine_that_answers_is_asked_one_thing_after_the_other() -> None:
    driver = new_driver(trigger="host", answers=True, beep=True, lamp=True)
    assert driver.connected(0).replies == (command("WC"),)
    assert driver.act(ReadWanted(), 5) == NOTHING
    assert driver.feed(b"\x06", 10).replies == (command("Z"),)
    assert driver.feed(b"1\x06010\r", 50).seen == (ACE,)
    assert driver.act(GoodRead(), 60).replies == (command("B"),)
    assert driver.feed(b"\x06", 70).replies == (command("L"),)
    assert driver.feed(b"\x15", 80).seen == (DeviceEvent("refused"),)


def test_an_engine_that_does_not_answer_is_told_all_at_once() -> None:
    driver = new_driver(trigger="host", beep=True, setup=["S8"])
    assert driver.connected(0).replies == (command("S8"),)
    assert driver.act(ReadWanted(), 0).replies == (command("Z"),)
    assert driver.act(BadRead(), 0).replies == (command("E"),)
    assert driver.act(NothingWanted(), 0).replies == (command("Y"),)
    assert driver.deadline is None


@pytest.mark.parametrize("words", ["", "ABCDE", "A\r", "é"])
def test_a_setup_that_is_no_command_is_refused(words: str) -> None:
    with pytest.raises(ConfigError, match="setup"):
        DRIVER.driver({"setup": [words]}, load_codebook())


def test_a_prefix_that_is_an_answer_is_refused() -> None:
    with pytest.raises(ConfigError, match="prefix and ignored share 06"):
        DRIVER.driver({"prefix": "\x06"}, load_codebook())
    with pytest.raises(ConfigError, match="could be taken for an answer"):
        DRIVER.driver({"prefix": "\x06", "ignored": ""}, load_codebook())
