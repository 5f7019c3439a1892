"""What a process tells its supervisor, over a real socket. I/O: a socket, the clock."""

import asyncio
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from dealer_table.process import READY, Supervisor
from tests.fixtures.broker_talk import running


@pytest.fixture
def ear(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(str(tmp_path / "notify"))
        ear.settimeout(10)
        yield ear


async def heard(ear: socket.socket) -> str:
    return (await asyncio.to_thread(ear.recv, 100)).decode()


async def test_it_says_that_it_serves_and_then_that_it_lives(ear: socket.socket) -> None:
    environment = {"NOTIFY_SOCKET": ear.getsockname(), "WATCHDOG_USEC": "20000", "WATCHDOG_PID": str(os.getpid())}
    supervisor = Supervisor(environment)
    assert environment == {}, "a child would speak in our name"
    supervisor.say(READY)
    assert await heard(ear) == "READY=1"
    async with running(supervisor.keep_alive()):
        assert [await heard(ear) for _ in range(3)] == ["WATCHDOG=1"] * 3


async def test_a_socket_without_a_file_will_do() -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(f"\0dealer-table-test-{os.getpid()}")
        ear.settimeout(10)
        Supervisor({"NOTIFY_SOCKET": f"@dealer-table-test-{os.getpid()}"}).say(READY)
        assert await heard(ear) == "READY=1"


@pytest.mark.parametrize(
    "environment",
    [
        {},
        {"WATCHDOG_USEC": "never"},
        {"WATCHDOG_USEC": "20000", "WATCHDOG_PID": "1"},
        {"NOTIFY_SOCKET": "/nowhere/notify"},
    ],
)
async def test_where_nobody_listens_nothing_happens(environment: dict[str, str]) -> None:
    supervisor = Supervisor(environment)
    supervisor.say(READY)
    await supervisor.keep_alive()


def test_what_is_loaded_is_left_out_of_collections() -> None:
    """In a process of its own: it is for the whole of one."""
    code = (
        "import gc\n"
        "from dealer_table.process import collect_garbage_rarely\n"
        "loaded = len(gc.get_objects())\n"
        "collect_garbage_rarely()\n"
        "print(gc.get_freeze_count() >= loaded, gc.get_threshold()[0] > 700)\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["True", "True"]
