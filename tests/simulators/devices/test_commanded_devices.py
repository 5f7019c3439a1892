"""The emulated scanners that take commands answer as the makers' documents print it, and their drivers read them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random

import pytest

from dealer_table.baccarat.cards import PACK, Card
from dealer_table.baccarat.shoe import full_shoe
from dealer_table.procedure.words import MisreadCause
from scanner_drivers.codebook_files import load_codebook
from scanner_drivers.commanded_scanner import CommandedScanner
from scanner_drivers.driver import Reaction
from scanner_drivers.intents import GoodRead, NothingWanted, ReadWanted
from scanner_drivers.registry import load_driver
from scanner_drivers.sightings import CardSeen, CutCardSeen, DeviceEvent, Misread, Sighting, Suppressed
from simulators.devices.cognex_dmcc import CognexReader
from simulators.devices.datalogic import DatalogicScanner
from simulators.devices.gm65 import Gm65Engine
from simulators.devices.honeywell import HoneywellImager
from simulators.devices.keyence import KeyenceReader
from simulators.devices.microscan import MicroscanReader
from simulators.devices.newland import NewlandEngine
from simulators.devices.opticon import OpticonEngine
from simulators.devices.triggered_scanner import TriggeredScanner


@dataclass(frozen=True)
class Pair:
    driver: str
    device: Callable[[], TriggeredScanner]
    settings: Mapping[str, object] = field(default_factory=dict)

    def build(self) -> tuple[CommandedScanner, TriggeredScanner]:
        device = self.device()
        settings = {"trigger": "host", "cut_card_code": device.cut_card_code, **self.settings}
        driver = load_driver(self.driver).driver(settings, load_codebook())
        assert isinstance(driver, CommandedScanner)
        return driver, device


PAIRS = {
    "cognex silent": Pair("cognex_dmcc", CognexReader),
    "cognex extended": Pair("cognex_dmcc", CognexReader, {"extended": True}),
    "cognex checked": Pair("cognex_dmcc", CognexReader, {"extended": True, "checked": True}),
    "datalogic": Pair("datalogic", DatalogicScanner, {"beep": True}),
    "datalogic hmp": Pair("datalogic", DatalogicScanner, {"setup": ["AB1"], "acknowledge": True}),
    "gm65": Pair("gm65", Gm65Engine),
    "gm65 aim": Pair("gm65", Gm65Engine, {"aim": True}),
    "gm65 unchecked": Pair("gm65", Gm65Engine, {"checked": False}),
    "honeywell": Pair("honeywell", HoneywellImager, {"beep": True}),
    "honeywell set up": Pair("honeywell", HoneywellImager, {"setup": ["TRGMOD0"], "acknowledge": True}),
    "honeywell headed": Pair("honeywell", HoneywellImager, {"framed": True, "setup": ["TRGMOD0"]}),
    "keyence": Pair("keyence", KeyenceReader, {"bank": 1}),
    "keyence framed": Pair("keyence", lambda: KeyenceReader(framed=True), {"framed": True}),
    "microscan": Pair("microscan", MicroscanReader, {"trigger_character": " ", "setup": ["K714,1,NOREAD"]}),
    "newland": Pair("newland", NewlandEngine, {"setup": ["SCNMOD0"]}),
    "newland sdk": Pair("newland", NewlandEngine, {"commands": "sdk"}),
    "newland nls": Pair("newland", NewlandEngine, {"commands": "nls", "setup": ["NLS0006010"]}),
    "opticon": Pair("opticon", OpticonEngine, {"answers": True, "beep": True, "lamp": True}),
    "opticon unanswering": Pair("opticon", OpticonEngine),
}
pairs = pytest.mark.parametrize("pair", PAIRS.values(), ids=PAIRS.keys())


def converse(driver: CommandedScanner, device: TriggeredScanner, begun: Reaction, now: float) -> list[Sighting]:
    """Let both talk until they have nothing more to say, and return what the driver saw."""
    seen, replies = [*begun.seen], b"".join(begun.replies)
    for _ in range(20):
        if not replies:
            return seen
        reaction = driver.feed(device.answer(replies), now)
        seen += reaction.seen
        replies = b"".join(reaction.replies)
    raise AssertionError("they talk for ever")


@pairs
def test_every_card_of_a_pack_is_read_when_it_is_due(pair: Pair) -> None:
    driver, device = pair.build()
    assert converse(driver, device, driver.connected(0), 0) == []
    assert driver.ready
    for turn, card in enumerate(PACK):
        now = 1000.0 * (turn + 1)
        assert converse(driver, device, driver.act(ReadWanted(), now), now) == []
        assert converse(driver, device, driver.feed(device.show(card), now), now) == [CardSeen(card)]
        assert converse(driver, device, driver.act(GoodRead(), now), now) == []


@pairs
def test_a_card_that_lies_there_before_it_is_wanted_is_read_with_the_trigger(pair: Pair) -> None:
    driver, device = pair.build()
    converse(driver, device, driver.connected(0), 0)
    assert device.show(Card("9H")) == b""
    assert converse(driver, device, driver.act(ReadWanted(), 100), 100) == [CardSeen(Card("9H"))]


@pairs
def test_what_is_no_card_is_never_one(pair: Pair) -> None:
    driver, device = pair.build()
    converse(driver, device, driver.connected(0), 0)
    shows: tuple[Callable[[], bytes], ...] = (
        device.fail_to_read,
        lambda: device.read_smeared(Card("5C")),
        device.show_cut_card,
    )
    firsts = []
    for turn, show in enumerate(shows):
        now = 1000.0 * (turn + 1)
        converse(driver, device, driver.act(ReadWanted(), now), now)
        seen = converse(driver, device, driver.feed(show(), now), now)
        firsts.append(seen[0].cause if isinstance(seen[0], Misread) else seen[0])
    assert firsts == [MisreadCause.NO_READ, MisreadCause.UNKNOWN_CODE, CutCardSeen()]


@pairs
def test_noise_costs_no_more_than_the_card_it_came_with(pair: Pair) -> None:
    driver, device = pair.build()
    converse(driver, device, driver.connected(0), 0)
    converse(driver, device, driver.act(ReadWanted(), 1000), 1000)
    noisy = converse(driver, device, driver.feed(device.read_through_noise(Card("5C")), 1000), 1000)
    assert {type(one) for one in noisy} <= {CardSeen, Misread}
    assert Misread in {type(one) for one in noisy} or noisy == [CardSeen(Card("5C"))]
    converse(driver, device, driver.act(ReadWanted(), 2000), 2000)
    assert converse(driver, device, driver.feed(device.show(Card("6C")), 2000), 2000) == [CardSeen(Card("6C"))]


@pairs
def test_a_reading_that_is_called_off_leaves_no_misread_behind(pair: Pair) -> None:
    driver, device = pair.build()
    converse(driver, device, driver.connected(0), 0)
    converse(driver, device, driver.act(ReadWanted(), 1000), 1000)
    seen = converse(driver, device, driver.act(NothingWanted(), 2000), 2000)
    assert seen in ([], [DeviceEvent("nothing_read")])


@pytest.mark.parametrize(
    ("device", "written", "answered"),
    [
        (
            HoneywellImager(),
            "16 4D 0D 43 42 52 3F 2E",
            b"CBRENA1\x06,SSX0\x06,CK20\x06,CCT1\x06,MIN2\x06,MAX60\x06,DFT\x06.",
        ),
        (HoneywellImager(), "16 4D 0D 32 33 32 42 41 44 39 2E", b"232BAD9\x06."),
        (HoneywellImager(), "16 4D 0D 52 45 56 49 4E 46 2E", b"REVINF\x06."),
        (HoneywellImager(), "16 4D 0D 58 59 5A 31 21", b"XYZ1\x05!"),
        (HoneywellImager(), "16 54 0D 16 55 0D 16 07 0D", b""),
        (
            NewlandEngine(),
            "7E 01 30 30 30 30 40 44 46 4D 41 44 44 30 36 39 39 39 30 30 33 39 39 39 39 46 31 34 31 3B 03",
            bytes.fromhex(
                "02 01 30 30 30 30 40 44 46 4D 41 44 44 30 36 39 39 39 30 30 33 39 39 39 39 46 31 34 31 06 3B 03"
            ),
        ),
        (
            NewlandEngine(),
            "7E 01 30 30 30 30 23 53 43 4E 54 52 47 31 3B 03",
            bytes.fromhex("02 01 30 30 30 30 23 53 43 4E 54 52 47 31 06 3B 03"),
        ),
        (NewlandEngine(), "3F", b"!"),
        (NewlandEngine(), "1B 31", b"\x06"),
        (NewlandEngine(), "1B 30", b"\x06"),
        (NewlandEngine(), "01 54 04", b""),
        (KeyenceReader(), "4C 4F 4E 0D", b"OK,LON\r"),
        (KeyenceReader(), "4C 4F 46 46 0D", b"ER,LOFF,20\r"),
        (KeyenceReader(), "45 52 52 53 54 41 54 0D", b"OK,ERRSTAT,none\r"),
        (KeyenceReader(), "52 4D 4F 54 4F 52 0D", b"MOTORON\r"),
        (KeyenceReader(), "46 4F 4F 0D", b"ER,FOO,00\r"),
        (Gm65Engine(), "7E 00 08 01 00 02 01 AB CD", bytes.fromhex("02 00 00 01 00 33 31")),
        (Gm65Engine(), "7E 00 08 01 00 02 01 02 DA", bytes.fromhex("02 00 00 01 00 33 31")),
        (Gm65Engine(), "7E 00 09 01 00 00 00 DE C8", bytes.fromhex("02 00 00 01 00 33 31")),
        (Gm65Engine(), "7E 00 08 01 00 D0 80 AB CD", bytes.fromhex("02 00 00 01 00 33 31")),
        (Gm65Engine(), "7E 00 08 01 00 02 01 02 DB", b""),
        (OpticonEngine(), "1B 5A 0D 1B 59 0D 1B 42 0D", b""),
        (OpticonEngine(), "1B 57 43 0D 1B 53 37 0D 1B 51 51 0D 1B 57 44 0D", b"\x06\x06\x15"),
        (CognexReader(), b"||>trigger on\r\n".hex(), b""),
        (CognexReader(), b"||>SET COM.DMCC-RESPONSE 1\r\n||0:123>FOO\r\n".hex(), b"||0:0[0]\r\n||0:123[101]\r\n"),
        (DatalogicScanner(), b"\x1bAB1\x1bIA#".hex(), b"\x1bK\r\n"),
        (DatalogicScanner(), b"\x1b??1\x1bIA#".hex(), b"\x1bW1\r\n"),
        (MicroscanReader(), b"<?>".hex(), b"<?/22>"),
    ],
)
def test_the_worked_examples_are_answered_byte_for_byte(
    device: TriggeredScanner, written: str, answered: bytes
) -> None:
    assert b"".join(device.answer(bytes((byte,))) for byte in bytes.fromhex(written)) == answered


def test_a_headed_read_is_the_worked_example() -> None:
    device = HoneywellImager(waits_for_trigger=False)
    device.answer(b"\x16M\rDECHDR1!")
    expected = "16 FE 12 00 00 00 0D 4D 53 47 47 45 54 30 30 30 34 6A 43 30 1D 31 30 31 30 0D"
    assert device.show(Card.ACE_OF_SPADES) == bytes.fromhex(expected)


def test_a_datalogic_that_is_asked_again_sends_again() -> None:
    device = DatalogicScanner(waits_for_trigger=False)
    assert device.show(Card("5C")) == device.answer(b"\x15")


def test_signals_are_given() -> None:
    engine, imager = OpticonEngine(), HoneywellImager()
    engine.answer(b"\x1bB\r\x1bL\r\x1bE\r")
    imager.answer(b"\x16\x07\r")
    assert (engine.signals, imager.beeps) == (["B", "L", "E"], 1)


@pairs
def test_a_whole_shoe_is_read_card_by_card_whatever_goes_wrong(pair: Pair) -> None:
    driver, device = pair.build()
    chance = Random("a whole shoe")
    shoe = list(full_shoe(8))
    chance.shuffle(shoe)
    now = 0.0
    seen = converse(driver, device, driver.connected(now), now)
    read: list[Card] = []
    failures = 0
    for card in shoe:
        while not any(isinstance(one, CardSeen) for one in seen):
            now += 1000
            seen = converse(driver, device, driver.act(ReadWanted(), now), now)
            message = shown(device, card, chance.random())
            seen += converse(driver, device, driver.feed(message, now), now)
            failures += not any(isinstance(one, CardSeen) for one in seen)
        read += [one.card for one in seen if isinstance(one, CardSeen)]
        seen = left_lying(driver, device, card, now) if chance.random() < 0.05 else []
    assert read == shoe
    assert failures > 10


def shown(device: TriggeredScanner, card: Card, chance: float) -> bytes:
    """Return what comes of showing a card: one time in seven, not the card."""
    if chance < 0.05:
        return device.fail_to_read()
    if chance < 0.10:
        return device.read_smeared(card)
    if chance < 0.15:
        return device.read_through_noise(card)
    return device.show(card)


def left_lying(driver: CommandedScanner, device: TriggeredScanner, card: Card, now: float) -> list[Sighting]:
    """Leave the card in view until the next one is wanted."""
    device.show(card)
    seen = converse(driver, device, driver.act(ReadWanted(), now + 100), now + 100)
    assert seen == [Suppressed(card)]
    return []
