"""On a full disk nothing is told and nothing is lost, and with space the coup goes on. I/O: processes, file systems.

Two ways to take the space away. A process that may write no file beyond its first byte can be made anywhere; a small
file system of its own needs the right to mount one, and takes the log and all else with it.
"""

import asyncio
import json
import resource
import subprocess
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Protocol

import pytest

from dealer_table.errors import CommandRefused
from simulators.rig import TABLE_PROCESS
from tests.end_to_end.support_dealt_table import DealtTable, Order, faults_of
from tests.end_to_end.support_record import WholeRecord
from tests.fixtures.broker_talk import until

_ALL_THERE_IS = 16 * 1024 * 1024


class Disk(Protocol):
    """Where a table lives."""

    def fill(self, table: DealtTable) -> None: ...
    def free(self, table: DealtTable) -> None: ...


class LimitedProcess:
    """Forbids the table's process to write."""

    def fill(self, table: DealtTable) -> None:
        self._limit(table, 1)

    def free(self, table: DealtTable) -> None:
        self._limit(table, resource.RLIM_INFINITY)

    def _limit(self, table: DealtTable, size: int) -> None:
        pid = table.rig.parts[TABLE_PROCESS].pid
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


class SmallFileSystem:
    """Fills the file system with ballast."""

    def fill(self, table: DealtTable) -> None:
        with self._ballast(table).open("wb", buffering=0) as ballast:
            try:
                while ballast.write(b"\0" * 4096):
                    pass
            except OSError:
                return

    def free(self, table: DealtTable) -> None:
        self._ballast(table).unlink()

    def _ballast(self, table: DealtTable) -> Path:
        return table.order.directory / "ballast"


@contextmanager
def small_file_system() -> Iterator[Path | None]:
    """Mount one; None where that is not allowed."""
    with tempfile.TemporaryDirectory() as folder:
        options = f"size={_ALL_THERE_IS},mode=0700"
        command = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", folder]
        mounted = subprocess.run(command, capture_output=True, check=False)
        try:
            yield Path(folder) if mounted.returncode == 0 else None
        finally:
            if mounted.returncode == 0:
                subprocess.run(["umount", "--lazy", folder], check=True)


def mountable() -> bool:
    with small_file_system() as folder:
        return folder is not None


@pytest.mark.parametrize("disk", [LimitedProcess(), *([SmallFileSystem()] if mountable() else [])], ids=type)
async def test_while_the_disk_is_full_nothing_is_told_and_nothing_is_lost(tmp_path: Path, disk: Disk) -> None:
    with small_file_system() as folder:
        table = DealtTable(Order(folder or tmp_path, 31, coups=4))

        async def fill_and_free() -> None:
            async with dealer_at_rest_in_mid_coup(table):
                disk.fill(table)
                await nothing_goes(table)
                disk.free(table)
                await until(lambda: table.quiet)
                assert (await ready(table))[0] == 200

        await table.deal(fill_and_free)
        assert faults_of(table) == []


@asynccontextmanager
async def dealer_at_rest_in_mid_coup(table: DealtTable) -> AsyncIterator[None]:
    """Let the dealer rest while a card is due, and go on behind the block."""
    await table.step(30)
    while True:
        table.dealer.paused = True
        await until(lambda: table.quiet)
        if table.desk.view["desk"]["next"]["action"] == "draw":
            break
        table.dealer.paused = False
        await table.step(table.steps + 1)
    yield
    table.dealer.paused = False


async def nothing_goes(table: DealtTable) -> None:
    """Draw a card and press buttons at a table that cannot write; see that nobody learns of anything."""
    recorded = len(WholeRecord(table.rig.journal).events)
    told = [len(messages) for messages in updates_of(table)]
    heard = len(table.heard)
    await table.dealer.draw_by_hand()
    await until(lambda: table_reads_sent(table, heard) >= 2)  # the bridge keeps it, and says it again
    for client in (table.desk, table.supervisor):
        with pytest.raises(CommandRefused, match="journal_failed"):
            await client.command("declare_cut_card")
    status, body = await ready(table)
    assert status == 503
    assert "journal" in json.loads(body)["reasons"]
    assert [len(messages) for messages in updates_of(table)] == told
    # What was on record before may still be on its way.
    assert all(place <= recorded for place in places_told(table, heard))
    assert len(WholeRecord(table.rig.journal).events) == recorded


def updates_of(table: DealtTable) -> list[list[object]]:
    everybody = [*table.watchers, *table.desks]
    return [[message for message in messages if message["type"] == "update"] for messages in everybody]


def places_told(table: DealtTable, since: int) -> Iterator[int]:
    """Give how far in the journal each word of the table to the broker reaches."""
    for topic, payload in table.heard[since:]:
        if topic.endswith(("/events", "/view")):
            yield json.loads(payload)["version"]
        elif topic.endswith("/anchor"):
            yield json.loads(payload)["position"]


def table_reads_sent(table: DealtTable, since: int) -> int:
    return sum(topic.endswith("/read") for topic, _ in table.heard[since:])


async def ready(table: DealtTable) -> tuple[int, bytes]:
    """Ask the table whether it is ready."""
    reader, writer = await asyncio.open_connection("127.0.0.1", table.rig.files.http_port)
    writer.write(b"GET /readyz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
    head, _, body = (await reader.read()).partition(b"\r\n\r\n")
    writer.close()
    return int(head.split()[1]), body
