"""The house's ledger in the journal's file: its tables, its rows, and whether the records say the same. I/O: SQLite.

An entry is a posting: one amount from the account it debits to the one it credits, so no entry's sum can be anything
but nought. Entries and balances are written in the transaction of the record they follow from, and of both only the
balances ever change. Nothing here is the truth: all of it can be worked out again from the records, as `ledger_fault`
does.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from dealer_table.betting.ledger import Account, Balances, Entry, entries_of, moved
from dealer_table.betting.postings import DEBTS, Posting
from dealer_table.wire.event_codec import BETTING_NAMES, decode
from dealer_table.wire.hash_chain import Link

_PATRONS = "patron:"
_NEVER = "BEGIN SELECT RAISE(ABORT, 'a ledger is never edited'); END"
LEDGER_SCHEMA = (
    # Where the patrons' real money is kept, here or elsewhere: postings name their accounts by it.
    """CREATE TABLE ledger (
        only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
        elsewhere INTEGER NOT NULL CHECK (elsewhere IN (0, 1))
    ) STRICT""",
    f"""CREATE TABLE ledger_accounts (
        account TEXT NOT NULL,
        currency TEXT NOT NULL,
        balance INTEGER NOT NULL CHECK (balance >= 0 OR account NOT GLOB '{_PATRONS}*'),
        PRIMARY KEY (account, currency)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE ledger_entries (
        position INTEGER NOT NULL REFERENCES records (position),
        leg INTEGER NOT NULL,
        debit TEXT NOT NULL,
        credit TEXT NOT NULL CHECK (credit <> debit),
        currency TEXT NOT NULL,
        amount INTEGER NOT NULL CHECK (amount > 0),
        about TEXT NOT NULL,
        PRIMARY KEY (position, leg)
    ) STRICT, WITHOUT ROWID""",
    f"CREATE TRIGGER ledger_entries_stay BEFORE UPDATE ON ledger_entries {_NEVER}",
    f"CREATE TRIGGER ledger_entries_remain BEFORE DELETE ON ledger_entries {_NEVER}",
    f"CREATE TRIGGER ledger_accounts_remain BEFORE DELETE ON ledger_accounts {_NEVER}",
    f"CREATE TRIGGER ledger_remains BEFORE DELETE ON ledger {_NEVER}",
)
_PAGE = 500


@dataclass(frozen=True, slots=True)
class LedgerFault:
    """The first record with which the ledger does not agree, and how."""

    position: int
    problem: str


def keep_ledger(connection: sqlite3.Connection, *, elsewhere: bool) -> bool:
    """Say where the patrons' money is kept, where the ledger has not begun; return whether it is kept so."""
    row = connection.execute("SELECT elsewhere FROM ledger").fetchone()
    if row is None:
        connection.execute("INSERT INTO ledger (only_row, elsewhere) VALUES (1, ?)", (elsewhere,))
        return True
    if bool(row[0]) == elsewhere:
        return True
    if connection.execute("SELECT EXISTS (SELECT * FROM ledger_entries)").fetchone() == (1,):
        return False
    connection.execute("UPDATE ledger SET elsewhere = ?", (elsewhere,))
    return True


def read_balances(connection: sqlite3.Connection) -> dict[Account, int]:
    """Return the balance of every account."""
    rows = connection.execute("SELECT account, currency, balance FROM ledger_accounts")
    return {Account(name, currency): balance for name, currency, balance in rows}


def write_entries(connection: sqlite3.Connection, entries: Sequence[Entry], changed: Balances) -> None:
    """Write entries and the balances they lead to, within a transaction; a patron's below nought breaks it."""
    if not entries:
        return
    connection.executemany(
        "INSERT INTO ledger_entries (position, leg, debit, credit, currency, amount, about)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        [(position, leg, one.debit, one.credit, one.currency, one.amount, one.about) for position, leg, one in entries],
    )
    connection.executemany(
        "INSERT INTO ledger_accounts (account, currency, balance) VALUES (?, ?, ?)"
        " ON CONFLICT (account, currency) DO UPDATE SET balance = excluded.balance",
        [(account.name, account.currency, balance) for account, balance in changed.items()],
    )


def ledger_fault(connection: sqlite3.Connection, links: Iterable[Link]) -> LedgerFault | None:
    """Work the ledger out again from all records, `links`, and return where it is another; None when it is the same.

    The table may be writing meanwhile: what it wrote after this began is left out.
    """
    connection.execute("BEGIN")  # a snapshot, and let go at once: the write-ahead log could only grow while it is held
    try:
        (head,) = connection.execute("SELECT coalesce(max(position), 0) FROM records").fetchone()
        (elsewhere,) = connection.execute("SELECT elsewhere FROM ledger").fetchone()
        balances = read_balances(connection)
    finally:
        connection.execute("COMMIT")
    written = _entries(connection, head)
    following = next(written, None)
    worked_out: dict[Account, int] = {}
    for link in links:
        if link.position > head:
            break
        for entry in _due(link, elsewhere=bool(elsewhere)):
            if following != entry:
                return LedgerFault(link.position, "the ledger has not what this record posts")
            worked_out |= moved(worked_out, [entry.posting])
            if _overdrawn(worked_out, entry.posting):
                return LedgerFault(link.position, f"{entry.posting.debit} falls below nought")
            if _overpaid(worked_out, entry.posting):
                return LedgerFault(link.position, f"{entry.posting.credit} is paid more than was owed")
            following = next(written, None)
        if following is not None and following.position <= link.position:
            return LedgerFault(following.position, "the ledger has an entry that no record posts")
    if following is not None:
        return LedgerFault(following.position, "the ledger has an entry that no record posts")
    wrong = {account for account, _ in balances.items() ^ worked_out.items()}
    if wrong:
        account = min(wrong)
        return LedgerFault(head, f"the balance of {account.name} in {account.currency} is not what its entries make")
    return None


def _due(link: Link, *, elsewhere: bool) -> list[Entry]:
    if link.name not in BETTING_NAMES:
        return []
    return entries_of(link.position, decode(link.name, link.version, link.body), elsewhere=elsewhere)


def _overdrawn(balances: Balances, posting: Posting) -> bool:
    return posting.debit.startswith(_PATRONS) and balances[Account(posting.debit, posting.currency)] < 0


def _overpaid(balances: Balances, posting: Posting) -> bool:
    return posting.credit.startswith(DEBTS) and balances[Account(posting.credit, posting.currency)] > 0


def _entries(connection: sqlite3.Connection, to: int) -> Iterator[Entry]:
    after = (0, 0)
    while page := connection.execute(
        "SELECT position, leg, debit, credit, currency, amount, about FROM ledger_entries"
        " WHERE (position, leg) > (?, ?) AND position <= ? ORDER BY position, leg LIMIT ?",
        (*after, to, _PAGE),
    ).fetchall():
        for position, leg, *posting in page:
            yield Entry(position, leg, Posting(*posting))
        after = page[-1][:2]
