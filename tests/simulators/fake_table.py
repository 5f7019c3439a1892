"""A table in one object: the real procedure and views, without journal, broker and bridge. I/O: WebSocket."""

import asyncio
import json
import time
from typing import Any

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from dealer_table.errors import CommandRefused
from dealer_table.gateway.desk_requests import command_of
from dealer_table.procedure import commands as c
from dealer_table.procedure.decide import decide, next_deadline
from dealer_table.procedure.events import Event
from dealer_table.procedure.evolve import fold
from dealer_table.procedure.house import HouseProcedure
from dealer_table.procedure.state import TableState
from dealer_table.procedure.words import Actor, Phase, Role
from dealer_table.projections.desk_view import desk_section
from dealer_table.projections.floor_tallies import FloorTallies
from dealer_table.projections.table_view import TableView
from dealer_table.wire.from_client import Hello, Ping, parse_from_client
from dealer_table.wire.from_patron import BetRequest, DealRequest, HistoryRequest, LeaveRequest, RecallRequest
from dealer_table.wire.from_staff import CoupRecordRequest
from dealer_table.wire.view_json import changed_sections, desk_json
from scanner_drivers.codebook_files import load_codebook
from scanner_drivers.drivers.ascii_line import AsciiLineDriver, AsciiLineSettings
from scanner_drivers.sightings import CardSeen, CutCardSeen, Misread, Sighting
from simulators.devices.ascii_line import AsciiLineScanner
from simulators.devices.emulated_scanner import EmulatedScanner


def now_ms() -> int:
    return time.time_ns() // 1_000_000


class FakeTable:
    """Serve `ws://…/ws`; a client's token is its role in plain. Also the dealer's cable and plant."""

    def __init__(self, house: HouseProcedure) -> None:
        scanner = AsciiLineScanner()
        self.device: EmulatedScanner = scanner
        self.events: list[Event] = []
        self.crashes: list[str] = []
        self.connections = 0
        self._house = house
        self._state = TableState()
        self._view = TableView()
        self._tallies = FloorTallies()
        self._clients: dict[ServerConnection, Role] = {}
        self._driver = AsciiLineDriver(
            AsciiLineSettings(cut_card_code=scanner.cut_card_code, repeat_interval_ms=100), load_codebook()
        )
        self._seq = 0
        self._version = 0
        self._server: Server | None = None

    # ---- the socket -----------------------------------------------------------------------------------------------

    @property
    def address(self) -> str:
        assert self._server is not None
        return f"ws://127.0.0.1:{self._server.sockets[0].getsockname()[1]}/ws"

    async def __aenter__(self) -> "FakeTable":
        self._server = await serve(self._serve, "127.0.0.1", 0, compression=None)
        self.plug()
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        await self._server.wait_closed()

    async def run_clock(self) -> None:
        while True:
            await asyncio.sleep(0.02)
            deadline = next_deadline(self._state, self._house)
            if deadline is not None and now_ms() >= deadline:
                self.do(c.CheckClock(now_ms()))

    async def _serve(self, connection: ServerConnection) -> None:
        self.connections += 1
        try:
            async for text in connection:
                self._take(connection, text)
        except ConnectionClosed:
            pass
        finally:
            self._clients.pop(connection, None)

    def _take(self, connection: ServerConnection, text: str | bytes) -> None:
        message = parse_from_client(text)
        match message:
            case Hello(token=token):
                role = Role(token or "")
                self._clients[connection] = role
                self._send(connection, {"type": "snapshot", "table": "demo", "epoch": "e", **self._whole(role)})
            case Ping():
                pass
            case (
                BetRequest() | DealRequest() | HistoryRequest() | LeaveRequest() | RecallRequest() | CoupRecordRequest()
            ):
                raise AssertionError("only staff talk to this table")
            case _:
                answer: dict[str, Any] = {"type": "answer", "id": message.id, "ok": True, "code": "", "detail": ""}
                try:
                    command = command_of(message, by=Actor(self._clients[connection], "x"), at=now_ms())
                    assert isinstance(command, c.Command), "nobody brings money to this table"
                    self.do(command)
                except CommandRefused as refused:
                    answer |= {"ok": False, "code": refused.code}
                self._send(connection, answer)

    def _send(self, connection: ServerConnection, message: dict[str, Any]) -> None:
        connection.protocol.send_text(json.dumps(message).encode())
        connection.send_data()

    def _whole(self, role: Role) -> dict[str, Any]:
        view = changed_sections(self._view, None) | {"desk": self._desk(role)}
        return {"version": self._version, "server_time": now_ms(), "view": view}

    def _desk(self, role: Role) -> Any:
        return desk_json(desk_section(self._state, self._house, self._tallies, role))

    # ---- the table ------------------------------------------------------------------------------------------------

    def do(self, command: c.Command) -> None:
        events = decide(self._state, command, self._house)
        if not events:
            return
        burning = self._state.phase is Phase.BURN
        self._state = fold(events, self._state)
        self.events += events
        before, self._view = self._view, self._view.after(events, self._state)
        self._tallies = self._tallies.after(events, burning)
        previous, self._version = self._version, self._version + len(events)
        for client, role in self._clients.items():
            view = changed_sections(self._view, before) | {"desk": self._desk(role)}
            update = {"type": "update", "version": self._version, "prev": previous, "at": now_ms(), "events": []}
            self._send(client, update | {"view": view})

    def _saw(self, sighting: Sighting) -> None:
        self._seq += 1
        read, at = c.ReadId("shoe", "boot", self._seq), now_ms()
        match sighting:
            case CardSeen(card):
                self.do(c.RecordCardRead(at, read, card))
            case CutCardSeen():
                self.do(c.RecordCutCard(at, read))
            case Misread(cause, text):
                self.do(c.RecordMisread(at, read, cause, text))
            case _:
                pass

    # ---- its scanner and its machines -----------------------------------------------------------------------------

    def write(self, data: bytes) -> bool:
        for sighting in self._driver.feed(data, time.monotonic() * 1000).seen:
            self._saw(sighting)
        return True

    def plug(self) -> None:
        self.do(c.RecordScannerStatus(now_ms(), "shoe", online=True))

    def unplug(self) -> None:
        self.do(c.RecordScannerStatus(now_ms(), "shoe", online=False))

    async def crash(self, part: str) -> None:
        self.crashes.append(part)
        for client in list(self._clients):
            del self._clients[client]
            client.transport.abort()
        await asyncio.sleep(0.05)
