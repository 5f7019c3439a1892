import json
from pathlib import Path
from typing import Any

import pytest

from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.coup import Outcome
from dealer_table.baccarat.hand import Position, Side
from dealer_table.errors import ConfigError
from dealer_table.procedure.words import MisreadCause
from scanner_drivers.codebook_files import load_codebook
from scanner_drivers.drivers.angel_eye.driver import DRIVER, AngelEyeDriver, AngelEyeSettings
from scanner_drivers.drivers.angel_eye.telegram import CONFIRM_GAME, LOCK, UNLOCK, HostCommand, Telegram, cancel_error
from scanner_drivers.intents import ActingDriver, BadRead, GoodRead, NothingWanted, Overdraw, ReadWanted
from scanner_drivers.replay import replay
from scanner_drivers.sightings import (
    BurnCardSeen,
    CardRetransmitted,
    CardSeen,
    CardSeenOutside,
    CutCardSeen,
    DeviceEvent,
    Misread,
    ReadsLost,
    ShoeResultSeen,
    Sighting,
    in_words,
    spaced_hex,
)

VECTORS = json.loads((Path(__file__).parents[2] / "vectors" / "streams.json").read_text())
CASES = [case for case in VECTORS["cases"] if case["driver"] == "angel_eye"]

EIGHT = CardSeen(Card("8S"), Position.PLAYER_1)
FIVE = CardSeen(Card("5C"), Position.BANKER_1)

# One copy of each telegram as it goes over the line, and what it says.
WORKED: list[tuple[str, Sighting]] = [
    ("05 31 53 03 36 31", DeviceEvent("start")),
    ("05 31 50 03 36 32", DeviceEvent("standby")),
    ("05 31 44 81 B8 03 34 46", EIGHT),
    ("05 32 44 91 A5 03 34 31", FIVE),
    ("05 33 44 82 CD 03 33 42", CardSeen(Card("KH"), Position.PLAYER_2)),
    ("05 34 44 92 9A 03 37 42", CardSeen(Card("TD"), Position.BANKER_2)),
    ("05 35 44 83 B1 03 34 30", CardSeen(Card("AS"), Position.PLAYER_3)),
    ("05 35 44 A1 C9 03 31 41", BurnCardSeen(Card("9H"), "burned", 1)),
    ("05 36 64 80 C9 03 31 38", CardSeenOutside(Card("9H"), "lock")),
    ("05 36 64 90 C9 03 30 38", CardSeenOutside(Card("9H"), "error")),
    ("05 31 52 81 B8 03 35 39", CardRetransmitted(Card("8S"), Position.PLAYER_1)),
    ("05 36 47 90 03 45 32", ShoeResultSeen(Outcome.PLAYER)),
    ("05 36 47 91 03 45 33", ShoeResultSeen(Outcome.PLAYER, (Side.PLAYER,))),
    ("05 36 47 A0 03 44 32", ShoeResultSeen(Outcome.TIE)),
    ("05 36 47 A2 03 44 30", ShoeResultSeen(Outcome.TIE, (Side.BANKER,))),
    ("05 36 47 C0 03 42 32", ShoeResultSeen(Outcome.BANKER)),
    ("05 36 47 C3 03 42 31", ShoeResultSeen(Outcome.BANKER, (Side.PLAYER, Side.BANKER))),
    ("05 36 47 F0 03 38 32", DeviceEvent("forced_end")),
    ("05 33 43 03 37 33", CutCardSeen()),
    ("05 34 45 C1 03 42 33", Misread(MisreadCause.NO_READ, "cannot_read")),
    ("05 34 45 C2 03 42 30", DeviceEvent("error", 2)),
    ("05 34 45 86 03 46 34", Misread(MisreadCause.UNKNOWN_CODE, "card_code_error")),
    ("05 35 65 81 03 44 32", DeviceEvent("error_cleared", 1)),
    ("05 35 4C 81 03 46 42", DeviceEvent("locked")),
    ("05 36 4C 80 03 46 39", DeviceEvent("unlocked")),
    ("05 37 4D 30 31 30 30 30 33 03 37 42", DeviceEvent("preset_01", 3)),
]


def new_driver(**settings: object) -> AngelEyeDriver:
    return AngelEyeDriver(AngelEyeSettings.model_validate(settings))


def said(number: int, code: str, *payload: int) -> bytes:
    return Telegram(number, code, bytes(payload)).to_bytes()


