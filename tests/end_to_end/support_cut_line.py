"""A line between a client and the table that can go deaf or be cut. I/O: sockets."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

_CHUNK = 65536


class CutLine:
    """Carries bytes both ways; while it is `deaf`, what the table says is lost, and what it is told is not."""

    def __init__(self, table_port: int) -> None:
        self.deaf = False
        self.url = ""
        self._table_port = table_port
        self._writers: set[asyncio.StreamWriter] = set()

    @asynccontextmanager
    async def open(self) -> AsyncIterator["CutLine"]:
        """Carry for as long as the block lasts."""
        server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        self.url = f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}/ws"
        try:
            yield self
        finally:
            server.close()
            self.cut()
            await server.wait_closed()

    def cut(self) -> None:
        """End every connection in the middle of whatever it says; new ones may come, and hear again."""
        self.deaf = False
        for writer in self._writers:
            writer.transport.abort()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", self._table_port)
        ends = {writer, back}
        self._writers |= ends
        try:
            async with asyncio.TaskGroup() as ways:
                ways.create_task(self._one_way(reader, back, hears=True))
                ways.create_task(self._one_way(there, writer, hears=False))
        finally:
            self._writers -= ends

    async def _one_way(self, source: asyncio.StreamReader, target: asyncio.StreamWriter, *, hears: bool) -> None:
        with suppress(ConnectionError):
            while data := await source.read(_CHUNK):
                if hears or not self.deaf:
                    target.write(data)
                    await target.drain()
        target.transport.abort()
