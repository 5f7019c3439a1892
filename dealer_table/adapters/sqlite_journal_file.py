"""A journal's file: its schema, and reading it beside the table that writes it. I/O: SQLite, read-only."""

import os
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from dealer_table.adapters.sqlite_faults import journal_error
from dealer_table.adapters.sqlite_ledger import LEDGER_SCHEMA, LedgerFault, ledger_fault, read_balances
from dealer_table.betting.ledger import Balances
from dealer_table.errors import JournalError
from dealer_table.wire.hash_chain import Link, genesis

APPLICATION_ID = 0x44544A31  # "DTJ1"
SCHEMA_VERSION = 4
_FIRST_WITH_LEDGER = 2
# What a patron's history and the recall of the last coups are found by, among months of records.
PATRON_COUP_NAMES = "('bets_settled', 'stakes_returned', 'settlement_corrected')"
COUP_NAMES = (
    "('shoe_loaded', 'betting_opened', 'free_coup_started', 'card_dealt', 'card_corrected', 'coup_completed',"
    " 'coup_settled', 'free_coup_ended', 'coup_voided', 'coup_corrected')"
)
CASHIER_NAMES = "('funds_deposited', 'funds_withdrawn', 'debt_settled')"
_INDEXES = (
    "CREATE INDEX IF NOT EXISTS patron_coups ON records"
    " (json_extract(body, '$.patron[0]'), json_extract(body, '$.patron[1]'), position)"
    f" WHERE name IN {PATRON_COUP_NAMES}",
    f"CREATE INDEX IF NOT EXISTS coups ON records (position) WHERE name IN {COUP_NAMES}",
    f"CREATE INDEX IF NOT EXISTS cashier ON records (position) WHERE name IN {CASHIER_NAMES}",
    "CREATE INDEX IF NOT EXISTS starts ON records (position) WHERE name = 'process_started'",
)
_NEVER = "BEGIN SELECT RAISE(ABORT, 'a journal is never edited'); END"
SCHEMA = (
    """CREATE TABLE journal (
        only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
        epoch TEXT NOT NULL,
        table_id TEXT NOT NULL,
        created_at INTEGER NOT NULL
    ) STRICT""",
    """CREATE TABLE records (
        position INTEGER PRIMARY KEY,
        decision INTEGER NOT NULL,
        at INTEGER NOT NULL,
        name TEXT NOT NULL,
        version INTEGER NOT NULL,
        body TEXT NOT NULL,
        hash TEXT NOT NULL
    ) STRICT""",
    "CREATE INDEX shoes ON records (position) WHERE name = 'shoe_loaded'",
    f"CREATE TRIGGER journal_stays BEFORE UPDATE ON journal {_NEVER}",
    f"CREATE TRIGGER journal_remains BEFORE DELETE ON journal {_NEVER}",
    f"CREATE TRIGGER records_stay BEFORE UPDATE ON records {_NEVER}",
    f"CREATE TRIGGER records_remain BEFORE DELETE ON records {_NEVER}",
    """CREATE TRIGGER records_follow BEFORE INSERT ON records
        WHEN NEW.position <> (SELECT coalesce(max(position), 0) + 1 FROM records)
        BEGIN SELECT RAISE(ABORT, 'a record goes behind the last one'); END""",
    *_INDEXES,
    *LEDGER_SCHEMA,
    f"PRAGMA application_id = {APPLICATION_ID}",
    f"PRAGMA user_version = {SCHEMA_VERSION}",
)
# From each older version to the one after it. Before there were bets there was no ledger; then no debt was settled,
# and then no start of the process was on record.
UPGRADES = {
    1: (*_INDEXES, *LEDGER_SCHEMA, "PRAGMA user_version = 2"),
    2: ("DROP INDEX IF EXISTS cashier", *_INDEXES, "PRAGMA user_version = 3"),
    3: (*_INDEXES, "PRAGMA user_version = 4"),
}
_PAGE = 500  # records a query: a long reader holds no snapshot open in which the write-ahead log could only grow