def seen_in(*chunks: tuple[float, bytes], **settings: object) -> list[Sighting]:
    return list(replay(new_driver(**settings), chunks).seen)


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_stream(case: dict[str, Any]) -> None:
    driver = DRIVER.driver(case["settings"], load_codebook())
    seen, replies = replay(driver, [(gap, bytes.fromhex(data)) for gap, data in case["chunks"]])
    assert [in_words(sighting) for sighting in seen] == case["expect"]
    assert [spaced_hex(reply) for reply in replies] == case.get("replies", [])


def test_all_angel_eye_cases_are_here() -> None:
    assert len(CASES) == 16


@pytest.mark.parametrize(("frame", "sighting"), WORKED, ids=[frame for frame, _ in WORKED])
def test_a_telegram_means_what_it_says_and_is_written_as_it_came(frame: str, sighting: Sighting) -> None:
    raw = bytes.fromhex(frame)
    assert new_driver().feed(raw, 0).seen == (sighting,)
    telegram = Telegram.from_bytes(raw)
    assert telegram is not None
    assert telegram.to_bytes() == raw


@pytest.mark.parametrize(
    ("command", "with_stx", "without_stx"),
    [
        (LOCK, "02 4F 50 4C 4B 30 32 03 31 42", "02 4F 50 4C 4B 30 32 03 31 39"),
        (UNLOCK, "02 4F 50 4C 4B 30 31 03 31 38", "02 4F 50 4C 4B 30 31 03 31 41"),
        (cancel_error(1), "02 4F 50 45 43 30 31 03 31 39", "02 4F 50 45 43 30 31 03 31 42"),
        (CONFIRM_GAME, "02 4F 50 47 50 30 30 03 30 39", "02 4F 50 47 50 30 30 03 30 42"),
    ],
)
def test_a_command_is_written_with_either_check(command: HostCommand, with_stx: str, without_stx: str) -> None:
    assert spaced_hex(command.to_bytes(check_covers_stx=True)) == with_stx
    assert spaced_hex(command.to_bytes(check_covers_stx=False)) == without_stx


# ---- payloads that no telegram can have ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "payload",
    [(0x80, 0xB8), (0x84, 0xB8), (0x90, 0xB8), (0xB1, 0xB8), (0x81, 0x88), (0x81, 0xD8), (0x81, 0xB0), (0x81, 0xBE)],
    ids=lambda payload: bytes(payload).hex(),
)
def test_what_no_card_can_be_is_none(payload: tuple[int, int]) -> None:
    (misread,) = seen_in((0, said(1, "D", *payload)))
    assert isinstance(misread, Misread)
    assert misread.cause is MisreadCause.GARBLED


def test_a_byte_without_bit_7_is_malformed_unless_the_settings_take_it() -> None:
    player_3 = said(1, "D", 0x03, 0x31)
    (misread,) = seen_in((0, player_3))
    assert isinstance(misread, Misread)
    assert seen_in((0, player_3), bit_7_required=False) == [CardSeen(Card("AS"), Position.PLAYER_3)]


@pytest.mark.parametrize("frame", [said(1, "G", 0xB0), said(1, "R", 0x81, 0x80), said(1, "L", 0x81, 0x81)])
def test_a_malformed_telegram_about_no_card_is_reported(frame: bytes) -> None:
    assert seen_in((0, frame)) == [DeviceEvent("malformed_telegram", frame[2])]


def test_an_unknown_telegram_is_reported() -> None:
    assert seen_in((0, said(1, "Z", 0x81) * 3)) == [DeviceEvent("unknown_telegram", ord("Z"))]


def test_a_lower_case_check_is_none() -> None:
    frame = said(1, "D", 0x81, 0xB8)
    (misread,) = seen_in((0, frame.replace(b"4F", b"4f")))
    assert isinstance(misread, Misread)


def test_a_burn_count_is_no_card() -> None:
    assert seen_in((0, said(1, "D", 0xD9, 0x80))) == [DeviceEvent("burn_count", 9)]


# ---- three copies are one -----------------------------------------------------------------------------------------


def test_copies_need_not_all_come() -> None:
    assert seen_in((0, said(1, "D", 0x81, 0xB8)), (900, said(2, "D", 0x91, 0xA5) * 2)) == [EIGHT, FIVE]


def test_the_third_copy_after_a_quick_reconnect_is_no_second_card() -> None:
    driver = new_driver()
    eight = said(1, "D", 0x81, 0xB8)
    assert driver.feed(eight * 2, 0).seen == (EIGHT,)
    assert driver.connected(400).seen == ()
    assert driver.feed(eight, 420).seen == ()


