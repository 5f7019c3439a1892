import json
from pathlib import Path
from typing import Any

import pytest

from dealer_table.baccarat.cards import Card
from dealer_table.errors import ConfigError
from dealer_table.procedure.words import MisreadCause
from scanner_drivers.codebook_files import load_codebook
from scanner_drivers.drivers.zebra_ssi.driver import DRIVER, ZebraSsiDriver, ZebraSsiSettings
from scanner_drivers.drivers.zebra_ssi.packet import (
    ACK,
    FROM_HOST,
    LED_OFF,
    LED_ON,
    MULTIPACKET_ACK,
    NAK_RESEND,
    SCAN_DISABLE,
    SCAN_ENABLE,
    SEND_PACKETS,
    START_SESSION,
    STOP_SESSION,
    Opcode,
    Packet,
    Status,
    checksum,
    from_host,
)
from scanner_drivers.intents import ActingDriver, BadRead, GoodRead, NothingWanted, Overdraw, ReadWanted
from scanner_drivers.replay import replay
from scanner_drivers.sightings import CardSeen, DeviceEvent, Misread, Sighting, in_words, spaced_hex

VECTORS = json.loads((Path(__file__).parents[2] / "vectors" / "streams.json").read_text())
CASES = [case for case in VECTORS["cases"] if case["driver"] == "zebra_ssi"]

ACE = CardSeen(Card.ACE_OF_SPADES)
SCANNER_ACK = Packet(Opcode.ACK).to_bytes()


def new_driver(**settings: object) -> ZebraSsiDriver:
    return ZebraSsiDriver(ZebraSsiSettings.model_validate(settings), load_codebook())


def decoded(text: bytes, code_type: int = 0x03, status: int = 0) -> bytes:
    return Packet(Opcode.DECODE_DATA, bytes([code_type]) + text, status=status).to_bytes()


def causes(seen: tuple[Sighting, ...]) -> list[MisreadCause]:
    return [sighting.cause for sighting in seen if isinstance(sighting, Misread)]


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_stream(case: dict[str, Any]) -> None:
    driver = DRIVER.driver(case["settings"], load_codebook())
    seen, replies = replay(driver, [(gap, bytes.fromhex(data)) for gap, data in case["chunks"]])
    assert [in_words(sighting) for sighting in seen] == case["expect"]
    assert [spaced_hex(reply) for reply in replies] == case.get("replies", [])


def test_all_zebra_ssi_cases_are_here() -> None:
    assert len(CASES) == 5


# ---- packets ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("packet", "expected"),
    [
        (ACK, "04 D0 04 00 FF 28"),
        (SCANNER_ACK, "04 D0 00 00 FF 2C"),
        (NAK_RESEND, "05 D1 04 00 01 FF 25"),
        (from_host(Opcode.NAK, 0x02), "05 D1 04 00 02 FF 24"),
        (from_host(Opcode.NAK, 0x06), "05 D1 04 00 06 FF 20"),
        (from_host(Opcode.NAK, 0x0A), "05 D1 04 00 0A FF 1C"),
        (START_SESSION, "04 E4 04 00 FF 14"),
        (STOP_SESSION, "04 E5 04 00 FF 13"),
        (SCAN_ENABLE, "04 E9 04 00 FF 0F"),
        (from_host(Opcode.SCAN_ENABLE, status=Status.PERMANENT), "04 E9 04 08 FF 07"),
        (SCAN_DISABLE, "04 EA 04 00 FF 0E"),
        (LED_ON, "05 E7 04 00 01 FF 0F"),
        (LED_OFF, "05 E8 04 00 01 FF 0E"),
        (from_host(Opcode.BEEP, 0), "05 E6 04 00 00 FF 11"),
        (SEND_PACKETS, "07 C6 04 00 FF EE 01 FD 41"),
        (from_host(Opcode.PARAM_SEND, 0xFF, 0xEE, 1, status=Status.PERMANENT), "07 C6 04 08 FF EE 01 FD 39"),
        (Packet(Opcode.EVENT, b"\x20").to_bytes(), "05 F6 00 00 20 FE E5"),
        (decoded(b"1010\r"), "0A F3 00 00 03 31 30 31 30 0D FE 31"),
        (decoded(b"1010\r", status=1), "0A F3 00 01 03 31 30 31 30 0D FE 30"),
        (decoded(b"1010"), "09 F3 00 00 03 31 30 31 30 FE 3F"),
        (decoded(b"KS", 0x1B), "07 F3 00 00 1B 4B 53 FE 4D"),
        (decoded(b"NR", 0x01), "07 F3 00 00 01 4E 52 FE 65"),
    ],
)
def test_a_packet_is_written_as_documented(packet: bytes, expected: str) -> None:
    assert spaced_hex(packet) == expected
    read = Packet.from_bytes(packet)
    assert read is not None
    assert read.to_bytes() == packet


@pytest.mark.parametrize(
    "packet",
    [
        "0A C6 00 00 FF F4 F0 3E 04 FF FB 0C",
        "09 C6 00 00 FF 01 00 9C 07 FD 8E",
        "21 80 00 00 00 1D 02 00 27 4D 41 01 42 00 0E 00 00 00 00 01 03 02 03 03 03 04 03 05 03 06 03 FF FF FC 15",
        "08 C6 04 08 00 F2 FF 00 FD 35",
        "08 C6 04 08 00 F2 01 02 FE 31",
        "07 C6 04 08 00 8A 07 FE 96",
        "07 C6 04 08 00 88 28 FE 77",
        "04 D0 00 80 FE AC",
    ],
)
def test_packets_of_other_programs_and_manuals_have_our_checksum(packet: str) -> None:
    assert Packet.from_bytes(bytes.fromhex(packet)) is not None


def test_a_checksum_of_a_sum_modulo_255_is_wrong_where_the_sum_is_large() -> None:
    body = SEND_PACKETS[:-2]
    assert sum(body) > 0xFF
    assert checksum(body) != (0x10000 - sum(body) % 255).to_bytes(2, "big")


def test_a_nak_without_its_status_byte_is_none() -> None:
    driver = new_driver(trigger="host")
    driver.act(ReadWanted(), 0)
    assert driver.feed(bytes.fromhex("04 D1 00 01 FF 25"), 10) == ((), ())


def test_a_d0_within_other_bytes_is_no_answer() -> None:
    driver = new_driver(trigger="host")
    driver.act(ReadWanted(), 0)
    driver.feed(b"\xd0", 10)
    assert driver.deadline is not None
    assert driver.expire(500).seen == (DeviceEvent("no_answer"),)


# ---- reads --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [b"1010", b"1010\r", b"1010\r\n"])
def test_a_terminator_is_optional(text: bytes) -> None:
    assert new_driver().feed(decoded(text), 0) == ((ACE,), (ACK,))


@pytest.mark.parametrize("text", [b"NR", b"]A0NR"])
def test_a_no_read_is_told_with_or_without_an_aim_identifier(text: bytes) -> None:
    assert causes(new_driver(code_types=["code_128"]).feed(decoded(text, 0x01), 0).seen) == [MisreadCause.NO_READ]


def test_an_aim_identifier_is_taken_off_where_it_is_expected_and_only_there() -> None:
    assert new_driver(aim=True).feed(decoded(b"]C01010"), 0).seen == (ACE,)
    assert causes(new_driver().feed(decoded(b"]C01010"), 0).seen) == [MisreadCause.UNKNOWN_CODE]


def test_a_code_of_another_symbology_is_no_card() -> None:
    driver = new_driver(code_types=["code_128", "data_matrix"])
    assert causes(driver.feed(decoded(b"1010", 0x06), 0).seen) == [MisreadCause.UNKNOWN_CODE]
    assert driver.feed(decoded(b"1010", 0x1B), 900).seen == (ACE,)


def test_two_equal_cards_are_two() -> None:
    driver = new_driver()
    assert [driver.feed(decoded(b"1010\r"), moment).seen for moment in (0, 900)] == [(ACE,), (ACE,)]


def test_without_handshake_nothing_is_written_and_damage_is_a_misread() -> None:
    driver = new_driver(handshake=False)
    assert driver.feed(decoded(b"1010\r"), 0) == ((ACE,), ())
    seen, replies = driver.feed(decoded(b"1010\r")[:-1] + b"\x00", 900)
    assert (causes(seen), replies) == ([MisreadCause.CHECK_FAILED], ())


def test_an_event_is_reported_and_acknowledged() -> None:
    assert new_driver().feed(Packet(Opcode.EVENT, b"\x20").to_bytes(), 0) == ((DeviceEvent("event", 0x20),), (ACK,))


def test_a_message_without_use_is_acknowledged_so_that_it_ends() -> None:
    image = Packet(Opcode.IMAGE_DATA, bytes(20)).to_bytes()
    assert new_driver().feed(image, 0) == ((DeviceEvent("unused_message", 0xB1),), (ACK,))


# ---- sent again ---------------------------------------------------------------------------------------------------


def test_a_retransmission_of_a_card_that_came_damaged_is_that_card_though_it_equals_the_last() -> None:
    driver = new_driver()
    assert driver.feed(decoded(b"1010\r"), 0).seen == (ACE,)
    assert driver.feed(decoded(b"1010\r")[:-1] + b"\x00", 1_000) == ((), (NAK_RESEND,))
    assert driver.feed(decoded(b"1010\r", status=1), 1_100).seen == (ACE,)


def test_a_retransmission_that_came_damaged_is_no_second_card() -> None:
    driver = new_driver()
    driver.feed(decoded(b"1010\r"), 0)
    assert driver.feed(decoded(b"1010\r", status=1)[:-1] + b"\x00", 2_000) == ((), (NAK_RESEND,))
    assert driver.feed(decoded(b"1010\r", status=1), 2_100) == ((), (ACK,))


def test_whether_a_damaged_packet_was_sent_before_cannot_always_be_known_and_then_a_person_looks() -> None:
    driver = new_driver()
    driver.feed(decoded(b"1010\r"), 0)
    changed = bytearray(decoded(b"1010\r"))
    changed[3] ^= 1
    assert driver.feed(bytes(changed), 1_000) == ((), (NAK_RESEND,))
    seen, replies = driver.feed(decoded(b"1010\r", status=1), 1_100)
    assert (causes(seen), replies) == ([MisreadCause.CHECK_FAILED], (ACK,))


def test_a_retransmission_whose_first_copy_was_never_heard_is_a_card() -> None:
    driver = new_driver()
    assert driver.feed(decoded(b"1010\r", status=1), 0).seen == (ACE,)
    assert driver.feed(decoded(b"2100\r", status=1), 1_000).seen == (CardSeen(Card.TEN_OF_HEARTS),)
    assert driver.feed(decoded(b"2100\r", status=1), 9_000).seen == (CardSeen(Card.TEN_OF_HEARTS),)


def test_a_retransmission_over_a_new_line_is_no_second_card() -> None:
    driver = new_driver()
    driver.feed(decoded(b"1010\r"), 0)
    driver.connected(1_000)
    assert driver.feed(decoded(b"1010\r", status=1), 2_000) == ((), (ACK,))


@pytest.mark.parametrize("what_comes", ["nothing", "another packet", "a new line"])
def test_a_damaged_packet_that_is_not_sent_again_is_a_misread(what_comes: str) -> None:
    driver = new_driver()
    driver.feed(decoded(b"1010\r")[:-1] + b"\x00", 0)
    match what_comes:
        case "nothing":
            assert driver.deadline == 3_000
            assert causes(driver.expire(3_000).seen) == [MisreadCause.CHECK_FAILED]
        case "another packet":
            seen = driver.feed(decoded(b"2100\r"), 900).seen
            assert (causes(seen), seen[1:]) == ([MisreadCause.CHECK_FAILED], (CardSeen(Card.TEN_OF_HEARTS),))
        case _:
            assert causes(driver.connected(900).seen) == [MisreadCause.CHECK_FAILED]
    assert driver.deadline is None


