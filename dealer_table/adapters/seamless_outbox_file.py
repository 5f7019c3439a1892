"""An outbox's file: its schema, and reading it beside the table that writes it. I/O: SQLite."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from dealer_table.adapters.seamless_owed import Owed
from dealer_table.adapters.sqlite_faults import explained
from dealer_table.errors import JournalError, WireError
from dealer_table.wire.wallet import BalanceRequest, WalletRequest, read_request

APPLICATION_ID = 0x44545731  # "DTW1"
SCHEMA_VERSION = 2
# A refusal waits for people, and what they decide stays: who, when and why, and the request itself. A request that was
# put back is `outcome` NULL until the operator has said something about it.
_FOR_PEOPLE = (
    "ALTER TABLE owed ADD COLUMN detail TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE owed ADD COLUMN refused_at INTEGER NOT NULL DEFAULT 0",
    """CREATE TABLE by_hand (
        number INTEGER PRIMARY KEY,
        key TEXT NOT NULL,
        operation TEXT NOT NULL,
        body TEXT NOT NULL,
        refused TEXT NOT NULL,
        detail TEXT NOT NULL,
        refused_at INTEGER NOT NULL,
        decision TEXT NOT NULL CHECK (decision IN ('retry', 'write_off')),
        by TEXT NOT NULL CHECK (by <> ''),
        reason TEXT NOT NULL CHECK (reason <> ''),
        at INTEGER NOT NULL,
        outcome TEXT
    ) STRICT""",
    "CREATE INDEX by_hand_open ON by_hand (number) WHERE outcome IS NULL",
    """CREATE TRIGGER by_hand_stays BEFORE UPDATE ON by_hand
        WHEN OLD.outcome IS NOT NULL OR (NEW.number, NEW.key, NEW.operation, NEW.body, NEW.refused, NEW.detail,
            NEW.refused_at, NEW.decision, NEW.by, NEW.reason, NEW.at) IS NOT (OLD.number, OLD.key, OLD.operation,
            OLD.body, OLD.refused, OLD.detail, OLD.refused_at, OLD.decision, OLD.by, OLD.reason, OLD.at)
        BEGIN SELECT RAISE(ABORT, 'what people decided is never edited'); END""",
    """CREATE TRIGGER by_hand_remains BEFORE DELETE ON by_hand
        BEGIN SELECT RAISE(ABORT, 'what people decided is never edited'); END""",
    "PRAGMA user_version = 2",
)
SCHEMA = (
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
    f"PRAGMA application_id = {APPLICATION_ID}",
    *_FOR_PEOPLE,
)
# From each older version to the one after it.
UPGRADES = {1: _FOR_PEOPLE}


@dataclass(frozen=True, slots=True)
class Parked:
    """What the operator refused for good, and when: a person must look at it."""

    owed: Owed
    code: str
    detail: str = ""
    at: int = 0


def read_pending(path: Path) -> Iterator[Owed | Parked]:
    """Read an outbox beside the table that writes it: what is owed, and what was refused, in order."""
    with reading(path) as (connection, version):
        why = "detail, refused_at" if version > 1 else "'', 0"
        rows = connection.execute(f"SELECT operation, body, refused, {why} FROM owed ORDER BY number").fetchall()  # noqa: S608 - one of two constants
    for operation, body, refused, detail, at in rows:
        owed = owed_of(operation, body)
        yield owed if refused is None else Parked(owed, refused, detail, at)


@contextmanager
def reading(path: Path) -> Iterator[tuple[sqlite3.Connection, int]]:
    """Open an outbox to read it, and tell its schema's version; JournalError when it cannot be read."""
    with opened(path, "ro") as connection:
        yield connection, recognized(connection, path)


@contextmanager
def opened(path: Path, mode: str, timeout: float = 5.0) -> Iterator[sqlite3.Connection]:
    """Open an outbox that is there, beside the table that writes it; JournalError for what goes wrong meanwhile."""
    try:
        if not path.is_file():
            raise JournalError(f"wallet outbox {path}: there is no such file")
        address = f"{path.absolute().as_uri()}?mode={mode}"
        connection = sqlite3.connect(address, timeout=timeout, uri=True, isolation_level=None)
    except (sqlite3.Error, OSError) as error:
        raise outbox_error(path, error) from error
    try:
        yield connection
    except sqlite3.Error as error:
        raise outbox_error(path, error) from error
    finally:
        connection.close()


def recognized(connection: sqlite3.Connection, path: Path) -> int:
    """Return the schema's version; JournalError when the file is no outbox, or one of a newer release."""
    if connection.execute("PRAGMA application_id").fetchone() != (APPLICATION_ID,):
        raise JournalError(f"wallet outbox {path}: this is no outbox; check the path")
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    if version != SCHEMA_VERSION and version not in UPGRADES:
        raise JournalError(
            f"wallet outbox {path}: its schema is version {version}; this release reads {SCHEMA_VERSION}"
        )
    return version


def owed_of(operation: str, body: str) -> Owed:
    """Return a request that is owed, as it was written; JournalError when it is none."""
    request = request_of(operation, body)
    assert not isinstance(request, BalanceRequest)
    return Owed(request)


def request_of(operation: str, body: str) -> WalletRequest:
    """Return a request as it was written; JournalError when it cannot be read."""
    try:
        return read_request(operation, body)
    except WireError as error:
        raise JournalError(f"wallet outbox: a request in it cannot be read: {error}") from None


def outbox_error(path: Path, error: sqlite3.Error | OSError) -> JournalError:
    """Tell in the table's words what `error` did to the outbox at `path`, and the way out."""
    return JournalError(f"wallet outbox {path}: {explained(error)}")
