"""The emulated imager speaks what the driver understands, and to the byte what such scanners send. Pure."""

import random
from collections.abc import Callable

import pytest

from dealer_table.baccarat.cards import PACK, Card
from dealer_table.baccarat.shoe import full_shoe
from dealer_table.procedure.words import MisreadCause
from scanner_drivers.codebook_files import load_codebook
from scanner_drivers.drivers.zebra_ssi.driver import ZebraSsiDriver, ZebraSsiSettings
from scanner_drivers.intents import BadRead, GoodRead, NothingWanted, ReadWanted
from scanner_drivers.sightings import CardSeen, CutCardSeen, Misread, Sighting
from simulators.devices.zebra_ssi import ZebraSsiScanner, packet

ACK = bytes.fromhex("04 D0 04 00 FF 28")
NAK = bytes.fromhex("05 D1 04 00 01 FF 25")


def driver(**settings: object) -> ZebraSsiDriver:
    return ZebraSsiDriver(ZebraSsiSettings.model_validate({"cut_card_code": "9990", **settings}), load_codebook())


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        (lambda scanner: scanner.show(Card("AS")), "0A F3 00 00 03 31 30 31 30 0D FE 31"),
        (lambda scanner: scanner.fail_to_read(), "07 F3 00 00 01 4E 52 FE 65"),
        (lambda scanner: scanner.event(0x20), "05 F6 00 00 20 FE E5"),
        (lambda scanner: scanner.answer(bytes.fromhex("04 E9 04 00 FF 0F")), "04 D0 00 00 FF 2C"),
        (lambda scanner: scanner.answer(bytes.fromhex("04 E9 04 00 FF 00")), "05 D1 00 00 01 FF 29"),
        (lambda scanner: scanner.answer(bytes.fromhex("07 C6 04 00 FF EE 01 FD 41")), "04 D0 00 00 FF 2C"),
    ],
)
def test_it_speaks_to_the_byte(sent: Callable[[ZebraSsiScanner], bytes], expected: str) -> None:
    assert sent(ZebraSsiScanner()).hex(" ").upper() == expected


def test_what_is_not_acknowledged_is_sent_again_twice_to_the_byte() -> None:
    scanner = ZebraSsiScanner()
    scanner.show(Card("AS"))
    again = bytes.fromhex("0A F3 00 01 03 31 30 31 30 0D FE 30")
    assert scanner.answer(NAK) == again
    assert [scanner.response_timeout() for _ in range(2)] == [again, b""]
    scanner.show(Card("AS"))
    assert scanner.answer(ACK) == b""
    assert scanner.response_timeout() == b""


@pytest.mark.parametrize("card", PACK)
def test_every_card_is_read_as_itself_through_noise_too(card: Card) -> None:
    assert driver().feed(ZebraSsiScanner().show(card), 0) == ((CardSeen(card),), (ACK,))
    assert driver().feed(ZebraSsiScanner().read_through_noise(card), 0) == ((CardSeen(card),), (ACK,))
    assert driver(aim=True).feed(ZebraSsiScanner(aim=True).show(card), 0).seen == (CardSeen(card),)


def test_a_smeared_card_a_failed_read_and_the_cut_card() -> None:
    (smeared,) = driver().feed(ZebraSsiScanner().read_smeared(Card("5C")), 0).seen
    (failed,) = driver(aim=True).feed(ZebraSsiScanner(aim=True).fail_to_read(), 0).seen
    assert isinstance(smeared, Misread)
    assert smeared.cause is MisreadCause.UNKNOWN_CODE
    assert isinstance(failed, Misread)
    assert failed.cause is MisreadCause.NO_READ
    assert driver().feed(ZebraSsiScanner().show_cut_card(), 0).seen == (CutCardSeen(),)


def test_a_long_code_is_none() -> None:
    (seen,) = driver().feed(ZebraSsiScanner().show_long(0x1C, b"Z" * 500), 0).seen
    assert isinstance(seen, Misread)
    assert seen.cause is MisreadCause.UNKNOWN_CODE


