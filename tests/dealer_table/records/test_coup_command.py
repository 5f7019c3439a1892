"""`journal coup`: all that is on record of one coup. I/O: files."""

import json
from pathlib import Path

import pytest

from dealer_table.procedure import commands as c
from tests.dealer_table.procedure.table_at_work import DEALER, PLAYER_NATURAL, TIE_OF_SIX_CARDS
from tests.dealer_table.records.journal_files import run, written
from tests.dealer_table.records.table_with_bets import ANN, BOB, DIGEST, loaded_table


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Write a journal of two shoes; the first coup of the first had a misread and was put right."""
    table = loaded_table()
    table.open_betting()
    table.bet(ANN, player=500)
    table.bet(BOB, banker=300)
    table.now += 10_000
    table.close_betting()
    table.misread()
    table.deal(PLAYER_NATURAL)
    table.play_with(TIE_OF_SIX_CARDS, (ANN, {"tie": 100}))
    table.correct(1, "2S 5S", "2H 6H")
    table.give(c.ChangeShoe(table.now, DEALER, "worn"))
    table.give(c.LoadShoe(table.now, DEALER))
    table.play_with(PLAYER_NATURAL)
    return written(tmp_path / "one.journal", "one", table.recorded)


def test_everything_that_is_asked_of_a_record_is_in_it(path: Path) -> None:
    result = run("coup", path, "1/1", "--json")
    assert result.exit_code == 0
    coup = json.loads(result.stdout)
    assert (coup["table"], coup["shoe"], coup["coup"], coup["status"], coup["outcome"]) == (
        "one",
        1,
        1,
        "corrected",
        "banker",
    )
    assert coup["rules_digest"] == DIGEST
    assert (coup["begun_at"], coup["betting_closed_at"], coup["ended_at"]) == (1_000, 11_000, 11_000)
    assert [card["card"] for card in coup["cards"]] == ["2S", "2H", "5S", "6H"]
    assert coup["cards"][1]["read"] == ["shoe", "b1", 3]
    assert coup["cards"][0]["corrected_by"] == {"role": "supervisor", "name": "Sam"}
    assert coup["corrections"][0]["before"]["player_1"] == "4S"
    assert [hold["resolution"] for hold in coup["holds"]] == ["rescan"]
    assert coup["misreads"] == [{"at": 11_000, "scanner": "shoe", "cause": "no_read"}]
    assert [person["name"] for person in coup["people"]] == ["Dana", "table", "Sam"]
    ann, bob = coup["patrons"]
    assert (ann["patron"], ann["currency"], ann["status"]) == ("ann", "EUR", "corrected")
    assert (ann["stakes"], ann["returned"], bob["returned"]) == ([["player", 500]], [], [["banker", 585]])
    assert ann["accepted"] == [{"at": 1_000, "request": "r1", "change": 500, "movement": "m1"}]


def test_the_page_tells_it_in_the_order_of_time(path: Path) -> None:
    lines = run("coup", path, "1/1").stdout.splitlines()
    assert lines[0] == "one, shoe 1 coup 1: corrected, banker"
    times = [line.split()[0] for line in lines if line.startswith("1970")]
    assert times == sorted(times)
    text = "\n".join(lines)
    for words in (
        "begun by dealer Dana, bets until 1970-01-01T00:00:",
        "no more bets (dealer)",
        "scanner shoe misread: no_read",
        "resolved: rescan by system table",
        "banker_1  2H  scanner shoe, boot b1, read 3",
        "player_1=4S banker_1=2H player_2=5S banker_2=3H put right as player_1=2S",
        "by supervisor Sam: seen on the film",
        "patron bob, EUR: corrected, staked 300, back 585",
    ):
        assert words in text


def test_coups_of_the_same_number_are_told_apart_by_their_shoe(path: Path) -> None:
    assert json.loads(run("coup", path, "2/1", "--json").stdout)["patrons"] == []
    assert json.loads(run("coup", path, "1/2", "--json").stdout)["outcome"] == "tie"


@pytest.mark.parametrize("place", ["3/1", "1/9", "one", "1-1"])
def test_a_coup_that_is_not_there_is_wrong_usage(path: Path, place: str) -> None:
    result = run("coup", path, place, "--json")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr
