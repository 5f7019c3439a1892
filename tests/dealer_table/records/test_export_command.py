"""`journal export` on a journal with bets in it. I/O: files."""

import csv
import io
import json
from pathlib import Path

import pytest

from dealer_table.betting.events import DebtSettled, SettlementCorrected
from dealer_table.betting.words import Means, Patron, Stake
from dealer_table.records.exports import COLUMNS, What
from tests.dealer_table.procedure.table_at_work import PLAYER_NATURAL
from tests.dealer_table.records.journal_files import run, written
from tests.dealer_table.records.table_with_bets import ANN, CASHIER, loaded_table

MALLORY = Patron('=HYPERLINK("x")', "EUR")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    table = loaded_table()
    table.deposit(ANN, 10_000, "slip-1")
    table.deposit(MALLORY, 10_000, "slip-2")
    table.play_with(PLAYER_NATURAL, (ANN, {"player": 500}), (MALLORY, {"banker": 300}))
    owing = SettlementCorrected(table.now, 1, MALLORY, (Stake("banker", 200),), (), owed=150)
    paid = DebtSettled(table.now, CASHIER, MALLORY, 150, Means.FORGIVEN, "slip-3", "=1+1")
    return written(tmp_path / "one.journal", "one", [*table.recorded, (owing,), (paid,)])


def lines_of(path: Path, what: What, form: str) -> str:
    result = run("export", path, "--what", what.value, "--format", form)
    assert result.exit_code == 0
    return result.stdout_bytes.decode()


@pytest.mark.parametrize("what", [What.COUPS, What.BETS, What.MONEY, What.DEBTS])
def test_csv_and_json_lines_say_the_same(path: Path, what: What) -> None:
    text = lines_of(path, what, "csv")
    assert text.startswith(",".join(COLUMNS[what]) + "\r\n")
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    documents = [json.loads(line) for line in lines_of(path, what, "jsonl").splitlines()]
    assert len(rows) == len(documents) > 0
    for row, document in zip(rows, documents, strict=True):
        assert list(document) == list(COLUMNS[what])
        for column, value in document.items():
            assert row[column].removeprefix("'") == ("" if value is None else str(value))


def test_a_patron_with_a_formula_for_a_name_is_no_formula(path: Path) -> None:
    for row in csv.DictReader(io.StringIO(lines_of(path, What.BETS, "csv"), newline="")):
        assert not row["patron"].startswith("=")
    assert '"=HYPERLINK(\\"x\\")"' in lines_of(path, What.BETS, "jsonl")


def test_events_are_what_is_exported_when_nothing_else_is_asked_for(path: Path) -> None:
    assert run("export", path, "--format", "jsonl").stdout == lines_of(path, What.EVENTS, "jsonl")
    assert "bets_settled" in lines_of(path, What.EVENTS, "csv")