@dataclass(frozen=True, slots=True)
class Identity:
    """Whose journal a file is, and which version of the schema it has."""

    epoch: str
    table: str
    created_at: int
    schema: int = SCHEMA_VERSION

    @property
    def genesis(self) -> str:
        """Return the hash that the first record builds on."""
        return genesis(self.epoch, self.table, self.created_at)


def read_identity(connection: sqlite3.Connection, path: Path) -> Identity:
    """Return whose journal this is; JournalError when the file holds none, or one of a newer release."""
    if connection.execute("PRAGMA application_id").fetchone() != (APPLICATION_ID,):
        raise JournalError(f"journal {path}: this is not a journal; check the path")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version != SCHEMA_VERSION and version not in UPGRADES:
        raise JournalError(f"journal {path}: its schema is version {version}; this release reads {SCHEMA_VERSION}")
    row = connection.execute("SELECT epoch, table_id, created_at FROM journal").fetchone()
    if row is None:
        raise JournalError(f"journal {path}: its first page is damaged; restore the last good copy")
    epoch, table, created_at = row
    return Identity(epoch, table, created_at, version)


def read_links(connection: sqlite3.Connection, after: int, to: int | None = None) -> Iterator[Link]:
    """Stream the stored records behind position `after`, as far as `to`, just as they stand in the file."""
    last = to if to is not None else 2**62
    while page := connection.execute(
        "SELECT position, decision, at, name, version, body, hash FROM records"
        " WHERE position > ? AND position <= ? ORDER BY position LIMIT ?",
        (after, last, _PAGE),
    ).fetchall():
        yield from (Link(*row) for row in page)
        after = page[-1][0]


class SqliteJournalFile:
    """A journal opened to be read, by anybody and at any time, while the table runs too."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            if not path.is_file():
                raise JournalError(f"journal {path}: there is no such file")
            self._connection = sqlite3.connect(_reading(path), uri=True, isolation_level=None)
        except (sqlite3.Error, OSError) as error:
            raise journal_error(path, error) from error
        try:
            self.identity = read_identity(self._connection, path)
        except (sqlite3.Error, JournalError) as error:
            self.close()
            raise error if isinstance(error, JournalError) else journal_error(path, error) from error

    def links(self, after: int = 0, to: int | None = None) -> Iterator[Link]:
        """Stream the stored records; where the file is damaged, JournalError with the position that cannot be read."""
        position = after
        try:
            for record in read_links(self._connection, after, to):
                yield record
                position = record.position
        except sqlite3.Error as error:
            raise JournalError(str(journal_error(self._path, error)), position=position + 1) from error

    def select(self, query: str, parameters: Sequence[object] = ()) -> list[Any]:
        """Return the rows of a query; JournalError when the file cannot answer it."""
        try:
            return self._connection.execute(query, parameters).fetchall()
        except sqlite3.Error as error:
            raise journal_error(self._path, error) from error

    def ledger_fault(self) -> LedgerFault | None:
        """Return where the ledger is not what the records make it, None when it is; there was none before bets."""
        if self.identity.schema < _FIRST_WITH_LEDGER:
            return None
        try:
            return ledger_fault(self._connection, self.links())
        except sqlite3.Error as error:
            raise journal_error(self._path, error) from error

    def balances(self) -> Balances:
        """Return the balance of every account; there was none before bets."""
        if self.identity.schema < _FIRST_WITH_LEDGER:
            return {}
        try:
            return read_balances(self._connection)
        except sqlite3.Error as error:
            raise journal_error(self._path, error) from error

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _reading(path: Path) -> str:
    address = f"{path.absolute().as_uri()}?mode=ro"
    log_exists = path.with_name(f"{path.name}-wal").exists()
    # On a medium that cannot be written SQLite finds no place for the index that readers share; nobody writes there.
    return address if log_exists or os.access(path.parent, os.W_OK) else f"{address}&immutable=1"
