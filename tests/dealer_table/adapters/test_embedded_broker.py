"""The broker in the box: where it listens, and that it ends with its table. I/O: processes on loopback."""

import asyncio
import os
import signal
import subprocess
import sys

import pytest

from dealer_table.adapters.embedded_broker import EmbeddedBroker
from tests.fixtures.broker_talk import peer, until
from tests.fixtures.brokers import answers

START_AND_WAIT = """
from dealer_table.adapters.embedded_broker import EmbeddedBroker
broker = EmbeddedBroker()
broker.start()
print(broker.port, flush=True)
input()
"""


def test_it_keeps_its_port_over_a_stop_and_a_kill() -> None:
    broker = EmbeddedBroker()
    port = broker.port
    for end in (broker.stop, broker.kill, broker.stop):
        broker.start()
        assert answers(port)
        end()
        assert not answers(port)
    assert broker.port == port


def test_ending_what_does_not_run_is_no_fault() -> None:
    broker = EmbeddedBroker()
    broker.stop()
    broker.kill()


def test_a_port_that_is_taken_is_told() -> None:
    with EmbeddedBroker() as first, pytest.raises(OSError, match=str(first.port)):
        EmbeddedBroker(first.port).start()


async def test_a_snapshot_larger_than_the_brokers_default_passes() -> None:
    large = b"x" * 500_000
    with EmbeddedBroker() as broker:
        async with peer(broker) as client:
            await client.say("dealer-table/t1/view", large, retain=True)
            await until(lambda: client.on("dealer-table/t1/view") == [large])


def test_it_ends_with_its_table_however_that_ends() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", START_AND_WAIT], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as table:
        assert table.stdout is not None
        port = int(table.stdout.readline())
        assert answers(port)
        os.kill(table.pid, signal.SIGKILL)
    asyncio.run(until(lambda: not answers(port)))
