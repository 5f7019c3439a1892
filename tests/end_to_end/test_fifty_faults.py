"""Fifty faults of scanners, each on the whole path: a wire, the bridge, the broker, the table. I/O: processes, ptys."""

import asyncio
import json
import re
import threading
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator
from fnmatch import fnmatchcase
from itertools import cycle
from pathlib import Path

import pytest
import pytest_asyncio
import serial

from dealer_table.adapters.sqlite_journal_file import SqliteJournalFile
from dealer_table.baccarat.cards import PACK, Card
from dealer_table.betting.recorded import table_events
from dealer_table.client.table_client import TableClient
from dealer_table.procedure import events as e
from dealer_table.procedure.words import Role
from dealer_table.wire.event_codec import decode
from scanner_drivers.backoff import Backoff
from scanner_drivers.kept_link import KeptLink
from scanner_drivers.port_readers import PortReader, Receive, ThreadReader
from simulators.devices.angel_eye import telegram
from simulators.devices.ascii_line import four_digit_code
from simulators.devices.emulated_scanner import EmulatedScanner
from simulators.play import background
from simulators.pty_scanner import PtyScanner
from simulators.rig import BRIDGE, Rig, RigSettings
from simulators.rig_files import FittedScanner
from tests.end_to_end.support_fault_catalogue import CATALOGUE, FITS, Fault, Fit, Moment, Step

pytestmark = pytest.mark.asyncio(loop_scope="module")

RULES = {"burn": "none", "packs": 8, "betting_seconds": 600, "draw_timeout_seconds": 0}
# By driver, so that each bridge is started once.
BY_DRIVER = sorted(CATALOGUE, key=lambda fault: list(FITS).index(fault.fit))
_COUPS_A_SHOE = 6  # no card of the catalogue is in a shoe of eight packs more often than it is shown in so many coups
_PATIENCE_SECONDS = 20.0
_REPEAT_SECONDS = 0.12


class Silent:
    """A device that hears its host and does not answer."""

    def __init__(self, device: EmulatedScanner) -> None:
        self.show = device.show
        self.show_cut_card = device.show_cut_card
        self.fail_to_read = device.fail_to_read
        self.read_smeared = device.read_smeared
        self.read_through_noise = device.read_through_noise
        self.heard = b""

    def answer(self, received: bytes) -> bytes:
        self.heard += received
        return b""


