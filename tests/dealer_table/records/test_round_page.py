"""`journal coup` on the journal of a Touch room. I/O: files."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from dealer_table.betting.events import FundsDeposited
from dealer_table.records.round_page import round_dossier
from dealer_table.touch import events as t
from dealer_table.touch.commands import OpenRoom, TouchCommand, VoidRound
from dealer_table.touch.events import RoomEvent
from dealer_table.touch_commands import register
from tests.dealer_table.records.journal_files import run, written
from tests.dealer_table.records.table_with_bets import CASHIER
from tests.dealer_table.touch.rooms import ADA, BANKER_WINS, Room, place


class RecordedRoom(Room):
    """A room that keeps what happened in it."""

    decisions: list[Sequence[RoomEvent]]

    def do(self, command: TouchCommand) -> tuple[RoomEvent, ...]:
        events = super().do(command)
        self.decisions = [*getattr(self, "decisions", []), events]
        return events


@pytest.fixture
def room() -> RecordedRoom:
    """Play a round that wins, void the second, and commit to the third."""
    room = RecordedRoom()
    room.do(OpenRoom(room.now))
    room.sit()
    room.next_shoe = BANKER_WINS
    room.now = 2_000
    room.begin(place("player", 500), place("tie", 100))
    room.now = 3_000
    room.finish()
    room.begin(place("banker", 300))
    room.do(VoidRound(room.now, ADA, room.next_shoe, "malfunction"))
    return room


@pytest.fixture
def path(room: RecordedRoom, tmp_path: Path) -> Path:
    money: tuple[RoomEvent, ...] = (FundsDeposited(0, CASHIER, ADA, 10_000, "slip-1"),)
    return written(tmp_path / "touch.journal", "touch-1", [room.decisions[0], money, *room.decisions[1:]])


def test_a_round_is_there_from_its_promise_to_its_end(path: Path) -> None:
    found = json.loads(run("coup", path, "1", "--json").stdout)
    assert (found["table"], found["patron"], found["currency"], found["rules_digest"]) == (
        "touch-1",
        "ada",
        "EUR",
        "d" * 64,
    )
    assert (found["committed_at"], found["begun_at"], found["ended_at"]) == (1_000, 2_000, 3_000)
    assert found["kept_its_promise"]
    told = found["told"]
    assert (told["player"], told["outcome"], told["commitment"]) == (["8S", "KH"], "player", found["commitment"])
    assert (told["stakes"], told["returned"]) == ([["player", 500], ["tie", 100]], [["player", 1000]])


def test_what_is_on_record_is_what_anybody_can_check(path: Path) -> None:
    told = json.loads(run("coup", path, "1", "--json").stdout)["told"]
    app = typer.Typer()
    register(app)
    result = CliRunner().invoke(
        app, ["touch", "verify", "-", "--commitment", told["commitment"]], input=json.dumps(told)
    )
    assert result.exit_code == 0, result.output


def test_a_page_for_people(path: Path) -> None:
    lines = run("coup", path, "1").stdout.splitlines()
    assert lines[0] == "touch-1, round 1: settled, player"
    assert any("the shoe as committed to" in line for line in lines)
    assert any("over: 8S KH against 5C TD" in line for line in lines)
    assert lines[-2].split() == ["player", "500", "1000"]


def test_a_void_round_and_one_that_is_only_promised(path: Path) -> None:
    void = json.loads(run("coup", path, "2", "--json").stdout)
    assert (void["told"]["end"], void["told"]["reason"], void["told"]["returned"]) == (
        "voided",
        "malfunction",
        [["banker", 300]],
    )
    assert "over: malfunction" in run("coup", path, "2").stdout
    promised = json.loads(run("coup", path, "3", "--json").stdout)
    assert (promised["told"], promised["begun_at"], promised["kept_its_promise"]) == (None, None, None)
    assert run("coup", path, "3").stdout.startswith("touch-1, round 3: not begun")


def test_a_shoe_that_was_not_committed_to_shows(room: RecordedRoom) -> None:
    events = [event for decision in room.decisions for event in decision]
    forged = [replace(event, commitment="0" * 64) if isinstance(event, t.RoundCommitted) else event for event in events]
    dossier = round_dossier(forged, 1)
    assert dossier is not None and dossier.kept_its_promise is False


def test_a_round_that_is_not_there_is_wrong_usage(path: Path) -> None:
    assert run("coup", path, "9").exit_code == 2
