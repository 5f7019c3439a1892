"""A table's process on record, day by day, on a clock that is set by hand. I/O: files."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from dealer_table.adapters.memory_journal import MemoryJournal
from dealer_table.adapters.process_record import DAY_MS, ProcessRecord, files_on_record, found_at_start
from dealer_table.config.integrity import IntegrityConfig
from dealer_table.controller import Controller
from dealer_table.errors import JournalError
from dealer_table.procedure.commands import RecordProcess
from dealer_table.procedure.house import HouseProcedure
from dealer_table.procedure.process_events import IntegrityChecked, ProcessEvent, ProcessStarted, ProcessStopped

BEGIN = 1_700_000_000_000


class SetClock:
    """Stands until it is set."""

    def __init__(self) -> None:
        self.now = BEGIN

    def now_ms(self) -> int:
        return self.now


class Process:
    """One process of a table after another, on one journal; `failing` lets the next commits fail."""

    def __init__(self, folder: Path) -> None:
        self.clock = SetClock()
        self.journal = MemoryJournal()
        self.config_file = folder / "table.toml"
        self.config_file.write_text("one", "utf-8")
        self.config = IntegrityConfig(None, True, {"table.toml": self.config_file}, {})
        self.failing = 0

    @asynccontextmanager
    async def running(self) -> AsyncIterator[ProcessRecord]:
        controller = Controller(self.journal, HouseProcedure(), self.clock)

        async def record(command: RecordProcess) -> None:
            if self.failing:
                self.failing -= 1
                raise JournalError("no space left")
            await controller.record_process(command)

        (start,) = found_at_start([self.config])
        before = files_on_record(self.journal.process_starts())
        process = ProcessRecord(record, self.clock, self.config, start, before, look_seconds=0.005)
        async with asyncio.TaskGroup() as tasks:
            running = [tasks.create_task(controller.run()), tasks.create_task(process.run())]
            await process.start()
            yield process
            for task in running:
                task.cancel()

    @property
    def recorded(self) -> list[ProcessEvent]:
        events = (record.event for record in self.journal.read())
        return [event for event in events if isinstance(event, ProcessStarted | ProcessStopped | IntegrityChecked)]

    async def until_recorded(self, count: int) -> None:
        async with asyncio.timeout(60):
            while len(self.recorded) < count:  # noqa: ASYNC110 - nobody tells that a record is there
                await asyncio.sleep(0.005)


@pytest.fixture
def process(tmp_path: Path) -> Process:
    return Process(tmp_path)


async def test_a_start_and_a_stop_are_on_record_and_what_changed_between_them_with_before_and_after(
    process: Process,
) -> None:
    async with process.running() as running:
        process.clock.now += 1000
        await running.stop()
    process.config_file.write_text("two", "utf-8")
    async with process.running():
        pass
    first, stopped, second = process.recorded
    assert isinstance(first, ProcessStarted) and isinstance(second, ProcessStarted)
    assert (first.at, stopped) == (BEGIN, ProcessStopped(BEGIN + 1000))
    (change,) = first.configuration.changed
    (changed,) = second.configuration.changed
    assert (changed.name, changed.before) == ("table.toml", change.after)
    assert second.configuration.before == first.configuration.digest != second.configuration.digest
    assert second.program.before == first.program.digest


async def test_the_files_are_looked_at_every_24_hours(process: Process) -> None:
    async with process.running():
        process.clock.now += DAY_MS - 1
        await asyncio.sleep(0.05)
        assert len(process.recorded) == 1
        process.clock.now += 1
        await process.until_recorded(2)
        await asyncio.sleep(0.05)
        assert len(process.recorded) == 2
        process.clock.now += DAY_MS
        await process.until_recorded(3)
    _, first, second = process.recorded
    assert isinstance(first, IntegrityChecked) and isinstance(second, IntegrityChecked)
    assert (first.at, second.at) == (BEGIN + DAY_MS, BEGIN + 2 * DAY_MS)
    assert first.configuration.changed == () and first.configuration.before == first.configuration.digest


async def test_what_changed_since_the_start_is_on_record_until_it_is_as_it_was(process: Process) -> None:
    async with process.running():
        for day, text in enumerate(("two", "one"), start=1):
            process.config_file.write_text(text, "utf-8")
            process.clock.now += DAY_MS
            await process.until_recorded(day + 1)
    start, changed, mended = process.recorded
    assert isinstance(start, ProcessStarted)
    assert isinstance(changed, IntegrityChecked) and isinstance(mended, IntegrityChecked)
    assert [change.name for change in changed.configuration.changed] == ["table.toml"]
    assert changed.configuration.before == start.configuration.digest == mended.configuration.digest
    assert (changed.altered, changed.no_new_coup) == (True, True)
    assert mended.configuration.changed == ()


async def test_what_could_not_be_recorded_is_recorded_later(process: Process) -> None:
    process.failing = 2
    async with process.running() as running:
        await process.until_recorded(1)
        process.failing = 2
        process.clock.now += DAY_MS
        await process.until_recorded(2)
        process.failing = 1
        await running.stop()
    assert [type(event) for event in process.recorded] == [ProcessStarted, IntegrityChecked]