class FaultyTable:
    """One table for all faults: fitted with a driver, brought to a coup's first card, and asked what is on record."""

    def __init__(self, directory: Path) -> None:
        self.rig = Rig(RigSettings(directory, RULES))
        url = self.rig.socket_address
        self.desk, self.other_desk = (TableClient(url, token=self.rig.token(Role.DEALER, "Dana")) for _ in range(2))
        self._desks = cycle((self.desk, self.other_desk))
        self.supervisor = TableClient(url, token=self.rig.token(Role.SUPERVISOR, "Sam"))
        self.device = Silent(self.rig.files.fitted.device)
        self._fit = ""
        self._coups = 0
        self._position = 0
        self._last_card_at = 0.0
        self._good_cards = cycle((Card("2C"), Card("2D")))

    async def open(self) -> None:
        for client in (self.desk, self.other_desk, self.supervisor):
            await client.until(lambda view: "desk" in view)
        await self.desk.command("open_table")
        await self.desk.command("load_shoe")

    async def fit(self, name: str) -> None:
        """Have the scanner of that name, online."""
        if name == self._fit:
            return
        fit = FITS[name]
        self.device = Silent(fit.device)
        await self.end_coup()
        self._position = self._last_position()
        await self.rig.refit(
            FittedScanner(fit.driver, self.device, fit.settings, codebook=self._codebook(fit), scheme=fit.scheme)
        )
        await self._recorded(lambda event: isinstance(event, e.ScannerOnline))
        await self.desk.until(lambda view: view["desk"]["commands"]["open_betting"] is None)
        self._fit = name

    async def begin_coup(self) -> None:
        """Begin a coup; its first card is due."""
        await self.end_coup()
        self._coups += 1
        if self._coups % _COUPS_A_SHOE == 0:
            await self.desk.command("change_shoe")
            await self.desk.command("load_shoe")
        # Nobody may ask more than nine times a second: two desks of the dealer take turns.
        desk = next(self._desks)
        await desk.command("open_betting")
        await desk.command("close_betting")
        await asyncio.sleep(self._last_card_at + _REPEAT_SECONDS - time.monotonic())
        self._position = self._last_position()
        self.device.heard = b""

    async def end_coup(self) -> None:
        """Void the coup in play, if there is one."""
        await self.supervisor.until(lambda view: self.desk.mirror.version == self.supervisor.mirror.version)
        if self.supervisor.view["desk"]["commands"]["void_coup"] is None:
            await self.supervisor.command("void_coup", reason="the next fault")

    async def suffer(self, fault: Fault) -> list[e.Event]:
        """Send a stream and then a good read; return what was recorded before that one."""
        is_shoe = FITS[fault.fit].driver == "angel_eye"
        if is_shoe:
            # A shoe that starts counts afresh: so that the stream's own numbers are the next.
            await self._send(telegram(_number_before(fault), "S") * 3)
            await self._recorded(reported("start"))
        for step in fault.sent:
            await self._send(step)
        if is_shoe:
            await self._send(telegram(5, "S") * 3 + telegram(6, "P") * 3)
            return (await self._recorded(reported("standby")))[:-2]
        card = next(self._good_cards)
        await self._send(FITS[fault.fit].device.show(card))
        self._last_card_at = time.monotonic()
        return (await self._recorded(lambda event: isinstance(event, e.CardRead) and event.card is card))[:-1]

    def suppressed(self) -> int:
        """Return how many reads the bridge has taken for a card still in view."""
        return len(re.findall(r"seen +.*suppressed", self.bridge_log()))

    def bridge_log(self) -> str:
        return (self.rig.files.directory / f"{BRIDGE}.log").read_text("utf-8")

    async def _send(self, step: Step) -> None:
        match step:
            case Moment.CARD_DEALT:
                await self._seen(lambda event: isinstance(event, e.CardDealt))
            case Moment.CABLE_OUT:
                self.rig.scanner.unplug()
                await self._seen(lambda event: isinstance(event, e.ScannerOffline))
            case Moment.CABLE_IN:
                self.rig.scanner.plug()
                await self._seen(lambda event: isinstance(event, e.ScannerOnline))
            case int():
                await asyncio.sleep(step / 1000)
            case str():
                await self._write(bytes.fromhex(step))
            case bytes():
                await self._write(step)

    async def _write(self, data: bytes) -> None:
        """Write to the wire; of messages one after the other, for a socket takes only so many at once."""
        size = self.rig.files.fitted.message_bytes or len(data)
        messages = deque(data[start : start + size] for start in range(0, len(data), size))
        async with asyncio.timeout(_PATIENCE_SECONDS):
            while messages:
                if self.rig.scanner.write(messages[0]):
                    messages.popleft()
                else:
                    await asyncio.sleep(0.005)

    async def _seen(self, wanted: Callable[[e.Event], bool]) -> None:
        """Wait for an event, and leave it to be read again."""
        position = self._position
        await self._recorded(wanted)
        self._position = position

    async def _recorded(self, wanted: Callable[[e.Event], bool]) -> list[e.Event]:
        """Return what was recorded up to the first event that is wanted, and go on behind it."""
        async with asyncio.timeout(_PATIENCE_SECONDS):
            while True:
                recorded = list(self._read())
                for place, (position, event) in enumerate(recorded):
                    if wanted(event):
                        self._position = position
                        return [event for _, event in recorded[: place + 1]]
                await asyncio.sleep(0.02)

    def _read(self) -> Iterator[tuple[int, e.Event]]:
        with SqliteJournalFile(self.rig.journal) as file:
            for link in file.links(self._position):
                for event in table_events([decode(link.name, link.version, link.body)]):
                    yield link.position, event

    def _last_position(self) -> int:
        return max((position for position, _ in self._read()), default=self._position)

    def _codebook(self, fit: Fit) -> Path | None:
        if not fit.code_begins:
            return None
        path = self.rig.files.directory / "codebook.toml"
        codes = "\n".join(f"{card} = {json.dumps(fit.code_begins + four_digit_code(card))}" for card in PACK)
        path.write_text(f'name = "longer"\n[codes]\n{codes}\n', "utf-8")
        return path


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def table(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[FaultyTable]:
    table = FaultyTable(tmp_path_factory.mktemp("faults"))
    async with table.rig, background(table.desk.run, table.other_desk.run, table.supervisor.run):
        await table.open()
        yield table


@pytest.mark.parametrize("fault", BY_DRIVER, ids=[fault.id for fault in BY_DRIVER])
async def test_a_fault_comes_out_as_it_says(table: FaultyTable, fault: Fault) -> None:
    await table.fit(fault.fit)
    await table.begin_coup()
    suppressed = table.suppressed()
    recorded = [words for event in await table.suffer(fault) if (words := in_words(event))]
    assert len(recorded) == len(fault.recorded), recorded
    assert all(map(fnmatchcase, recorded, fault.recorded)), recorded
    assert table.suppressed() - suppressed == fault.suppressed
    assert table.device.heard.startswith(fault.answered)
    assert fault.answered or fault.fit == "zebra_ssi" or not table.device.heard


async def test_a_second_host_does_not_get_the_port(table: FaultyTable) -> None:
    await table.fit("lines")
    await table.begin_coup()
    with pytest.raises(serial.SerialException):
        serial.Serial(str(table.rig.files.scanner_link), exclusive=True)
    fault = Fault(41, "", "lines", ("31 30 31 30 0D",), (), "")
    assert [in_words(event) for event in await table.suffer(fault) if in_words(event)] == ["AS dealt"]


async def test_a_port_that_stays_away_is_logged_once(table: FaultyTable) -> None:
    await table.fit("lines")
    before = len(table.bridge_log().splitlines())
    cable = table.rig.scanner
    assert isinstance(cable, PtyScanner)
    cable.unplug()
    # Long enough for some attempts; that they become rarer is test_backoff.py's to show.
    await asyncio.sleep(1.0)
    logged = table.bridge_log().splitlines()[before:]
    cable.plug()
    await table.desk.until(lambda view: view["desk"]["scanners"][0]["online"])
    # Gone, and nothing at its path.
    assert len([line for line in logged if "port not open" in line]) <= 2, logged
    assert len(logged) <= 4, logged


class HangingPort:
    """A port whose reader ends at once and whose close does not end, as with a driver that waits for a dead device."""

    def __init__(self, released: threading.Event) -> None:
        self._released = released

    def reader(self, receive: Receive) -> PortReader:
        def read() -> bytes:
            raise OSError("gone")

        return ThreadReader(read, len, receive)

    def close(self) -> None:
        self._released.wait(_PATIENCE_SECONDS)


async def test_a_port_that_hangs_in_its_close_is_left_behind() -> None:
    openings, opened_again, released = 0, asyncio.Event(), threading.Event()

    class Listener:
        def port_opened(self) -> None:
            nonlocal openings
            openings += 1
            if openings > 1:
                opened_again.set()

        def received(self, data: bytes) -> None:
            raise AssertionError(data)

        def port_lost(self, reason: str) -> None:
            assert "gone" in reason

    link = KeptLink("test", lambda: HangingPort(released), backoff=Backoff(first=0.001, longest=0.001))
    try:
        async with asyncio.timeout(_PATIENCE_SECONDS), background(lambda: link.run(Listener())):
            await opened_again.wait()
            released.set()
    finally:
        released.set()


def reported(what: str) -> Callable[[e.Event], bool]:
    """Return what knows a device's report of itself."""
    return lambda event: isinstance(event, e.DeviceReported) and event.what == what


def in_words(event: e.Event) -> str:
    """Write what a fault can lead to; nothing for what goes with it."""
    match event:
        case e.CardDealt(card=card):
            return f"{card} dealt"
        case e.CardHeld(card=card):
            return f"{card} held"
        case e.CardRejected(card=card):
            return f"{card} rejected"
        case e.MisreadRecorded(cause=cause, text=text):
            return f"misread {cause.value}: {text}"
        case e.HoldRaised(kind=kind):
            return f"hold {kind.value}"
        case e.HoldResolved():
            return "hold over"
        case e.RescanFailed():
            return "failed again"
        case e.DeviceReported(what=what, code=code):
            return f"device {what}" if code is None else f"device {what} {code}"
        case e.ReadsLost(first=first, last=last):
            return f"lost {last - first + 1}"
        case e.ScannerOffline():
            return "offline"
        case e.ScannerOnline():
            return "online"
        case e.CardRead():
            return ""
        case _:
            return type(event).__name__


def _number_before(fault: Fault) -> int:
    first = next(step for step in fault.sent if isinstance(step, str | bytes))
    number = int(chr((bytes.fromhex(first) if isinstance(first, str) else first)[1]))
    return number - 1 or 9
