"""A whole table on one machine: broker, table, bridge, and a scanner on a pty. I/O: processes, pty, sockets."""

import asyncio
import contextlib
import socket
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import TracebackType
from typing import Self

import structlog

from dealer_table.betting.words import PLAY_MONEY, Patron, PatronLimits
from dealer_table.procedure.words import Role
from dealer_table.wire.launch_token import EVERYWHERE, Game, issue, issue_patron
from simulators.child_process import ChildProcess
from simulators.packet_scanner import PacketScanner
from simulators.pty_scanner import PtyScanner
from simulators.rig_files import ROOM, TABLE, FittedScanner, RigFiles

_LOG = structlog.get_logger(__name__)
_POLL_SECONDS = 0.03
_START_SECONDS = 30.0
# Who deals in a simulated run, and whoever sits down beside: one is on duty.
VIRTUAL_DEALER = "virtual dealer"
_TOKEN_HOURS = 12

BROKER, BRIDGE, TABLE_PROCESS = "broker", "bridge", "table"
PARTS = (BROKER, TABLE_PROCESS, BRIDGE)


@dataclass(frozen=True, slots=True)
class RigSettings:
    """How the table is set up; `http_port` 0 takes a free one. `rules` are keys of a rules file.

    `environment` is what the parts find in theirs beside our own. `touch` are keys of a room's section; None: no room.
    """

    directory: Path
    rules: Mapping[str, object] = field(default_factory=dict)
    http_port: int = 0
    frame_ancestors: Sequence[str] = ()
    scanner: FittedScanner = field(default_factory=FittedScanner)
    environment: Mapping[str, str] = field(default_factory=dict)
    touch: Mapping[str, object] | None = None


