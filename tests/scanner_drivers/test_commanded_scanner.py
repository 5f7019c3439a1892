from typing import ClassVar

from dealer_table.baccarat.cards import Card
from dealer_table.procedure.words import MisreadCause
from scanner_drivers.acknowledging import ACK, NAK, Acknowledger
from scanner_drivers.code_reading import CodeReader, CodeSettings
from scanner_drivers.codebook_files import load_codebook
from scanner_drivers.commanded_scanner import CommandedScanner
from scanner_drivers.commanding import Commander, CommandSettings, Dialect
from scanner_drivers.conversation import Command, Purpose
from scanner_drivers.decoding import Answer, Code, Part, Unframed
from scanner_drivers.driver import Reaction
from scanner_drivers.intents import ActingDriver, ReadWanted
from scanner_drivers.sightings import CardSeen, DeviceEvent, Misread, Suppressed

ACE = CardSeen(Card.ACE_OF_SPADES)
GARBLED = Misread(MisreadCause.GARBLED, "x")


class ScriptedDecoder:
    """Hand out, for each byte, the part that is written down for it."""

    parts: ClassVar[dict[int, Part]] = {
        ord("a"): Code(b"1010"),
        ord("g"): GARBLED,
        ord("k"): Answer(),
        ord("r"): Answer(refused=True, code=7),
        ord("e"): DeviceEvent("error", 3),
        ord("u"): Unframed(b"1010"),
    }

    def __init__(self) -> None:
        self.deadline: float | None = None
        self.unfinished = b""

    def feed(self, data: bytes, now: float) -> list[Part]:
        self.deadline = now + 100
        return [self.parts[byte] for byte in data]

    def expire(self, now: float) -> list[Part]:
        if self.deadline is None or now < self.deadline:
            return []
        self.deadline = None
        return [GARBLED]

    def reset(self) -> bytes:
        return self.unfinished


def scanner(decoder: ScriptedDecoder, *setup: Command, acknowledger: Acknowledger | None = None) -> CommandedScanner:
    dialect = Dialect(setup=setup, trigger_on=(Command(b"on", Purpose.TRIGGER),))
    reader = CodeReader(CodeSettings(), load_codebook())
    return CommandedScanner(decoder, reader, Commander(dialect, CommandSettings(trigger="host")), acknowledger)


def test_it_is_a_driver_that_acts() -> None:
    assert isinstance(scanner(ScriptedDecoder()), ActingDriver)


def test_parts_become_sightings_in_their_order() -> None:
    seen = scanner(ScriptedDecoder()).feed(b"agkrea", 0).seen
    assert seen == (ACE, GARBLED, DeviceEvent("refused", 7), DeviceEvent("error", 3), Suppressed(Card.ACE_OF_SPADES))


def test_a_code_is_acknowledged_before_the_next_is_asked_for() -> None:
    driver = scanner(ScriptedDecoder(), acknowledger=Acknowledger())
    driver.feed(b"a", 0)
    driver.act(ReadWanted(), 10)
    assert driver.feed(b"a", 20).replies == (ACK, b"on")
    assert driver.feed(b"g", 30).replies == (NAK,)


def test_what_was_cut_off_with_the_port_is_told_and_the_device_set_up() -> None:
    decoder = ScriptedDecoder()
    decoder.unfinished = b"10"
    driver = scanner(decoder, Command(b"set up", Purpose.SETUP, answered=True))
    assert driver.connected(0) == Reaction((Misread(MisreadCause.TRUNCATED, "10"),), (b"set up",))
    assert not driver.ready
    driver.feed(b"k", 10)
    assert driver.ready


def test_a_device_that_forgot_its_setting_is_set_up_again_once() -> None:
    driver = scanner(ScriptedDecoder(), Command(b"set up", Purpose.SETUP, answered=True))
    assert driver.feed(b"uu", 0) == Reaction((Misread(MisreadCause.GARBLED, "1010"),) * 2, (b"set up",))


def test_the_earlier_deadline_counts_and_both_are_kept() -> None:
    driver = scanner(ScriptedDecoder(), Command(b"set up", Purpose.SETUP, answered=True))
    driver.connected(0)
    driver.feed(b"e", 0)
    assert driver.deadline == 100
    assert driver.expire(100).seen == (GARBLED,)
    assert driver.deadline == 500
    assert driver.expire(500) == Reaction((DeviceEvent("no_answer"),), (b"set up",))
