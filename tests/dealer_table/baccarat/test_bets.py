from fractions import Fraction

import pytest

from dealer_table.baccarat.bets import Bet, Payout, pays, pushes, returned
from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.conditions import Showing
from dealer_table.baccarat.coup import Coup
from dealer_table.baccarat.hand import Hand
from dealer_table.baccarat.paytables import BANKER, PLAYER, TIE

BANKER_WINS_9_TO_4 = Coup(Hand((Card("QC"), Card("4H"))), Hand((Card("9C"), Card("KC"))))
TIE_AT_SEVEN = Coup(Hand((Card("QC"), Card("7H"))), Hand((Card("7C"), Card("KC"))))


@pytest.mark.parametrize(("stake", "back"), [(1, 1), (10, 19), (20, 39), (30, 58), (100, 195)])
def test_the_return_is_floored_once_a_spot(stake: int, back: int) -> None:
    assert returned(BANKER, BANKER_WINS_9_TO_4, stake) == back


def test_a_large_stake_is_exact() -> None:
    assert returned(BANKER, BANKER_WINS_9_TO_4, 10**30 + 20) == 195 * 10**28 + 39


def test_to_one_and_for_one_differ_by_the_stake() -> None:
    showing = Showing.of(TIE_AT_SEVEN)
    assert [TIE.to_one(showing), TIE.for_one(showing)] == [8, 9]
    assert [PLAYER.to_one(showing), PLAYER.for_one(showing)] == [0, 1]


def test_the_first_payout_that_applies_is_paid() -> None:
    bet = Bet("house", (pays("7/2", "banker_wins", "banker_natural"), pushes("banker_wins"), pays(1, "four_cards")))
    assert returned(bet, BANKER_WINS_9_TO_4, 10) == 45
    assert returned(bet, TIE_AT_SEVEN, 10) == 20


def test_a_payout_may_be_a_loss_named_before_a_win() -> None:
    bet = Bet("house", (pays(-1, "banker_natural"), pays(1, "banker_wins")))
    assert returned(bet, BANKER_WINS_9_TO_4, 10) == 0


def test_nothing_is_paid_before_the_coup_is_complete() -> None:
    with pytest.raises(ValueError, match="before it is complete"):
        returned(PLAYER, Coup(), 10)


def test_a_negative_stake_is_an_error() -> None:
    with pytest.raises(ValueError, match="never negative"):
        returned(PLAYER, TIE_AT_SEVEN, -1)


@pytest.mark.parametrize(
    ("to_one", "when", "problem"),
    [
        (Fraction(1), ("bankr_wins",), "no such condition: bankr_wins"),
        (Fraction(1), (), "needs a condition"),
        (Fraction(-2), ("tie",), "more than the stake"),
    ],
)
def test_a_faulty_payout_is_named(to_one: Fraction, when: tuple[str, ...], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        Payout(to_one, when)
