"""The rounds in a Touch room's journal, found beside the room that writes it. I/O: SQLite, read-only, in a thread."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

from dealer_table.adapters.sqlite_journal_file import PATRON_COUP_NAMES, SqliteJournalFile
from dealer_table.betting.words import Patron
from dealer_table.errors import JournalError
from dealer_table.touch.events import RoomEvent, RoundBegun
from dealer_table.touch.rounds import Round, begun
from dealer_table.wire.event_codec import decode

_NO_ROUND_IS_AS_HIGH = 2**62
# The names are written out as in the index, or SQLite would not see that it serves.
_PAID = (
    f"SELECT position, json_extract(body, '$.coup') FROM records WHERE name IN {PATRON_COUP_NAMES}"  # noqa: S608 - constants
    " AND json_extract(body, '$.patron[0]') = ? AND json_extract(body, '$.patron[1]') = ?"
    " AND json_extract(body, '$.coup') < ? ORDER BY position DESC LIMIT ?"
)
# A round began shortly before it was paid: from there back it is soon found.
_BEGAN = (
    "SELECT position FROM records WHERE name = 'round_begun' AND position < ? AND json_extract(body, '$.round') = ?"
    " ORDER BY position DESC LIMIT 1"
)
_RECORDS = "SELECT name, version, body FROM records WHERE position IN (?, ?, ?, ?) ORDER BY position"


class SqliteRoundArchive:
    """A `RoundArchive` on a journal's file; each look opens it anew, one at a time."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._one_at_a_time = asyncio.Lock()

    async def of_patron(self, patron: Patron, *, before: int | None, limit: int) -> tuple[Round, ...]:
        async with self._one_at_a_time:
            return await asyncio.to_thread(self._look, patron, before or _NO_ROUND_IS_AS_HIGH, limit)

    def _look(self, patron: Patron, before: int, limit: int) -> tuple[Round, ...]:
        with SqliteJournalFile(self._path) as file:
            paid = file.select(_PAID, (*patron, before, limit))
            return tuple(_round(file, number, position) for position, number in paid)


def _round(file: SqliteJournalFile, number: int, paid_at: int) -> Round:
    """Read a round: it began in one decision with its bets, and ended in another with what came back."""
    began = list(file.select(_BEGAN, (paid_at, number)))
    if not began:
        raise JournalError(f"record {paid_at}: round {number} was paid and never began", position=paid_at)
    ((began_at,),) = began
    rows = file.select(_RECORDS, (began_at, began_at + 1, paid_at - 1, paid_at))
    return _folded([event for row in rows if isinstance(event := decode(*row), RoomEvent)])


def _folded(events: Sequence[RoomEvent]) -> Round:
    first, *rest = events
    assert isinstance(first, RoundBegun), "that is what was asked for"
    played = begun(first)
    for event in rest:
        played = played.after(event)
    return played
