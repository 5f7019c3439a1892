import asyncio
import json
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from dealer_table.errors import CommandRefused
from dealer_table.gateway.audience import Audience
from dealer_table.gateway.settings import GatewaySettings, SessionLimits
from dealer_table.procedure.commands import OpenBetting
from dealer_table.procedure.words import Actor, Role
from tests.dealer_table.gateway.running_table import receive, running_table, say_hello, until


async def closed_with(client: Any) -> int | None:
    """Read to the end and return the close code."""
    with pytest.raises(ConnectionClosed) as closed:
        while True:
            await asyncio.wait_for(client.recv(), 20)
    return closed.value.rcvd.code if closed.value.rcvd is not None else None


async def ask(client: Any, command: str, request: str, **fields: Any) -> Any:
    await client.send(json.dumps({"type": "command", "id": request, "command": command} | fields))
    return await receive(client)


async def test_a_watcher_gets_a_snapshot_and_then_every_step() -> None:
    async with running_table() as table, table.watcher() as client:
        snapshot = await receive(client)
        assert (snapshot["type"], snapshot["version"], snapshot["epoch"]) == ("snapshot", 0, "e1")
        assert snapshot["view"] == {"table": {"phase": "closed"}, "note": None}
        for note in ("one", "two"):
            table.publish(note)
        steps = [await receive(client) for _ in range(2)]
        assert [(step["prev"], step["version"], step["view"]) for step in steps] == [
            (0, 1, {"note": "one"}),
            (1, 2, {"note": "two"}),
        ]
        assert table.count("connections", place="t1", audience="watchers") == 1
        assert table.count("deliveries_total", place="t1", audience="watchers") == 2


async def test_a_client_that_comes_back_gets_what_it_missed() -> None:
    async with running_table() as table:
        async with table.watcher() as client:
            await receive(client)
            table.publish("one")
            await receive(client)
        for note in ("two", "three"):
            table.publish(note)
        async with table.watcher(epoch="e1", version=1) as client:
            resumed = await receive(client)
            assert (resumed["type"], resumed["version"], resumed["replayed"]) == ("resumed", 1, 2)
            table.publish("four")
            assert [(await receive(client))["version"] for _ in range(3)] == [2, 3, 4]


@pytest.mark.parametrize("known", [{"epoch": "another", "version": 1}, {"epoch": "e1", "version": 77}])
async def test_a_client_from_elsewhere_begins_anew(known: dict[str, Any]) -> None:
    async with running_table() as table:
        table.publish("one")
        async with table.watcher(**known) as client:
            snapshot = await receive(client)
            assert (snapshot["type"], snapshot["version"], snapshot["view"]["note"]) == ("snapshot", 1, "one")


async def test_a_client_may_ask_again_on_the_same_connection() -> None:
    async with running_table() as table, table.watcher() as client:
        await receive(client)
        await say_hello(client, epoch="e1", version=0)
        assert (await receive(client))["type"] == "resumed"
        table.publish("once")
        assert (await receive(client))["view"] == {"note": "once"}
        await client.send('{"type":"ping","sent":1}')
        assert await receive(client) == {"type": "pong", "sent": 1.0, "server_time": table.now}
        assert table.count("connections", place="t1", audience="watchers") == 1


async def test_the_desk_gives_commands_and_sees_its_own_view() -> None:
    async with running_table() as table, table.watcher(token=table.token(Role.SUPERVISOR)) as desk, table.watcher():
        assert (await receive(desk))["epoch"] == "e1-supervisor"
        assert await ask(desk, "open_betting", "a", seconds=9) == _answer("a", ok=True)
        assert table.commands == [OpenBetting(table.now, Actor(Role.SUPERVISOR, "Ada"), 9)]
        table.publish("for watchers")
        table.publish("for the desk", Audience.SUPERVISOR)
        assert (await receive(desk))["view"] == {"note": "for the desk"}
        assert table.count("commands_total", place="t1", command="open_betting", result="ok") == 1


def _answer(request: str, *, ok: bool, code: str = "", detail: str = "") -> dict[str, Any]:
    empty: dict[str, Any] = {"numbers": {}, "result": None}
    return {"type": "answer", "id": request, "ok": ok, "code": code, "detail": detail} | empty


async def test_a_refusal_is_an_answer_and_a_repeat_gets_the_same_on_any_connection() -> None:
    async with running_table() as table:
        table.fault = CommandRefused("wrong_phase", "the table is closed")
        refused = _answer("a", ok=False, code="wrong_phase", detail="the table is closed")
        async with table.watcher(token=table.token()) as desk:
            await receive(desk)
            assert await ask(desk, "open_betting", "a") == refused
        table.fault = None
        async with table.watcher(token=table.token()) as desk:
            await receive(desk)
            assert await ask(desk, "open_betting", "a") == refused
            assert await ask(desk, "open_betting", "b") == _answer("b", ok=True)


async def test_a_watcher_is_not_allowed_what_the_desk_may() -> None:
    async with running_table() as table, table.watcher() as client:
        await receive(client)
        assert (await ask(client, "open_betting", "a"))["code"] == "not_allowed"
        assert table.commands == []


