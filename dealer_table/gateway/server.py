"""The gateway: pages, watchers, desks and patrons of any number of places on one port. I/O: HTTP and WebSocket."""

import asyncio
import os
import ssl
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from websockets.asyncio.server import Server, ServerConnection, serve

from dealer_table.config.picture import PictureSection
from dealer_table.errors import ConfigError
from dealer_table.gateway.audience import PATRONS, Crowd
from dealer_table.gateway.broadcast import TableBroadcast
from dealer_table.gateway.conversation import Conversation, Hall
from dealer_table.gateway.desk import Cashier, CashierDesk, Desk, OnceDesk
from dealer_table.gateway.fan_out import FanOut
from dealer_table.gateway.http_front import HttpFront, Route
from dealer_table.gateway.link import Link, link_type, text_frame
from dealer_table.gateway.lobby import LOBBY_PATH, lobby
from dealer_table.gateway.metrics import GatewayMetrics
from dealer_table.gateway.pages import Reply, read_pages
from dealer_table.gateway.place import Place
from dealer_table.gateway.served import LivePlace, Served, ServedRoom, ServedTable, Troubles
from dealer_table.gateway.settings import GatewaySettings
from dealer_table.gateway.staff_login import LOGIN_PATH, STAFF_PATH, StaffLogin, StaffRules, offered
from dealer_table.gateway.staff_watch import StaffWatch
from dealer_table.ports.coup_records import CoupRecords
from dealer_table.wire.launch_token import TokenKey
from dealer_table.wire.to_client import Heartbeat

GOING_AWAY = 1001


