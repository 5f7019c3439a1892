"""Durable commands a second: the controller with its journal, beside SQLite told the same rows. I/O: SQLite on disk."""

import asyncio
import sqlite3
import time
from collections.abc import Sequence
from itertools import islice, pairwise
from pathlib import Path
from statistics import median
from typing import get_args

from benchmarks.bare_commits import Commit, Row, commit_bare
from benchmarks.dealt_shoe import HOUSE, deal
from benchmarks.report import Report
from benchmarks.sizes import Sizes
from dealer_table.adapters.sqlite_journal import SqliteJournal
from dealer_table.controller import Controller
from dealer_table.procedure.commands import Command, Fact, PersonCommand

NAME = "durable_commands"
_TABLE = "bench"
_COMMANDS_A_SHOE = 500  # at least


class _DealersClock:
    """The time of the command that is being given."""

    def __init__(self) -> None:
        self.now = 0

    def now_ms(self) -> int:
        return self.now


def run(sizes: Sizes, directory: Path) -> list[Report]:
    """Give the same commands in batches of several sizes, and commit the same rows in the same batches."""
    shoes = sizes.commands // _COMMANDS_A_SHOE + 1
    commands = [dealt.command for dealt in islice(deal(shoes), sizes.commands)]
    rows = []
    for batch in sizes.batches:
        # One commit a command takes its time, and a few hundred of them tell enough.
        given = commands[: max(256, len(commands) // 4)] if batch == 1 else commands
        ours: list[float] = []
        bare: list[float] = []
        for round_ in range(sizes.command_rounds):
            place = directory / f"{batch}-{round_}"
            place.mkdir()
            took, commits = asyncio.run(_through_controller(place / "journal.sqlite", given, batch))
            ours.append(took)
            bare.append(commit_bare(place / "bare.sqlite", commits))
        ratio = median(one / floor for one, floor in zip(ours, bare, strict=True))
        rows.append((batch, len(given), len(given) / median(ours), len(given) / median(bare), ratio))
    return [
        Report(
            NAME,
            "Durable commands a second",
            ("commands_a_commit", "commands", "controller_per_s", "bare_sqlite_per_s", "time_ratio"),
            tuple(rows),
            (
                "a real shoe's commands: decided, hash-chained, committed with synchronous=FULL, answered; bare: the"
                " same rows in the same commits to a table without index, trigger or hash",
                f"medians of {sizes.command_rounds} rounds taken in turns; about two rows a command",
            ),
        )
    ]


async def _through_controller(path: Path, commands: Sequence[Command], batch: int) -> tuple[float, list[Commit]]:
    """Return the seconds it took, and the rows of each commit."""
    clock = _DealersClock()
    heads = [0]
    with SqliteJournal(path, _TABLE, clock) as journal:
        controller = Controller(journal, HOUSE, clock)
        async with asyncio.TaskGroup() as tasks:
            running = tasks.create_task(controller.run())
            began = time.perf_counter()
            for start in range(0, len(commands), batch):
                chunk = commands[start : start + batch]
                clock.now = chunk[-1].at
                await asyncio.gather(*(_give(controller, command) for command in chunk))
                heads.append(journal.head.position)
            took = time.perf_counter() - began
            running.cancel()
    with sqlite3.connect(path) as connection:
        rows: list[Row] = connection.execute("SELECT * FROM records ORDER BY position").fetchall()
    connection.close()
    return took, [Commit(rows[a:b]) for a, b in pairwise(heads) if b > a]


async def _give(controller: Controller, command: Command) -> None:
    if isinstance(command, get_args(PersonCommand)):
        await controller.submit(command)
    else:
        assert isinstance(command, get_args(Fact)), "a shoe is dealt by people and scanners"
        await controller.submit_fact(command)
