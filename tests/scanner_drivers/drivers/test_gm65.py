from binascii import crc_hqx

import pytest

from dealer_table.baccarat.cards import Card
from dealer_table.procedure.words import MisreadCause
from scanner_drivers.codebook_files import load_codebook
from scanner_drivers.driver import NOTHING
from scanner_drivers.drivers.gm65 import DRIVER, save, send_aim, trigger
from scanner_drivers.intents import ActingDriver, ReadWanted
from scanner_drivers.replay import replay
from scanner_drivers.sightings import CardSeen, DeviceEvent, Misread

ANSWER = bytes.fromhex("02 00 00 01 00 33 31")
ACE, TEN = CardSeen(Card.ACE_OF_SPADES), CardSeen(Card.TEN_OF_HEARTS)


def new_driver(**settings: object) -> ActingDriver:
    driver = DRIVER.driver(settings, load_codebook())
    assert isinstance(driver, ActingDriver)
    return driver


def test_commands_are_written_as_the_manual_prints_them() -> None:
    assert trigger() == bytes.fromhex("7E 00 08 01 00 02 01 02 DA")
    assert trigger(checked=False) == bytes.fromhex("7E 00 08 01 00 02 01 AB CD")
    assert save() == bytes.fromhex("7E 00 09 01 00 00 00 DE C8")
    assert send_aim(checked=False) == bytes.fromhex("7E 00 08 01 00 D0 80 AB CD")


def test_the_answer_to_the_trigger_is_no_read() -> None:
    driver = new_driver(trigger="host")
    assert driver.act(ReadWanted(), 0).replies == (trigger(),)
    assert driver.feed(ANSWER, 10) == NOTHING
    assert driver.deadline is None
    assert driver.feed(b"1010\r", 50).seen == (ACE,)


def test_an_answer_in_the_middle_of_a_code_leaves_the_code_whole() -> None:
    assert new_driver().feed(b"10" + ANSWER + b"10\r", 0).seen == (ACE,)


@pytest.mark.parametrize("place", range(len(ANSWER)))
def test_an_answer_with_a_damaged_byte_never_makes_a_wrong_card_and_costs_one_at_most(place: int) -> None:
    for wrong in set(range(256)) - {ANSWER[place]}:
        damaged = ANSWER[:place] + bytes((wrong,)) + ANSWER[place + 1 :]
        seen = replay(new_driver(), [(0, damaged + b"1010\r"), (900, b"2100\r")]).seen
        assert [one for one in seen if isinstance(one, CardSeen)] in ([ACE, TEN], [TEN]), damaged.hex(" ")
        assert any(isinstance(one, Misread | DeviceEvent) for one in seen), damaged.hex(" ")


def test_half_an_answer_is_told_and_does_not_cost_the_next_code() -> None:
    seen = replay(new_driver(), [(0, ANSWER[:5]), (900, b"1010\r")]).seen
    assert seen == (Misread(MisreadCause.TRUNCATED, "\\x02\\x00\\x00\\x01\\x00"), ACE)


def test_an_answer_of_another_kind_is_a_refusal() -> None:
    body = bytes((5, 1, 0))
    assert new_driver().feed(b"\x02\x00" + body + crc_hqx(body, 0).to_bytes(2), 0).seen == (DeviceEvent("refused", 5),)


def test_aim_is_switched_on_and_the_answer_s_own_identifier_is_left_out() -> None:
    driver = new_driver(aim=True)
    assert driver.connected(0).replies == (send_aim(),)
    assert not driver.ready
    driver.feed(b"]X0" + ANSWER, 10)
    assert driver.ready
    assert driver.feed(b"]C01010\r", 50).seen == (ACE,)
