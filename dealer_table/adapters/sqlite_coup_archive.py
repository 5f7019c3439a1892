"""The coups in a journal's file, found beside the table that writes it. I/O: SQLite, read-only, in a thread.

One look at a time: what it costs is mostly Python, and the table's own work must not wait behind many of them.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from dealer_table.adapters.sqlite_journal_file import COUP_NAMES, PATRON_COUP_NAMES, SqliteJournalFile
from dealer_table.betting.events import BetsSettled, SettlementCorrected, StakesReturned
from dealer_table.betting.recorded import RecordedEvent, table_events
from dealer_table.betting.words import Patron, Stake
from dealer_table.ports.coup_archive import PatronCoups
from dealer_table.procedure.events import CoupCorrected, CoupSettled, CoupVoided
from dealer_table.projections.coup_record import CoupRecord, coup_records
from dealer_table.wire.event_codec import decode
from dealer_table.wire.to_patron import PatronCoup, RecalledCoup

T = TypeVar("T")
_SHOES_KEPT = 16
_FOREVER = 2**62
# The names are written out as in the index, or SQLite would not see that it serves.
_PATRON_ROWS = (
    f"SELECT position, name, version, body FROM records WHERE name IN {PATRON_COUP_NAMES}"  # noqa: S608 - constants
    " AND json_extract(body, '$.patron[0]') = ? AND json_extract(body, '$.patron[1]') = ?"
)
_PAGE = f"{_PATRON_ROWS} AND name <> 'settlement_corrected' AND position < ? ORDER BY position DESC LIMIT ?"
_LATER = f"{_PATRON_ROWS} AND name = 'settlement_corrected' AND position > ? AND position < ? ORDER BY position"
_COUP_ROWS = f"SELECT position, name, version, body FROM records WHERE name IN {COUP_NAMES}"  # noqa: S608 - constants
_SHOE = f"{_COUP_ROWS} AND position >= ? AND position < ? ORDER BY position"
_ENDS = f"{_COUP_ROWS} AND name IN ('coup_settled', 'coup_voided') ORDER BY position DESC LIMIT ?"
_SHOE_BEFORE = "SELECT coalesce(max(position), 0) FROM records WHERE name = 'shoe_loaded' AND position < ?"
_SHOE_AFTER = "SELECT coalesce(min(position), ?) FROM records WHERE name = 'shoe_loaded' AND position >= ?"


@dataclass(frozen=True, slots=True)
class _Row:
    position: int
    event: RecordedEvent


@dataclass(frozen=True, slots=True)
class _Shoe:
    """The coups of one shoe, which lies between `start` and `end` in the journal."""

    start: int
    end: int
    coups: Mapping[int, CoupRecord]
    corrected: frozenset[int]

    def told(self, number: int, cursor: int, at: int, *, void: bool) -> RecalledCoup:
        """Return a coup as it is recalled; one that was taken off the table before its end shows no cards."""
        coup = self.coups.get(number, CoupRecord(0, number))
        return RecalledCoup(
            cursor=cursor,
            coup=number,
            shoe=coup.shoe,
            at=at,
            player=coup.player,
            banker=coup.banker,
            outcome=None if void else coup.outcome,
            status="void" if void else "corrected" if number in self.corrected else "settled",
        )


class SqliteCoupArchive:
    """A `CoupArchive` on a journal's file; each look opens it anew, so that none is kept from being moved away."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._one_at_a_time = asyncio.Lock()
        # Shoes that are over change no more.
        self._shoes: OrderedDict[int, _Shoe] = OrderedDict()

    async def of_patron(self, patron: Patron, *, before: int | None, limit: int) -> PatronCoups:
        return await self._look(lambda file: self._patron_coups(file, patron, before or _FOREVER, limit))

    async def last(self, limit: int) -> tuple[RecalledCoup, ...]:
        return await self._look(lambda file: self._last_coups(file, limit))

    async def _look(self, find: Callable[[SqliteJournalFile], T]) -> T:
        def look() -> T:
            with SqliteJournalFile(self._path) as file:
                return find(file)

        async with self._one_at_a_time:
            return await asyncio.to_thread(look)

    def _patron_coups(self, file: SqliteJournalFile, patron: Patron, before: int, limit: int) -> PatronCoups:
        rows = _rows(file, _PAGE, *patron, before, limit + 1)
        coups = []
        shoe: _Shoe | None = None
        for row in rows[:limit]:
            assert isinstance(row.event, BetsSettled | StakesReturned), "that is what was asked for"
            shoe = self._shoe_around(file, row.position, shoe)
            void = isinstance(row.event, StakesReturned)
            told = shoe.told(row.event.coup, row.position, row.event.at, void=void)
            returned = row.event.stakes if isinstance(row.event, StakesReturned) else row.event.returned
            for later in _rows(file, _LATER, *patron, row.position, shoe.end):
                returned = _corrected(later.event, row.event.coup, returned)
            coups.append(PatronCoup(**dict(told), stakes=row.event.stakes, returned=returned))
        return PatronCoups(tuple(coups), more=len(rows) > limit)

    def _last_coups(self, file: SqliteJournalFile, limit: int) -> tuple[RecalledCoup, ...]:
        found = []
        shoe: _Shoe | None = None
        # Free coups are among those that were void.
        for row in _rows(file, _ENDS, 2 * limit):
            assert isinstance(row.event, CoupSettled | CoupVoided), "that is what was asked for"
            shoe = self._shoe_around(file, row.position, shoe)
            if not shoe.coups[row.event.coup].free:
                void = isinstance(row.event, CoupVoided)
                found.append(shoe.told(row.event.coup, row.position, row.event.at, void=void))
        return tuple(found[:limit])

    def _shoe_around(self, file: SqliteJournalFile, position: int, last: _Shoe | None) -> _Shoe:
        """Return the shoe that was on the table then; `last` is what this look read last, and may still be played."""
        for shoe in (*self._shoes.values(), last):
            if shoe is not None and shoe.start < position < shoe.end:
                return shoe
        [(start,)], [(end,)] = file.select(_SHOE_BEFORE, (position,)), file.select(_SHOE_AFTER, (_FOREVER, position))
        events = table_events(row.event for row in _rows(file, _SHOE, start, end))
        corrected = frozenset(event.coup for event in events if isinstance(event, CoupCorrected))
        shoe = _Shoe(start, end, {coup.coup: coup for coup in coup_records(events)}, corrected)
        if end != _FOREVER:
            self._shoes[start] = shoe
            while len(self._shoes) > _SHOES_KEPT:
                self._shoes.popitem(last=False)
        return shoe


def _rows(file: SqliteJournalFile, query: str, *parameters: object) -> list[_Row]:
    found: Iterable[tuple[int, str, int, str]] = file.select(query, parameters)
    return [_Row(position, decode(name, version, body)) for position, name, version, body in found]


def _corrected(event: RecordedEvent, coup: int, returned: tuple[Stake, ...]) -> tuple[Stake, ...]:
    assert isinstance(event, SettlementCorrected), "that is what was asked for"
    return event.after if event.coup == coup else returned
