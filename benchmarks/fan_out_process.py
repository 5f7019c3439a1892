"""A server that does nothing but tell everybody: the floor, or the gateway itself. I/O: sockets.

    python -m benchmarks.fan_out_process raw|gateway COUNT

It says {"port": …}, then for each line {"text": …} sends that text to its COUNT sockets and says when it began and how
much CPU time this process has used in all before. The gateway, asked {"text": …, "past_the_gateway": true}, writes the
same frame to the same sockets itself, by the shortest way.
"""

import asyncio
import json
import socket
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from prometheus_client import CollectorRegistry

from dealer_table.gateway.audience import Audience, AudienceUpdate, Crowd
from dealer_table.gateway.link import Link, text_frame
from dealer_table.gateway.metrics import GatewayMetrics
from dealer_table.gateway.remote_table import NoDesk, NoPatrons
from dealer_table.gateway.server import Gateway
from dealer_table.gateway.settings import GatewaySettings

_QUIET = GatewaySettings(heartbeat_seconds=3600)

Send = Callable[[dict[str, Any]], None]


@asynccontextmanager
async def _raw() -> AsyncIterator[tuple[int, Send]]:
    """Serve as asyncio does it at its plainest: the floor."""
    transports: list[asyncio.Transport] = []

    class Accepted(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            assert isinstance(transport, asyncio.Transport)
            # The same bound as the gateway's: the kernel's own would let it keep more in flight.
            transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _QUIET.socket_buffer)
            transports.append(transport)

    def send(asked: dict[str, Any]) -> None:
        frame = text_frame(asked["text"].encode())
        for transport in transports:
            transport.write(frame)

    server = await asyncio.get_running_loop().create_server(Accepted, "127.0.0.1", 0, backlog=1024)
    async with server:
        yield server.sockets[0].getsockname()[1], send


@asynccontextmanager
async def _gateway() -> AsyncIterator[tuple[int, Send]]:
    """Serve as the table does, with a table behind it that is told what to say."""
    gateway = Gateway(
        clock=lambda: time.time_ns() // 1_000_000,
        metrics=GatewayMetrics(CollectorRegistry()),
        settings=_QUIET,
    )
    broadcast = gateway.open_broadcast("bench", "epoch")
    gateway.open_table("bench", broadcast, NoDesk(), NoPatrons())
    for audience in Audience:
        broadcast.begin(audience, 0, {"note": None})
    version = 0

    def send(asked: dict[str, Any]) -> None:
        nonlocal version
        if asked.get("past_the_gateway"):
            frame = text_frame(asked["text"].encode())
            for link in _links(gateway):
                link.transport.write(frame)
            return
        version += 1
        update = AudienceUpdate(version, asked["at"], [], {"note": asked["note"]})
        broadcast.publish(Audience.WATCHERS, update)

    async with gateway.running() as address:
        yield int(address.rpartition(":")[2]), send


def _links(gateway: Gateway) -> list[Link]:
    # In the order they came, as the gateway writes: another order costs more, by what memory then has to be fetched.
    return list(gateway._fan_out._live[Crowd("bench", Audience.WATCHERS)])


async def _serve(kind: str) -> None:
    reader = asyncio.StreamReader(limit=4 * 1024 * 1024)
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    async with (_raw if kind == "raw" else _gateway)() as (port, send):
        _say({"port": port})
        while line := await reader.readline():
            asked = json.loads(line)
            used, began = time.process_time_ns(), time.monotonic_ns()
            if asked:
                send(asked)
            _say({"began": began, "used": used})


def _say(message: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(_serve(sys.argv[1]))