def test_a_copy_cut_off_by_a_quick_reconnect_is_no_misread() -> None:
    driver = new_driver()
    eight = said(1, "D", 0x81, 0xB8)
    driver.feed(eight[:5], 0)
    assert driver.connected(100).seen == ()
    assert driver.feed(eight[5:] + eight * 2, 120).seen == (EIGHT,)
    assert driver.deadline is None


def test_a_telegram_cut_off_for_good_is_told_once() -> None:
    (misread,) = seen_in((0, said(1, "D", 0x81, 0xB8)[:5]))
    assert isinstance(misread, Misread)
    assert misread.cause is MisreadCause.TRUNCATED


def test_the_same_number_after_eight_lost_telegrams_is_another_telegram() -> None:
    chunks = [(0.0, said(1, "D", 0x81, 0xB8) * 3), (9_000.0, said(1, "D", 0x91, 0xA5) * 3)]
    assert seen_in(*chunks) == [EIGHT, ReadsLost(8), FIVE]


def test_the_same_telegram_after_eight_lost_ones_is_another_card() -> None:
    eight = said(1, "D", 0x81, 0xB8) * 3
    assert seen_in((0, eight), (9_000, eight)) == [EIGHT, ReadsLost(8), EIGHT]


def test_nine_lost_telegrams_hide_their_number_but_not_their_successor() -> None:
    assert seen_in((0, said(1, "D", 0x81, 0xB8) * 3), (9_000, said(2, "D", 0x91, 0xA5) * 3)) == [EIGHT, FIVE]


# ---- damage -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spoilt", range(3))
def test_one_copy_torn_to_pieces_does_no_harm_among_good_ones(spoilt: int) -> None:
    eight = said(1, "D", 0x81, 0xB8)
    copies = [eight, eight, eight]
    copies[spoilt] = eight[:3] + b"\xff" + eight[4:]
    assert seen_in(*((50.0, copy) for copy in copies)) == [EIGHT]


def test_an_unreadable_telegram_between_two_good_ones_is_one_misread_and_no_gap() -> None:
    broken = said(2, "D", 0x91, 0xA5).replace(b"\xa5", b"\xa4")
    chunks = [said(1, "D", 0x81, 0xB8) * 3, broken, broken, broken, said(3, "D", 0x82, 0xCD) * 3]
    seen = seen_in(*((50.0, chunk) for chunk in chunks))
    assert [type(sighting) for sighting in seen] == [CardSeen, Misread, CardSeen]


def test_two_unreadable_telegrams_are_a_misread_and_a_gap() -> None:
    broken = [said(number, "D", 0x91, 0xA5).replace(b"\xa5", b"\xa4") * 3 for number in (2, 3)]
    seen = seen_in((0, said(1, "D", 0x81, 0xB8) * 3), (50, b"".join(broken)), (50, said(4, "D", 0x82, 0xCD) * 3))
    assert [type(sighting) for sighting in seen] == [CardSeen, Misread, ReadsLost, CardSeen]


def test_a_wrong_speed_is_told_once_until_it_falls_quiet() -> None:
    chunks = [(10.0, b"\x99\x9e\xfc" * 20)] * 500
    seen = seen_in(*chunks)
    assert seen and {type(sighting) for sighting in seen} == {Misread}
    assert len(seen) == 1


def test_a_byte_of_noise_is_not_worth_a_word() -> None:
    assert seen_in((0, b"\xff"), (2_000, said(1, "D", 0x81, 0xB8) * 3), (2_000, b"\xc2")) == [EIGHT]


# ---- numbers ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("takes", "number", "lost"), [("unknown", 1, 0), ("unknown", 2, 0), ("unknown", 3, 1), ("yes", 1, 8), ("no", 2, 1)]
)
def test_a_shoe_that_starts_counts_afresh(takes: str, number: int, lost: int) -> None:
    chunks = [(0.0, said(7, "P")), (900.0, said(1, "S") * 3), (900.0, said(number, "P"))]
    seen = seen_in(*chunks, start_takes_number=takes)
    assert seen[2:-1] == ([ReadsLost(lost)] if lost else [])


@pytest.mark.parametrize("number", [1, 2])
def test_a_retransmission_may_have_its_own_number_or_the_old_one(number: int) -> None:
    chunks = [(0.0, said(1, "D", 0x81, 0xB8)), (900.0, said(number, "R", 0x81, 0xB8))]
    seen = seen_in(*chunks, (900.0, said(number + 1, "D", 0x91, 0xA5)))
    assert seen == [EIGHT, CardRetransmitted(Card("8S"), Position.PLAYER_1), FIVE]


