"""The money of a simulated operator: double entry, every transaction once, tombstones. I/O: SQLite."""

import sqlite3
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from dealer_table.betting.words import Patron
from dealer_table.wire.wallet import (
    Answer,
    BalanceRequest,
    Code,
    CreditRequest,
    DebitRequest,
    MoneyRequest,
    Refusal,
    RollbackRequest,
    WalletRequest,
    body_of,
    operation_of,
)

T = TypeVar("T")
HOUSE = ""  # the other side of every entry; no patron has an empty name
_SCHEMA = (
    """CREATE TABLE IF NOT EXISTS accounts (
        patron TEXT NOT NULL,
        currency TEXT NOT NULL,
        balance INTEGER NOT NULL CHECK (balance >= 0 OR patron = ''),
        PRIMARY KEY (patron, currency)
    ) STRICT""",
    """CREATE TABLE IF NOT EXISTS transactions (
        number INTEGER PRIMARY KEY,
        key TEXT NOT NULL UNIQUE,
        operation TEXT NOT NULL,
        id TEXT NOT NULL,
        patron TEXT NOT NULL,
        currency TEXT NOT NULL,
        amount INTEGER NOT NULL,
        body TEXT NOT NULL
    ) STRICT""",
    """CREATE TABLE IF NOT EXISTS entries (
        number INTEGER NOT NULL REFERENCES transactions,
        patron TEXT NOT NULL,
        currency TEXT NOT NULL,
        amount INTEGER NOT NULL
    ) STRICT""",
)