class Rig:
    """The running table. As a context it starts all parts, and ends them whatever happens."""

    def __init__(self, settings: RigSettings) -> None:
        directory = settings.directory
        directory.mkdir(parents=True, exist_ok=True)
        self.files = RigFiles(
            directory,
            mqtt_port=free_port(),
            http_port=settings.http_port or free_port(),
            rules=settings.rules,
            frame_ancestors=tuple(settings.frame_ancestors),
            fitted=settings.scanner,
            touch=settings.touch,
        )
        self.scanner = self._cable()
        self._environment = settings.environment
        self.parts = {
            BROKER: self._child(BROKER, "broker", "--port", str(self.files.mqtt_port)),
            TABLE_PROCESS: self._child(
                TABLE_PROCESS, "run", "--config", str(self.files.table), "--ready-file", str(self.files.ready)
            ),
            BRIDGE: self._child(BRIDGE, "scanner", "run", "--config", str(self.files.scanner)),
        }
        self._wanted: set[str] = set()
        self._serving: set[str] = set()

    @property
    def address(self) -> str:
        """Return the watcher's page."""
        return f"http://127.0.0.1:{self.files.http_port}/"

    @property
    def socket_address(self) -> str:
        """Return the WebSocket's address."""
        return f"ws://127.0.0.1:{self.files.http_port}/ws"

    @property
    def journal(self) -> Path:
        """Return the table's journal."""
        return self.files.journal

    def token(self, role: Role, name: str, table: str = TABLE) -> str:
        """Issue a token for this table, or for another one."""
        now = time.time_ns() // 1_000_000
        expires_at = now + _TOKEN_HOURS * 3600 * 1000
        return issue(self.files.token_key, role=role, name=name, table=table, expires_at=expires_at, now=now)

    def patron_token(self, name: str, currency: str = PLAY_MONEY, place: str = TABLE) -> str:
        """Issue a token for a patron, of this table and in play money when nothing else is said."""
        return self._patron_token(name, currency, place, Game.LIVE)

    def touch_token(self, name: str, currency: str = PLAY_MONEY) -> str:
        """Issue a token for a patron of the Touch room."""
        return self._patron_token(name, currency, ROOM, Game.TOUCH)

    def _patron_token(self, name: str, currency: str, place: str, game: Game) -> str:
        now = time.time_ns() // 1_000_000
        expires_at = now + _TOKEN_HOURS * 3600 * 1000
        return issue_patron(
            self.files.token_key,
            patron=Patron(name, currency),
            place=place,
            game=game,
            limits=PatronLimits(),
            expires_at=expires_at,
            now=now,
        )

    def dealer_address(self, name: str = VIRTUAL_DEALER) -> str:
        """Return the dealer's page with a token in the part of the address that no server gets."""
        return f"{self.address}dealer#token={self.token(Role.DEALER, name)}"

    def floor_address(self, name: str = "visitor") -> str:
        """Return the supervisors' floor with a token for every table, likewise."""
        return f"{self.address}floor#token={self.token(Role.SUPERVISOR, name, EVERYWHERE)}"

    def patron_address(self, name: str = "visitor") -> str:
        """Return the patron's page with a token for play money, likewise."""
        return f"{self.address}play#token={self.patron_token(name)}"

    def touch_address(self, name: str = "visitor") -> str:
        """Return the page of Baccarat Touch with a token for play money, likewise."""
        return f"{self.address}touch#token={self.touch_token(name)}"

    async def __aenter__(self) -> Self:
        self.files.write()
        try:
            self.scanner.plug()
            for part in PARTS:
                self._start(part)
            for part in PARTS:
                await self._ready(part)
        except BaseException:
            await self._end()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._end()

    async def start(self, part: str) -> None:
        """Start a part that does not run, and wait until it serves."""
        self._start(part)
        await self._ready(part)

    async def stop(self, part: str) -> None:
        """Ask a part to end in order."""
        self._let_go(part)
        await self.parts[part].stop()

    def kill(self, part: str) -> None:
        """End a part without warning."""
        self._let_go(part)
        self.parts[part].kill()

    async def crash(self, part: str) -> None:
        """Kill a part and start it again."""
        self.kill(part)
        await self.start(part)

    async def refit(self, scanner: FittedScanner) -> None:
        """Put another scanner in the place of the one at the table; its bridge starts anew."""
        await self.stop(BRIDGE)
        self.scanner.unplug()
        self.files = replace(self.files, fitted=scanner)
        self.files.write_scanner()
        self.scanner = self._cable()
        self.scanner.plug()
        await self.start(BRIDGE)

    def running(self, part: str) -> bool:
        """Tell whether a part runs."""
        return self.parts[part].running

    def serving(self, part: str) -> bool:
        """Tell whether a part runs and has finished starting."""
        return part in self._serving and self.running(part)

    async def watch_parts(self) -> None:
        """Raise ChildFailed when a part ends that nobody ended."""
        while True:
            for part in self._wanted:
                if not self.running(part):
                    raise self.parts[part].failure("ended by itself")
            await asyncio.sleep(0.2)

    def _let_go(self, part: str) -> None:
        self._wanted.discard(part)
        self._serving.discard(part)

    def _start(self, part: str) -> None:
        self._serving.discard(part)
        if part == TABLE_PROCESS:
            self.files.ready.unlink(missing_ok=True)
        if part == BRIDGE and isinstance(self.scanner, PtyScanner):
            self.scanner.free_port()
        self.parts[part].start()
        self._wanted.add(part)

    async def _ready(self, part: str) -> None:
        deadline = time.monotonic() + _START_SECONDS
        while not await self._serves(part):
            if not self.running(part):
                raise self.parts[part].failure("did not start")
            if time.monotonic() > deadline:
                raise self.parts[part].failure(f"does not serve after {_START_SECONDS:.0f} s")
            await asyncio.sleep(_POLL_SECONDS)
        self._serving.add(part)
        _LOG.debug("part_ready", part=part)

    async def _serves(self, part: str) -> bool:
        match part:
            case "broker":
                return await _answers(self.files.mqtt_port, b"")
            case "table":
                return self.files.ready.exists() and await _answers(self.files.http_port, b"/readyz")
            case _:
                # Whether the bridge has its scanner open is seen at the desk, which is where it matters.
                return self.running(part)

    async def _end(self) -> None:
        self._wanted.clear()
        try:
            # Nobody need wait for another's end but the broker, which the others say farewell through.
            await asyncio.gather(self.parts[BRIDGE].stop(), self.parts[TABLE_PROCESS].stop())
            await self.parts[BROKER].stop()
        finally:
            for child in self.parts.values():
                child.kill()
            self.scanner.unplug()

    def _cable(self) -> PtyScanner | PacketScanner:
        fitted, link = self.files.fitted, self.files.scanner_link
        if fitted.message_bytes is None:
            return PtyScanner(link, fitted.device)
        return PacketScanner(link, fitted.device, fitted.message_bytes)

    def _child(self, name: str, *arguments: str) -> ChildProcess:
        log = self.files.directory / f"{name}.log"
        return ChildProcess(name, [sys.executable, "-m", "dealer_table", *arguments], log, self._environment)


def free_port() -> int:
    """Return a port of the loopback address that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def is_free(port: int) -> bool:
    """Tell whether `port` of the loopback address can be listened on."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True


async def _answers(port: int, path: bytes) -> bool:
    """Tell whether somebody listens on `port` and, given a path, answers 200 there."""
    try:
        async with asyncio.timeout(2):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            with contextlib.closing(writer):
                if not path:
                    return True
                writer.write(b"GET " + path + b" HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
                status = await reader.readline()
                return b" 200 " in status
    except (OSError, TimeoutError):
        return False