def test_a_house_whose_shoe_means_a_redeal_is_told_of_one() -> None:
    assert seen_in((0, said(1, "R", 0x81, 0xB8) * 3), retransmission="redeal") == [DeviceEvent("redeal")]


# ---- commands -----------------------------------------------------------------------------------------------------

ALL = {"commands": ("lock", "cancel_error", "confirm")}
LOCKED, UNLOCKED = (command.to_bytes(check_covers_stx=True) for command in (LOCK, UNLOCK))


def test_nothing_is_ever_written_unless_the_settings_allow_it() -> None:
    driver: ActingDriver = new_driver()
    assert isinstance(driver, ActingDriver)
    driver.feed(said(1, "E", 0xC1), 0)
    for intent in (ReadWanted(), NothingWanted(), GoodRead(), BadRead(), Overdraw()):
        assert driver.act(intent, 100).replies == ()


def test_the_shoe_is_locked_while_no_card_is_due() -> None:
    driver = new_driver(**ALL)
    assert driver.act(NothingWanted(), 0).replies == (LOCKED,)
    assert driver.feed(b"\x06", 10).seen == ()
    assert driver.act(NothingWanted(), 20).replies == ()
    assert driver.act(ReadWanted(Position.PLAYER_1), 30).replies == (UNLOCKED,)
    assert driver.feed(b"\x06", 40).seen == ()
    assert driver.act(ReadWanted(Position.BANKER_1), 50).replies == ()


def test_a_command_waits_for_the_answer_to_the_one_before() -> None:
    driver = new_driver(**ALL)
    driver.act(NothingWanted(), 0)
    assert driver.act(ReadWanted(), 1).replies == ()
    assert driver.feed(b"\x06", 2).replies == (UNLOCKED,)


def test_the_error_is_cancelled_once_its_card_is_known() -> None:
    driver = new_driver(**ALL)
    assert driver.act(GoodRead(), 0).replies == ()
    driver.feed(said(1, "E", 0xC1) * 3, 10)
    assert driver.act(GoodRead(), 20).replies == (cancel_error(1).to_bytes(check_covers_stx=True),)
    driver.feed(b"\x06" + said(2, "e", 0x81) * 3, 30)
    assert driver.act(GoodRead(), 40).replies == ()


def test_a_command_without_an_answer_is_sent_three_times_and_given_up() -> None:
    driver = new_driver(**ALL, answer_within_ms=500)
    assert driver.confirm(0).replies
    assert driver.deadline == 500
    assert [len(driver.expire(moment).replies) for moment in (500, 999, 1_000)] == [1, 0, 1]
    assert driver.expire(1_500).seen == (DeviceEvent("command_unanswered"),)
    assert driver.deadline is None


@pytest.mark.parametrize(("error", "again_at_once"), [(0x02, True), (0x21, False)])
def test_a_command_spoilt_on_the_line_or_refused_by_a_busy_shoe_is_sent_again(error: int, again_at_once: bool) -> None:
    driver = new_driver(**ALL)
    sent = driver.confirm(0).replies
    assert driver.feed(bytes([0x15, error]), 10) == ((), sent if again_at_once else ())
    assert driver.expire(driver.deadline or 0).replies == sent
    assert driver.feed(b"\x06", 9_000) == ((), ())
    assert driver.deadline is None


def test_a_refused_command_is_reported_by_its_number() -> None:
    driver = new_driver(**ALL)
    driver.confirm(0)
    assert driver.feed(b"\x15\x13", 10).seen == (DeviceEvent("command_refused", 0x13),)


def test_cards_and_answers_share_the_line() -> None:
    driver = new_driver(**ALL)
    driver.confirm(0)
    assert driver.feed(said(1, "D", 0x81, 0xB8) + b"\x06" + said(1, "D", 0x81, 0xB8) * 2, 10).seen == (EIGHT,)
    assert driver.deadline is None


def test_an_answer_nobody_asked_for_is_noise() -> None:
    assert seen_in((0, b"\x06"), (900, b"\x15\x13"), **ALL) == []


@pytest.mark.parametrize("settings", [{"commands": ["selfdestruct"]}, {"retransmission": "perhaps"}, {"quiet_ms": 1}])
def test_a_setting_that_makes_no_sense_is_refused(settings: dict[str, object]) -> None:
    with pytest.raises(ConfigError, match=next(iter(settings))):
        DRIVER.driver(settings, load_codebook())
