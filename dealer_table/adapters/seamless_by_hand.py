"""What people decide about requests that the operator refused: send again, or write off. I/O: SQLite.

They decide in the outbox's own file, beside the table or without it, and each decision is one commit: the request goes
back to those that are owed, or from them, and who, when and why is written down with all it said. A table that runs
looks whether anybody else wrote in its file, and takes up what it finds.
"""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from dealer_table.adapters.seamless_outbox_file import SCHEMA_VERSION, Parked, opened, owed_of, reading, recognized
from dealer_table.errors import CommandRefused, JournalError

WRITTEN_OFF = "written_off"
DONE = "done"


class Decision(StrEnum):
    """What a person may do about a request that was refused."""

    RETRY = "retry"
    WRITE_OFF = "write_off"


@dataclass(frozen=True, slots=True)
class ByHand:
    """What a person decided about a refused request, and what came of it: None while the operator has not answered."""

    parked: Parked
    decision: Decision
    by: str
    reason: str
    at: int
    outcome: str | None


def decide_by_hand(
    path: Path, transactions: Sequence[str], decision: Decision, *, by: str, reason: str, at: int
) -> list[Parked]:
    """Carry out one decision about all of `transactions`, or about none; CommandRefused for one that is not parked."""
    with opened(path, "rw") as connection:
        if recognized(connection, path) < SCHEMA_VERSION:
            raise JournalError(f"wallet outbox {path}: it is an older release's; start its table with this one first")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("BEGIN IMMEDIATE")  # short: a table that runs waits for it
        decided = [_parked(connection, transaction) for transaction in dict.fromkeys(transactions)]
        outcome = None if decision is Decision.RETRY else WRITTEN_OFF
        for parked in decided:
            connection.execute(
                "INSERT INTO by_hand"
                " (key, operation, body, refused, detail, refused_at, decision, by, reason, at, outcome)"
                " SELECT key, operation, body, refused, detail, refused_at, ?, ?, ?, ?, ? FROM owed WHERE key = ?",
                (decision.value, by, reason, at, outcome, parked.owed.key),
            )
            if decision is Decision.RETRY:
                again = "UPDATE owed SET refused = NULL, detail = '', refused_at = 0 WHERE key = ?"
                connection.execute(again, (parked.owed.key,))
            else:
                connection.execute("DELETE FROM owed WHERE key = ?", (parked.owed.key,))
        connection.execute("COMMIT")
    return decided


def read_history(path: Path) -> list[ByHand]:
    """Read what people decided, in order, beside the table that writes the outbox."""
    with reading(path) as (connection, version):
        return _history(connection, after=0) if version > 1 else []


class WatchedByHand:
    """Finds out for the table that has the outbox open what people decided beside it."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._seen = self._last()
        self._version = self._data_version()

    def decided(self) -> list[ByHand]:
        """Return what was decided since the last time."""
        version = self._data_version()  # a look into shared memory: nothing is read until somebody else has written
        if version == self._version:
            return []
        last = self._last()
        decided = _history(self._connection, after=self._seen, to=last)
        self._seen, self._version = last, version
        return decided

    def _last(self) -> int:
        return int(self._connection.execute("SELECT coalesce(max(number), 0) FROM by_hand").fetchone()[0])

    def _data_version(self) -> int:
        return int(self._connection.execute("PRAGMA data_version").fetchone()[0])


def note_outcomes(connection: sqlite3.Connection) -> None:
    """Write down, within a transaction, what the operator has said about what was sent again."""
    connection.execute(
        "UPDATE by_hand SET outcome = coalesce((SELECT refused FROM owed WHERE owed.key = by_hand.key), ?)"
        " WHERE outcome IS NULL AND NOT EXISTS"
        " (SELECT * FROM owed WHERE owed.key = by_hand.key AND owed.refused IS NULL)",
        (DONE,),
    )


def _parked(connection: sqlite3.Connection, transaction: str) -> Parked:
    query = (
        "SELECT operation, body, refused, detail, refused_at FROM owed"
        " WHERE key IN ('debit:' || ?1, 'credit:' || ?1, 'rollback:' || ?1)"
    )
    rows = connection.execute(query, (transaction,)).fetchall()
    if not rows:
        past = connection.execute(
            "SELECT decision, by FROM by_hand WHERE key IN ('debit:' || ?1, 'credit:' || ?1, 'rollback:' || ?1)"
            " ORDER BY number DESC",
            (transaction,),
        ).fetchone()
        known = f"{past[1]} decided {past[0]}, see the history" if past else "the operator has heard it, or it is none"
        raise CommandRefused("not_parked", f"{transaction}: {known}")
    for operation, body, refused, detail, at in rows:
        if refused is not None:
            return Parked(owed_of(operation, body), refused, detail, at)
    raise CommandRefused("not_parked", f"{transaction}: it is in the queue, and the operator has not refused it")


def _history(connection: sqlite3.Connection, after: int, to: int = 2**62) -> list[ByHand]:
    rows = connection.execute(
        "SELECT operation, body, refused, detail, refused_at, decision, by, reason, at, outcome FROM by_hand"
        " WHERE number > ? AND number <= ? ORDER BY number",
        (after, to),
    ).fetchall()
    return [
        ByHand(Parked(owed_of(operation, body), refused, detail, refused_at), Decision(decision), *rest)
        for operation, body, refused, detail, refused_at, decision, *rest in rows
    ]
