"""What a rules file says of bets and limits: what comes of it, and every way in which it can be wrong."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from dealer_table.baccarat.odds import expected_return
from dealer_table.baccarat.paytables import BETS, LIVE_TABLE
from dealer_table.betting.rules import BettingRules, SpotLimits
from dealer_table.config.betting_rules import betting_of
from dealer_table.config.rules_file import read_rules
from dealer_table.errors import ConfigError
from tests.exact.test_returns import PUBLISHED, in_per_cent

RULES = Path(__file__).parents[3] / "config" / "rules"
EURO = {"step": 100, "minimum": 100, "maximum": 1000, "table_maximum": 2000, "differential": 3000}
TIE = {"name": "tie"}


def sound(data: dict[str, Any]) -> BettingRules:
    betting, faults = betting_of(data, "rules.toml", packs=8)
    assert faults == []
    assert betting is not None
    return betting.rules


def only_fault(data: dict[str, Any]) -> ConfigError:
    betting, (fault,) = betting_of(data, "rules.toml", packs=8)
    assert betting is None
    assert fault.source == "rules.toml"
    return fault


def shipped(name: str) -> BettingRules:
    rules, _ = read_rules(RULES / f"{name}.toml")
    assert rules is not None
    return rules.betting


# ---- what is shipped ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "banker"),
    [
        ("live", "banker"),
        ("macau", "banker"),
        ("no_commission", "banker_no_commission"),
        ("ez", "banker_ez"),
        ("all_bets", "banker"),
    ],
)
def test_a_shipped_file_offers_the_live_tables_spots_with_its_rule_for_banker(name: str, banker: str) -> None:
    rules = shipped(name)
    assert [spot.name for spot in rules.spots][:8] == [bet.name for bet in LIVE_TABLE]
    assert rules.bet_on("banker") == BETS[banker]
    assert all(rules.bet_on(bet.name) == bet for bet in LIVE_TABLE if bet.name != "banker")


@pytest.mark.parametrize("name", ["live", "macau", "no_commission", "ez", "all_bets"])
def test_every_bet_of_a_shipped_file_returns_what_is_published(name: str) -> None:
    for spot in shipped(name).spots:
        assert in_per_cent(expected_return(spot.bet, packs=8)) == PUBLISHED[spot.bet.name], spot.name


def test_the_file_with_every_bet_has_every_bet_or_its_variant() -> None:
    offered = {spot.bet.name for spot in shipped("all_bets").spots}
    text = (RULES / "all_bets.toml").read_text("utf-8")
    assert [name for name in BETS if name not in offered and f'# bet = "{name}"' not in text] == []


def test_the_cut_offs_are_the_seeds() -> None:
    closing = {spot.name: spot.bet.closes_after for spot in shipped("live").spots}
    assert closing == {
        "player": None,
        "banker": None,
        "tie": None,
        "player_pair": 60,
        "banker_pair": 60,
        "lucky_six": 50,
        "player_natural": 50,
        "banker_natural": 50,
    }


# ---- what a house says ----------------------------------------------------------------------------------------------


def test_a_house_writes_a_bet_of_its_own() -> None:
    own = {
        "name": "either_natural",
        "payouts": [
            {"to_one": 4, "when": ["player_natural", "banker_natural"]},
            {"to_one": "1.5", "when": ["player_natural"]},
            {"to_one": "3/2", "when": ["banker_natural"]},
        ],
        "closes_after": 50,
    }
    bet = sound({"spot": [own]}).bet_on("either_natural")
    assert bet is not None
    assert [payout.to_one for payout in bet.payouts] == [4, Fraction(3, 2), Fraction(3, 2)]
    assert bet.closes_after == 50


@pytest.mark.parametrize(("said", "closes"), [({}, 60), ({"closes_after": 7}, 7), ({"closes_after": 0}, None)])
def test_a_spot_closes_when_the_house_says_or_its_bet_does(said: dict[str, int], closes: int | None) -> None:
    bet = sound({"spot": [{"name": "player_pair", **said}]}).bet_on("player_pair")
    assert bet is not None
    assert bet.closes_after == closes


def test_a_spots_limits_are_its_own_or_its_currencys() -> None:
    said = EURO | {"spots": {"tie": {"maximum": 500, "table_maximum": 900}, "player": {"minimum": 200}}}
    limits = sound({"limits": {"EUR": said}}).currencies["EUR"]
    assert (limits.exponent, limits.step, limits.differential) == (2, 100, 3000)
    assert limits.spots["tie"] == SpotLimits(100, 500, 900)
    assert limits.spots["lucky_six"] == SpotLimits(100, 1000, 2000)
    assert (limits.spots["player"].minimum, limits.spots["player"].maximum) == (200, 1000)


@pytest.mark.parametrize(
    ("code", "said", "exponent"),
    [
        ("EUR", None, 2),
        ("JPY", None, 0),
        ("KWD", None, 3),
        ("CLF", None, 4),
        ("FUN", None, 2),
        ("IDR", 0, 0),
        ("XBT", 4, 4),
    ],
)
def test_a_currency_has_the_decimals_of_its_standard_unless_the_house_says_other(
    code: str, said: int | None, exponent: int
) -> None:
    own = {} if said is None else {"exponent": said}
    assert sound({"limits": {code: EURO | own}, "play_money": 100}).currencies[code].exponent == exponent


def test_limits_that_are_said_are_all_there_are() -> None:
    assert list(sound({"limits": {"SEK": EURO}}).currencies) == ["SEK"]
    assert sound({"limits": {}}).currencies == {}


def test_a_house_with_other_spots_has_the_default_limits_on_them() -> None:
    rules = sound({"spot": [TIE, {"name": "dragon_7"}]})
    assert {code: list(limits.spots) for code, limits in rules.currencies.items()} == {
        "EUR": ["tie", "dragon_7"],
        "FUN": ["tie", "dragon_7"],
    }


# ---- what is refused ------------------------------------------------------------------------------------------------


def paying(*lines: dict[str, Any]) -> dict[str, Any]:
    return {"spot": [{"name": "mine", "payouts": list(lines)}]}


@pytest.mark.parametrize(
    ("data", "key", "words"),
    [
        ({"spot": []}, "spot", "at least 1"),
        ({"spot": [{"bet": "tie"}]}, "spot.0.name", "required"),
        ({"spot": [{"name": "Tie", "bet": "tie"}]}, "spot.Tie.name", "pattern"),
        ({"spot": [{"name": "tei"}]}, "spot.tei", "did you mean tie?"),
        ({"spot": [{"name": "zebra"}]}, "spot.zebra", "say bet = NAME, or write payouts"),
        ({"spot": [{"name": "left", "bet": "dragon7"}]}, "spot.left.bet", "did you mean dragon_7?"),
        ({"spot": [{"name": "left", "bet": "zebra"}]}, "spot.left.bet", "there are player, banker"),
        ({"spot": [TIE | {"close_after": 3}]}, "spot.tie.close_after", "did you mean closes_after?"),
        ({"spot": [TIE | {"closes_after": -1}]}, "spot.tie.closes_after", "greater than or equal to 0"),
        ({"spot": [TIE, TIE]}, "spot.tie", "there already"),
        ({"spot": [TIE | {"bet": "tie", "payouts": [{"to_one": "8", "when": ["tie"]}]}]}, "spot.tie", "not both"),
        (paying(), "spot.mine.payouts", "at least 1"),
        (paying({"to_one": "8", "when": []}), "spot.mine.payouts.0.when", "at least 1"),
        (paying({"to_one": "8", "when": ["tei"]}), "spot.mine.payouts.0.when.0", "did you mean tie?"),
        (paying({"to_one": "8", "wen": ["tie"], "when": ["tie"]}), "spot.mine.payouts.0.wen", "did you mean when?"),
        (
            paying({"to_one": "9", "when": ["player_wins", "tie"]}, {"to_one": "8", "when": ["tie"]}),
            "spot.mine.payouts",
            "line 1 is never paid",
        ),
        (
            paying({"to_one": "8", "when": ["tie"]}, {"to_one": "9", "when": ["tie", "player_total_6"]}),
            "spot.mine.payouts",
            "line 2 is never paid",
        ),
        (paying({"to_one": "80", "when": ["tie"]}), "spot.mine.payouts", "returns 770.7633"),
        ({"limits": {"euro": EURO}}, "limits.euro.[key]", "three capital letters"),
        ({"limits": {"SKE": EURO}}, "limits.SKE", "or SEK or"),
        ({"limits": {"EUR": EURO | {"stpe": 1}}}, "limits.EUR.stpe", "did you mean step?"),
        ({"limits": {"EUR": EURO | {"step": 0}}}, "limits.EUR.step", "greater than or equal to 1"),
        ({"limits": {"EUR": EURO | {"maximum": 10.5}}}, "limits.EUR.maximum", "integer"),
        ({"limits": {"EUR": EURO | {"exponent": 5}}}, "limits.EUR.exponent", "less than or equal to 4"),
        ({"limits": {"EUR": EURO | {"spots": {"tei": {}}}}}, "limits.EUR.spots.tei", "did you mean tie?"),
        ({"limits": {"EUR": EURO | {"spots": {"zebra": {}}}}}, "limits.EUR.spots.zebra", "there are player"),
        ({"limits": {"EUR": EURO | {"spots": {"tie": {"min": 1}}}}}, "limits.EUR.spots.tie.min", "mean minimum?"),
        (
            {"limits": {"EUR": EURO | {"spots": {"player": {"table_maximum": 1000}}}}},
            "limits.EUR.spots.player.table_maximum",
            "differential bounds",
        ),
        ({"limits": {"EUR": EURO | {"minimum": 150}}}, "limits.EUR", "no multiple of the step 100"),
        ({"limits": {"EUR": EURO | {"maximum": 50}}}, "limits.EUR", "minimum 100 is more than the maximum 50"),
        ({"limits": {"EUR": EURO | {"maximum": 2500}}}, "limits.EUR", "more than the table_maximum 2000"),
        ({"limits": {"EUR": EURO | {"differential": 50}}}, "limits.EUR", "raise differential"),
        (
            {"limits": {"EUR": EURO | {"spots": {"tie": {"minimum": 1100}}}}},
            "limits.EUR.spots.tie",
            "more than the maximum",
        ),
        ({"ask_after": -1}, "ask_after", "greater than or equal to 0"),
        ({"ask_after": 10}, "", "leave_after 10 must be more than ask_after 10, or 0"),
        ({"play_money": 99}, "play_money", "less than the smallest bet"),
    ],
)
def test_a_fault_names_its_key_and_what_to_do(data: dict[str, Any], key: str, words: str) -> None:
    fault = only_fault(data)
    assert fault.key == key
    assert words in str(fault)


@pytest.mark.parametrize("to_one", [0.5, "half", "1e9", "8:1", "1/0", "", True, "-2", "12345678901", None])
def test_what_is_paid_is_an_exact_fraction_and_nothing_else(to_one: object) -> None:
    fault = only_fault(paying({"to_one": to_one, "when": ["tie"]}))
    assert fault.key == "spot.mine.payouts.0.to_one"
    assert "write what is paid" in str(fault) or "nobody loses more" in str(fault)


def test_a_house_may_ask_nobody_and_let_nobody_go() -> None:
    rules = sound({"ask_after": 0, "leave_after": 0})
    assert (rules.ask_after, rules.leave_after) == (0, 0)
    assert sound({"ask_after": 50, "leave_after": 0}).ask_after == 50
