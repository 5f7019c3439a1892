"""What everybody may read of the house's offer."""

import json
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest

from dealer_table.baccarat.conditions import CONDITIONS
from dealer_table.betting.rules import BettingRules, CurrencyLimits, SpotLimits
from dealer_table.config.rules_file import HouseRules, read_rules
from dealer_table.wire.offer_json import offer_json, return_text
from tests.exact.test_returns import PUBLISHED

RULES = Path(__file__).parents[3] / "config" / "rules"


def shipped(name: str) -> HouseRules:
    rules, _ = read_rules(RULES / f"{name}.toml")
    assert rules is not None
    return rules


def test_an_offer_is_told_whole() -> None:
    one_spot = replace(
        BettingRules(),
        spots=BettingRules().spots[-1:],
        currencies={"EUR": CurrencyLimits(2, 100, 500, {"banker_natural": SpotLimits(100, 200, 300)})},
    )
    assert offer_json(one_spot, "f00d", packs=8) == {
        "rules_digest": "f00d",
        "spots": [
            {
                "name": "banker_natural",
                "bet": "banker_natural",
                "payouts": [{"to_one": "7/2", "when": ["banker_natural"]}],
                "return": "0.85245598",
                "closes_after": 50,
            }
        ],
        "currencies": {
            "EUR": {
                "exponent": 2,
                "step": 100,
                "differential": 500,
                "spots": {"banker_natural": {"minimum": 100, "maximum": 200, "table_maximum": 300}},
            }
        },
        "ask_after": 5,
        "leave_after": 10,
    }


def test_every_return_is_the_published_one_to_the_last_digit() -> None:
    offer = offer_json(shipped("all_bets").betting, "", packs=8)
    assert len(offer["spots"]) == 19
    for spot in offer["spots"]:
        assert Decimal(spot["return"]) * 100 == Decimal(PUBLISHED[spot["bet"]])


def test_the_bet_of_a_spot_is_told_when_it_is_another() -> None:
    (banker,) = (spot for spot in offer_json(shipped("ez").betting, "", packs=8)["spots"] if spot["name"] == "banker")
    assert banker["bet"] == "banker_ez"
    assert banker["payouts"][0] == {
        "to_one": "0",
        "when": ["banker_wins", "banker_total_7", "banker_three_cards"],
    }
    assert all(name in CONDITIONS for payout in banker["payouts"] for name in payout["when"])


def test_player_and_banker_have_no_maximum_of_the_tables() -> None:
    for currency in offer_json(shipped("live").betting, "", packs=8)["currencies"].values():
        without = [name for name, limits in currency["spots"].items() if limits["table_maximum"] is None]
        assert without == ["player", "banker"]


def test_a_return_depends_on_the_packs() -> None:
    six, eight = (offer_json(BettingRules(), "", packs)["spots"][0]["return"] for packs in (6, 8))
    assert six != eight


def test_an_offer_is_json_in_its_own_words() -> None:
    offer = offer_json(shipped("all_bets").betting, "f00d", packs=8)
    assert json.loads(json.dumps(offer)) == offer


@pytest.mark.parametrize(
    ("exact", "text"),
    [
        (Fraction(1), "1.00000000"),
        (Fraction(0), "0.00000000"),
        (Fraction(1, 200_000_000), "0.00000001"),
        (Fraction(2, 3), "0.66666667"),
    ],
)
def test_a_return_is_rounded_at_the_eighth_decimal(exact: Fraction, text: str) -> None:
    assert return_text(exact) == text
