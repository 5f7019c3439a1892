"""The staff's accounts and the record of who came in, was refused and was locked. I/O: a SQLite file.

The record can only be added to, and each entry's hash covers the one before. Whether a name is locked is read from the
record and from nothing else, so a restart forgets no failure; names that nobody has are counted like all others, so
that nobody learns from an answer who works here. What cannot be put on record does not happen.
"""

import json
import os
import re
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from dealer_table.adapters.staff_passwords import LONGEST, Passwords, check_password
from dealer_table.errors import CommandRefused, ConfigError, JournalError, WireError
from dealer_table.ports.staff import LockOut, StaffAccount, StaffEvent, name_key
from dealer_table.procedure.words import Role
from dealer_table.wire.launch_token import EVERYWHERE, NO_CONTROLS
from dealer_table.wire.topics import checked_name

LONGEST_NAME = 64
_APPLICATION_ID = 0x44545331  # "DTS1"
_MINUTE = 60_000
_PATIENCE = 5.0
_OTHERS = 0o077
_GENESIS = sha256(b"dealer-table staff").hexdigest()
_NEVER = "BEGIN SELECT RAISE(ABORT, 'this record is never edited'); END"
_SCHEMA = (
    "CREATE TABLE accounts (key TEXT PRIMARY KEY, name TEXT NOT NULL, role TEXT NOT NULL, table_id TEXT NOT NULL,"
    " password TEXT NOT NULL) STRICT",
    "CREATE TABLE record (position INTEGER PRIMARY KEY, at INTEGER NOT NULL, what TEXT NOT NULL, key TEXT NOT NULL,"
    " name TEXT NOT NULL, origin TEXT NOT NULL, until INTEGER, hash TEXT NOT NULL) STRICT",
    "CREATE INDEX by_person ON record (key, position)",
    f"CREATE TRIGGER record_stays BEFORE UPDATE ON record {_NEVER}",
    f"CREATE TRIGGER record_remains BEFORE DELETE ON record {_NEVER}",
    f"PRAGMA application_id = {_APPLICATION_ID}",
    "PRAGMA user_version = 1",
)
# What ends the logins that were before it.
_GOOD_SINCE = "SELECT max(at) FROM record WHERE key = ? AND what IN ('added', 'password_set', 'locked')"
_LAST_OF_TWO = "SELECT what, until FROM record WHERE key = ? AND what IN (?, 'unlocked') ORDER BY position DESC LIMIT 1"
# What begins the count of failures anew is in the inner query.
_FAILURES = """SELECT count(*) FROM record WHERE key = :key AND what = 'failed' AND at > :since AND position > (
    SELECT coalesce(max(position), 0) FROM record
    WHERE key = :key AND what IN ('logged_in', 'locked_out', 'unlocked'))"""


@dataclass(frozen=True, slots=True)
class StaffEntry:
    """One entry of the record; `origin` is the address of who came, or the account at whose console it was done."""

    position: int
    at: int
    what: str
    name: str
    origin: str
    until: int | None


class StaffFile:
    """One file of accounts; every call opens it anew, so any thread and process may use it."""

    def __init__(
        self,
        path: Path,
        clock: Callable[[], int],
        lock_out: LockOut = LockOut(),  # noqa: B008 - frozen
        passwords: Passwords | None = None,
    ) -> None:
        self._path = path
        self._clock = clock
        self._lock_out = lock_out
        self._passwords = passwords or Passwords()

    def make(self) -> None:
        """Make the file, for its owner alone; FileExistsError when there is one."""
        self._path.touch(mode=0o600, exist_ok=False)
        with self._open(fresh=True) as db:
            for statement in _SCHEMA:
                db.execute(statement)

    def check(self) -> None:
        """Refuse a file that is none of ours, or that others may read."""
        with self._open(writes=False):
            pass

    def enter(self, name: str, password: str, *, address: str) -> StaffAccount:
        key, shown = name_key(name), " ".join(name.split())
        with self._open() as db:
            until = self._locked_out_until(db, key)
            if until is not None:
                self._record(db, StaffEvent.TURNED_AWAY, shown, address)
                refused = self._locked_out(until)
            else:
                row = db.execute("SELECT name, role, table_id, password FROM accounts WHERE key = ?", (key,)).fetchone()
                # As long for nobody as for somebody; and no password is so long that it takes longer.
                if not self._passwords.fit(row[3] if row else None, password[: LONGEST + 1]):
                    refused = self._failed(db, key, shown, address)
                elif self._is_locked(db, key):
                    self._record(db, StaffEvent.TURNED_AWAY, row[0], address)
                    refused = CommandRefused("locked", "until somebody unlocks it")
                else:
                    self._record(db, StaffEvent.LOGGED_IN, row[0], address)
                    self._renew(db, key, row[3], password)
                    return StaffAccount(row[0], Role(row[1]), row[2])
        raise refused

    def add(self, account: StaffAccount, password: str, *, origin: str) -> None:
        """Add a person; ConfigError when there is one of that name already, or the password is too easy."""
        check_account(account)
        check_password(account.name, password)
        key, kept = name_key(account.name), self._passwords.hashed(password)
        with self._open() as db:
            if db.execute("SELECT 1 FROM accounts WHERE key = ?", (key,)).fetchone():
                raise ConfigError(f"there is a {account.name!r} already", source=str(self._path))
            row = (key, account.name, account.role.value, account.table, kept)
            db.execute("INSERT INTO accounts VALUES (?, ?, ?, ?, ?)", row)
            self._record(db, StaffEvent.ADDED, account.name, origin)

    def set_password(self, name: str, password: str, *, origin: str) -> None:
        """Give a person another password; who is locked stays so."""
        check_password(name, password)
        kept = self._passwords.hashed(password)
        with self._open() as db:
            account = self._account(db, name)
            db.execute("UPDATE accounts SET password = ? WHERE key = ?", (kept, name_key(name)))
            self._record(db, StaffEvent.PASSWORD_SET, account.name, origin)

    def lock(self, name: str, *, origin: str) -> None:
        """Let a person in no more, until unlocked."""
        with self._open() as db:
            self._record(db, StaffEvent.LOCKED, self._account(db, name).name, origin)

    def unlock(self, name: str, *, origin: str) -> None:
        """Let a person in again, whoever or whatever locked the name."""
        with self._open() as db:
            self._record(db, StaffEvent.UNLOCKED, self._account(db, name).name, origin)

    def remove(self, name: str, *, origin: str) -> None:
        """Take a person's account away; what is on record stays."""
        with self._open() as db:
            account = self._account(db, name)
            db.execute("DELETE FROM accounts WHERE key = ?", (name_key(name),))
            self._record(db, StaffEvent.REMOVED, account.name, origin)

    def accounts(self) -> list[tuple[StaffAccount, str]]:
        """Return everybody, and how each is locked: `locked`, `locked_out` or not at all."""
        with self._open(writes=False) as db:
            rows = db.execute("SELECT key, name, role, table_id FROM accounts ORDER BY key").fetchall()
            return [(StaffAccount(row[1], Role(row[2]), row[3]), self._lock_of(db, row[0])) for row in rows]

    def good_since(self) -> Mapping[str, int]:
        with self._open(writes=False) as db:
            keys = [key for (key,) in db.execute("SELECT key FROM accounts") if not self._is_locked(db, key)]
            return {key: db.execute(_GOOD_SINCE, (key,)).fetchone()[0] for key in keys}

    def entries(self) -> Iterator[StaffEntry]:
        """Return the record from its beginning; JournalError at the first entry that does not hold."""
        with self._open(writes=False) as db:
            rows = db.execute("SELECT position, at, what, name, origin, until, hash FROM record ORDER BY position")
            rows_read = rows.fetchall()
        previous = _GENESIS
        for expected, row in enumerate(rows_read, 1):
            entry = StaffEntry(*row[:6])
            if entry.position != expected or _hash(previous, entry) != row[6]:
                raise JournalError(f"{self._path}: entry {expected} was changed or is missing", position=expected)
            previous = row[6]
            yield entry

    def _failed(self, db: sqlite3.Connection, key: str, name: str, address: str) -> CommandRefused:
        self._record(db, StaffEvent.FAILED, name, address)
        now, rule = self._clock(), self._lock_out
        (count,) = db.execute(_FAILURES, {"key": key, "since": now - rule.within}).fetchone()
        if count < rule.failures:
            return CommandRefused("wrong_login", "no such name and password")
        self._record(db, StaffEvent.LOCKED_OUT, name, address, now + rule.lasts)
        return self._locked_out(now + rule.lasts)

    def _locked_out_until(self, db: sqlite3.Connection, key: str) -> int | None:
        row = db.execute(_LAST_OF_TWO, (key, StaffEvent.LOCKED_OUT)).fetchone()
        return row[1] if row and row[1] is not None and self._clock() < row[1] else None

    def _is_locked(self, db: sqlite3.Connection, key: str) -> bool:
        row = db.execute(_LAST_OF_TWO, (key, StaffEvent.LOCKED)).fetchone()
        return row is not None and row[0] == StaffEvent.LOCKED

    def _lock_of(self, db: sqlite3.Connection, key: str) -> str:
        if self._is_locked(db, key):
            return StaffEvent.LOCKED.value
        return StaffEvent.LOCKED_OUT.value if self._locked_out_until(db, key) is not None else ""

    def _locked_out(self, until: int) -> CommandRefused:
        minutes = -((self._clock() - until) // _MINUTE)
        return CommandRefused("locked_out", f"for {minutes} more minutes", {"minutes": minutes})

    def _renew(self, db: sqlite3.Connection, key: str, kept: str, password: str) -> None:
        if self._passwords.are_dated(kept):
            fresh = self._passwords.hashed(password)
            db.execute("UPDATE accounts SET password = ? WHERE key = ?", (fresh, key))

    def _account(self, db: sqlite3.Connection, name: str) -> StaffAccount:
        query = "SELECT name, role, table_id FROM accounts WHERE key = ?"
        row = db.execute(query, (name_key(name),)).fetchone()
        if row is None:
            raise ConfigError(f"there is no {name!r}", source=str(self._path), remedy="see: dealer-table staff list")
        return StaffAccount(row[0], Role(row[1]), row[2])

    def _record(
        self, db: sqlite3.Connection, what: StaffEvent, name: str, origin: str, until: int | None = None
    ) -> None:
        last = db.execute("SELECT position, hash FROM record ORDER BY position DESC LIMIT 1").fetchone()
        position, previous = last or (0, _GENESIS)
        entry = StaffEntry(position + 1, self._clock(), what.value, name, origin, until)
        row = (entry.position, entry.at, entry.what, name_key(name), name, origin, until, _hash(previous, entry))
        db.execute("INSERT INTO record VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)

    @contextmanager
    def _open(self, *, writes: bool = True, fresh: bool = False) -> Iterator[sqlite3.Connection]:
        """Open the file, and to write hold it: what was counted is still so when it is written."""
        try:
            mode = self._path.stat().st_mode
        except OSError as error:
            remedy = "make one with: dealer-table staff add"
            raise ConfigError(f"cannot be read: {error.strerror}", source=str(self._path), remedy=remedy) from None
        if os.name == "posix" and mode & _OTHERS:
            problem = "others on this machine may read it"
            raise ConfigError(problem, source=str(self._path), remedy=f"chmod 600 {self._path}")
        try:
            db = sqlite3.connect(self._path, timeout=_PATIENCE, isolation_level=None)
        except sqlite3.Error as error:
            raise JournalError(f"{self._path}: {error}") from None
        try:
            db.execute("PRAGMA synchronous = FULL")
            db.execute("BEGIN IMMEDIATE" if writes else "BEGIN")
            if not fresh and db.execute("PRAGMA application_id").fetchone() != (_APPLICATION_ID,):
                raise ConfigError("it holds no staff accounts", source=str(self._path))
            yield db
            db.execute("COMMIT")
        except sqlite3.Error as error:
            raise JournalError(f"{self._path}: {error}") from None
        finally:
            db.close()


def check_account(account: StaffAccount) -> None:
    """Refuse an account whose token nobody would take; ConfigError says why."""
    if not re.fullmatch(NO_CONTROLS, account.name) or not 1 <= len(account.name) <= LONGEST_NAME:
        raise ConfigError(f"a name has 1 to {LONGEST_NAME} characters that can be seen")
    if account.table != EVERYWHERE:
        try:
            checked_name(account.table)
        except WireError as error:
            raise ConfigError(str(error), remedy="* is every table") from None


def _hash(previous: str, entry: StaffEntry) -> str:
    content = [entry.position, entry.at, entry.what, entry.name, entry.origin, entry.until]
    return sha256(f"{previous}\n{json.dumps(content)}".encode()).hexdigest()