def test_a_scanner_in_raw_mode_is_put_into_packeted_mode() -> None:
    scanner, heard = ZebraSsiScanner(packeted=False), driver(set_packeted=True)
    (setup,) = heard.connected(0).replies
    heard.feed(scanner.answer(setup), 10)
    assert heard.ready
    assert heard.feed(scanner.show(Card("5C")), 900).seen == (CardSeen(Card("5C")),)


def test_with_host_trigger_it_sees_only_cards_that_are_due() -> None:
    scanner, heard = ZebraSsiScanner(host_trigger=True), driver(trigger="host")
    assert scanner.show(Card("5C")) == b""
    (begin,) = heard.act(ReadWanted(), 0).replies
    heard.feed(scanner.answer(begin), 10)
    assert heard.feed(scanner.show(Card("5C")), 20).seen == (CardSeen(Card("5C")),)
    assert scanner.show(Card("5C")) == b""
    (end,) = heard.act(NothingWanted(), 30).replies
    assert scanner.answer(end) == packet(0xD0)


def test_it_beeps_lights_its_lamp_and_wakes() -> None:
    scanner, heard = ZebraSsiScanner(asleep=True), driver(beep=True, lamp=True, bad_beep=9, wake_up_ms=50)
    for intent, lamp, beeps in ((BadRead(), True, [9]), (GoodRead(), False, [9, 0])):
        writes = [*heard.act(intent, 0).replies, *heard.expire(50).replies]
        while writes:
            reaction = heard.feed(scanner.answer(writes.pop(0)), 60)
            writes += [*reaction.replies, *heard.expire(120).replies]
        assert (scanner.lamp, scanner.beeps) == (lamp, beeps)


def test_it_refuses_what_it_does_not_know() -> None:
    assert ZebraSsiScanner().answer(bytes.fromhex("04 EB 04 00 FF 0D")) == packet(0xD1, 6)


class Line:
    """A line that has faults, between a scanner that sends again and a driver that answers."""

    def __init__(self, seed: int) -> None:
        self.scanner = ZebraSsiScanner()
        self.driver = driver()
        self.chance = random.Random(seed)
        self.now = 0.0
        self.seen: list[Sighting] = []

    def deal(self, card: Card) -> None:
        """Show a card once, and let the two talk until both are content."""
        sent = self.scanner.show(card)
        while sent:
            fault = self.chance.randrange(12)
            if fault == 0:
                at = self.chance.randrange(len(sent))
                sent = sent[:at] + bytes([sent[at] ^ 1 << self.chance.randrange(8)]) + sent[at + 1 :]
            elif fault == 1:
                sent = sent[: self.chance.randrange(len(sent))]
            elif fault == 2:
                sent = b"\x99" + sent
            seen, replies = self.driver.feed(sent, self.now)
            self.seen += seen
            self.now += 200
            late = self.driver.expire(self.now)
            self.seen += late.seen
            answers = b"".join(replies + late.replies)
            sent = self.scanner.answer(b"" if self.chance.randrange(12) == 0 else answers)
            if not sent:
                self.now += 1_000
                sent = self.scanner.response_timeout()
        self.now += 4_000
        self.seen += self.driver.expire(self.now).seen


@pytest.mark.parametrize("seed", range(5))
def test_a_shoe_over_a_bad_line_gives_each_card_at_most_once_and_never_another(seed: int) -> None:
    line = Line(seed)
    cards = list(full_shoe(2))
    line.chance.shuffle(cards)
    for card in cards:
        before = len(line.seen)
        line.deal(card)
        told = line.seen[before:]
        read = [sighting for sighting in told if isinstance(sighting, CardSeen)]
        assert read in ([], [CardSeen(card)])
        assert read or any(isinstance(sighting, Misread) for sighting in told), "a card is gone without a word"
