"""The journal of one table and its ledger in a SQLite file, every commit synced to disk. I/O: SQLite, a lock file."""

import fcntl
import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Self
from uuid import uuid4

from dealer_table.adapters.sqlite_faults import journal_error
from dealer_table.adapters.sqlite_journal_file import (
    CASHIER_NAMES,
    SCHEMA,
    SCHEMA_VERSION,
    UPGRADES,
    Identity,
    read_identity,
    read_links,
)
from dealer_table.adapters.sqlite_ledger import keep_ledger, read_balances, write_entries
from dealer_table.betting.ledger import Balances, Entry, entries_of, moved
from dealer_table.betting.recorded import RecordedEvent
from dealer_table.errors import JournalError
from dealer_table.ports.clock import Clock
from dealer_table.ports.journal import Anchor, Record
from dealer_table.procedure.events import ProcessStarted
from dealer_table.wire.event_codec import decode
from dealer_table.wire.hash_chain import Link, chained, fault

_OWNER_ONLY = 0o600  # the faces of burned cards are in it


class SqliteJournal:
    """The one writer of a journal file; anybody may read it meanwhile, as a `SqliteJournalFile`.

    A second writer is kept out by a lock on a file beside it, which the system lets go of however this process ends.
    SQLite's own exclusive mode would keep the readers out too. `elsewhere`: the patrons' real money is with somebody
    else; a journal in which money has moved stays with what it began with.
    """

    def __init__(self, path: Path, table: str, clock: Clock, *, elsewhere: bool = False) -> None:
        self._path = path
        self._elsewhere = elsewhere
        with ExitStack() as opened:
            try:
                opened.callback(os.close, _lock(path))
                self._connection = _connect(path)
                opened.callback(self._connection.close)
                self._identity = _begin_or_recognize(self._connection, path, table, clock)
                self._head = _checked_head(self._connection, path, self._identity)
                _begin_or_recognize_ledger(self._connection, path, elsewhere=elsewhere)
                self._balances = read_balances(self._connection)
            except (sqlite3.Error, OSError) as error:
                raise journal_error(path, error) from error
            self._opened = opened.pop_all()

    @property
    def epoch(self) -> str:
        return self._identity.epoch

    @property
    def head(self) -> Anchor:
        return self._head

    def append(self, decisions: Sequence[Sequence[RecordedEvent]]) -> list[Record]:
        links = chained(decisions, self._head.position, self._head.hash)
        if not links:
            return []
        events = [event for decision in decisions for event in decision]
        entries = [
            entry
            for link, event in zip(links, events, strict=True)
            for entry in entries_of(link.position, event, elsewhere=self._elsewhere)
        ]
        balances = moved(self._balances, (entry.posting for entry in entries))
        try:
            self._commit(links, entries, balances)
        except (sqlite3.Error, OSError, OverflowError) as error:
            self._forget_what_failed()
            raise journal_error(self._path, error) from error
        self._head = Anchor(links[-1].position, links[-1].hash)
        self._balances |= balances
        return [Record(link.position, link.decision, link.at, event) for link, event in zip(links, events, strict=True)]

    def balances(self) -> Balances:
        return dict(self._balances)

    def read(self, after: int = 0) -> Iterator[Record]:
        try:
            for link in read_links(self._connection, after, self._head.position):
                yield _record(link)
        except sqlite3.Error as error:
            raise journal_error(self._path, error) from error

    def cashier_references(self) -> Mapping[str, int]:
        what = "json_extract(body, '$.reference'), at"
        query = f"SELECT {what} FROM records INDEXED BY cashier WHERE name IN {CASHIER_NAMES}"  # noqa: S608 - constants
        try:
            return dict(self._connection.execute(query))
        except sqlite3.Error as error:
            raise journal_error(self._path, error) from error

    def process_starts(self) -> Iterator[ProcessStarted]:
        query = "SELECT position FROM records INDEXED BY starts WHERE name = 'process_started' ORDER BY position"
        try:
            positions = [position for (position,) in self._connection.execute(query)]
        except sqlite3.Error as error:
            raise journal_error(self._path, error) from error
        for position in positions:
            event = next(self.read(after=position - 1)).event
            assert isinstance(event, ProcessStarted), "an index leads to what it is made of"
            yield event

    def last_shoe_position(self) -> int:
        try:
            query = "SELECT coalesce(max(position), 0) FROM records INDEXED BY shoes WHERE name = 'shoe_loaded'"
            return int(self._connection.execute(query).fetchone()[0])
        except sqlite3.Error as error:
            raise journal_error(self._path, error) from error

    def last_room_position(self) -> int:
        try:
            # From the end back: all that it passes over must be folded anyway.
            query = "SELECT position FROM records WHERE name = 'room_opened' ORDER BY position DESC LIMIT 1"
            row = self._connection.execute(query).fetchone()
        except sqlite3.Error as error:
            raise journal_error(self._path, error) from error
        return int(row[0]) if row else 0

    def close(self) -> None:
        self._opened.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _commit(self, links: list[Link], entries: list[Entry], balances: Balances) -> None:
        self._connection.execute("BEGIN IMMEDIATE")
        self._connection.executemany(
            "INSERT INTO records (position, decision, at, name, version, body, hash) VALUES (?, ?, ?, ?, ?, ?, ?)",
            ((link.position, link.decision, link.at, link.name, link.version, link.body, link.hash) for link in links),
        )
        write_entries(self._connection, entries, balances)
        self._connection.execute("COMMIT")

    def _forget_what_failed(self) -> None:
        with suppress(sqlite3.Error):
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
        # When only the sync of a commit failed, its pages lie whole in the write-ahead log, and a crash before the next
        # commit would bring them back: an event that nobody was told of. So the log is emptied, if the disk lets us.
        with suppress(sqlite3.Error):
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _lock(path: Path) -> int:
    """Return the open lock file that keeps a second writer out."""
    real = path.resolve()  # one lock for one file, whatever name it is called by
    lock = os.open(real.with_name(f"{real.name}.lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, _OWNER_ONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        problem = f"journal {path}: another process is writing to it; stop that one, or name another file"
        raise JournalError(problem) from None
    return lock


def _connect(path: Path) -> sqlite3.Connection:
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, _OWNER_ONLY))
    return sqlite3.connect(path, timeout=1, isolation_level=None)


