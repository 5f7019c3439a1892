"""What the operator must still hear, in a SQLite file of its own beside the journal. I/O: SQLite, a lock file.

Three tables: debits that were asked for and whose bets are not on record yet; what is owed, in order; and how far the
journal was followed. Each write is one synced commit of all that gathered.
"""

import fcntl
import os
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from dealer_table.adapters.seamless_owed import Owed
from dealer_table.adapters.sqlite_faults import explained
from dealer_table.errors import JournalError, WireError
from dealer_table.wire.wallet import (
    BalanceRequest,
    DebitRequest,
    RollbackRequest,
    WalletRequest,
    body_of,
    operation_of,
    read_request,
)

_OWNER_ONLY = 0o600
_APPLICATION_ID = 0x44545731  # "DTW1"
_SCHEMA_VERSION = 1
_SCHEMA = (
    """CREATE TABLE debits (
        movement TEXT PRIMARY KEY,
        epoch TEXT NOT NULL,
        body TEXT NOT NULL
    ) STRICT""",
    """CREATE TABLE owed (
        number INTEGER PRIMARY KEY,
        key TEXT NOT NULL UNIQUE,
        operation TEXT NOT NULL,
        body TEXT NOT NULL,
        refused TEXT
    ) STRICT""",
    """CREATE TABLE followed (
        epoch TEXT PRIMARY KEY,
        position INTEGER NOT NULL,
        shoe INTEGER NOT NULL
    ) STRICT""",
    f"PRAGMA application_id = {_APPLICATION_ID}",
    f"PRAGMA user_version = {_SCHEMA_VERSION}",
)


@dataclass(frozen=True, slots=True)
class Followed:
    """How far a journal was followed, and the shoe on the table there."""

    position: int = 0
    shoe: int = 0


@dataclass(frozen=True, slots=True)
class Parked:
    """What the operator refused for good: a person must look at it."""

    owed: Owed
    code: str


@dataclass(slots=True)
class Changes:
    """What one write does, in the order of the fields."""

    debits: list[DebitRequest] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)  # movements whose bets are on record, or that took nothing
    owed: list[Owed] = field(default_factory=list)
    done: list[str] = field(default_factory=list)
    parked: list[tuple[str, str]] = field(default_factory=list)
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
            except (sqlite3.Error, OSError) as error:
                raise _error(path, error) from error
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
        return [_owed(*row) for row in self._connection.execute(query).fetchall()]

    def parked(self) -> int:
        """Count what the operator refused for good."""
        return int(self._connection.execute("SELECT count(*) FROM owed WHERE refused IS NOT NULL").fetchone()[0])

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
            raise _error(self._path, error) from error

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
        run("UPDATE owed SET refused = ? WHERE key = ?", ((code, key) for key, code in changes.parked))
        if changes.followed is not None:
            where = (self._epoch, changes.followed.position, changes.followed.shoe)
            self._connection.execute("INSERT OR REPLACE INTO followed (epoch, position, shoe) VALUES (?, ?, ?)", where)


def read_pending(path: Path) -> Iterator[Owed | Parked]:
    """Read an outbox beside the table that writes it: what is owed, and what was refused, in order."""
    try:
        if not path.is_file():
            raise JournalError(f"wallet outbox {path}: there is no such file")
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
    except (sqlite3.Error, OSError) as error:
        raise _error(path, error) from error
    try:
        _recognize(connection, path)
        rows = connection.execute("SELECT operation, body, refused FROM owed ORDER BY number").fetchall()
    except sqlite3.Error as error:
        raise _error(path, error) from error
    finally:
        connection.close()
    for operation, body, refused in rows:
        owed = _owed(operation, body)
        yield owed if refused is None else Parked(owed, refused)


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
    if not fresh:
        _recognize(connection, path)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    if fresh:
        connection.execute("BEGIN IMMEDIATE")
        for statement in _SCHEMA:
            connection.execute(statement)
        connection.execute("COMMIT")
        _sync_directory(path)


def _recognize(connection: sqlite3.Connection, path: Path) -> None:
    if connection.execute("PRAGMA application_id").fetchone() != (_APPLICATION_ID,):
        raise JournalError(f"wallet outbox {path}: this is no outbox; check the path")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version != _SCHEMA_VERSION:
        raise JournalError(
            f"wallet outbox {path}: its schema is version {version}; this release reads {_SCHEMA_VERSION}"
        )


def _sync_directory(path: Path) -> None:
    directory = os.open(path.parent, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(directory)
    finally:
        os.close(directory)


def _debit(body: str) -> DebitRequest:
    request = _read("debit", body)
    assert isinstance(request, DebitRequest)
    return request


def _owed(operation: str, body: str) -> Owed:
    request = _read(operation, body)
    assert not isinstance(request, BalanceRequest)
    return Owed(request)


def _read(operation: str, body: str) -> WalletRequest:
    try:
        return read_request(operation, body)
    except WireError as error:
        raise JournalError(f"wallet outbox: a request in it cannot be read: {error}") from None


def _error(path: Path, error: sqlite3.Error | OSError) -> JournalError:
    return JournalError(f"wallet outbox {path}: {explained(error)}")
