"""The fan-out is tested on real sockets: what a slow reader does to a buffer cannot be imitated."""

import asyncio

from dealer_table.gateway.settings import GatewaySettings
from tests.dealer_table.gateway.running_table import RunningTable, SleepyClient, receive, running_table, until

PATIENT = GatewaySettings(tick_seconds=0.02, lag_seconds=60, socket_buffer=4096, drain_seconds=2, close_seconds=0.5)
STRICT = GatewaySettings(tick_seconds=0.02, lag_seconds=0.2, socket_buffer=4096, drain_seconds=2, close_seconds=0.5)
NOTE = "n" * 2000


async def publish_until_behind(table: RunningTable) -> None:
    async with asyncio.timeout(20):
        while table.count("lagging") == 0:
            table.publish(NOTE)
            await asyncio.sleep(0)


async def test_a_sleeper_loses_its_queue_and_wakes_to_a_snapshot() -> None:
    async with running_table(PATIENT) as table, SleepyClient(table.port) as sleeper:
        await until(lambda: table.count("connections", place="t1", audience="watchers") == 1)
        await publish_until_behind(table)
        fell_at = table.version
        for _ in range(500):
            table.publish(NOTE)
        await sleeper.read_until(lambda: len(sleeper.messages) > 1 and sleeper.messages[-1]["type"] == "snapshot")
        # What was queued came in order, then nothing until the snapshot, which is of now.
        versions = [message["version"] for message in sleeper.messages]
        assert versions == [*range(fell_at + 1), table.version]
        table.publish("awake")
        await sleeper.read_until(lambda: sleeper.messages[-1]["view"] == {"note": "awake"})
        assert sleeper.messages[-1]["prev"] == sleeper.messages[-2]["version"]
        assert table.count("fell_behind_total") == 1
        assert table.count("lagging") == 0


async def test_a_sleeper_that_does_not_wake_is_closed_and_nobody_else_notices() -> None:
    async with running_table(STRICT) as table, table.watcher() as client, SleepyClient(table.port):
        await until(lambda: table.count("connections", place="t1", audience="watchers") == 2)
        assert (await receive(client))["version"] == 0
        while table.count("closed_slow_total") == 0:
            table.publish(NOTE)
            assert (await receive(client))["version"] == table.version
        await until(lambda: table.count("connections", place="t1", audience="watchers") == 1)
        table.publish("undisturbed")
        assert (await receive(client))["view"] == {"note": "undisturbed"}
        assert table.count("lagging") == 0


async def test_a_sleeper_that_reads_in_time_learns_why_it_is_closed() -> None:
    settings = GatewaySettings(tick_seconds=0.02, lag_seconds=0.1, socket_buffer=4096, close_seconds=60)
    async with running_table(settings) as table, SleepyClient(table.port) as sleeper:
        await until(lambda: table.count("connections", place="t1", audience="watchers") == 1)
        await publish_until_behind(table)
        await until(lambda: table.count("closed_slow_total") == 1)
        assert await sleeper.read_to_the_end() == 1013


async def test_one_that_lags_before_it_joins_again_still_gets_one_snapshot() -> None:
    async with running_table(PATIENT) as table, SleepyClient(table.port) as sleeper:
        await until(lambda: table.count("connections", place="t1", audience="watchers") == 1)
        await publish_until_behind(table)
        before = table.count("joins_total", how="snapshot")
        await sleeper.say_hello()
        await until(lambda: table.count("joins_total", how="snapshot") == before + 1)
        fell_at = table.version
        table.publish("missed")
        await sleeper.read_until(lambda: len(sleeper.messages) > 1 and sleeper.messages[-1]["type"] == "snapshot")
        assert [message["version"] for message in sleeper.messages] == [*range(fell_at + 1), table.version]


async def test_a_client_that_leaves_is_forgotten() -> None:
    async with running_table(PATIENT) as table:
        async with table.watcher() as client:
            await receive(client)
        await until(lambda: table.count("connections", place="t1", audience="watchers") == 0)
        table.publish("to nobody")
        assert table.count("deliveries_total", place="t1", audience="watchers") == 0


async def test_nothing_follows_a_close_frame() -> None:
    async with running_table(PATIENT) as table, SleepyClient(table.port) as sleeper:
        await sleeper.read_until(lambda: bool(sleeper.messages))
        await sleeper.say_goodbye()
        async with asyncio.TaskGroup() as tasks:
            reading = tasks.create_task(sleeper.read_to_the_end())
            for _ in range(200):
                table.publish("still here?")
                await asyncio.sleep(0)
        assert reading.result() == 1000
        assert sleeper.raw.endswith(b"\x88\x02\x03\xe8")
