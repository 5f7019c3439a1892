"""A gateway on a free port with a table of its own making behind it, and clients to talk to it. I/O: sockets."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Self

from prometheus_client import CollectorRegistry
from websockets.asyncio.client import ClientConnection, connect
from websockets.client import ClientProtocol
from websockets.frames import Frame
from websockets.protocol import State
from websockets.uri import parse_uri

from dealer_table.gateway.audience import Audience, AudienceUpdate
from dealer_table.gateway.desk_requests import StaffCommand
from dealer_table.gateway.metrics import GatewayMetrics
from dealer_table.gateway.remote_table import NoPatrons
from dealer_table.gateway.server import Gateway
from dealer_table.gateway.settings import GatewaySettings
from dealer_table.gateway.staff_login import StaffRules
from dealer_table.procedure.words import Role
from dealer_table.wire.launch_token import TokenKey, issue

KEY = TokenKey("k", "s" * 32)


class RunningTable:
    """What a test needs: the gateway, its desk, its clock, its metrics, and a version that moves on."""

    def __init__(self, settings: GatewaySettings, staff: StaffRules | None = None) -> None:
        self.now = 1_800_000_000_000
        self.commands: list[StaffCommand] = []
        self.fault: Exception | None = None
        self.not_ready: dict[str, str] = {}
        self.registry = CollectorRegistry()
        self.address = ""
        self.version = 0
        self.gateway = Gateway(
            clock=lambda: self.now,
            metrics=GatewayMetrics(self.registry),
            settings=settings,
            keys=[KEY],
            staff=staff,
        )
        self.broadcast = self.gateway.open_broadcast("t1", "e1")
        self.gateway.open_table("t1", self.broadcast, self, NoPatrons(), troubles=lambda: self.not_ready)
        for audience in Audience:
            self.broadcast.begin(audience, 0, {"table": {"phase": "closed"}, "note": None})

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2])

    async def submit(self, command: StaffCommand) -> None:
        if self.fault is not None:
            raise self.fault
        self.commands.append(command)

    def publish(self, note: str = "", audience: Audience = Audience.WATCHERS) -> None:
        self.version += 1
        self.broadcast.publish(audience, AudienceUpdate(self.version, self.now, [], {"note": note}))

    def count(self, name: str, **labels: str) -> float:
        return self.registry.get_sample_value(f"dealer_table_gateway_{name}", labels) or 0.0

    def token(self, role: Role = Role.DEALER) -> str:
        return issue(KEY, role=role, name="Ada", table="t1", expires_at=self.now + 60_000, now=self.now)

    @asynccontextmanager
    async def client(self, **options: Any) -> AsyncIterator[ClientConnection]:
        async with connect(f"ws://127.0.0.1:{self.port}/ws", compression=None, **options) as client:
            yield client

    @asynccontextmanager
    async def watcher(self, **hello: Any) -> AsyncIterator[ClientConnection]:
        async with self.client() as client:
            await say_hello(client, **hello)
            yield client


@asynccontextmanager
async def running_table(
    settings: GatewaySettings | None = None,
    folders: Mapping[str, Path] | None = None,
    staff: StaffRules | None = None,
) -> AsyncIterator[RunningTable]:
    """Run a table for as long as the block lasts."""
    table = RunningTable(settings or GatewaySettings(tick_seconds=0.02, drain_seconds=2.0, close_seconds=0.5), staff)
    async with table.gateway.running(folders=folders) as table.address:
        yield table


async def say_hello(client: ClientConnection, **fields: Any) -> None:
    """Send a hello."""
    await client.send(json.dumps({"type": "hello", "protocol": 1} | fields))


async def receive(client: ClientConnection) -> Any:
    """Return the next message."""
    return json.loads(await asyncio.wait_for(client.recv(), 20))


async def until(condition: Callable[[], bool]) -> None:
    """Wait for what must come."""
    async with asyncio.timeout(20):
        while not condition():  # noqa: ASYNC110 -- what is waited for is in counters and sockets, which set no event
            await asyncio.sleep(0.01)


class SleepyClient:
    """A client on a bare socket, which reads when it is told to and not before."""

    def __init__(self, port: int, **hello: Any) -> None:
        self._hello = {"type": "hello", "protocol": 1} | hello
        self._socket = socket.socket()
        # A small window, so that the table's side notices early.
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self._socket.setblocking(False)
        self._port = port
        self._protocol = ClientProtocol(parse_uri(f"ws://127.0.0.1:{port}/ws"), max_size=None)
        self.messages: list[Any] = []
        self.raw = b""

    async def __aenter__(self) -> Self:
        await self.join()
        return self

    async def __aexit__(self, *_: object) -> None:
        self._socket.close()

    async def join(self) -> None:
        """Connect and say hello."""
        await asyncio.get_running_loop().sock_connect(self._socket, ("127.0.0.1", self._port))
        self._protocol.send_request(self._protocol.connect())
        await self._flush()
        while self._protocol.state is not State.OPEN:
            await self.read_some()
        await self.say_hello()

    async def say_hello(self, **changes: Any) -> None:
        """Send a hello."""
        self._protocol.send_text(json.dumps(self._hello | changes).encode())
        await self._flush()

    async def say_goodbye(self) -> None:
        """Send a close frame."""
        self._protocol.send_close(1000)
        await self._flush()

    async def read_some(self) -> bool:
        """Read once; False at the end of the stream."""
        try:
            data = await asyncio.get_running_loop().sock_recv(self._socket, 65536)
        except ConnectionResetError:
            data = b""
        self.raw += data
        if not data:
            self._protocol.receive_eof()
            return False
        self._protocol.receive_data(data)
        for event in self._protocol.events_received():
            if isinstance(event, Frame) and event.opcode.name == "TEXT":
                self.messages.append(json.loads(bytes(event.data)))
        await self._flush()
        return True

    async def read_until(self, condition: Callable[[], bool]) -> None:
        """Read until `condition` holds."""
        async with asyncio.timeout(20):
            while not condition():
                assert await self.read_some(), "the stream ended too early"

    async def read_to_the_end(self) -> int | None:
        """Read everything and return the close code, None when the table just hung up."""
        async with asyncio.timeout(20):
            while await self.read_some():
                pass
        return None if self._protocol.close_rcvd is None else self._protocol.close_rcvd.code

    async def _flush(self) -> None:
        for data in self._protocol.data_to_send():
            if data:
                await asyncio.get_running_loop().sock_sendall(self._socket, data)
