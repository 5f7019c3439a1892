import pytest

from dealer_table.baccarat.cards import Card
from dealer_table.errors import ConfigError
from dealer_table.procedure.words import MisreadCause
from scanner_drivers.codebook_files import load_codebook
from scanner_drivers.drivers.microscan import DRIVER, command
from scanner_drivers.intents import ActingDriver, NothingWanted, ReadWanted
from scanner_drivers.sightings import CardSeen, Misread

ACE = CardSeen(Card.ACE_OF_SPADES)


def new_driver(**settings: object) -> ActingDriver:
    driver = DRIVER.driver(settings, load_codebook())
    assert isinstance(driver, ActingDriver)
    return driver


def test_commands_are_set_and_applied_with_the_port() -> None:
    driver = new_driver(setup=["K714,1,NOREAD", "K141,0"])
    assert driver.connected(0).replies == (command("K714,1,NOREAD"), command("K141,0"), b"<A>")
    assert driver.ready


def test_no_read_texts_of_both_generations() -> None:
    seen = new_driver().feed(b"NOREAD\r\nNO LABEL\r\nBADCODE\r\n", 0).seen
    assert [one.cause for one in seen if isinstance(one, Misread)] == [MisreadCause.NO_READ] * 3


def test_answers_are_told_from_reads_wherever_they_come() -> None:
    assert new_driver().feed(b"<?/22>10<?/22>10\r\n<K714,1,NOREAD>", 0).seen == (ACE,)


@pytest.mark.parametrize("line", [b"<1010\r\n", b"1010>\r\n", b"<<1010\r\n", b"<10\x0010\r\n"])
def test_half_an_answer_spoils_the_code_it_stands_in(line: bytes) -> None:
    (seen,) = new_driver().feed(line, 0).seen
    assert isinstance(seen, Misread)


def test_the_trigger_is_the_character_it_is_set_to() -> None:
    driver = new_driver(trigger="host", trigger_character=" ")
    assert driver.act(ReadWanted(), 0).replies == (b" ",)
    assert driver.act(NothingWanted(), 10).replies == ()


@pytest.mark.parametrize(
    ("settings", "word"),
    [
        ({"trigger": "host"}, "needs the trigger_character"),
        ({"trigger_character": "é"}, "not ASCII"),
        ({"setup": ["<A>"]}, "without brackets"),
    ],
)
def test_a_setting_that_makes_no_sense_is_refused(settings: dict[str, object], word: str) -> None:
    with pytest.raises(ConfigError, match=word):
        DRIVER.driver(settings, load_codebook())
