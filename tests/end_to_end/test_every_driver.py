"""Cards dealt by every driver and its emulator, commands and faults included, on the whole path. I/O: processes."""

import asyncio
import json
import re
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

import pytest
import pytest_asyncio

from dealer_table.adapters.sqlite_journal_file import SqliteJournalFile
from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.coup import Coup
from dealer_table.baccarat.hand import Hand
from dealer_table.betting.recorded import table_events
from dealer_table.client.table_client import TableClient
from dealer_table.procedure import events as e
from dealer_table.procedure.words import HoldKind, Role
from dealer_table.wire.event_codec import decode
from dealer_table.wire.hash_chain import Break, checked
from scanner_drivers.acknowledging import DAMAGED_ON_THE_WAY
from scanner_drivers.registry import driver_names
from simulators.devices.angel_eye import AngelEyeShoe
from simulators.devices.ascii_line import AsciiLineScanner
from simulators.devices.camera import CardCamera
from simulators.devices.cognex_dmcc import CognexReader
from simulators.devices.datalogic import DatalogicScanner
from simulators.devices.emulated_scanner import EmulatedScanner
from simulators.devices.gm65 import Gm65Engine
from simulators.devices.hid_keyboard import KeyboardScanner
from simulators.devices.hid_pos import HidPosScanner
from simulators.devices.honeywell import HoneywellImager
from simulators.devices.keyence import KeyenceReader
from simulators.devices.microscan import MicroscanReader
from simulators.devices.newland import NewlandEngine
from simulators.devices.opticon import OpticonEngine
from simulators.devices.zebra_ssi import ZebraSsiScanner
from simulators.fault_plan import FaultKind, FaultPlan
from simulators.hands import Hands
from simulators.pace import FAST, Pace
from simulators.play import background
from simulators.rig import BRIDGE, Rig, RigSettings
from simulators.rig_files import CUT_CARD_CODE, FittedScanner
from simulators.virtual_dealer import Shift, VirtualDealer
from simulators.virtual_shoe import VirtualShoe
from tests.end_to_end import support_noisy_devices as line
from tests.end_to_end.support_noisy_devices import Harm, NoisyDevice, is_locked

pytestmark = pytest.mark.asyncio(loop_scope="module")

PACKS, CUT_CARD_DEPTH = 8, 14
RULES: Mapping[str, object] = {"packs": PACKS, "cut_card_depth": CUT_CARD_DEPTH, "scanner_required": False}
# A read that comes late must never be taken for none: the card would be shown, and dealt, twice.
PACE = replace(FAST, same_card_seconds=0.2, silence=8.0)
_STUCK_SECONDS = 60.0
_FRAME_SECONDS = 0.2

# What a fault leaves in the record, or in the bridge's log; a fault that is not here leaves nothing, and must not.
EVIDENCE = {
    "no read": "misread no_read",
    "smeared": "misread unknown_code",
    "noise": "misread damaged",
    "damaged": "misread damaged",
    "cut": "misread unknown_code",
    "doubled": "suppressed",
    "unplugged": "offline",
    "result lost": "reads lost",
}
QUICK = (FaultKind.NO_READ, FaultKind.SMEARED, FaultKind.NOISE)
PUSHED = (FaultKind.SPLIT, FaultKind.MERGED)  # only by a device that is not asked for each read
SLOW = (FaultKind.STALLED, FaultKind.UNPLUGGED)
LINE: Mapping[str, Harm] = {"damaged": line.damaged, "doubled": line.doubled}
SLOW_LINE: Mapping[str, Harm] = {"cut": line.cut, "lost": line.lost}


@dataclass(frozen=True, slots=True)
class Reader:
    """A driver, how it is set up, its emulator, and what can go wrong between them.

    `evidence` is where this one leaves another trace of a fault than most; None: none at all. Damage of a kind in
    `mended` may be asked for again, and then leaves none; a damaged message may be told in as many as `pieces` pieces.
    `told` is what the device must have been told; where it answers, the end of a reading may be left out for the next.
    """

    driver: str
    device: Callable[[], EmulatedScanner]
    settings: Mapping[str, object] = field(default_factory=dict)
    faults: Sequence[FaultKind] = QUICK
    slow_faults: Sequence[FaultKind] = SLOW
    harms: Mapping[str, Harm] = field(default_factory=lambda: LINE)
    slow_harms: Mapping[str, Harm] = field(default_factory=lambda: SLOW_LINE)
    evidence: Mapping[str, str | None] = field(default_factory=dict)
    pieces: int = 1
    mended: frozenset[str] = frozenset()
    told: Sequence[bytes] = ()
    pace: Pace = PACE
    line: Mapping[str, object] = field(default_factory=dict)
    scheme: str = ""


_CODES: Mapping[str, object] = {"cut_card_code": CUT_CARD_CODE, "repeat_interval_ms": 60}
# The device reads when it is told to; a reading that comes to nothing is begun again.
_TOLD: Mapping[str, object] = {**_CODES, "trigger": "host", "retrigger_ms": 1500}


def fresh_shoe() -> AngelEyeShoe:
    """Return an electronic shoe that was switched on with new cards, before anybody listened."""
    shoe = AngelEyeShoe(burns=True)
    shoe.new_shoe()
    return shoe


READERS = (
    Reader("ascii_line", AsciiLineScanner, _CODES, (*QUICK, *PUSHED)),
    Reader(
        "angel_eye",
        fresh_shoe,
        {"commands": ["lock", "cancel_error"]},
        (*QUICK, *PUSHED),
        harms={
            "one copy damaged": line.one_copy_damaged,
            "one copy cut": line.one_copy_cut,
            "copies doubled": line.copies_doubled,
        },
        slow_harms={"result lost": line.result_lost},
        evidence={"noise": None},
        pace=replace(PACE, between_coups=0.15),  # what it says of a coup is heard before the next begins
        told=(b"OPLK02", b"OPLK01"),
    ),
    Reader(
        "camera",
        CardCamera,
        {"cut_card_code": CUT_CARD_CODE},
        (FaultKind.SMEARED, FaultKind.NOISE, FaultKind.MERGED),
        (*SLOW, FaultKind.NO_READ),
        harms={"frame lost": line.frame_lost},
        slow_harms={"lost": line.lost},
        evidence={"no read": None},
    ),
    Reader(
        "cognex_dmcc",
        CognexReader,
        {**_TOLD, "extended": True, "checked": True},
        evidence={"cut": "misread damaged"},
        told=(b"TRIGGER ON",),
    ),
    Reader(
        "datalogic",
        DatalogicScanner,
        {**_TOLD, "beep": True},
        told=(b"T", b"X", b"B", b"F"),
    ),
    Reader("gm65", Gm65Engine, _TOLD, told=(b"\x7e\x00\x08\x01",)),
    Reader(
        "hid_keyboard",
        KeyboardScanner,
        _CODES,
        (*QUICK, FaultKind.MERGED),
        harms={"doubled": line.doubled},
        slow_harms={"lost": line.lost},
        scheme="evdev+unix",
    ),
    Reader(
        "hid_pos",
        HidPosScanner,
        _CODES,
        (*QUICK, FaultKind.MERGED),
        harms={"doubled": line.doubled},
        slow_harms={"lost": line.lost},
        scheme="hid+unix",
    ),
    Reader(
        "honeywell",
        HoneywellImager,
        {**_TOLD, "beep": True, "framed": True},
        evidence={"cut": "misread damaged"},
        pieces=2,  # there is a CR in its header
        told=(b"\x16T\r", b"\x16U\r", b"\x16\x07\r", b"DECHDR1"),
    ),
    Reader("keyence", KeyenceReader, _TOLD, line={"data_bits": 8, "parity": "none"}, told=(b"LON\r",)),
    Reader("microscan", MicroscanReader, {**_TOLD, "trigger_character": " "}, told=(b" ",)),
    Reader("newland", NewlandEngine, _TOLD, told=(b"SCNTRG1",)),
    Reader(
        "opticon",
        OpticonEngine,
        {**_TOLD, "answers": True, "beep": True, "lamp": True},
        told=(b"\x1bZ\r", b"\x1bB\r", b"\x1bE\r", b"\x1bL\r"),
    ),
    Reader(
        "zebra_ssi",
        lambda: ZebraSsiScanner(host_trigger=True),
        {**_TOLD, "beep": True, "lamp": True},
        harms={"damaged": line.head_damaged, "body damaged": line.body_damaged, "doubled": line.doubled},
        evidence={"noise": None, "cut": "misread damaged"},
        mended=frozenset({"cut"}),
        told=(b"\x04\xe4", b"\x05\xe6\x04\x00\x00", b"\x05\xe6\x04\x00\x12", b"\x05\xe7"),
    ),
)


class Dealt:
    """A table at work by one reader."""

    def __init__(self, rig: Rig, reader: Reader, shoe: VirtualShoe, plan: FaultPlan, noisy: NoisyDevice) -> None:
        self.rig = rig
        self.reader = reader
        self.noisy = noisy
        self.notes: list[str] = []
        url = rig.socket_address
        self.desk = TableClient(url, token=rig.token(Role.DEALER, "Dana"))
        self.supervisor = TableClient(url, token=rig.token(Role.SUPERVISOR, "Sam"))
        self._shoe, self._plan = shoe, plan

    async def deal(self, coups: int) -> VirtualDealer:
        """Deal so many coups, and take the shoe off the table."""
        shift = Shift(lambda number: self._shoe, self._plan, coups, stuck_seconds=_STUCK_SECONDS)
        hands = CarefulHands(self.rig.scanner, self.rig, self.reader.pace, self.notes.append)
        dealer = VirtualDealer(self.desk, self.supervisor, hands, shift, self.notes.append)
        helpers = [self._send_frames] if self.reader.driver == "camera" else []
        async with background(self.desk.run, self.supervisor.run, self.rig.watch_parts, *helpers):
            await self.desk.until(lambda view: any(scanner["online"] for scanner in view["desk"]["scanners"]), 30)
            await dealer.work()
            await self.desk.command("change_shoe")
        return dealer

    async def _send_frames(self) -> None:
        while True:
            self.rig.scanner.write(b"[]\n")
            await asyncio.sleep(_FRAME_SECONDS)

    @property
    def suffered(self) -> Counter[str]:
        """Return how often which fault happened."""
        planned = (note.removeprefix("fault: ") for note in self.notes if note.startswith("fault: "))
        return Counter(planned) + self.noisy.suffered


