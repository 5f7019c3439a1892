"""How long a table takes to know again where it stood: a shoe folded, a journal of many shoes opened. I/O: SQLite."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

from benchmarks.dealt_shoe import HOUSE, deal
from benchmarks.report import Report
from benchmarks.sizes import Sizes
from dealer_table.adapters.sqlite_journal import SqliteJournal
from dealer_table.adapters.system_clock import SystemClock
from dealer_table.controller import recover
from dealer_table.gateway.audience import Audience
from dealer_table.gateway.broadcast import TableBroadcast
from dealer_table.gateway.table_feed import TableFeed
from dealer_table.procedure.events import Event
from dealer_table.procedure.evolve import fold

NAME = "recovery"
_TABLE = "bench"


class NoWatchers:
    """Where frames go that nobody waits for."""

    def send(self, audience: Audience, frame: bytes) -> None:
        del audience, frame


def run(sizes: Sizes, directory: Path) -> list[Report]:
    """Fold one shoe, then recover from a journal of one and of many."""
    decisions = [dealt.events for dealt in deal(sizes.shoes) if dealt.events]
    last = next(place for place, events in enumerate(reversed(decisions)) if _loads_a_shoe(events)) + 1
    one_shoe = [event for events in decisions[-last:] for event in events]
    few, many = directory / "one.sqlite", directory / "many.sqlite"
    _write(few, decisions[-last:])
    _write(many, decisions)
    rounds = sizes.fold_rounds
    return [
        Report(
            NAME,
            "Folding and recovering, ms (medians)",
            ("what", "shoes_in_journal", "events", "ms", "events_per_s"),
            (
                _row("fold, from memory", 1, one_shoe, rounds, lambda: fold(one_shoe)),
                *(
                    _row(what, shoes, one_shoe, rounds, work)
                    for shoes, path in ((1, few), (sizes.shoes, many))
                    for what, work in (
                        ("read, decode and fold", lambda path=path: _recover(path, views=False)),
                        ("the same, and all views and updates", lambda path=path: _recover(path, views=True)),
                    )
                ),
            ),
            (
                "the last shoe is dealt to its end, the most there can be to fold; the file is opened anew each time",
                f"medians of {rounds}; the journal of {sizes.shoes} shoes is"
                f" {many.stat().st_size / 1e6:.1f} MB, {sum(map(len, decisions)):,} events",
            ),
        )
    ]


def _loads_a_shoe(events: Sequence[Event]) -> bool:
    return any(type(event).__name__ == "ShoeLoaded" for event in events)


def _write(path: Path, decisions: Sequence[Sequence[Event]]) -> None:
    with SqliteJournal(path, _TABLE, SystemClock()) as journal:
        for start in range(0, len(decisions), 1000):
            journal.append(decisions[start : start + 1000])


def _recover(path: Path, *, views: bool) -> None:
    clock = SystemClock()
    with SqliteJournal(path, _TABLE, clock) as journal:
        recover(journal)
        if views:
            broadcast = TableBroadcast(_TABLE, journal.epoch, NoWatchers(), history=256, clock=clock.now_ms)
            TableFeed(HOUSE, broadcast).restore(journal)


def _row(
    what: str, shoes: int, events: Sequence[Event], rounds: int, work: Callable[[], object]
) -> tuple[str, int, int, float, float]:
    took = []
    for _ in range(rounds):
        began = time.perf_counter()
        work()
        took.append(time.perf_counter() - began)
    return what, shoes, len(events), median(took) * 1000, len(events) / median(took)
