"""The gateway of one table: pages, watchers and desk on one port. I/O: HTTP and WebSocket."""

import asyncio
import os
import ssl
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import assert_never

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from dealer_table.errors import ConfigError
from dealer_table.gateway.broadcast import TableBroadcast
from dealer_table.gateway.desk import Desk, OnceDesk
from dealer_table.gateway.fan_out import FanOut
from dealer_table.gateway.http_front import HttpFront, Route
from dealer_table.gateway.link import Link, link_type, text_frame
from dealer_table.gateway.metrics import GatewayMetrics
from dealer_table.gateway.pages import read_pages
from dealer_table.gateway.session import Action, Close, Immediate, Send, Session, Submit, Subscribe
from dealer_table.gateway.settings import GatewaySettings
from dealer_table.wire.launch_token import TokenKey

GOING_AWAY = 1001


class Gateway:
    """Serve one table; `broadcast` is where its updates go in, and `clock` is the table's, in milliseconds."""

    def __init__(
        self,
        table: str,
        epoch: str,
        desk: Desk,
        *,
        clock: Callable[[], int],
        metrics: GatewayMetrics,
        settings: GatewaySettings | None = None,
        keys: Sequence[TokenKey] = (),
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self._table = table
        self._clock = clock
        self._metrics = metrics
        self._settings = settings or GatewaySettings()
        self._keys = keys
        self._tls = tls
        self._desk = OnceDesk(desk)
        self._sessions: dict[Link, Session] = {}
        self._fan_out = FanOut(metrics, lambda: asyncio.get_running_loop().time())
        self.broadcast = TableBroadcast(table, epoch, self._fan_out, history=self._settings.history, clock=clock)
        self._fan_out.bind_snapshots(self.broadcast.snapshot)
        self._draining = False

    @asynccontextmanager
    async def running(
        self,
        *,
        readiness: Callable[[], Mapping[str, str]] = dict,
        is_live: Callable[[], bool] = lambda: True,
        folders: Mapping[str, Path] | None = None,
        routes: Mapping[str, Route] | None = None,
    ) -> AsyncIterator[str]:
        """Serve until the block ends, then drain; yields the address of the watcher's page.

        `readiness` returns why the table is not ready, by what is missing; the desk is told too. While the table is not
        `is_live` there is no heartbeat. `folders` are more pages, by prefix; `routes` more answers to GET, by path.
        """
        front = HttpFront(
            self._settings,
            self._metrics,
            await asyncio.to_thread(read_pages, folders or {}),
            readiness=lambda: {"gateway": "draining"} if self._draining else readiness(),
            connected=lambda: len(self._fan_out.links),
            routes=routes or {},
        )
        server = await self._listen(front)
        try:
            async with asyncio.TaskGroup() as tasks:
                ticking = tasks.create_task(self._tick(readiness, is_live))
                yield self._address(server)
                ticking.cancel()
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
                create_connection=link_type(self._fan_out, settings.socket_buffer),
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
        session = Session(self._table, self._keys, self._settings.session, self._clock())
        self._sessions[connection] = session
        try:
            while connection.is_open:
                message = await connection.recv()
                await self._act(connection, session.receive(message, self._clock()))
        except ConnectionClosed:
            pass  # how a conversation ends
        finally:
            del self._sessions[connection]

    async def _act(self, link: Link, actions: Sequence[Action]) -> None:
        for action in actions:
            match action:
                case Submit():
                    answer = await self._desk.perform(action)
                    self._metrics.commands.labels(action.name, answer.code or "ok").inc()
                    self._do(link, Send(answer))
                case _:
                    self._do(link, action)

    def _do(self, link: Link, action: Immediate) -> None:
        match action:
            case Send(message=message):
                if message.type == "fault":
                    self._metrics.faults.labels(message.code).inc()
                link.write(text_frame(message.model_dump_json().encode()))
            case Subscribe(audience=audience, epoch=epoch, version=version):
                frames, resumed = self.broadcast.joining(audience, epoch, version)
                self._metrics.joins.labels("resumed" if resumed else "snapshot").inc()
                self._fan_out.join(link, audience, frames)
            case Close(code=code, reason=reason):
                link.dismiss(code, reason, self._settings.close_seconds)
            case _:
                assert_never(action)

    async def _tick(self, readiness: Callable[[], Mapping[str, str]], is_live: Callable[[], bool]) -> None:
        settings = self._settings
        told: dict[str, str] = {}
        while True:
            await asyncio.sleep(settings.tick_seconds)
            for link, session in tuple(self._sessions.items()):
                for action in session.tick(self._clock()) if link.is_open else ():
                    self._do(link, action)
            self._fan_out.close_laggards(settings.lag_seconds, settings.close_seconds)
            if is_live():
                self.broadcast.beat(int(settings.heartbeat_seconds * 1000))
            if (troubles := dict(readiness())) != told:
                self.broadcast.tell_condition(troubles)
                told = troubles

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