class CarefulHands(Hands):
    """The hands of people who cannot draw from a locked shoe."""

    async def show(self, card: Card, fault: FaultKind | None = None, *, then: Card | None = None) -> None:
        device = self._cable.device
        assert isinstance(device, NoisyDevice)
        while is_locked(device):  # noqa: ASYNC110 - a shoe has no event to wait for
            await asyncio.sleep(0.005)
        # Of two cards drawn at once the second, read, would pass for the first, not read, shown again.
        device.calm = fault is FaultKind.MERGED
        await super().show(card, fault, then=then)
        device.calm = False


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be dealt and to go wrong; `rate` is the chance of each fault at each card."""

    reader: Reader
    coups: int | None
    rate: float
    slow: bool

    @property
    def shoe(self) -> VirtualShoe:
        return VirtualShoe.shuffled(PACKS, CUT_CARD_DEPTH, Random(f"shoe of {self.reader.driver}"))

    @property
    def plan(self) -> FaultPlan:
        kinds = [*self.reader.faults, *(self.reader.slow_faults if self.slow else ())]
        return FaultPlan(rates=dict.fromkeys(kinds, self.rate), seed=len(self.reader.driver))

    def noisy(self) -> NoisyDevice:
        harms = {**self.reader.harms, **(self.reader.slow_harms if self.slow else {})}
        return NoisyDevice(self.reader.device(), harms, self.rate, f"line of {self.reader.driver}")

    def fitted(self, device: EmulatedScanner) -> FittedScanner:
        reader = self.reader
        return FittedScanner(reader.driver, device, reader.settings, reader.line, scheme=reader.scheme)


async def dealt_as_it_lay(rig: Rig, order: Order, noisy: NoisyDevice) -> None:
    """Deal the order on a rig that is fitted with its reader, and hold felt, record and bridge to one truth."""
    before = len(recorded(rig.journal))
    suppressed_before = suppressed(rig)
    coups = coups_by_the_book(order.shoe)[: order.coups]
    dealt = Dealt(rig, order.reader, order.shoe, order.plan, noisy)
    dealer = await dealt.deal(len(coups))
    events = recorded(rig.journal)[before:]
    assert [coup.cards for coup in dealer.felt.coups] == coups
    assert [event for event in events if isinstance(event, e.CoupVoided)] == []
    completed = [event for event in events if isinstance(event, e.CoupCompleted)]
    assert [Coup.dealt(cards) for cards in coups] == [
        Coup(Hand(event.player), Hand(event.banker)) for event in completed
    ]
    found = evidence(events) + Counter(suppressed=suppressed(rig) - suppressed_before)
    expected = expected_evidence(order.reader, dealt.suffered)
    damage, told = expected.pop("misread damaged", 0), found.pop("misread damaged", 0)
    mended = sum(dealt.suffered[fault] for fault in order.reader.mended)
    assert damage - mended <= told <= damage * order.reader.pieces, dealt.suffered
    assert found == expected, dealt.suffered
    assert [words for words in order.reader.told if words not in noisy.heard] == []


def recorded(journal: Path) -> list[e.Event]:
    """Return every event on record, whose chain must hold."""
    with SqliteJournalFile(journal) as file:
        links = list(file.links())
        assert [link for link in checked(links, file.identity.genesis) if isinstance(link, Break)] == []
    return list(table_events(decode(link.name, link.version, link.body) for link in links))


def coups_by_the_book(shoe: VirtualShoe) -> list[tuple[Card, ...]]:
    """Return the cards of each coup that a shoe holds, its burn left out: the last is the one the cut card comes in."""
    indicator = shoe.draw()
    assert isinstance(indicator, Card)
    for _ in range(indicator.points or 10):
        shoe.draw()
    coups: list[tuple[Card, ...]] = []
    last = False
    while not last:
        coup, cards = Coup(), []
        while not coup.is_complete:
            drawn = shoe.draw()
            if isinstance(drawn, Card):
                cards.append(drawn)
                coup = coup.with_card(drawn)
            else:
                last = True
        coups.append(tuple(cards))
    return coups


def expected_evidence(reader: Reader, suffered: Mapping[str, int]) -> Counter[str]:
    traces = {**EVIDENCE, **reader.evidence}
    expected: Counter[str] = Counter()
    for fault, times in suffered.items():
        if trace := traces.get(fault):
            expected[trace] += times
    return expected


def evidence(events: Sequence[e.Event]) -> Counter[str]:
    """Return what the record holds that is not as it should be."""
    found: Counter[str] = Counter()
    for event in events:
        match event:
            case e.MisreadRecorded(cause=cause):
                found["misread damaged" if cause in DAMAGED_ON_THE_WAY else f"misread {cause.value}"] += 1
            case e.CardRejected(cause=cause):
                found[f"rejected {cause.value}"] += 1
            case e.ScannerOffline():
                found["offline"] += 1
            case e.HoldRaised(kind=kind) if kind not in (HoldKind.MISREAD, HoldKind.READS_LOST):
                found[f"hold {kind.value}"] += 1
            case e.ReadsLost(first=first, last=last):
                found["reads lost"] += last - first + 1
            case e.CardDiscarded() | e.CardCorrected():
                found[type(event).__name__] += 1
            case _:
                pass
    return found


def suppressed(rig: Rig) -> int:
    log = (rig.files.directory / f"{BRIDGE}.log").read_text("utf-8")
    return len(re.findall(r"seen +.*suppressed", log))


# ---- a short deal by every driver -----------------------------------------------------------------------------------


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def rig(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Rig]:
    """One table; another scanner is fitted for every driver."""
    async with Rig(RigSettings(tmp_path_factory.mktemp("rig"), RULES)) as rig:
        yield rig


@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.driver)
async def test_some_coups_by_every_driver_are_dealt_as_they_lay(rig: Rig, reader: Reader) -> None:
    order = Order(reader, coups=3, rate=0.05, slow=False)
    noisy = order.noisy()
    await rig.refit(order.fitted(noisy))
    await dealt_as_it_lay(rig, order, noisy)


async def test_recordings_are_dealt_as_scanners_are(rig: Rig, tmp_path: Path) -> None:
    desk = TableClient(rig.socket_address, token=rig.token(Role.DEALER, "Dana"))
    await rig.stop(BRIDGE)
    async with background(desk.run, rig.watch_parts):
        await desk.until(lambda view: "desk" in view)
        if desk.view["table"]["phase"] == "closed":
            await desk.command("open_table")
        await desk.command("load_shoe")
        await rig.refit(recording(tmp_path / "burn.jsonl", "AC KD"))
        await desk.until(lambda view: view["table"]["phase"] == "ready", 30)
        # The first recording is over, so the second begins with the coup.
        await desk.until(lambda view: not view["desk"]["scanners"][0]["online"], 30)
        await desk.command("open_betting")
        await desk.command("close_betting")
        await rig.refit(recording(tmp_path / "coup.jsonl", "4S 2H 5S 3H"))
        await desk.until(lambda view: view["table"]["phase"] == "settled", 30)
        cards = [card["card"] for card in desk.view["coup"]["cards"]]
        await desk.command("change_shoe")
    assert cards == ["4S", "2H", "5S", "3H"]


def recording(path: Path, cards: str) -> FittedScanner:
    """Record cards as a scanner sends them, and return what plays them again."""
    scanner = AsciiLineScanner()
    chunks = [{"gap_ms": 30, "dir": "rx", "hex": scanner.show(Card(card)).hex(" ")} for card in cards.split()]
    path.write_text("\n".join(map(json.dumps, chunks)), "utf-8")
    settings = {"driver": "ascii_line", "settings": _CODES}
    return FittedScanner("capture_file", scanner, settings, port=f"capture://{path}")


async def test_no_driver_is_left_out() -> None:
    assert {reader.driver for reader in READERS} | {"capture_file"} == set(driver_names())


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.driver)
async def test_a_whole_shoe_by_every_driver_is_dealt_as_it_lay(tmp_path: Path, reader: Reader) -> None:
    order = Order(reader, coups=None, rate=0.01, slow=True)
    noisy = order.noisy()
    async with Rig(RigSettings(tmp_path, RULES, scanner=order.fitted(noisy))) as rig:
        await dealt_as_it_lay(rig, order, noisy)
