"""The return of every bet from eight packs, equal to the last digit published."""

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest

from dealer_table.baccarat.bets import Bet, pushes
from dealer_table.baccarat.odds import expected_return
from dealer_table.baccarat.paytables import BETS

PUBLISHED = {
    "player": "98.764919",
    "banker": "98.942094",
    "banker_no_commission": "98.541896",
    "banker_ez": "98.981699",
    "tie": "85.640371",
    "player_pair": "89.638554",
    "banker_pair": "89.638554",
    "lucky_six": "83.316428",
    "player_natural": "85.245598",
    "banker_natural": "85.245598",
    "either_pair": "86.290123",
    "perfect_pair": "91.952956",
    "small": "94.717123",
    "big": "95.654252",
    "dragon_bonus_player": "97.348325",
    "dragon_bonus_banker": "90.626926",
    "dragon_7": "92.388666",
    "panda_8": "89.812368",
    "small_tiger": "85.667454",
    "big_tiger": "84.746683",
    "tiger_tie": "69.264590",
    "player_natural_must_win": "73.165093",
    "banker_natural_must_win": "73.165093",
}


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_bet_returns_what_is_published(name: str) -> None:
    assert in_per_cent(expected_return(BETS[name], packs=8)) == PUBLISHED[name]


def in_per_cent(exact: Fraction) -> str:
    """Write a return as it is published: per cent, six decimals."""
    percent = Decimal(100 * exact.numerator) / Decimal(exact.denominator)
    return str(percent.quantize(Decimal("0.000001"), ROUND_HALF_UP))


@pytest.mark.parametrize("side", ["player", "banker"])
def test_a_natural_that_pushes_a_tie_is_worth_the_push_more(side: str) -> None:
    must_win, tie_pushes = (
        expected_return(BETS[f"{side}_natural{variant}"], packs=8) for variant in ("_must_win", "_tie_pushes")
    )
    the_push = expected_return(Bet("the push alone", (pushes(f"{side}_natural", "tie"),)), packs=8)
    assert tie_pushes == must_win + the_push


def test_super_six_is_linear_in_its_payouts() -> None:
    flat_12, flat_15, to_18, to_23 = (
        expected_return(BETS[f"super_six_{pays}"], packs=8) for pays in ("12", "15", "12_18", "12_23")
    )
    lucky = expected_return(BETS["lucky_six"], packs=8)
    assert flat_12 * 16 == flat_15 * 13
    assert (to_18 - flat_12) * 11 == (to_23 - flat_12) * 6
    assert (lucky - flat_12) * 6 == (to_18 - flat_12) * 8
