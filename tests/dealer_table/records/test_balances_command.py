"""Who has how much, and who owes what. I/O: files."""

import json
from pathlib import Path

import pytest

from dealer_table.betting.events import DebtSettled, FundsDeposited, SettlementCorrected
from dealer_table.betting.words import Means, Patron, Stake
from tests.dealer_table.records.journal_files import run, written
from tests.dealer_table.records.table_with_bets import ANN, BOB, CASHIER

CYD = Patron("cyd", "EUR")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    corrections = [
        SettlementCorrected(2, 1, patron, (Stake("player", owed),), (), owed=owed)
        for patron, owed in ((BOB, 300), (ANN, 200), (CYD, 100))
    ]
    paid = [DebtSettled(3, CASHIER, ANN, 50, Means.CASH, "s"), DebtSettled(3, CASHIER, CYD, 100, Means.FORGIVEN, "t")]
    return written(tmp_path / "one", "one", [[FundsDeposited(1, CASHIER, ANN, 700, "r")], corrections, paid])


def test_every_account_has_a_line(path: Path) -> None:
    result = run("balances", path)
    assert [line.split() for line in result.stdout.splitlines()] == [
        ["cage", "EUR", "-750"],
        ["house", "EUR", "500"],
        ["owed:ann", "EUR", "-150"],
        ["owed:bob", "EUR", "-300"],
        ["owed:cyd", "EUR", "0"],
        ["patron:ann", "EUR", "700"],
    ]
    document = json.loads(run("balances", path, "--json").stdout)
    assert sum(account["balance"] for account in document["accounts"]) == 0
    assert document["accounts"][-1] == {"account": "patron:ann", "currency": "EUR", "balance": 700}


def test_who_owes_is_listed_with_how_much(path: Path) -> None:
    result = run("balances", path, "--owing")
    assert [line.split() for line in result.stdout.splitlines()] == [["ann", "EUR", "150"], ["bob", "EUR", "300"]]
    document = json.loads(run("balances", path, "--owing", "--json").stdout)
    assert document["owing"][0] == {"patron": "ann", "currency": "EUR", "owed": 150}


def test_what_is_no_journal_says_so(tmp_path: Path) -> None:
    assert run("balances", tmp_path / "nothing").exit_code == 2
