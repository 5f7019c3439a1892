"""The ledger in the journal's file: with its records or not at all, and always what they say. I/O: files, processes."""

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from dealer_table.adapters.sqlite_journal import SqliteJournal
from dealer_table.adapters.sqlite_journal_file import SCHEMA_VERSION, SqliteJournalFile
from dealer_table.adapters.sqlite_ledger import LEDGER_SCHEMA, LedgerFault
from dealer_table.adapters.system_clock import SystemClock
from dealer_table.betting.events import BetsAccepted, BetsSettled, DebtSettled, FundsDeposited, SettlementCorrected
from dealer_table.betting.ledger import Account
from dealer_table.betting.recorded import RecordedEvent
from dealer_table.betting.words import Means, Patron, Stake
from dealer_table.errors import JournalError
from dealer_table.procedure.events import TableOpened
from dealer_table.procedure.words import SYSTEM

PAT, FUN = Patron("pat", "EUR"), Patron("pat", "FUN")
STAKES = (Stake("player", 300), Stake("tie", 100))
DEPOSIT = FundsDeposited(1, SYSTEM, PAT, 1_000, "slip-1")
BET = BetsAccepted(2, 1, PAT, "r1", STAKES, 400, "m1", "digest")
SETTLED = BetsSettled(3, 1, PAT, STAKES, (Stake("player", 600),), "digest")
CORRECTED = SettlementCorrected(4, 1, PAT, (Stake("player", 600),), (), owed=50)


def settled_debt(amount: int) -> DebtSettled:
    return DebtSettled(5, SYSTEM, PAT, amount, Means.FORGIVEN, f"slip for {amount}", "misread")


