"""How long the last card of a coup takes when thousands have bet on it, beside SQLite told the same rows. I/O: disk."""

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from benchmarks.bare_commits import Commit, commit_bare
from benchmarks.betting_table import bets_of, betting_table, patrons_of
from benchmarks.report import Report
from benchmarks.sizes import Sizes
from dealer_table.baccarat.cards import Card
from dealer_table.betting.words import Patron

NAME = "settled_coup"
# Player has a natural nine with the fourth card: nothing more is drawn, and every spot is won by some and lost by some.
_DEALT = (Card("4S"), Card("7H"), Card("5D"), Card("KC"))
_AT_ONCE = 250


def run(sizes: Sizes, directory: Path) -> list[Report]:
    """Settle a coup on which nobody bet, and one on which every patron did."""
    rows = []
    for bets in (0, sizes.settled_bets):
        took: list[float] = []
        bare: list[float] = []
        written = 0
        for round_ in range(sizes.settled_rounds):
            place = directory / f"{bets}-{round_}"
            place.mkdir()
            seconds, commits = asyncio.run(_settle(place / "journal.sqlite", patrons_of(max(bets, 1)), bets))
            took.append(seconds * 1000)
            bare.append(commit_bare(place / "bare.sqlite", commits) * 1000)
            written = sum(len(commit.records) + len(commit.entries) for commit in commits)
        ratio = median(one / floor for one, floor in zip(took, bare, strict=True))
        rows.append((bets, written, median(took), median(bare), ratio))
    return [
        Report(
            NAME,
            "From a coup's last card to its settlement on record, ms",
            ("bets", "rows", "table_ms", "bare_sqlite_ms", "time_ratio"),
            tuple(rows),
            (
                "one commit: the card, the result, what each bet returns, the ledger's entries and balances; bare: the"
                f" same rows in one commit; medians of {sizes.settled_rounds} rounds taken in turns",
            ),
        )
    ]


async def _settle(path: Path, patrons: Sequence[Patron], bets: int) -> tuple[float, Sequence[Commit]]:
    async with betting_table(path, patrons) as table:
        placed = bets_of(patrons, bets)
        for start in range(0, bets, _AT_ONCE):
            chunk = placed[start : start + _AT_ONCE]
            answers = await asyncio.gather(*(table.desk.perform(patron, request) for patron, request in chunk))
            assert all(answer.ok for answer in answers)
        await table.close_betting()
        *before, last = _DEALT
        for card in before:
            await table.read(card)
        head = table.journal.head.position
        began = time.perf_counter()
        await table.read(last)
        took = time.perf_counter() - began
        return took, table.commits([head, table.journal.head.position])
