"""The wallet's outbox by hand. I/O: files."""

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from dealer_table.adapters.seamless_outbox import Changes, SeamlessOutbox
from dealer_table.adapters.seamless_owed import Owed
from dealer_table.errors import JournalError
from dealer_table.wallet_commands import register
from dealer_table.wire.wallet import DebitRequest, RollbackRequest

ROLLBACK = Owed(RollbackRequest(transaction="seamless-1", patron="Ann", currency="EUR"))
CORRECTION = Owed(
    DebitRequest(
        transaction="e.9", patron="Ben", currency="EUR", table="t", shoe=1, coup=2, amount=5, reason="correction"
    )
)


def run(*arguments: object) -> Result:
    app = typer.Typer()
    register(app)
    return CliRunner().invoke(app, ["wallet", *map(str, arguments)])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "outbox.db"
    with SeamlessOutbox(path, "e") as outbox:
        outbox.write(Changes(owed=[ROLLBACK, CORRECTION]))
    return path


def test_what_is_owed_is_listed(path: Path) -> None:
    result = run("pending", path)
    assert result.exit_code == 0
    assert [line.split() for line in result.stdout.splitlines()] == [
        ["owed", "rollback", "Ann", "EUR", "seamless-1"],
        ["owed", "debit", "Ben", "5", "EUR", "e.9"],
    ]


def test_what_was_refused_asks_for_a_person(path: Path) -> None:
    with SeamlessOutbox(path, "e") as outbox:
        outbox.write(Changes(done=[ROLLBACK.key], parked=[(CORRECTION.key, "insufficient_funds")]))
        result = run("pending", path, "--json")
    assert result.exit_code == 1
    document = json.loads(result.stdout)
    assert [(row["operation"], row["refused"], row["amount"]) for row in document["pending"]] == [
        ("debit", "insufficient_funds", 5)
    ]
    assert "REFUSED insufficient_funds" in run("pending", path).stdout


def test_a_file_that_is_not_there_is_said_so(tmp_path: Path) -> None:
    result = run("pending", tmp_path / "nothing.db")
    assert isinstance(result.exception, JournalError)