def _begin_or_recognize(connection: sqlite3.Connection, path: Path, table: str, clock: Clock) -> Identity:
    if connection.execute("SELECT count(*) FROM sqlite_schema").fetchone() == (0,):
        identity = Identity(uuid4().hex, table, clock.now_ms())
        _write_ahead(connection)
        _begin(connection, path, identity)
        return identity
    identity = read_identity(connection, path)
    if identity.table != table:
        raise JournalError(f"journal {path}: it is the journal of table {identity.table!r}, not of {table!r}")
    _write_ahead(connection)
    if identity.schema < SCHEMA_VERSION:
        _upgrade(connection, identity.schema)
    return identity


def _upgrade(connection: sqlite3.Connection, version: int) -> None:
    connection.execute("BEGIN IMMEDIATE")
    while version < SCHEMA_VERSION:
        for statement in UPGRADES[version]:
            connection.execute(statement)
        version += 1
    connection.execute("COMMIT")


def _begin_or_recognize_ledger(connection: sqlite3.Connection, path: Path, *, elsewhere: bool) -> None:
    if not keep_ledger(connection, elsewhere=elsewhere):
        where = "this table's own accounts" if elsewhere else "an operator's accounts"
        remedy = "set the accounts back, or begin a new journal"
        raise JournalError(f"journal {path}: the money in it is in {where}; {remedy}")


def _write_ahead(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def _begin(connection: sqlite3.Connection, path: Path, identity: Identity) -> None:
    connection.execute("BEGIN IMMEDIATE")
    for statement in SCHEMA:
        connection.execute(statement)
    connection.execute(
        "INSERT INTO journal (only_row, epoch, table_id, created_at) VALUES (1, ?, ?, ?)",
        (identity.epoch, identity.table, identity.created_at),
    )
    connection.execute("COMMIT")
    # A file is not safe before its directory is.
    directory = os.open(path.parent, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(directory)
    finally:
        os.close(directory)


def _checked_head(connection: sqlite3.Connection, path: Path, identity: Identity) -> Anchor:
    """Return the head, once it is seen to follow the record before it; `journal verify` walks the whole chain."""
    (last,) = connection.execute("SELECT coalesce(max(position), 0) FROM records").fetchone()
    links = list(read_links(connection, last - 2))
    before = links[-2].hash if len(links) > 1 else identity.genesis
    if not links:
        return Anchor(0, identity.genesis)
    problem = fault(links[-1], last, before)
    if problem:
        raise JournalError(f"journal {path}: record {last}: {problem}; restore the last good copy", position=last)
    return Anchor(last, links[-1].hash)


def _record(link: Link) -> Record:
    try:
        event = decode(link.name, link.version, link.body)
    except JournalError as error:
        raise JournalError(f"record {link.position}: {error}", position=link.position) from None
    return Record(link.position, link.decision, link.at, event)
