"""What stakes return; the vectors say it to the minor unit. Pure."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from dealer_table.baccarat.bets import Bet, returned
from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.coup import Coup
from dealer_table.baccarat.paytables import BETS
from dealer_table.betting.rules import BettingRules, Spot
from dealer_table.betting.settle import Settlement
from dealer_table.betting.words import Stake

COUPS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "vectors" / "coups.json").read_text(encoding="utf-8")
)["coups"]
EVERY_BET = BettingRules(spots=tuple(Spot(name, bet) for name, bet in BETS.items()))


def coup_of(text: str) -> Coup:
    """Deal the coup whose cards stand there without spaces."""
    return Coup.dealt(Card(text[at : at + 2]) for at in range(0, len(text), 2))


def test_every_vector_is_paid_to_the_minor_unit() -> None:
    assert len(COUPS) >= 400
    for vector in COUPS:
        expected = vector["returned"] | {
            name: vector[f"returned_{name}"] for name in ("banker_no_commission", "banker_ez")
        }
        stakes = tuple(Stake(name, vector["stake"]) for name in expected)
        settlement = Settlement.of(EVERY_BET, coup_of(vector["cards"]))
        back = dict(settlement.returned(stakes))
        assert {name: back.get(name, 0) for name in expected} == expected, vector["cards"]


def test_a_settlement_pays_what_each_bet_alone_pays() -> None:
    for vector in COUPS[::20]:
        coup = coup_of(vector["cards"])
        back = dict(Settlement.of(EVERY_BET, coup).returned(tuple(Stake(name, 12_345) for name in BETS)))
        assert {name: returned(bet, coup, 12_345) for name, bet in BETS.items()} == dict.fromkeys(BETS, 0) | back


@pytest.mark.parametrize(("stake", "back"), [(10, 19), (20, 39), (30, 58), (1, 1), (100, 195)])
def test_commission_is_rounded_down_once_a_spot(stake: int, back: int) -> None:
    banker_wins = coup_of("2H4S3H5S")
    assert Settlement.of(BettingRules(), banker_wins).returned((Stake("banker", stake),)) == (Stake("banker", back),)


def test_what_lost_is_not_in_it_and_the_rest_stays_in_order() -> None:
    tie = coup_of("KSKHQSQH2S2H")
    stakes = (Stake("player", 100), Stake("banker", 50), Stake("tie", 10), Stake("lucky_six", 5))
    expected = (Stake("player", 100), Stake("banker", 50), Stake("tie", 90))
    assert Settlement.of(BettingRules(), tie).returned(stakes) == expected


def test_a_coup_that_is_not_over_pays_nothing_yet() -> None:
    with pytest.raises(ValueError, match="before it is complete"):
        Settlement.of(BettingRules(), Coup())


def test_half_a_unit_is_lost_to_rounding() -> None:
    bet = Bet("halves", BETS["small"].payouts)
    assert bet.payouts[0].to_one == Fraction(3, 2)
    four_cards = coup_of("2H4S3H5S")
    settlement = Settlement.of(BettingRules(spots=(Spot("halves", bet),)), four_cards)
    assert settlement.returned((Stake("halves", 3),)) == (Stake("halves", 7),)
