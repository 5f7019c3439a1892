import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from dealer_table.cli import app
from dealer_table.gateway.touch_view import touch_round
from tests.dealer_table.touch.rooms import BANKER_WINS, Room, place

RUNNER = CliRunner()


@pytest.fixture
def message() -> dict[str, Any]:
    """Return a round as it was sent to its patron."""
    room = Room(next_shoe=BANKER_WINS)
    room.sit()
    played = room.play(place("banker", 30), place("tie", 20))
    sent: dict[str, Any] = json.loads(touch_round(played).model_dump_json())
    return sent


@pytest.fixture
def file(message: dict[str, Any], tmp_path: Path) -> Path:
    path = tmp_path / "round.json"
    path.write_text(json.dumps(message))
    return path


def test_a_round_that_holds_says_so_of_everything(file: Path) -> None:
    result = RUNNER.invoke(app, ["touch", "verify", str(file)])
    assert result.exit_code == 0
    assert result.stdout.startswith("round 1\n  commitment      holds\n")
    assert "DOES NOT HOLD" not in result.stdout


def test_standard_input_will_do_and_json_comes_out(message: dict[str, Any]) -> None:
    result = RUNNER.invoke(app, ["touch", "verify", "-", "--json"], input=json.dumps(message))
    assert result.exit_code == 0
    document = json.loads(result.stdout)
    assert (document["round"], document["ok"], set(document["checks"].values())) == (1, True, {"ok"})


def test_what_does_not_hold_is_named_and_ends_with_1(message: dict[str, Any]) -> None:
    message["returned"] = [["banker", 59]]
    result = RUNNER.invoke(app, ["touch", "verify", "-", "--json"], input=json.dumps(message))
    assert result.exit_code == 1
    document = json.loads(result.stdout)
    assert document["ok"] is False
    assert [name for name, said in document["checks"].items() if said != "ok"] == ["returned"]
    readable = RUNNER.invoke(app, ["touch", "verify", "-"], input=json.dumps(message))
    assert (readable.exit_code, "returned        DOES NOT HOLD: it is" in readable.stdout) == (1, True)


def test_the_commitment_that_was_noted_is_held_against_the_round(file: Path, message: dict[str, Any]) -> None:
    noted = message["commitment"]
    assert RUNNER.invoke(app, ["touch", "verify", str(file), "--commitment", noted.upper()]).exit_code == 0
    other = RUNNER.invoke(app, ["touch", "verify", str(file), "--commitment", "0" * 64])
    assert (other.exit_code, "kept_commitment" in other.stdout) == (1, True)


@pytest.mark.parametrize("text", ["", "{}", "[]", "nonsense", '{"type": "touch_round", "round": 1}'])
def test_what_is_no_round_is_wrong_usage(text: str) -> None:
    result = RUNNER.invoke(app, ["touch", "verify", "-"], input=text)
    assert (result.exit_code, "not a round" in result.stderr) == (2, True)


def test_a_file_that_is_not_there_is_wrong_usage(tmp_path: Path) -> None:
    assert RUNNER.invoke(app, ["touch", "verify", str(tmp_path / "none.json")]).exit_code == 2
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe")
    assert RUNNER.invoke(app, ["touch", "verify", str(tmp_path / "bytes.json")]).exit_code == 2
