"""A bridge from a real port to a real broker, in this process and as one that is killed."""

import asyncio
import os
import signal
import sys
import tty
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from dealer_table.wire.card_read import ScannerStatus, parse_scanner_message, parse_scanner_status
from dealer_table.wire.topics import scanner_read, scanner_status
from scanner_drivers.bridge import run_bridges
from scanner_drivers.bridge_config import load_bridge_config
from tests.fixtures.broker_talk import Peer, peer, running, until
from tests.fixtures.brokers import Broker

pytest_plugins = ["tests.fixtures.broker_fixtures"]

READ, STATUS = scanner_read("BAC-1", "shoe"), scanner_status("BAC-1", "shoe")
COMMAND = "from scanner_drivers.scanner_commands import app; app()"


@pytest.fixture
def master(tmp_path: Path) -> int:
    """Return our end of a cable whose other end is the port `cable` in the test's folder."""
    ours, theirs = os.openpty()
    tty.setraw(theirs)
    (tmp_path / "cable").symlink_to(os.ttyname(theirs))
    os.close(theirs)
    return ours


@pytest.fixture
def config(tmp_path: Path, broker: Broker) -> Path:
    path = tmp_path / "scanner.toml"
    path.write_text(
        f"""
        table = "BAC-1"
        [mqtt]
        host = "{broker.host}"
        port = {broker.port}
        [[scanner]]
        name = "shoe"
        driver = "ascii_line"
        port = "{tmp_path / "cable"}"
        settings = {{ cut_card_code = "9990" }}
        """
    )
    return path


def statuses(connection: Peer) -> list[ScannerStatus]:
    return [parse_scanner_status(payload) for payload in connection.on(STATUS)]


def is_online(connection: Peer) -> bool:
    told = statuses(connection)
    return bool(told) and told[-1].online


def kinds(connection: Peer) -> list[str]:
    """Return what was read, without what was sent again."""
    messages = {message.seq: message for message in map(parse_scanner_message, connection.on(READ))}
    return [messages[seq].kind for seq in sorted(messages)]


async def test_a_card_travels_from_the_port_to_the_topic(broker: Broker, config: Path, master: int) -> None:
    async with peer(broker) as connection, running(run_bridges(load_bridge_config(config))):
        await until(lambda: is_online(connection))
        for data in (b"10", b"10\r1010\r", b"NOREAD\r", b"9990\r"):
            os.write(master, data)
        await until(lambda: kinds(connection) == ["card", "misread", "cut_card"])
    os.close(master)


async def test_a_pulled_cable_is_told_and_so_is_its_return(
    broker: Broker, config: Path, master: int, tmp_path: Path
) -> None:
    async with peer(broker) as connection, running(run_bridges(load_bridge_config(config))):
        await until(lambda: is_online(connection))
        os.write(master, b"1010\r21")
        await until(lambda: kinds(connection) == ["card"])
        os.close(master)
        await until(lambda: not is_online(connection))
        assert statuses(connection)[-1].reason
        again, theirs = os.openpty()
        tty.setraw(theirs)
        (tmp_path / "cable").unlink(missing_ok=True)
        (tmp_path / "cable").symlink_to(os.ttyname(theirs))
        await until(lambda: is_online(connection))
        os.write(again, b"2100\r")
        await until(lambda: kinds(connection) == ["card", "misread", "card"])  # the half code is told, never finished
        os.close(theirs)
    os.close(again)


@asynccontextmanager
async def bridge_process(config: Path) -> AsyncIterator[asyncio.subprocess.Process]:
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-c", COMMAND, "run", "--config", str(config), stderr=asyncio.subprocess.DEVNULL
    )
    try:
        yield child
    finally:
        if child.returncode is None:
            child.kill()
        await child.wait()


async def test_a_killed_bridge_is_offline_by_its_last_will_and_its_next_boot_is_another(
    broker: Broker, config: Path, master: int
) -> None:
    async with peer(broker) as connection:
        async with bridge_process(config) as child:
            await until(lambda: is_online(connection))
            os.write(master, b"1010\r")
            await until(lambda: kinds(connection) == ["card"])
            child.send_signal(signal.SIGKILL)
            await until(lambda: not is_online(connection))
            assert statuses(connection)[-1].reason == "bridge lost"
        async with bridge_process(config):
            await until(lambda: is_online(connection))
        assert len({status.boot for status in statuses(connection)}) == 2
    os.close(master)


async def test_a_stopped_bridge_says_so_and_ends_well(broker: Broker, config: Path, master: int) -> None:
    async with peer(broker) as connection, bridge_process(config) as child:
        await until(lambda: is_online(connection))
        child.send_signal(signal.SIGTERM)
        assert await child.wait() == 0
        await until(lambda: statuses(connection)[-1].reason == "bridge stopped")
    os.close(master)