class Gateway:
    """Serve the places that were opened here, the first of them to whoever names none; `clock` is in milliseconds."""

    def __init__(
        self,
        *,
        clock: Callable[[], int],
        metrics: GatewayMetrics,
        settings: GatewaySettings | None = None,
        keys: Sequence[TokenKey] = (),
        tls: ssl.SSLContext | None = None,
        staff: StaffRules | None = None,
    ) -> None:
        self._clock = clock
        self._metrics = metrics
        self._settings = settings or GatewaySettings()
        self._tls = tls
        self._places: dict[str, Served] = {}
        self._conversations: dict[Link, Conversation] = {}
        self._fan_out = FanOut(metrics, lambda: asyncio.get_running_loop().time())
        watch = StaffWatch(staff.idle, links_too=staff.links_too) if staff else StaffWatch()
        self._login = StaffLogin(staff, watch, self._places, clock, metrics) if staff else None
        self._hall = Hall(self._places, self._fan_out, metrics, self._settings, keys, clock, watch)
        self._rooms_heard_at = 0
        self._draining = False

    def open_broadcast(self, table: str, epoch: str) -> TableBroadcast:
        """Return where a live table's updates go in; the table itself is opened with it."""
        channel = self._fan_out.at(table)
        return TableBroadcast(table, epoch, channel, history=self._settings.history, clock=self._clock)

    def open_table(
        self,
        table: str,
        broadcast: TableBroadcast,
        desk: Desk,
        place: LivePlace,
        *,
        troubles: Troubles = dict,
        is_live: Callable[[], bool] = lambda: True,
        records: CoupRecords | None = None,
        picture: PictureSection | None = None,
    ) -> None:
        """Serve a live table.

        `troubles` returns why it is not ready, by what is missing; its desk is told too. While the table is not
        `is_live` there is no heartbeat. `records` is where its supervisors look coups up, `picture` is what
        its pages show of the studio.
        """
        assert table not in self._places, f"there are two places {table!r}"
        self._places[table] = ServedTable(table, broadcast, OnceDesk(desk), place, troubles, is_live, records, picture)

    def open_room(
        self, room: str, cashier: Cashier, place: Place, *, limits: Mapping[str, Any], troubles: Troubles = dict
    ) -> None:
        """Serve a Touch room; `limits` are what the lobby tells of it."""
        assert room not in self._places, f"there are two places {room!r}"
        self._places[room] = ServedRoom(room, OnceDesk(CashierDesk(cashier)), place, troubles, limits)

    @asynccontextmanager
    async def running(
        self, *, folders: Mapping[str, Path] | None = None, routes: Mapping[str, Route] | None = None
    ) -> AsyncIterator[str]:
        """Serve until the block ends, then drain; yields the address of the watcher's page.

        `folders` are more pages, by prefix; `routes` more answers to GET, by path.
        """
        front = HttpFront(
            self._settings,
            self._metrics,
            await asyncio.to_thread(read_pages, folders or {}),
            readiness=self._not_ready,
            connected=lambda: len(self._fan_out.links),
            routes={LOBBY_PATH: self._lobby, STAFF_PATH: self._offered_login, **(routes or {})},
            posts={LOGIN_PATH: self._login.answer} if self._login else {},
        )
        server = await self._listen(front)
        try:
            async with asyncio.TaskGroup() as tasks:
                turning = [tasks.create_task(self._tick())]
                if self._login is not None:
                    turning.append(tasks.create_task(self._login.keep_looking(self._settings.staff_seconds)))
                yield self._address(server)
                for task in turning:
                    task.cancel()
        finally:
            await self._drain(server)

    async def _listen(self, front: HttpFront) -> Server:
        settings = self._settings
        try:
            return await serve(
                self._converse,
                settings.host,
                settings.port,
                ssl=self._tls,
                compression=None,
                process_request=front.process_request,
                server_header=None,
                max_size=settings.message_bytes,
                close_timeout=settings.close_seconds,
                write_limit=settings.write_buffer,
                create_connection=link_type(self._fan_out, settings.socket_buffer, front if self._login else None),
            )
        except OSError as error:
            problem = f"cannot listen on {settings.host} port {settings.port}: {os.strerror(error.errno or 0)}"
            raise ConfigError(problem, key="http.port") from None

    def _address(self, server: Server) -> str:
        host, port = server.sockets[0].getsockname()[:2]
        scheme = "http" if self._tls is None else "https"
        return f"{scheme}://[{host}]:{port}" if ":" in host else f"{scheme}://{host}:{port}"

    async def _converse(self, connection: ServerConnection) -> None:
        assert isinstance(connection, Link), "every connection of this server is made as a Link"
        conversation = self._conversations[connection] = Conversation(connection, self._hall)
        try:
            await conversation.talk()
        finally:
            del self._conversations[connection]

    def _not_ready(self) -> Mapping[str, str]:
        if self._draining:
            return {"gateway": "draining"}
        told = {name: served.troubles() for name, served in self._places.items()}
        if len(told) == 1:
            return next(iter(told.values()))
        return {f"{name}: {what}": why for name, troubles in told.items() for what, why in troubles.items()}

    def _lobby(self) -> Reply:
        present = (conversation.patron_at for conversation in self._conversations.values())
        return lobby(self._places.values(), (at for at in present if at is not None), self._clock())

    def _offered_login(self) -> Reply:
        return offered(login=self._login is not None)

    async def _tick(self) -> None:
        settings = self._settings
        told: dict[str, Mapping[str, str]] = {}
        while True:
            await asyncio.sleep(settings.tick_seconds)
            for conversation in tuple(self._conversations.values()):
                conversation.tick()
            self._fan_out.close_laggards(settings.lag_seconds, settings.close_seconds)
            for served in self._places.values():
                served.place.tick(self._clock())
                if isinstance(served, ServedTable):
                    self._tick_table(served, told)
            self._beat_in_rooms()

    def _tick_table(self, table: ServedTable, told: dict[str, Mapping[str, str]]) -> None:
        if table.is_live():
            table.broadcast.beat(int(self._settings.heartbeat_seconds * 1000))
        if (troubles := dict(table.troubles())) != told.get(table.name, {}):
            table.broadcast.tell_condition(troubles)
            told[table.name] = troubles

    def _beat_in_rooms(self) -> None:
        now = self._clock()
        if now - self._rooms_heard_at < self._settings.heartbeat_seconds * 1000:
            return
        self._rooms_heard_at = now
        frame = text_frame(Heartbeat(server_time=now, version=0).model_dump_json().encode())
        for served in self._places.values():
            if isinstance(served, ServedRoom):
                self._fan_out.send(Crowd(served.name, PATRONS), frame)

    async def _drain(self, server: Server) -> None:
        self._draining = True
        server.close(close_connections=False)
        for link in self._fan_out.links:
            if link.is_open:
                link.dismiss(GOING_AWAY, "the table's gateway stops", self._settings.close_seconds)
            elif link.request is None:
                link.transport.abort()  # a browser's spare connection: nothing was asked on it
        try:
            await asyncio.wait_for(server.wait_closed(), self._settings.drain_seconds)
        except TimeoutError:
            for link in self._fan_out.links:
                link.transport.abort()
