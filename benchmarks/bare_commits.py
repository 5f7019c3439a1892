"""The floor of whatever a table puts on record: SQLite alone, given the same rows in the same commits. I/O: SQLite."""

import sqlite3
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

Row = tuple[int, int, int, str, int, str, str]
Entry = tuple[int, int, str, str, str, int, str]
Balance = tuple[str, str, int]


class Commit(NamedTuple):
    """The rows of one transaction: records, ledger entries, balances after them."""

    records: Sequence[Row]
    entries: Sequence[Entry] = ()
    balances: Sequence[Balance] = ()


def commit_bare(path: Path, commits: Sequence[Commit]) -> float:
    """Return the seconds that SQLite alone takes: no trigger or hash, no index but what an upsert needs."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(
        "CREATE TABLE records (position INTEGER PRIMARY KEY, decision INTEGER, at INTEGER, name TEXT,"
        " version INTEGER, body TEXT, hash TEXT)"
    )
    connection.execute(
        "CREATE TABLE entries (position INTEGER, leg INTEGER, debit TEXT, credit TEXT, currency TEXT, amount INTEGER,"
        " about TEXT)"
    )
    connection.execute(
        "CREATE TABLE accounts (account TEXT, currency TEXT, balance INTEGER, PRIMARY KEY (account, currency))"
        " WITHOUT ROWID"
    )
    began = time.perf_counter()
    for commit in commits:
        _commit(connection, commit)
    took = time.perf_counter() - began
    connection.close()
    return took


def _commit(connection: sqlite3.Connection, commit: Commit) -> None:
    connection.execute("BEGIN IMMEDIATE")
    connection.executemany("INSERT INTO records VALUES (?, ?, ?, ?, ?, ?, ?)", commit.records)
    if commit.entries:
        connection.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?)", commit.entries)
    if commit.balances:
        connection.executemany(
            "INSERT INTO accounts VALUES (?, ?, ?)"
            " ON CONFLICT (account, currency) DO UPDATE SET balance = excluded.balance",
            commit.balances,
        )
    connection.execute("COMMIT")