# ---- framing ------------------------------------------------------------------------------------------------------


def test_raw_text_is_never_a_card() -> None:
    seen, replies = replay(new_driver(), [(0, b"1010\r"), (900, b"2100\r")])
    assert (causes(seen), replies) == ([MisreadCause.GARBLED] * 2, ())


def test_a_packet_that_a_broken_one_swallowed_is_found() -> None:
    seen, replies = replay(new_driver(), [(0, b"\xf0\xf3\x00\x00" + decoded(b"1010\r"))])
    assert (seen, replies) == ((ACE,), (ACK,))


def test_noise_in_front_of_a_packet_costs_nothing() -> None:
    assert replay(new_driver(), [(0, b"\x00\xff\x99" + decoded(b"1010\r"))]).seen == (ACE,)


@pytest.mark.parametrize("followed_at", [0.0, 300.0])
def test_a_read_whose_head_is_damaged_is_told_although_an_answer_follows(followed_at: float) -> None:
    for place in range(2):  # the length, the opcode
        damaged = bytearray(decoded(b"1010\r"))
        damaged[place] ^= 0x80
        seen = replay(new_driver(), [(0, bytes(damaged)), (followed_at, Packet(Opcode.ACK).to_bytes())]).seen
        assert len(causes(seen)) == 1, seen


def test_a_packet_cut_off_by_a_lost_port_is_told() -> None:
    driver = new_driver()
    driver.feed(decoded(b"1010\r")[:6], 0)
    assert causes(driver.connected(100).seen) == [MisreadCause.TRUNCATED]


# ---- several packets ----------------------------------------------------------------------------------------------


def long_qr(text: bytes) -> list[bytes]:
    message = bytes([0xF3, 0, 0, 1, 0xFA, 0x1C, 0]) + len(text).to_bytes(2, "big") + text
    parts = [message[start : start + 250] for start in range(0, len(message), 250)]
    return [Packet(Opcode.MULTIPACKET_SEGMENT, bytes([number]) + part).to_bytes() for number, part in enumerate(parts)]


def test_a_code_in_three_segments_is_one_code() -> None:
    packets = long_qr(b"Z" * 500)
    assert [packet[-2:].hex() for packet in packets] == ["a6d5", "a6a9", "fc53"]
    driver = new_driver()
    replies = [driver.feed(packet, 10.0 * number).replies for number, packet in enumerate(packets[:2])]
    assert replies == [(MULTIPACKET_ACK,)] * 2
    seen, replies_to_last = driver.feed(packets[2], 30)
    assert (causes(seen), replies_to_last) == ([MisreadCause.UNKNOWN_CODE], (ACK,))


def test_a_segment_that_is_sent_again_counts_once_and_one_that_is_missing_spoils_the_whole() -> None:
    driver = new_driver()
    first, _, third = long_qr(b"Z" * 500)
    again = bytearray(first[:-2])
    again[3] |= 1
    driver.feed(first, 0)
    assert driver.feed(bytes(again) + checksum(bytes(again)), 10) == ((), (MULTIPACKET_ACK,))
    assert causes(driver.feed(third, 20).seen) == [MisreadCause.GARBLED]


def test_decode_data_that_goes_on_in_the_next_packet_is_one_code() -> None:
    driver = new_driver()
    assert driver.feed(decoded(b"10", status=Status.CONTINUED), 0) == ((), (ACK,))
    assert driver.feed(decoded(b"10\r"), 10) == ((ACE,), (ACK,))


# ---- commands -----------------------------------------------------------------------------------------------------


def test_by_default_no_wish_is_written() -> None:
    driver: ActingDriver = new_driver()
    assert isinstance(driver, ActingDriver)
    for intent in (ReadWanted(), NothingWanted(), GoodRead(), BadRead(), Overdraw()):
        assert driver.act(intent, 0).replies == ()


@pytest.mark.parametrize(
    ("reading", "begin", "end"), [("session", START_SESSION, STOP_SESSION), ("enable", SCAN_ENABLE, SCAN_DISABLE)]
)
def test_a_reading_begins_when_a_card_is_due_and_ends_when_none_is(reading: str, begin: bytes, end: bytes) -> None:
    driver = new_driver(trigger="host", reading=reading)
    assert driver.act(ReadWanted(), 0).replies == (begin,)
    assert driver.feed(SCANNER_ACK + decoded(b"1010\r"), 10) == ((ACE,), (ACK,))
    assert driver.act(NothingWanted(), 20).replies == (end,)


def test_beeps_and_the_lamp_tell_good_from_bad() -> None:
    driver = new_driver(beep=True, lamp=True, good_beep=1, bad_beep=9)
    assert driver.act(BadRead(), 0).replies == (LED_ON,)
    assert driver.feed(SCANNER_ACK, 10).replies == (from_host(Opcode.BEEP, 9),)
    driver.feed(SCANNER_ACK, 20)
    assert driver.act(GoodRead(), 30).replies == (LED_OFF,)
    assert driver.feed(SCANNER_ACK, 40).replies == (from_host(Opcode.BEEP, 1),)


def test_a_scanner_that_must_be_told_to_send_packets_is_not_ready_before() -> None:
    driver = new_driver(set_packeted=True)
    assert driver.connected(0).replies == (SEND_PACKETS,)
    assert not driver.ready
    driver.feed(SCANNER_ACK, 10)
    assert driver.ready


def test_a_command_that_came_damaged_is_sent_again_twice_and_then_reported() -> None:
    driver = new_driver(trigger="host")
    driver.act(ReadWanted(), 0)
    nak = bytes.fromhex("05 D1 00 00 01 FF 29")
    assert [driver.feed(nak, moment) for moment in (10, 20)] == [((), (START_SESSION,))] * 2
    assert driver.feed(nak, 30).seen == (DeviceEvent("refused", 1),)


def test_a_refused_command_is_reported_with_its_cause() -> None:
    driver = new_driver(trigger="host")
    driver.act(ReadWanted(), 0)
    denied = Packet(Opcode.NAK, b"\x06").to_bytes()
    assert driver.feed(denied, 10) == ((DeviceEvent("refused", 6),), ())


def test_a_damaged_answer_is_not_answered() -> None:
    driver = new_driver(trigger="host")
    driver.act(ReadWanted(), 0)
    assert driver.feed(SCANNER_ACK[:-1] + b"\x00", 10) == ((), ())


def test_a_sleeping_scanner_is_woken_before_it_is_told() -> None:
    driver = new_driver(trigger="host", wake_up_ms=50)
    assert driver.act(ReadWanted(), 0).replies == (b"\x00",)
    assert driver.deadline == 50
    assert driver.expire(50).replies == (START_SESSION,)


def test_a_packet_of_the_host_that_comes_back_is_no_card() -> None:
    echo = Packet(Opcode.DECODE_DATA, b"\x031010", FROM_HOST).to_bytes()
    assert causes(replay(new_driver(), [(0, echo)]).seen) == [MisreadCause.GARBLED]


@pytest.mark.parametrize(
    "settings", [{"code_types": ["code_129"]}, {"good_beep": 99}, {"cut_card_code": "1010"}, {"trigger": "perhaps"}]
)
def test_a_setting_that_makes_no_sense_is_refused(settings: dict[str, object]) -> None:
    with pytest.raises(ConfigError, match=next(iter(settings))):
        DRIVER.driver(settings, load_codebook())
