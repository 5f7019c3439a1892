"""`journal verify` holds the ledger to the records, and a chain that holds is not enough. I/O: files."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.dealer_table.procedure.table_at_work import PLAYER_NATURAL
from tests.dealer_table.records.journal_files import run, written
from tests.dealer_table.records.table_with_bets import ANN, loaded_table


@pytest.fixture
def path(tmp_path: Path) -> Path:
    table = loaded_table()
    table.deposit(ANN, 10_000, "slip-1")
    table.play_with(PLAYER_NATURAL, (ANN, {"player": 500, "tie": 100}))
    return written(tmp_path / "one.journal", "one", table.recorded)


def test_a_ledger_that_agrees(path: Path) -> None:
    assert run("verify", path).exit_code == 0


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE ledger_entries SET amount = amount + 1 WHERE about = 'win'",
        "DELETE FROM ledger_entries WHERE about = 'stake_back'",
        "UPDATE ledger_accounts SET balance = balance + 1 WHERE account = 'patron:ann'",
        "UPDATE ledger_entries SET credit = 'patron:bob' WHERE about = 'deposit'",
    ],
)
def test_a_ledger_somebody_has_been_at(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        for trigger in ("ledger_entries_stay", "ledger_entries_remain"):
            connection.execute(f"DROP TRIGGER {trigger}")
        connection.execute(statement)
        connection.commit()
    result = run("verify", path, "--json")
    assert result.exit_code == 1
    document = json.loads(result.stdout)
    assert (document["ok"], document["position"] is None) == (False, False)
    assert "DOES NOT HOLD at position" in run("verify", path).stderr
