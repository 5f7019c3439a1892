"""Durable accepted bets a second: desk, controller, journal and ledger, beside SQLite told the same rows. I/O: disk."""

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from benchmarks.bare_commits import Commit, commit_bare
from benchmarks.betting_table import BettingTable, bets_of, betting_table, patrons_of
from benchmarks.report import Report
from benchmarks.sizes import Sizes
from dealer_table.betting.words import Patron
from dealer_table.wire.from_patron import BetRequest

NAME = "accepted_bets"

Bets = Sequence[tuple[Patron, BetRequest]]


def run(sizes: Sizes, directory: Path) -> list[Report]:
    """Place the same bets in batches of several sizes, and commit the same rows in the same batches."""
    rows = []
    patrons = patrons_of(sizes.patrons)
    bets = bets_of(patrons, sizes.bets)
    for batch in sizes.batches:
        # One commit a bet takes its time, and a few hundred of them tell enough.
        placed = bets[: max(256, len(bets) // 8)] if batch == 1 else bets
        ours: list[float] = []
        bare: list[float] = []
        for round_ in range(sizes.command_rounds):
            place = directory / f"{batch}-{round_}"
            place.mkdir()
            took, commits = asyncio.run(_place_all(place / "journal.sqlite", patrons, placed, batch))
            ours.append(took)
            bare.append(commit_bare(place / "bare.sqlite", commits))
        share = median(floor / one for one, floor in zip(ours, bare, strict=True))
        rows.append((batch, len(placed), len(placed) / median(ours), len(placed) / median(bare), share))
    return [
        Report(
            NAME,
            "Durable accepted bets a second",
            ("bets_a_commit", "bets", "table_per_s", "bare_sqlite_per_s", "share_of_bare"),
            tuple(rows),
            (
                f"{sizes.patrons} patrons, one to three chips a bet: foreseen, taken from the accounts, decided,"
                " hash-chained, posted, committed with synchronous=FULL, answered",
                "bare: the same records, ledger entries and balances in the same commits, without hash or trigger;"
                f" medians of {sizes.command_rounds} rounds taken in turns",
            ),
        )
    ]


async def _place_all(path: Path, patrons: Sequence[Patron], bets: Bets, batch: int) -> tuple[float, Sequence[Commit]]:
    """Return the seconds it took, and the rows of each commit."""
    async with betting_table(path, patrons) as table:
        heads = [table.journal.head.position]
        began = time.perf_counter()
        for start in range(0, len(bets), batch):
            await _place(table, bets[start : start + batch])
            heads.append(table.journal.head.position)
        return time.perf_counter() - began, table.commits(heads)


async def _place(table: BettingTable, bets: Bets) -> None:
    answers = await asyncio.gather(*(table.desk.perform(patron, request) for patron, request in bets))
    assert all(answer.ok for answer in answers), f"refused: {[one.code for one in answers if not one.ok][:3]}"