@pytest.mark.parametrize(
    ("first", "code"),
    [
        ({"protocol": 9}, "wrong_protocol"),
        ({"table": "elsewhere"}, "unknown_table"),
        ({"token": "forged"}, "token_refused"),
    ],
)
async def test_a_wrong_hello_is_told_why_and_closed(first: dict[str, Any], code: str) -> None:
    async with running_table() as table, table.watcher(**first) as client:
        fault = await receive(client)
        assert (fault["type"], fault["code"], fault["fatal"]) == ("fault", code, True)
        assert await closed_with(client) == 1008
        assert table.count("faults_total", code=code) == 1


async def test_a_token_that_runs_out_ends_the_conversation() -> None:
    async with running_table() as table, table.watcher(token=table.token()) as desk:
        await receive(desk)
        table.now += 60_000
        assert (await receive(desk))["code"] == "token_refused"
        assert await closed_with(desk) == 1008


async def test_who_never_says_hello_is_sent_away() -> None:
    async with running_table() as table, table.client() as client:
        table.now += 5_000
        assert (await receive(client))["code"] == "hello_first"
        assert await closed_with(client) == 1008


async def test_junk_is_answered_and_at_last_closed_and_nobody_else_minds() -> None:
    junk: list[str | bytes] = ["junk", b"\x00\xff", "[" * 4000, '{"type":"hello"}', json.dumps({"x" * 3000: 1})]
    async with running_table() as table, table.watcher() as other, table.watcher() as client:
        await receive(other)
        await receive(client)
        for message in junk:
            await client.send(message)
        codes = [(await receive(client))["code"] for _ in junk]
        assert codes == ["not_understood", "not_text", "too_deep", "not_understood", "not_understood"]
        assert await closed_with(client) == 1008
        table.publish("undisturbed")
        assert (await receive(other))["view"] == {"note": "undisturbed"}


async def test_a_message_that_is_too_long_closes_at_once() -> None:
    async with running_table() as table, table.watcher() as client:
        await client.send(json.dumps({"type": "ping", "more": "x" * 20000}))
        assert await closed_with(client) == 1009


async def test_who_talks_too_fast_is_closed() -> None:
    async with running_table() as table, table.watcher() as client:
        await receive(client)
        for _ in range(40):
            await client.send('{"type":"ping"}')
        assert await closed_with(client) == 1008
        assert table.count("faults_total", code="too_fast") == 5


async def test_a_quiet_table_still_beats() -> None:
    settings = GatewaySettings(tick_seconds=0.02, heartbeat_seconds=10)
    async with running_table(settings) as table, table.watcher() as client:
        await receive(client)
        table.now += 10_000
        assert await receive(client) == {"type": "heartbeat", "server_time": table.now, "version": 0}


async def test_only_so_many_at_once() -> None:
    settings = GatewaySettings(connections=1, drain_seconds=1, close_seconds=0.2)
    async with running_table(settings) as table, table.watcher() as client:
        await receive(client)
        with pytest.raises(InvalidStatus) as refused:
            async with table.client():
                pass
        assert refused.value.response.status_code == 503
        assert table.count("refused_total", why="full") == 1


@pytest.mark.parametrize(("origin", "status"), [("http://evil.example", 403), (None, 101)])
async def test_a_foreign_page_may_not_connect(origin: str | None, status: int) -> None:
    async with running_table() as table:
        if status == 101:
            own: Any = f"http://127.0.0.1:{table.port}"
            async with table.client(origin=own) as client:
                await say_hello(client)
                assert (await receive(client))["type"] == "snapshot"
        else:
            with pytest.raises(InvalidStatus) as refused:
                async with table.client(origin=origin):
                    pass
            assert refused.value.response.status_code == status


async def test_there_is_one_door() -> None:
    async with running_table() as table:
        with pytest.raises(InvalidStatus) as refused:
            async with connect(f"ws://127.0.0.1:{table.port}/elsewhere"):
                pass
        assert refused.value.response.status_code == 404


async def test_a_stop_says_goodbye_to_everybody() -> None:
    async with running_table() as table:
        clients = [await connect(f"ws://127.0.0.1:{table.port}/ws") for _ in range(3)]
        for client in clients:
            await say_hello(client)
            await receive(client)
    assert [await closed_with(client) for client in clients] == [1001] * 3


async def test_a_stop_does_not_wait_for_who_asks_nothing_or_reads_nothing() -> None:
    settings = GatewaySettings(drain_seconds=30, close_seconds=0.2)
    async with running_table(settings) as table:
        _, spare = await asyncio.open_connection("127.0.0.1", table.port)
        client = await connect(f"ws://127.0.0.1:{table.port}/ws")
        client.transport.pause_reading()
        await say_hello(client)
        await until(lambda: table.count("connections", place="t1", audience="watchers") == 1)
    spare.close()
    client.transport.abort()
    assert table.count("connections", place="t1", audience="watchers") == 0


async def test_a_burst_within_the_limit_is_fine() -> None:
    limits = SessionLimits(burst=100)
    settings = GatewaySettings(session=limits, close_seconds=0.2)
    async with running_table(settings) as table, table.watcher() as client:
        await receive(client)
        for number in range(90):
            await client.send(json.dumps({"type": "ping", "sent": number}))
        assert [(await receive(client))["sent"] for _ in range(90)] == list(range(90))
