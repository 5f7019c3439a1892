"""What the operator must still hear, in a SQLite file of its own beside the journal. I/O: SQLite, a lock file.

Four tables: debits that were asked for and whose bets are not on record yet; what is owed, in order; how far the
journal was followed; and what people decided about refusals. Each write is one synced commit of all that gathered.
"""

import fcntl
import os
import sqlite3
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from dealer_table.adapters.seamless_by_hand import ByHand, WatchedByHand, note_outcomes
from dealer_table.adapters.seamless_outbox_file import (
    SCHEMA,
    SCHEMA_VERSION,
    UPGRADES,
    Parked,
    outbox_error,
    owed_of,
    recognized,
    request_of,
)
from dealer_table.adapters.seamless_owed import Owed
from dealer_table.errors import JournalError
from dealer_table.wire.wallet import DebitRequest, RollbackRequest, body_of, operation_of

_OWNER_ONLY = 0o600


@dataclass(frozen=True, slots=True)
class Followed:
    """How far a journal was followed, and the shoe on the table there."""

    position: int = 0
    shoe: int = 0


@dataclass(slots=True)
class Changes:
    """What one write does, in the order of the fields."""

    debits: list[DebitRequest] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)  # movements whose bets are on record, or that took nothing
    owed: list[Owed] = field(default_factory=list)
    done: list[str] = field(default_factory=list)
    parked: list[Parked] = field(default_factory=list)
    followed: Followed | None = None

    def give_back(self, debit: DebitRequest) -> None:
        """Owe the rollback of a debit, in place of the debit itself."""
        self.kept.append(debit.transaction)
        self.owed.append(
            Owed(RollbackRequest(transaction=debit.transaction, patron=debit.patron, currency=debit.currency))
        )


class SeamlessOutbox:
    """The one writer of an outbox file; JournalError tells what is wrong with it."""

    def __init__(self, path: Path, epoch: str) -> None:
        self._path = path
        self._epoch = epoch
        with ExitStack() as opened:
            try:
                opened.callback(os.close, _lock(path))
                os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, _OWNER_ONLY))
                self._connection = sqlite3.connect(path, timeout=0.2, isolation_level=None)
                opened.callback(self._connection.close)
                _begin_or_recognize(self._connection, path)
                self._watched = WatchedByHand(self._connection)
            except (sqlite3.Error, OSError) as error:
                raise outbox_error(path, error) from error
            self._opened = opened.pop_all()

    @property
    def epoch(self) -> str:
        """Return which journal is followed."""
        return self._epoch

    def followed(self) -> Followed:
        """Return how far the journal was followed."""
        query = "SELECT position, shoe FROM followed WHERE epoch = ?"
        row = self._connection.execute(query, (self._epoch,)).fetchone()
        return Followed(*row) if row else Followed()

    def debits(self) -> list[DebitRequest]:
        """Return the debits of this journal whose bets are not known to be on record."""
        query = "SELECT body FROM debits WHERE epoch = ? ORDER BY movement"
        return [_debit(body) for (body,) in self._connection.execute(query, (self._epoch,)).fetchall()]

    def debits_of_other_journals(self) -> int:
        """Count the debits of which this journal cannot tell whether their bets were accepted."""
        query = "SELECT count(*) FROM debits WHERE epoch <> ?"
        return int(self._connection.execute(query, (self._epoch,)).fetchone()[0])

    def owed(self) -> list[Owed]:
        """Return what the operator must hear, in order; what it refused is not among it."""
        query = "SELECT operation, body FROM owed WHERE refused IS NULL ORDER BY number"
        return [owed_of(*row) for row in self._connection.execute(query).fetchall()]

    def begin_queue(self) -> list[Owed]:
        """Return what is owed; from this moment `decided_by_hand` tells what people do about it."""
        self._connection.execute("BEGIN")  # a snapshot: what is put back meanwhile is in one of the two, and once
        try:
            self._watched = WatchedByHand(self._connection)
            return self.owed()
        finally:
            self._connection.execute("COMMIT")

    def decided_by_hand(self) -> list[ByHand]:
        """Return what people have decided since the last time, beside the table; JournalError when nobody can tell."""
        try:
            return self._watched.decided()
        except sqlite3.Error as error:
            raise outbox_error(self._path, error) from error

    def parked(self) -> int:
        """Count what the operator refused for good."""
        try:
            return int(self._connection.execute("SELECT count(*) FROM owed WHERE refused IS NOT NULL").fetchone()[0])
        except sqlite3.Error as error:
            raise outbox_error(self._path, error) from error

    def write(self, *changes: Changes) -> None:
        """Commit all changes at once, one after the other; after a JournalError none of them is made."""
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            for each in changes:
                self._carry_out(each)
            self._connection.execute("COMMIT")
        except (sqlite3.Error, OSError) as error:
            with suppress(sqlite3.Error):
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
            raise outbox_error(self._path, error) from error

    def close(self) -> None:
        """Close the file and let another open it."""
        self._opened.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _carry_out(self, changes: Changes) -> None:
        run = self._connection.executemany
        debits = ((debit.transaction, self._epoch, body_of(debit).decode()) for debit in changes.debits)
        run("INSERT INTO debits (movement, epoch, body) VALUES (?, ?, ?)", debits)
        run("DELETE FROM debits WHERE movement = ?", ((movement,) for movement in changes.kept))
        rows = ((each.key, operation_of(each.request), body_of(each.request).decode()) for each in changes.owed)
        run("INSERT INTO owed (key, operation, body) VALUES (?, ?, ?) ON CONFLICT (key) DO NOTHING", rows)
        run("DELETE FROM owed WHERE key = ?", ((key,) for key in changes.done))
        refusals = ((each.code, each.detail, each.at, each.owed.key) for each in changes.parked)
        run("UPDATE owed SET refused = ?, detail = ?, refused_at = ? WHERE key = ?", refusals)
        if changes.done or changes.parked:
            note_outcomes(self._connection)
        if changes.followed is not None:
            where = (self._epoch, changes.followed.position, changes.followed.shoe)
            self._connection.execute("INSERT OR REPLACE INTO followed (epoch, position, shoe) VALUES (?, ?, ?)", where)


def _lock(path: Path) -> int:
    """Return the open lock file that keeps a second table out."""
    real = path.resolve()
    lock = os.open(real.with_name(f"{real.name}.lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, _OWNER_ONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        raise JournalError(f"wallet outbox {path}: another table uses it; give each table its own") from None
    return lock


def _begin_or_recognize(connection: sqlite3.Connection, path: Path) -> None:
    fresh = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone() == (0,)
    version = SCHEMA_VERSION if fresh else recognized(connection, path)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    if fresh:
        connection.execute("BEGIN IMMEDIATE")
        for statement in SCHEMA:
            connection.execute(statement)
        connection.execute("COMMIT")
        _sync_directory(path)
    elif version < SCHEMA_VERSION:
        _upgrade(connection, version)


def _upgrade(connection: sqlite3.Connection, version: int) -> None:
    connection.execute("BEGIN IMMEDIATE")
    while version < SCHEMA_VERSION:
        for statement in UPGRADES[version]:
            connection.execute(statement)
        version += 1
    connection.execute("COMMIT")


def _sync_directory(path: Path) -> None:
    directory = os.open(path.parent, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(directory)
    finally:
        os.close(directory)


def _debit(body: str) -> DebitRequest:
    request = request_of("debit", body)
    assert isinstance(request, DebitRequest)
    return request
