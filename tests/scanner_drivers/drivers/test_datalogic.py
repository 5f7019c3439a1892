import pytest

from dealer_table.baccarat.cards import Card
from dealer_table.errors import ConfigError
from scanner_drivers.codebook_files import load_codebook
from scanner_drivers.drivers.datalogic import DRIVER, hmp
from scanner_drivers.intents import ActingDriver, BadRead, GoodRead, NothingWanted, ReadWanted
from scanner_drivers.sightings import CardSeen, DeviceEvent, Misread

ACE = CardSeen(Card.ACE_OF_SPADES)


def new_driver(**settings: object) -> ActingDriver:
    driver = DRIVER.driver(settings, load_codebook())
    assert isinstance(driver, ActingDriver)
    return driver


def test_commands_are_single_characters() -> None:
    driver = new_driver(trigger="host", beep=True)
    assert driver.act(ReadWanted(), 0).replies == (b"T",)
    assert driver.act(GoodRead(), 0).replies == (b"B",)
    assert driver.act(BadRead(), 0).replies == (b"F",)
    assert driver.act(NothingWanted(), 0).replies == (b"X",)


def test_a_matrix_reader_is_set_up_and_its_answers_are_no_reads() -> None:
    driver = new_driver(setup=["AB1", "CD2"])
    assert driver.connected(0).replies == (hmp("AB1"),) == (b"\x1bAB1\x1bIA#",)
    assert driver.feed(b"\x1bK\r\n", 10).replies == (hmp("CD2"),)
    assert driver.feed(b"\x1bW1\r\n1010\r\n", 20).seen == (DeviceEvent("refused", 1), ACE)
    assert not driver.ready


def test_a_damaged_code_is_asked_for_again_and_then_read() -> None:
    driver = new_driver(acknowledge=True)
    damaged = driver.feed(b"\xff010\r\n", 0)
    assert isinstance(damaged.seen[0], Misread)
    assert damaged.replies == (b"\x15",)
    assert driver.feed(b"1010\r\n", 50) == ((ACE,), (b"\x06",))


def test_a_setup_that_is_no_command_is_refused() -> None:
    with pytest.raises(ConfigError, match="setup"):
        DRIVER.driver({"setup": ["A"]}, load_codebook())
