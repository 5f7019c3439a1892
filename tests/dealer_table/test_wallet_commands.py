"""The wallet's outbox by hand. I/O: files."""

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from dealer_table.adapters.seamless_outbox import Changes, SeamlessOutbox
from dealer_table.adapters.seamless_outbox_file import Parked
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

REFUSED = Parked(CORRECTION, "insufficient_funds", "3 are there", 1000)


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
        outbox.write(Changes(done=[ROLLBACK.key], parked=[REFUSED]))
        result = run("pending", path, "--json")
    assert result.exit_code == 1
    document = json.loads(result.stdout)
    assert [(row["operation"], row["refused"], row["amount"]) for row in document["pending"]] == [
        ("debit", "insufficient_funds", 5)
    ]
    line = run("pending", path).stdout.strip()
    assert line.startswith("REFUSED insufficient_funds")
    assert line.endswith("e.9 since 1970-01-01T00:00:01.000Z: 3 are there")


@pytest.fixture
def refused(path: Path) -> Path:
    with SeamlessOutbox(path, "e") as outbox:
        outbox.write(Changes(parked=[REFUSED]))
    return path


def test_a_person_has_it_sent_again(refused: Path) -> None:
    result = run("retry", refused, "e.9", "--by", "Eve", "--reason", "paid in")
    assert (result.exit_code, result.stdout) == (0, "e.9 will be sent again\n")
    result = run("pending", refused)
    assert (result.exit_code, result.stdout.splitlines()[1].split()[:3]) == (0, ["sent", "again", "debit"])
    told = run("history", refused).stdout
    assert "retry -> not heard yet by Eve: paid in" in told
    with SeamlessOutbox(refused, "e") as outbox:
        outbox.write(Changes(done=[CORRECTION.key]))
    assert "retry -> done by Eve: paid in" in run("history", refused).stdout


def test_a_person_writes_it_off(refused: Path) -> None:
    result = run("write-off", refused, "e.9", "--by", "Eve", "--reason", "the house's loss")
    assert (result.exit_code, result.stdout) == (0, "e.9 is written off\n")
    assert [row["operation"] for row in json.loads(run("pending", refused, "--json").stdout)["pending"]] == ["rollback"]
    (row,) = json.loads(run("history", refused, "--json").stdout)["history"]
    assert (row["decision"], row["by"], row["reason"]) == ("write_off", "Eve", "the house's loss")
    assert (row["outcome"], row["request"]["amount"], row["request"]["refused"]) == (
        "written_off",
        5,
        "insufficient_funds",
    )
    assert "write_off by Eve: the house's loss" in run("history", refused).stdout


@pytest.mark.parametrize("command", ["retry", "write-off"])
def test_what_was_not_refused_is_left_alone(refused: Path, command: str) -> None:
    result = run(command, refused, "e.9", "seamless-1", "--by", "Eve", "--reason", "r")
    assert result.exit_code == 2
    assert "nothing is done: seamless-1: it is in the queue" in result.stderr
    assert run("pending", refused).exit_code == 1
    assert run("history", refused).stdout == ""


@pytest.mark.parametrize("said", ["", " ", "a\nb", "x" * 201])
@pytest.mark.parametrize("who", [True, False])
def test_who_and_why_are_said_in_words(refused: Path, said: str, who: bool) -> None:
    by, reason = (said, "r") if who else ("Eve", said)
    assert run("retry", refused, "e.9", "--by", by, "--reason", reason).exit_code == 2
    assert run("retry", refused, "e.9", "--by", "Eve").exit_code == 2
    assert run("history", refused).stdout == ""


def test_a_file_that_is_not_there_is_said_so(tmp_path: Path) -> None:
    result = run("pending", tmp_path / "nothing.db")
    assert isinstance(result.exception, JournalError)
