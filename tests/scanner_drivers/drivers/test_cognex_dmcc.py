from functools import reduce
from operator import xor

import pytest

from dealer_table.baccarat.cards import Card
from dealer_table.errors import ConfigError
from dealer_table.procedure.words import MisreadCause
from scanner_drivers.codebook_files import load_codebook
from scanner_drivers.driver import NOTHING
from scanner_drivers.drivers.cognex_dmcc import DRIVER, command
from scanner_drivers.intents import ActingDriver, NothingWanted, ReadWanted
from scanner_drivers.replay import replay
from scanner_drivers.sightings import CardSeen, DeviceEvent, Misread

ACE, TEN = CardSeen(Card.ACE_OF_SPADES), CardSeen(Card.TEN_OF_HEARTS)


def new_driver(**settings: object) -> ActingDriver:
    driver = DRIVER.driver(settings, load_codebook())
    assert isinstance(driver, ActingDriver)
    return driver


def checked(body: bytes) -> bytes:
    return body + bytes((reduce(xor, body),)) + b"\r\n"


CHECKED_ACE, CHECKED_TEN = checked(b"||1:0[1]MTAxMA=="), checked(b"||1:0[1]MjEwMA==")


def test_commands_are_written_as_the_manual_prints_them() -> None:
    assert command("trigger on") == b"||>trigger on\r\n"
    assert command("trigger on", number=123) == b"||0:123>trigger on\r\n"
    assert command("trigger on", checked=True) == checked(b"||1>trigger on")


def test_a_silent_reader_is_triggered_and_believed_by_the_line() -> None:
    driver = new_driver()
    assert driver.connected(0) == NOTHING
    assert driver.act(ReadWanted(), 0).replies == (b"||>TRIGGER ON\r\n",)
    assert driver.feed(b"1010\r\n", 50).seen == (ACE,)
    assert driver.act(NothingWanted(), 100).replies == (b"||>TRIGGER OFF\r\n",)
    assert driver.deadline is None


def test_an_extended_reader_is_told_so_and_asked_whether_it_is() -> None:
    driver = new_driver(extended=True)
    assert driver.connected(0).replies == (b"||0:1>SET COM.DMCC-RESPONSE 1\r\n", b"||0:2>GET COM.DMCC-RESPONSE\r\n")
    assert not driver.ready
    assert driver.feed(b"||0:2[0]1\r\n", 10) == NOTHING
    assert driver.ready


@pytest.mark.parametrize("status", [100, 101, 102, 103, 104, 105])
def test_a_refusal_is_told_by_its_status(status: int) -> None:
    driver = new_driver(extended=True)
    assert driver.feed(f"||0:3[{status}]\r\n".encode(), 0).seen == (DeviceEvent("refused", status),)


def test_a_plain_line_is_no_read_of_an_extended_reader() -> None:
    assert new_driver(extended=True).feed(b"1010\r\n", 0).seen == (Misread(MisreadCause.GARBLED, "1010"),)


def test_base64_that_is_none_is_no_card() -> None:
    seen = new_driver(extended=True).feed(b"||0:0[1]MTAxMA=\r\n||0:0[1]MTAx*A==\r\n||[1\r\n", 0).seen
    assert {one.cause for one in seen if isinstance(one, Misread)} == {MisreadCause.GARBLED}
    assert len(seen) == 3


def test_a_no_read_comes_in_base64_too() -> None:
    assert new_driver(extended=True).feed(b"||0:0[1]Tk9SRUFE\r\n", 0).seen == (Misread(MisreadCause.NO_READ, "NOREAD"),)


@pytest.mark.parametrize("number", range(256))
def test_a_checksum_may_be_any_byte_also_one_that_ends_lines(number: int) -> None:
    response = checked(f"||1:{number}[1]MzEzMA==".encode())
    assert new_driver(extended=True, checked=True).feed(response, 0).seen == (CardSeen(Card("KC")),)


@pytest.mark.parametrize("place", range(len(CHECKED_ACE)))
def test_a_damaged_byte_never_makes_a_card(place: int) -> None:
    for wrong in set(range(256)) - {CHECKED_ACE[place]}:
        damaged = CHECKED_ACE[:place] + bytes((wrong,)) + CHECKED_ACE[place + 1 :]
        seen = replay(new_driver(extended=True, checked=True), [(0, damaged), (900, CHECKED_TEN)]).seen
        assert [one for one in seen if isinstance(one, CardSeen)] == [TEN], damaged
        assert any(isinstance(one, Misread) for one in seen), damaged


def test_a_response_without_a_check_is_none_where_one_is_due() -> None:
    seen = new_driver(extended=True, checked=True).feed(b"||0:0[1]MTAxMA==\r\n", 0).seen
    assert [one.cause for one in seen if isinstance(one, Misread)] == [MisreadCause.CHECK_FAILED]


def test_a_check_needs_responses() -> None:
    with pytest.raises(ConfigError, match="checked needs extended"):
        DRIVER.driver({"checked": True}, load_codebook())
