"""Every shipped scenario loads, and a wrong one says what is wrong. I/O: files."""

from pathlib import Path

import pytest

from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.coup import Coup
from dealer_table.config.rules_file import rules_of
from dealer_table.errors import ConfigError
from simulators.fault_plan import FaultKind
from simulators.scenario import SHIPPED, Expectation, Scenario, load_scenario, unmet
from simulators.virtual_shoe import CUT_CARD

FILES = sorted(SHIPPED.glob("*.toml"))


def write(folder: Path, text: str) -> Path:
    path = folder / "scenario.toml"
    path.write_text(text)
    return path


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_shipped_scenario_is_whole(path: Path) -> None:
    scenario = load_scenario(path)
    house, faults = rules_of(scenario.house_rules, path.name)
    assert faults == []
    assert house is not None
    assert len(scenario.expect.coups) in (0, scenario.coups)
    for coup in scenario.expect.coups:
        if coup.player is not None and coup.banker is not None and coup.outcome is not None:
            in_order = [card for pair in zip(coup.player[:2], coup.banker[:2], strict=True) for card in pair]
            dealt = Coup.dealt([*in_order, *coup.player[2:], *coup.banker[2:]])
            assert (dealt.player.cards, dealt.banker.cards, dealt.outcome) == (coup.player, coup.banker, coup.outcome)


def test_a_shoe_is_its_script_and_then_its_seed(tmp_path: Path) -> None:
    scenario = load_scenario(write(tmp_path, 'title = "x"\nseed = 4\n[[shoe]]\ncards = ["8S", "CUT"]'))
    shoe, again = scenario.dealt_shoe(1), scenario.dealt_shoe(1)
    assert (shoe.draw(), shoe.draw()) == (Card("8S"), CUT_CARD)
    assert (again.draw(), again.draw()) == (Card("8S"), CUT_CARD)
    assert [shoe.draw() for _ in range(50)] == [again.draw() for _ in range(50)]
    assert scenario.dealt_shoe(2).cards_left == 8 * 52


def test_faults_become_a_plan(tmp_path: Path) -> None:
    text = 'title = "x"\n[[fault]]\nkind = "no_read"\ncoup = 2\ncard = 3\n[rates]\nsplit = 1.0'
    plan = load_scenario(write(tmp_path, text)).plan
    assert plan.at_card(1, 2, 3) == (FaultKind.NO_READ, FaultKind.SPLIT)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("title =", "not TOML"),
        ('title = "x"\ncoup = 3', "coup"),
        ('title = "x"\n[[shoe]]\ncards = ["10H"]', "10H"),
        ('title = "x"\n[[fault]]\nkind = "smeared"\ncoup = 1\ncard = 0', "card"),
    ],
)
def test_a_wrong_file_is_refused_with_its_place(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        load_scenario(write(tmp_path, text))


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        load_scenario(tmp_path / "none.toml")


def test_what_did_not_come_is_told() -> None:
    scenario = Scenario.model_validate(
        {
            "title": "x",
            "expect": {"coups": [{"outcome": "tie"}, {}], "holds": ["misread"], "sleepers_fall_behind": True},
        }
    )
    coup = {"shoe": 1, "coup": 1, "player": [], "banker": [], "outcome": "banker", "void": False}
    faults = unmet(scenario.expect, [coup], [], [False])
    assert [fault.split(":")[0] for fault in faults[:1]] == ["coup 1"]
    assert len(faults) == 4
    assert unmet(Expectation(), [coup], ["misread"]) == []
