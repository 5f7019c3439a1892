"""`journal statistics` and `journal returns` over the journals of several tables. I/O: files."""

import json
from pathlib import Path

import pytest

from dealer_table.betting.events import BetsSettled
from dealer_table.betting.words import Stake
from tests.dealer_table.procedure.table_at_work import BANKER_NATURAL, PLAYER_NATURAL
from tests.dealer_table.records.journal_files import run, written
from tests.dealer_table.records.table_with_bets import ANN, DIGEST, loaded_table


def journal(path: Path, table: str, cards: str, coups: int) -> Path:
    """Write the journal of a table whose coups all end alike, a euro on each side."""
    at_work = loaded_table()
    at_work.deposit(ANN, 10_000, "slip-1")
    at_work.open_betting()
    at_work.close_betting()
    at_work.misread()
    at_work.deal(cards)
    shoe = cards.split()
    for number in range(coups):
        suited = " ".join(f"{card[0]}{'SHCD'[number % 4]}" for card in shoe)
        at_work.play_with(suited, (ANN, {"player": 100, "banker": 100}))
    return written(path, table, at_work.recorded)


@pytest.fixture
def journals(tmp_path: Path) -> tuple[Path, Path]:
    return (
        journal(tmp_path / "one.journal", "one", PLAYER_NATURAL, 5),
        journal(tmp_path / "two.journal", "two", BANKER_NATURAL, 5),
    )


def test_statistics_by_table_keep_tables_apart_and_by_dealer_add_them_up(journals: tuple[Path, Path]) -> None:
    by_table = json.loads(run("statistics", *journals, "--by", "table", "--json").stdout)
    assert by_table["by"] == "table"
    assert [(row["name"], row["coups"], row["misreads"]) for row in by_table["rows"]] == [("one", 6, 1), ("two", 6, 1)]
    assert by_table["rows"][0]["outcomes"] == {"player": 6, "banker": 0, "tie": 0}
    assert by_table["rows"][0]["coups_an_hour"] == pytest.approx(144, rel=0.01)
    (dana,) = json.loads(run("statistics", *journals, "--by", "dealer", "--json").stdout)["rows"]
    assert (dana["name"], dana["coups"], dana["holds"]) == ("Dana", 12, {"misread": 2})
    (shoe,) = json.loads(run("statistics", *journals, "--by", "scanner", "--json").stdout)["rows"]
    assert (shoe["name"], shoe["reads"], shoe["rescans"]) == ("shoe", 48, 2)


def test_statistics_for_people_to_read(journals: tuple[Path, Path]) -> None:
    lines = run("statistics", *journals, "--by", "dealer").stdout.splitlines()
    assert lines[0].split()[:3] == ["dealer", "coups", "free"]
    assert lines[1].split()[:2] == ["Dana", "12"]
    assert "2 x misread" in lines[2]


def test_returns_of_both_tables_together_are_inside(journals: tuple[Path, Path]) -> None:
    result = run("returns", *journals, "--json")
    assert result.exit_code == 0
    document = json.loads(result.stdout)
    assert not document["outside"]
    banker, player = document["bets"]
    assert (player["spot"], player["bets"], player["turnover"], player["returned"]) == ("player", 10, 1000, 1000)
    assert (player["measured"], player["verdict"]) == (1.0, "inside")
    assert player["theoretical"] == pytest.approx(0.98764919, abs=5e-9)
    assert banker["band_99_9"][0] < banker["band_95"][0] < 1 < banker["band_95"][1] < banker["band_99_9"][1]


def test_a_table_where_one_side_always_wins_is_outside(tmp_path: Path) -> None:
    path = journal(tmp_path / "one.journal", "one", PLAYER_NATURAL, 15)
    result = run("returns", path)
    assert result.exit_code == 1
    assert [line.split()[-1] for line in result.stdout.splitlines()] == ["verdict", "outside", "outside"]
    assert json.loads(run("returns", path, "--json").stdout)["outside"]


def test_a_payout_that_the_bet_does_not_know_is_outside(tmp_path: Path) -> None:
    table = loaded_table()
    table.play_with(PLAYER_NATURAL, (ANN, {"player": 100}))
    wrong = BetsSettled(table.now, 2, ANN, (Stake("banker", 100),), (Stake("banker", 200),), DIGEST)
    path = written(tmp_path / "one.journal", "one", [*table.recorded, (wrong,)])
    result = run("returns", path, "--json")
    assert result.exit_code == 1
    assert [bet["verdict"] for bet in json.loads(result.stdout)["bets"]] == ["wrong_payout", "inside"]


@pytest.mark.parametrize("command", ["statistics", "returns"])
def test_no_journal_counts_twice(journals: tuple[Path, Path], command: str) -> None:
    result = run(command, journals[0], journals[1], journals[0])
    assert (result.exit_code, result.stdout) == (2, "")
    assert "again" in result.stderr


@pytest.mark.parametrize("command", ["statistics", "returns"])
def test_no_journal_is_wrong_usage(tmp_path: Path, command: str) -> None:
    assert run(command, tmp_path / "missing").exit_code == 2
