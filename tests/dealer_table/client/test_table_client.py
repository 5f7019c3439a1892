"""The client follows a table through gaps, refusals and losses of the line. I/O: WebSocket."""

import asyncio
import json
from itertools import islice
from typing import Any

import pytest
from websockets.asyncio.server import ServerConnection

from dealer_table.client.table_client import TableAway, TableClient, growing
from dealer_table.errors import CommandRefused, WireError
from simulators.play import background
from simulators.watcher import SleepingWatcher, Watcher
from tests.fixtures.scripted_table import Script, ScriptedTable, send, snapshot, stay, update


async def test_a_lost_line_is_resumed_where_it_broke() -> None:
    async def first(connection: ServerConnection, hello: dict[str, Any]) -> None:
        await send(connection, snapshot(1))
        await send(connection, update(1, 3))

    async def second(connection: ServerConnection, hello: dict[str, Any]) -> None:
        resumed = {"type": "resumed", "table": "t", "epoch": "e", "version": 3, "server_time": 0, "replayed": 1}
        await send(connection, resumed)
        await send(connection, update(3, 5))
        await stay(connection)

    table = ScriptedTable(first, second)
    async with table.running():
        watcher = Watcher(table.address)
        async with background(watcher.run):
            await watcher.client.until(lambda view: view["n"] == 5)
    assert [(hello["epoch"], hello["version"]) for hello in table.hellos] == [(None, None), ("e", 3)]
    assert watcher.breaks == []
    assert (watcher.snapshots, watcher.resumes, sorted(watcher.updates)) == (1, 1, [3, 5])


async def test_a_gap_makes_it_ask_for_everything() -> None:
    async def first(connection: ServerConnection, hello: dict[str, Any]) -> None:
        await send(connection, snapshot(1))
        await send(connection, update(2, 3))
        await stay(connection)

    async def second(connection: ServerConnection, hello: dict[str, Any]) -> None:
        await send(connection, snapshot(3))
        await stay(connection)

    table = ScriptedTable(first, second)
    async with table.running():
        client = TableClient(table.address)
        async with background(client.run):
            await client.until(lambda view: view["n"] == 3)
    assert table.hellos[1]["version"] is None


async def test_an_answer_goes_to_who_asked() -> None:
    async def script(connection: ServerConnection, hello: dict[str, Any]) -> None:
        await send(connection, snapshot(1))
        async for text in connection:
            asked = json.loads(text)
            refused = asked["command"] == "close_betting"
            answer = {"type": "answer", "id": asked["id"], "ok": not refused, "code": "wrong_phase", "detail": "why"}
            await send(connection, answer)

    table = ScriptedTable(script)
    async with table.running():
        client = TableClient(table.address, token="secret")
        async with background(client.run):
            await client.until(lambda view: True)
            await client.command("open_betting", seconds=5)
            with pytest.raises(CommandRefused, match="wrong_phase: why"):
                await client.command("close_betting")
    assert table.hellos[0]["token"] == "secret"


async def test_no_answer_is_not_a_refusal() -> None:
    async def script(connection: ServerConnection, hello: dict[str, Any]) -> None:
        await send(connection, snapshot(1))
        await connection.recv()

    table = ScriptedTable(script)
    async with table.running():
        client = TableClient(table.address)
        with pytest.raises(TableAway):
            await client.command("open_betting")
        async with background(client.run):
            await client.until(lambda view: True)
            with pytest.raises(TableAway):
                await client.command("open_betting")


async def test_a_refused_token_ends_the_client() -> None:
    async def script(connection: ServerConnection, hello: dict[str, Any]) -> None:
        await send(connection, {"type": "fault", "code": "token_refused", "detail": "", "fatal": True})

    table = ScriptedTable(script)
    async with table.running():
        with pytest.raises(WireError, match="token_refused"):
            await TableClient(table.address, token="bad").run()


async def test_waiting_for_a_change_ends_by_time_too() -> None:
    client = TableClient("ws://127.0.0.1:9/ws")
    assert not await client.changed(client.changes, 0.01)
    with pytest.raises(TimeoutError):
        await client.until(lambda view: True, 0.01)


async def test_a_watcher_notices_what_does_not_fit() -> None:
    async def script(connection: ServerConnection, hello: dict[str, Any]) -> None:
        await send(connection, snapshot(3))
        await send(connection, update(3, 5))
        await send(connection, snapshot(4))
        await send(connection, update(4, 5) | {"events": [{"type": "other"}]})
        await stay(connection)

    table = ScriptedTable(script)
    async with table.running():
        watcher = Watcher(table.address)
        async with background(watcher.run):
            async with asyncio.timeout(10):
                while len(watcher.breaks) < 2:
                    await watcher.client.changed(watcher.client.changes, 0.1)
    assert "after version 5 was announced" in watcher.breaks[0]
    assert "announced twice" in watcher.breaks[1]
    assert watcher.events == []


async def test_a_sleeper_learns_on_waking_that_it_was_closed() -> None:
    async def script(connection: ServerConnection, hello: dict[str, Any]) -> None:
        await send(connection, snapshot(3))
        await connection.close(1013)

    sleeper = await _slept(script)
    assert (sleeper.fell_behind, sleeper.close_code) == (True, 1013)


async def test_a_sleeper_learns_on_waking_that_its_queue_was_dropped() -> None:
    async def script(connection: ServerConnection, hello: dict[str, Any]) -> None:
        await send(connection, snapshot(3))
        await send(connection, snapshot(9))
        await stay(connection)

    assert (await _slept(script)).fell_behind


async def test_a_sleeper_that_missed_nothing_kept_up() -> None:
    async def script(connection: ServerConnection, hello: dict[str, Any]) -> None:
        await send(connection, snapshot(3))
        await send(connection, update(3, 4))
        await stay(connection)

    assert not (await _slept(script)).fell_behind


async def _slept(script: Script) -> SleepingWatcher:
    table = ScriptedTable(script)
    async with table.running():
        sleeper = SleepingWatcher(table.port)
        await sleeper.fall_asleep()
        await sleeper.wake(quiet_seconds=1)
    return sleeper


async def test_background_raises_the_first_failure_by_itself() -> None:
    async def fail() -> None:
        raise OSError("broken")

    with pytest.raises(OSError, match="broken"):
        async with background(fail):
            await asyncio.sleep(10)


def test_who_is_not_let_in_waits_longer_each_time_up_to_a_bound() -> None:
    assert list(islice(growing(0.2, 1.0), 5)) == [0.2, 0.4, 0.8, 1.0, 1.0]
    assert list(islice(growing(0.2, 0.2), 3)) == [0.2, 0.2, 0.2]
