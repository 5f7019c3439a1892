import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner, Result

from dealer_table.mathematics_commands import register

VECTORS = Path(__file__).parents[1] / "vectors"

COUP = {"player": ["5S", "8S", "KD"], "banker": ["6D", "6H", "4C"]}


def run(*arguments: str, stdin: str | None = None) -> Result:
    app = typer.Typer()
    register(app)
    return CliRunner().invoke(app, arguments, input=stdin)


def settle(request: dict[str, Any]) -> Result:
    return run("coup", "settle", "--json", stdin=json.dumps(request))


def test_odds_prints_one_document_with_every_bet_exactly() -> None:
    document = json.loads(run("odds", "--packs", "6", "--json").stdout)
    assert (document["packs"], document["total"]) == (6, 878_869_206_895_680)
    assert {"player", "banker_no_commission", "banker_ez", "panda_8"} <= document["bets"].keys()
    for bet in document["bets"].values():
        assert bet["return"] == float(Fraction(bet["exact"]))
        assert bet["exact"] == "/".join(str(part) for part in Fraction(bet["exact"]).as_integer_ratio())


def test_odds_are_of_eight_packs_unless_said() -> None:
    result = run("odds")
    assert result.exit_code == 0
    assert "8 packs, 4,998,398,275,503,360 orders" in result.stdout
    assert "98.764919%" in result.stdout


@pytest.mark.parametrize("packs", ["0", "13", "eight"])
def test_odds_refuse_a_shoe_nobody_has(packs: str) -> None:
    result = run("odds", "--packs", packs, "--json")
    assert (result.exit_code, result.stdout) == (2, "")


def test_roads_print_what_the_vectors_say() -> None:
    for shoe in json.loads((VECTORS / "roads.json").read_text(encoding="utf-8"))["shoes"]:
        document = json.loads(run("roads", shoe["outcomes"], "--json").stdout)
        assert document.pop("ask").keys() == {"player", "banker"}
        assert document == shoe


def test_roads_of_no_coup_are_empty() -> None:
    document = json.loads(run("roads", "", "--json").stdout)
    assert (document["big_road_columns"], document["big_eye_boy"]) == ([], "")
    assert document["ask"]["player"] == {"big_eye_boy": None, "small_road": None, "cockroach_pig": None}


def test_roads_are_drawn_without_json() -> None:
    drawing = run("roads", "PPTB").stdout
    assert "big road\n  P  B\n  P1 .\n" in drawing
    assert "cockroach pig\n  (nothing yet)" in drawing


@pytest.mark.parametrize("outcomes", ["PBX", "pb", "P B"])
def test_roads_refuse_any_other_letter_and_name_it(outcomes: str) -> None:
    result = run("roads", outcomes, "--json")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "outcome" in result.stderr


@pytest.mark.parametrize(("rules", "back"), [("commission", 24072), ("no_commission", 18517), ("ez", 24690)])
def test_settle_pays_the_banker_by_the_rule(rules: str, back: int) -> None:
    result = settle({**COUP, "rules": rules, "stakes": {"banker": 12345, "lucky_six": 10, "tie": 5}})
    assert json.loads(result.stdout) == {
        "outcome": "banker",
        "returned": {"banker": back, "lucky_six": 210, "tie": 0},
    }


def test_settle_reads_a_file_and_prints_a_table(tmp_path: Path) -> None:
    file = tmp_path / "coup.json"
    file.write_text(json.dumps({**COUP, "stakes": {"banker": 1000}}), encoding="utf-8")
    result = run("coup", "settle", str(file))
    assert result.exit_code == 0
    assert result.stdout.split() == ["outcome:", "banker", "bet", "stake", "returned", "banker", "1000", "1950"]


@pytest.mark.parametrize(
    "request_",
    [
        {**COUP, "stakes": {"banker": -1}},
        {**COUP, "stakes": {"banker": 1.5}},
        {**COUP, "stakes": {"banker": True}},
        {**COUP, "stakes": {"bankr": 1}},
        {**COUP, "stakes": {}, "rules": "none"},
        {**COUP, "stakes": {}, "more": 1},
        {**COUP, "player": ["5S", "8S"], "stakes": {}},
        {**COUP, "player": ["5S", "8S", "XX"], "stakes": {}},
        {**COUP, "player": ["8S", "KD", "2D"], "stakes": {}},
        {**COUP, "player": [], "stakes": {}},
        {**COUP, "banker": ["6D", "6H", "4C", "4D"], "stakes": {}},
    ],
    ids=lambda request: json.dumps(request)[:60],
)
def test_settle_refuses_what_is_not_a_finished_coup_with_stakes(request_: dict[str, Any]) -> None:
    result = settle(request_)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "FILE" in result.stderr


def test_settle_refuses_what_is_no_json_and_a_file_that_is_not_there(tmp_path: Path) -> None:
    assert run("coup", "settle", stdin="eight").exit_code == 2
    assert run("coup", "settle", str(tmp_path / "none.json")).exit_code == 2