class OperatorLedger:
    """One file, asked by many threads one after the other."""

    def __init__(self, path: Path) -> None:
        self._lock = threading.Lock()
        self._connection = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        self._connection.execute("PRAGMA journal_mode = WAL")
        # It survives its process, which is what is simulated, and not the machine's power.
        self._connection.execute("PRAGMA synchronous = NORMAL")
        self._in_one_commit(lambda: [self._connection.execute(statement) for statement in _SCHEMA])

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()

    def open_account(self, patron: Patron, balance: int) -> None:
        """Open an account with money in it; an account that is there stays as it is."""
        with self._lock:
            self._in_one_commit(lambda: self._open(patron, balance))

    def balances(self) -> dict[Patron, int]:
        """Return what every patron has."""
        rows = self._read("SELECT patron, currency, balance FROM accounts WHERE patron <> '' ORDER BY patron, currency")
        return {Patron(str(name), str(currency)): int(str(balance)) for name, currency, balance in rows}

    def transactions(self) -> list[dict[str, object]]:
        """Return what was done, in order; a rollback of nothing is the tombstone of a debit that may still come."""
        rows = self._read("SELECT operation, id, patron, currency, amount FROM transactions ORDER BY number")
        return [
            dict(zip(("operation", "transaction", "patron", "currency", "amount"), row, strict=True)) for row in rows
        ]

    def bodies(self) -> list[str]:
        """Return the requests of tables that were carried out, in order, as they came."""
        return [str(body) for (body,) in self._read("SELECT body FROM transactions WHERE body <> '' ORDER BY number")]

    def faults(self) -> list[str]:
        """Return what is wrong with the books: a sum that is not nought, a balance that is not its entries'."""
        crooked = self._read("SELECT number FROM entries GROUP BY number, currency HAVING sum(amount) <> 0")
        wrong = self._read(
            "SELECT patron, currency FROM accounts AS a WHERE balance <> (SELECT coalesce(sum(amount), 0) FROM entries"
            " AS e WHERE e.patron = a.patron AND e.currency = a.currency)"
        )
        return [f"transaction {number} is crooked" for (number,) in crooked] + [f"balance of {who}" for who in wrong]

    def carry_out(self, request: WalletRequest) -> Answer | Refusal:
        """Do what a request asks, once."""
        with self._lock:
            if isinstance(request, BalanceRequest):
                return self._answer(request)
            return self._in_one_commit(lambda: self._once(request))

    def _once(self, request: MoneyRequest) -> Answer | Refusal:
        if self._balance(request) is None:
            return Refusal(code=Code.UNKNOWN_ACCOUNT)
        if isinstance(request, DebitRequest) and self._body(request.transaction, "rollback") is not None:
            return Refusal(code=Code.ROLLED_BACK, detail="it was rolled back")
        known = self._body(request.transaction, operation_of(request))
        if known is not None:
            if known != body_of(request).decode():
                return Refusal(code=Code.OTHER_CONTENTS, detail="the transaction was told with other contents before")
        else:
            refusal = self._first_time(request)
            if refusal is not None:
                return refusal
        return self._answer(request)

    def _first_time(self, request: MoneyRequest) -> Refusal | None:
        match request:
            case DebitRequest(amount=amount):
                balance = self._balance(request) or 0
                if balance < amount:
                    return Refusal(code=Code.INSUFFICIENT_FUNDS, balance=balance)
                self._record(request, -amount)
            case CreditRequest(amount=amount):
                self._record(request, amount)
            case RollbackRequest():
                return self._roll_back(request)
        return None

    def _roll_back(self, request: RollbackRequest) -> Refusal | None:
        query = "SELECT patron, currency, amount FROM transactions WHERE key = ?"
        debit = self._connection.execute(query, (f"debit:{request.transaction}",)).fetchone()
        if debit is not None and debit[:2] != (request.patron, request.currency):
            return Refusal(code=Code.OTHER_CONTENTS, detail="the debit is another patron's")
        self._record(request, -debit[2] if debit is not None else 0)
        return None

    def _record(self, request: MoneyRequest, amount: int) -> None:
        """Write one transaction, and the two entries that move `amount` from the house to the patron."""
        operation, patron = operation_of(request), Patron(request.patron, request.currency)
        self._enter(operation, request.transaction, patron, amount, body_of(request).decode())

    def _enter(self, operation: str, transaction: str, patron: Patron, amount: int, body: str) -> None:
        number = self._connection.execute(
            "INSERT INTO transactions (key, operation, id, patron, currency, amount, body)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (f"{operation}:{transaction}", operation, transaction, *patron, amount, body),
        ).lastrowid
        assert number is not None
        if amount:
            self._move(number, patron, amount)

    def _move(self, number: int, patron: Patron, amount: int) -> None:
        for name, change in ((patron.name, amount), (HOUSE, -amount)):
            self._connection.execute("INSERT INTO entries VALUES (?, ?, ?, ?)", (number, name, patron.currency, change))
            self._connection.execute(
                "INSERT INTO accounts VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET balance = balance + excluded.balance"
                if name == HOUSE
                else "UPDATE accounts SET balance = balance + ?3 WHERE patron = ?1 AND currency = ?2",
                (name, patron.currency, change),
            )

    def _open(self, patron: Patron, balance: int) -> None:
        opened = self._connection.execute("INSERT OR IGNORE INTO accounts VALUES (?, ?, 0)", patron).rowcount
        if opened:
            self._enter("opening", f"{patron.name}:{patron.currency}", patron, balance, "")

    def _answer(self, request: WalletRequest) -> Answer | Refusal:
        balance = self._balance(request)
        return Refusal(code=Code.UNKNOWN_ACCOUNT) if balance is None else Answer(balance=balance)

    def _balance(self, request: WalletRequest) -> int | None:
        query = "SELECT balance FROM accounts WHERE patron = ? AND currency = ?"
        row = self._connection.execute(query, (request.patron, request.currency)).fetchone()
        return None if row is None else int(row[0])

    def _body(self, transaction: str, operation: str) -> str | None:
        query = "SELECT body FROM transactions WHERE key = ?"
        row = self._connection.execute(query, (f"{operation}:{transaction}",)).fetchone()
        return None if row is None else str(row[0])

    def _read(self, query: str) -> list[tuple[object, ...]]:
        with self._lock:
            return list(self._connection.execute(query))

    def _in_one_commit(self, work: Callable[[], T]) -> T:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            result = work()
            self._connection.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")
            raise
        return result
