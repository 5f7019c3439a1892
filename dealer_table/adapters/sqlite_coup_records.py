"""One coup with every record of it, out of a journal's file beside its table. I/O: SQLite, read-only, in a thread."""

import asyncio
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from dealer_table.adapters.sqlite_journal_file import SqliteJournalFile
from dealer_table.betting.recorded import RecordedEvent, table_events
from dealer_table.procedure.events import BettingOpened, CorrectionProposed, CoupCorrected, FreeCoupStarted, ShoeLoaded
from dealer_table.projections.coup_dossier import dossiers
from dealer_table.projections.patron_records import patron_records
from dealer_table.wire.event_codec import BETTING_NAMES, decode
from dealer_table.wire.from_staff import CoupRecordRequest
from dealer_table.wire.to_staff import CoupRecord, JournalEntry

# Names of our own, and no more of them than there are kinds of events about bets.
_BETS = ", ".join(f"'{name}'" for name in sorted(BETTING_NAMES))
_SHOES = "SELECT position, body FROM records WHERE name = 'shoe_loaded' ORDER BY position DESC"
_ROWS = "SELECT position, at, name, version, body FROM records WHERE position >= ? AND position < ?"
_TABLE_ROWS = f"{_ROWS} AND name NOT IN ({_BETS}) ORDER BY position"
_BET_ROWS = f"{_ROWS} AND name IN ({_BETS}) AND json_extract(body, '$.coup') = ? ORDER BY position"
_FOREVER = 2**62


@dataclass(frozen=True, slots=True)
class _Row:
    entry: JournalEntry
    event: RecordedEvent


class SqliteCoupRecords:
    """`CoupRecords` on a journal's file; each look opens it anew, one look at a time."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._one_at_a_time = asyncio.Lock()

    async def find(self, request: CoupRecordRequest) -> CoupRecord | None:
        def look() -> CoupRecord | None:
            with SqliteJournalFile(self._path) as file:
                return _found(file, request)

        async with self._one_at_a_time:
            return await asyncio.to_thread(look)


def _found(file: SqliteJournalFile, request: CoupRecordRequest) -> CoupRecord | None:
    span = _span_of_shoe(file, request.shoe)
    if span is None:
        return None
    rows = list(_rows(file, _TABLE_ROWS, *span))
    events = table_events(row.event for row in rows)
    coup = next((coup for coup in dossiers(events) if coup.coup == request.coup), None)
    if coup is None:
        return None
    bets = (row.event for row in _rows(file, _BET_ROWS, *span, request.coup))
    return CoupRecord(
        id=request.id,
        coup=coup,
        patrons=patron_records(bets, request.coup),
        entries=tuple(_entries_of(rows, request.coup)),
    )


def _span_of_shoe(file: SqliteJournalFile, shoe: int | None) -> tuple[int, int] | None:
    """Return where a shoe begins in the journal, and where the next does."""
    end = _FOREVER
    for position, body in file.select(_SHOES):
        if shoe is None or json.loads(body).get("shoe") == shoe:
            return position, end
        end = position
    return None


def _rows(file: SqliteJournalFile, query: str, *parameters: int) -> Iterator[_Row]:
    for position, at, name, version, body in file.select(query, parameters):
        entry = JournalEntry(position=position, at=at, name=name, body=json.loads(body))
        yield _Row(entry, decode(name, version, body))


def _entries_of(rows: list[_Row], coup: int) -> Iterator[JournalEntry]:
    """Yield what was recorded from the coup's beginning to that of the next, and what put it right later."""
    current = 0
    for row in rows:
        match row.event:
            case BettingOpened(coup=number) | FreeCoupStarted(coup=number):
                current = number
            case ShoeLoaded():
                current = 0
            case _:
                pass
        corrected = row.event.coup if isinstance(row.event, CoupCorrected | CorrectionProposed) else current
        if coup in (current, corrected):
            yield row.entry
