"""Watchers for tests: one that records and checks all it is told, one that falls asleep. I/O: WebSocket."""

import asyncio
import json
import socket
from collections.abc import Mapping
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from dealer_table.client.table_client import TableClient
from dealer_table.wire.from_client import PROTOCOL

# What a client sees of a connection that ended without a farewell (RFC 6455 7.1.5).
_CUT_OFF = 1006


class Watcher:
    """A watcher that keeps every update it saw; `breaks` lists where they do not follow each other."""

    def __init__(self, url: str) -> None:
        self.client = TableClient(url, listener=self._told)
        self.updates: dict[int, Mapping[str, Any]] = {}
        self.breaks: list[str] = []
        self.snapshots = 0
        self.resumes = 0
        self._at: int | None = None
        self._epoch = ""

    @property
    def events(self) -> list[Mapping[str, Any]]:
        """Return every public event seen, in order."""
        return [event for version in sorted(self.updates) for event in self.updates[version]["events"]]

    async def run(self) -> None:
        """Watch until cancelled."""
        await self.client.run()

    def _told(self, message: Mapping[str, Any]) -> None:
        match message["type"]:
            case "snapshot":
                self.snapshots += 1
                if message["epoch"] == self._epoch and self._at is not None and message["version"] < self._at:
                    self.breaks.append(f"a snapshot at {message['version']} after version {self._at} was announced")
                self._epoch, self._at = message["epoch"], message["version"]
            case "resumed":
                self.resumes += 1
                if message["version"] != self._at:
                    self.breaks.append(f"resumed at {message['version']}, seen up to {self._at}")
            case "update":
                self._updated(message)
            case _:
                pass

    def _updated(self, message: Mapping[str, Any]) -> None:
        version = message["version"]
        if message["prev"] != self._at or version <= message["prev"]:
            self.breaks.append(f"update {message['prev']} -> {version} on top of {self._at}")
        known = self.updates.setdefault(version, message)
        if known["events"] != message["events"]:
            self.breaks.append(f"version {version} was announced twice, differently")
        self._at = version


class SleepingWatcher:
    """A watcher that stops reading, as a phone in a pocket does, until it is closed."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._connection: ClientConnection | None = None
        self.close_code: int | None = None
        self.snapshots = 0

    @property
    def fell_behind(self) -> bool:
        """Tell, after waking, whether the table gave up its queue: by a new snapshot, or by closing."""
        return self.close_code is not None or self.snapshots > 1

    async def fall_asleep(self) -> None:
        """Connect, say hello and read no more; small buffers make what piles up show soon."""
        line = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.setblocking(False)
        await asyncio.get_running_loop().sock_connect(line, ("127.0.0.1", self._port))
        self._connection = await connect(
            f"ws://127.0.0.1:{self._port}/ws",
            sock=line,
            compression=None,
            ping_interval=None,
            max_queue=1,
            max_size=None,
            proxy=None,
        )
        await self._connection.send(json.dumps({"type": "hello", "protocol": PROTOCOL}))

    async def wake(self, quiet_seconds: float = 3.0) -> None:
        """Read what was kept until nothing more comes, or until the table has closed."""
        connection = self._connection
        assert connection is not None, "a watcher falls asleep before it wakes"
        try:
            while True:
                async with asyncio.timeout(quiet_seconds):
                    message = json.loads(await connection.recv())
                self.snapshots += message["type"] == "snapshot"
        except TimeoutError:
            pass
        except ConnectionClosed as closed:
            self.close_code = closed.rcvd.code if closed.rcvd is not None else _CUT_OFF
        finally:
            await connection.close()