# Run by a child: deposits for ever, two in a commit, and says after each commit how many there must be.
DEPOSIT_FOR_EVER = """
import sys
from pathlib import Path
from dealer_table.adapters.sqlite_journal import SqliteJournal
from dealer_table.adapters.system_clock import SystemClock
from dealer_table.betting.events import FundsDeposited
from dealer_table.betting.words import Patron
from dealer_table.procedure.words import SYSTEM
journal = SqliteJournal(Path(sys.argv[1]), "table-1", SystemClock())
pat = Patron("pat", "EUR")
while True:
    journal.append([[FundsDeposited(1, SYSTEM, pat, 5, "a")], [FundsDeposited(1, SYSTEM, pat, 7, "b")]])
    print(journal.head.position, flush=True)
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.journal"


@pytest.fixture
def journal(path: Path) -> Iterator[SqliteJournal]:
    with SqliteJournal(path, "table-1", SystemClock()) as journal:
        yield journal


def fault_in(path: Path) -> LedgerFault | None:
    with SqliteJournalFile(path) as file:
        return file.ledger_fault()


def rows(path: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(query).fetchall()


def forge(path: Path, *statements: str) -> None:
    """Edit a journal as somebody who owns the file could: the triggers out of the way first."""
    with closing(sqlite3.connect(path)) as connection, connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            connection.execute(statement)


def test_every_entry_names_its_record_and_moves_one_amount(journal: SqliteJournal, path: Path) -> None:
    journal.append([[DEPOSIT], [BET], [SETTLED]])
    assert rows(path, "SELECT * FROM ledger_entries ORDER BY position, leg") == [
        (1, 1, "cage", "patron:pat", "EUR", 1_000, "deposit"),
        (2, 1, "patron:pat", "stakes", "EUR", 400, "bet"),
        (3, 1, "stakes", "patron:pat", "EUR", 400, "stake_back"),
        (3, 2, "house", "patron:pat", "EUR", 200, "win"),
    ]
    assert fault_in(path) is None


def test_balances_are_there_again_when_the_journal_is_opened_again(path: Path) -> None:
    with SqliteJournal(path, "table-1", SystemClock()) as journal:
        journal.append([[DEPOSIT, BET], [SETTLED], [CORRECTED]])
        balances = journal.balances()
    assert balances[Account("patron:pat", "EUR")] == 1_200 - 550
    assert balances[Account("owed:pat", "EUR")] == -50
    assert sum(balances.values()) == 0
    with SqliteJournal(path, "table-1", SystemClock()) as journal:
        assert journal.balances() == balances


def test_a_patron_below_nought_breaks_the_whole_commit(journal: SqliteJournal, path: Path) -> None:
    journal.append([[DEPOSIT]])
    too_much = BetsAccepted(2, 1, PAT, "r1", (Stake("player", 1_001),), 1_001, "m1", "digest")
    with pytest.raises(JournalError, match="CHECK"):
        journal.append([[FundsDeposited(2, SYSTEM, FUN, 50, "slip-2")], [too_much]])
    assert journal.head.position == 1
    assert journal.balances() == {Account("cage", "EUR"): -1_000, Account("patron:pat", "EUR"): 1_000}
    journal.append([[BET]])
    assert journal.balances()[Account("patron:pat", "EUR")] == 600
    assert fault_in(path) is None


def test_more_than_the_file_can_count_breaks_the_commit_and_not_the_table(journal: SqliteJournal, path: Path) -> None:
    journal.append([[DEPOSIT]])
    many = [FundsDeposited(2, SYSTEM, Patron(f"p{n}", "EUR"), 2**53 - 1, f"slip-{n}") for n in range(1_025)]
    with pytest.raises(JournalError, match="too large"):
        journal.append([many])
    assert journal.head.position == 1
    journal.append([[BET]])
    assert journal.balances()[Account("patron:pat", "EUR")] == 600
    assert fault_in(path) is None


def test_play_money_is_kept_here_wherever_the_real_money_is(path: Path) -> None:
    with SqliteJournal(path, "table-1", SystemClock(), elsewhere=True) as journal:
        journal.append([[BET], [FundsDeposited(2, SYSTEM, FUN, 50, "play-money")]])
        assert journal.balances()[Account("operator:pat", "EUR")] == -400
        assert journal.balances()[Account("patron:pat", "FUN")] == 50
    assert fault_in(path) is None


def test_where_the_money_is_cannot_change_once_it_has_moved(path: Path) -> None:
    SqliteJournal(path, "table-1", SystemClock()).close()
    with SqliteJournal(path, "table-1", SystemClock(), elsewhere=True) as journal:
        journal.append([[BET]])
    with pytest.raises(JournalError, match="an operator's accounts"):
        SqliteJournal(path, "table-1", SystemClock())
    SqliteJournal(path, "table-1", SystemClock(), elsewhere=True).close()


@pytest.mark.parametrize(
    "edit",
    [
        "UPDATE ledger_entries SET amount = 5",
        "DELETE FROM ledger_entries",
        "DELETE FROM ledger_accounts",
        "DELETE FROM ledger",
        "UPDATE ledger_accounts SET balance = -1 WHERE account = 'patron:pat'",
        "INSERT INTO ledger_entries VALUES (1, 9, 'house', 'patron:pat', 'EUR', 0, 'gift')",
        "INSERT INTO ledger_entries VALUES (1, 9, 'house', 'house', 'EUR', 5, 'gift')",
    ],
)
def test_the_file_itself_refuses_what_a_ledger_never_does(journal: SqliteJournal, path: Path, edit: str) -> None:
    journal.append([[DEPOSIT]])
    with closing(sqlite3.connect(path)) as connection, pytest.raises(sqlite3.IntegrityError):
        connection.execute(edit)


@pytest.mark.parametrize(
    ("edit", "position"),
    [
        ("UPDATE ledger_entries SET amount = 999 WHERE position = 1", 1),
        ("DELETE FROM ledger_entries WHERE position = 3 AND leg = 2", 3),
        ("INSERT INTO ledger_entries VALUES (2, 2, 'house', 'patron:pat', 'EUR', 5, 'gift')", 2),
        ("INSERT INTO ledger_entries VALUES (3, 3, 'house', 'patron:pat', 'EUR', 5, 'gift')", 3),
        ("UPDATE ledger_accounts SET balance = balance + 1 WHERE account = 'house'", 3),
        ("INSERT INTO ledger_accounts VALUES ('patron:eve', 'EUR', 5)", 3),
        ("UPDATE ledger SET elsewhere = 1", 1),
    ],
)
def test_a_forged_ledger_is_found(path: Path, edit: str, position: int) -> None:
    with SqliteJournal(path, "table-1", SystemClock()) as journal:
        journal.append([[DEPOSIT], [BET], [SETTLED]])
    forge(path, edit)
    fault = fault_in(path)
    assert fault is not None
    assert fault.position == position


def test_a_record_that_overdraws_is_found(path: Path) -> None:
    with SqliteJournal(path, "table-1", SystemClock()) as journal:
        journal.append([[BetsAccepted(2, 1, PAT, "r1", STAKES, 400, "m1", "digest"), DEPOSIT]])
    fault = fault_in(path)
    assert fault is not None
    assert "below nought" in fault.problem


def test_a_debt_that_is_settled_leaves_a_ledger_that_agrees(path: Path) -> None:
    with SqliteJournal(path, "table-1", SystemClock()) as journal:
        journal.append([[DEPOSIT, BET], [SETTLED], [CORRECTED], [settled_debt(20), settled_debt(30)]])
        assert journal.balances()[Account("owed:pat", "EUR")] == 0
        assert fault_in(path) is None
        assert rows(path, "SELECT debit, credit, amount, about FROM ledger_entries WHERE position > 4") == [
            ("house", "owed:pat", 20, "debt_forgiven"),
            ("house", "owed:pat", 30, "debt_forgiven"),
        ]
        journal.append([[settled_debt(1)]])
    fault = fault_in(path)
    assert fault == LedgerFault(7, "owed:pat is paid more than was owed")


def test_long_ledgers_are_walked_whole(path: Path) -> None:
    deposits: list[list[RecordedEvent]] = [[FundsDeposited(1, SYSTEM, PAT, 1, f"s{n}")] for n in range(1_200)]
    with SqliteJournal(path, "table-1", SystemClock()) as journal:
        journal.append(deposits)
        assert fault_in(path) is None
    forge(path, "UPDATE ledger_entries SET amount = 2 WHERE position = 1100")
    assert fault_in(path) == LedgerFault(1_100, "the ledger has not what this record posts")


def test_a_journal_from_before_there_were_bets_is_given_a_ledger(path: Path) -> None:
    with SqliteJournal(path, "table-1", SystemClock()) as journal:
        journal.append([[TableOpened(1, SYSTEM)]])
    forge(
        path,
        *(f"DROP TABLE {table}" for table in ("ledger", "ledger_entries", "ledger_accounts")),
        "PRAGMA user_version = 1",
    )
    assert fault_in(path) is None, "without a ledger there is nothing to disagree with"
    with SqliteJournal(path, "table-1", SystemClock()) as journal:
        assert journal.balances() == {}
        journal.append([[BetsSettled(3, 1, PAT, (Stake("tie", 1),), (), "digest")]])
    assert rows(path, "PRAGMA user_version") == [(SCHEMA_VERSION,)]
    names = {statement.split()[2] for statement in LEDGER_SCHEMA}
    assert names <= {name for (name,) in rows(path, "SELECT name FROM sqlite_schema")}


def test_after_a_kill_records_and_ledger_reach_equally_far(path: Path) -> None:
    child = subprocess.Popen([sys.executable, "-c", DEPOSIT_FOR_EVER, str(path)], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    told = 0
    while told < 40:
        told = int(child.stdout.readline())
    os.kill(child.pid, signal.SIGKILL)
    child.wait()
    child.stdout.close()
    with SqliteJournal(path, "table-1", SystemClock()) as journal:
        assert journal.head.position >= told
        assert journal.balances()[Account("patron:pat", "EUR")] == journal.head.position * 6
    assert fault_in(path) is None


def test_a_journal_from_before_debts_were_settled_finds_their_slips(path: Path) -> None:
    with SqliteJournal(path, "table-1", SystemClock()) as journal:
        journal.append([[DEPOSIT]])
    forge(
        path,
        "DROP INDEX cashier",
        "CREATE INDEX cashier ON records (position) WHERE name IN ('funds_deposited', 'funds_withdrawn')",
        "PRAGMA user_version = 2",
    )
    assert fault_in(path) is None
    with SqliteJournalFile(path) as file:
        assert file.balances()[Account("patron:pat", "EUR")] == 1_000
    with SqliteJournal(path, "table-1", SystemClock()) as journal:
        journal.append([[CORRECTED, settled_debt(20)]])
        assert journal.cashier_references() == {"slip-1": 1, "slip for 20": 5}
    assert rows(path, "PRAGMA user_version") == [(SCHEMA_VERSION,)]
