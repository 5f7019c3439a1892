"""One run of a scenario on a rig: a dealer, watchers, then the felt against the record. I/O: all of it."""

import asyncio
import contextlib
import json
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dealer_table.client.table_client import TableClient
from dealer_table.procedure.words import Role
from simulators.felt import FeltCoup, differences
from simulators.hands import Hands, Note
from simulators.pace import Pace
from simulators.rig import VIRTUAL_DEALER, Rig
from simulators.scenario import Scenario, unmet
from simulators.virtual_dealer import Shift, VirtualDealer
from simulators.watcher import SleepingWatcher, Watcher

_STUCK_SECONDS = 45.0
_CATCH_UP_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Played:
    """What came of a run, from everybody's side but the table's."""

    felt: Sequence[FeltCoup]
    holds: Sequence[str]
    breaks: Sequence[str] = field(default_factory=tuple)
    fell_behind: Sequence[bool] = field(default_factory=tuple)


def seat_dealer(
    rig: Rig, shift: Shift, pace: Pace, note: Note
) -> tuple[VirtualDealer, tuple[TableClient, TableClient]]:
    """Return a dealer with his desk and his supervisor's; their clients are still to be run."""
    desk = TableClient(rig.socket_address, token=rig.token(Role.DEALER, VIRTUAL_DEALER))
    supervisor = TableClient(rig.socket_address, token=rig.token(Role.SUPERVISOR, "virtual supervisor"))
    return VirtualDealer(desk, supervisor, Hands(rig.scanner, rig, pace, note), shift, note), (desk, supervisor)


def shift_of(scenario: Scenario, coups: int | None) -> Shift:
    """Return the work a scenario asks for."""
    return Shift(
        scenario.dealt_shoe,
        scenario.plan,
        coups,
        takes_cut_card_early=scenario.takes_cut_card_early,
        stuck_seconds=None if coups is None else _STUCK_SECONDS,
    )


async def play(rig: Rig, scenario: Scenario, pace: Pace, note: Note = lambda text: None) -> Played:
    """Deal the scenario's coups on a running rig, watched by its watchers."""
    dealer, (desk, supervisor) = seat_dealer(rig, shift_of(scenario, scenario.coups), pace, note)
    steady = [Watcher(rig.socket_address) for kind in scenario.watchers if kind == "steady"]
    sleepers = [SleepingWatcher(rig.files.http_port) for kind in scenario.watchers if kind == "sleeping"]
    async with background(desk.run, supervisor.run, rig.watch_parts, *(watcher.run for watcher in steady)):
        for sleeper in sleepers:
            await sleeper.fall_asleep()
        await dealer.work()
        for watcher in steady:
            await _caught_up(watcher, desk)
        for sleeper in sleepers:
            await sleeper.wake()
    breaks = [fault for watcher in steady for fault in watcher.breaks]
    return Played(dealer.felt.coups, dealer.holds, breaks, [sleeper.fell_behind for sleeper in sleepers])


def faults_of_run(scenario: Scenario, played: Played, recorded: Sequence[dict[str, Any]]) -> list[str]:
    """Return where the record is not the felt, where watchers were misled, and what was expected and did not come."""
    return [
        *differences(played.felt, recorded),
        *played.breaks,
        *unmet(scenario.expect, recorded, played.holds, played.fell_behind),
    ]


def replay_journal(journal: Path) -> list[dict[str, Any]]:
    """Return the coups as the table's own record tells them, read by the table's own command."""
    command = [sys.executable, "-m", "dealer_table", "journal", "replay", str(journal), "--json"]
    answer = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    if answer.returncode != 0:
        raise RuntimeError(f"the journal cannot be replayed (exit code {answer.returncode}): {answer.stderr.strip()}")
    coups: list[dict[str, Any]] = json.loads(answer.stdout)["coups"]
    return coups


@asynccontextmanager
async def background(*works: Callable[[], Awaitable[None]]) -> AsyncIterator[None]:
    """Run `works` beside the body and end them with it; the first failure of either is raised, by itself."""

    async def run(work: Callable[[], Awaitable[None]]) -> None:
        await work()

    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(run(work)) for work in works]
            yield
            for task in tasks:
                task.cancel()
    except ExceptionGroup as failures:
        raise failures.exceptions[0] from failures


async def _caught_up(watcher: Watcher, desk: TableClient) -> None:
    """Let a watcher see the last that the desk saw."""
    wanted = desk.mirror.version or 0
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(_CATCH_UP_SECONDS):
            while (watcher.client.mirror.version or 0) < wanted:
                await watcher.client.changed(watcher.client.changes, 0.5)
            return
    watcher.breaks.append(f"the watcher stands at {watcher.client.mirror.version}, the desk at {wanted}")
