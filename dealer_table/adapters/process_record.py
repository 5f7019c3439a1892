"""Puts on record that a table's process starts and stops, and each day whether its files are as they were. I/O: files.

GLI-19 2.3.2 wants program and configuration compared at the start and every 24 hours. What a start compares with is the
start before it, as the journal has it, and the house's file of approved digests, where there is one.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import NamedTuple

import structlog

from dealer_table.adapters.file_manifests import configuration_manifest, program_manifest
from dealer_table.config.approval import check_approved
from dealer_table.config.integrity import IntegrityConfig
from dealer_table.errors import JournalError
from dealer_table.ports.clock import Clock
from dealer_table.procedure.commands import RecordProcess
from dealer_table.procedure.integrity import FilesFound, Manifest, found, with_changes
from dealer_table.procedure.process_events import IntegrityChecked, ProcessEvent, ProcessStarted, ProcessStopped

log = structlog.get_logger(__name__)

RELEASE = version("dealer-table")
DAY_MS = 24 * 3600 * 1000
_LOOK_SECONDS = 10.0
# A log line names so many files; the record has all of them.
_NAMED = 10


class Files(NamedTuple):
    """Program and configuration as they are now, or were once."""

    program: Manifest
    configuration: Manifest


@dataclass(frozen=True, slots=True)
class FoundAtStart:
    """The files a table starts with, and the digest of the approval they agree with, empty without any."""

    files: Files
    approved: str


def files_now(config: IntegrityConfig) -> Files:
    """Return what program and configuration consist of now."""
    return Files(program_manifest(), configuration_manifest(config))


def found_at_start(configs: Sequence[IntegrityConfig]) -> list[FoundAtStart]:
    """Look at the files that each table starts with; ConfigError names what is not as it was approved."""
    program = program_manifest()
    starts = []
    for config in configs:
        files = Files(program, configuration_manifest(config))
        approved = check_approved(config.approved, *files) if config.approved else ""
        starts.append(FoundAtStart(files, approved))
    return starts


def files_on_record(starts: Iterable[ProcessStarted]) -> Files:
    """Return the files of the last start on record; empty where there is none."""
    program: Manifest = {}
    configuration: Manifest = {}
    for start in starts:
        program = with_changes(program, start.program.changed)
        configuration = with_changes(configuration, start.configuration.changed)
    return Files(program, configuration)


class ProcessRecord:
    """Start, stop and daily look of one table; `before` are the files of the start before this one."""

    def __init__(
        self,
        record: Callable[[RecordProcess], Awaitable[None]],
        clock: Clock,
        config: IntegrityConfig,
        start: FoundAtStart,
        before: Files,
        *,
        look_seconds: float = _LOOK_SECONDS,
    ) -> None:
        self._record = record
        self._clock = clock
        self._config = config
        self._files = start.files
        self._look_seconds = look_seconds
        self._start = ProcessStarted(
            clock.now_ms(),
            RELEASE,
            found(start.files.program, before.program),
            found(start.files.configuration, before.configuration),
            start.approved,
        )
        self._start_failed = False

    async def start(self) -> None:
        """Put the start on record; where that fails `run` tries again, for a table starts on a full disk too."""
        start = self._start
        log.info("files found", release=RELEASE, program=start.program.digest, configuration=start.configuration.digest)
        changed = _names(start.program, start.configuration)
        if start.program.before and changed:
            log.warning("files are not those of the start before", count=len(changed), files=changed[:_NAMED])
        self._start_failed = not await self._recorded(start)

    async def run(self) -> None:
        """Look at the files every 24 hours until cancelled."""
        due = self._start.at + DAY_MS
        while True:
            await asyncio.sleep(self._look_seconds)
            if self._start_failed:
                self._start_failed = not await self._recorded(self._start)
            if self._clock.now_ms() >= due and await self._look():
                due = self._clock.now_ms() + DAY_MS

    async def stop(self) -> None:
        """Put an orderly stop on record, where that can be."""
        await self._recorded(ProcessStopped(self._clock.now_ms()))

    async def _look(self) -> bool:
        """Compare the files with those of the start; tell whether that is on record."""
        now = await asyncio.to_thread(files_now, self._config)
        program = found(now.program, self._files.program)
        configuration = found(now.configuration, self._files.configuration)
        changed = _names(program, configuration)
        if changed:
            log.error("files are not those of the start", count=len(changed), files=changed[:_NAMED])
        else:
            log.info("files are those of the start")
        return await self._recorded(
            IntegrityChecked(self._clock.now_ms(), program, configuration, self._config.no_new_coup)
        )

    async def _recorded(self, happened: ProcessEvent) -> bool:
        try:
            await self._record(RecordProcess(happened))
        except JournalError as error:
            log.error("not on record", what=type(happened).__name__, problem=str(error))
            return False
        return True


def _names(program: FilesFound, configuration: FilesFound) -> list[str]:
    return [change.name for change in (*program.changed, *configuration.changed)]
