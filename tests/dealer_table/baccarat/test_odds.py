from collections.abc import Callable
from math import perm

import pytest

from dealer_table.baccarat import odds
from dealer_table.baccarat.bets import Bet, pays
from dealer_table.baccarat.conditions import PairKind, Showing
from dealer_table.baccarat.coup import Outcome


@pytest.mark.parametrize("packs", [1, 2, 12])
def test_every_order_is_counted_once(packs: int) -> None:
    assert sum(odds.showings(packs).values()) == odds.all_orders(packs)


@pytest.mark.parametrize("packs", [0, 13, -1])
def test_a_shoe_has_one_to_twelve_packs(packs: int) -> None:
    with pytest.raises(ValueError, match="1 to 12 packs"):
        odds.showings(packs)


def test_one_pack_holds_no_perfect_pair() -> None:
    assert odds.expected_return(Bet("house", (pays(25, "player_perfect_pair"),)), packs=1) == 0


def orders_where(packs: int, holds: Callable[[Showing], bool]) -> int:
    return sum(orders for showing, orders in odds.showings(packs).items() if holds(showing))


# A pair is two cards of one rank: the first, a second that is or is not the same suit, and for the Banker's pair either
# another rank or what the Player's left of the same one.


@pytest.mark.parametrize("packs", [1, 2, 6, 8])
def test_both_pairs_are_counted_exactly(packs: int) -> None:
    rank = 4 * packs
    openings = 13 * rank * (rank - 1) * (12 * rank * (rank - 1) + (rank - 2) * (rank - 3))
    rest = perm(52 * packs - 4, 2)
    both = orders_where(packs, lambda it: PairKind.NONE not in (it.player.pair, it.banker.pair))
    assert both == openings * rest


@pytest.mark.parametrize("packs", [1, 2, 6, 8])
def test_both_perfect_pairs_are_counted_exactly(packs: int) -> None:
    openings = 52 * packs * (packs - 1) * (51 * packs * (packs - 1) + (packs - 2) * (packs - 3))
    rest = perm(52 * packs - 4, 2)
    assert orders_where(packs, lambda it: it.player.pair is it.banker.pair is PairKind.PERFECT) == openings * rest


def test_a_pair_is_counted_together_with_the_total_it_makes() -> None:
    # Natural 8 of one rank and two suits: a pair of fours or of nines.
    openings = 2 * 32 * 24
    counted = orders_where(
        8, lambda it: it.banker.pair is PairKind.MIXED and it.banker.is_natural and it.banker.total == 8
    )
    assert counted == openings * perm(8 * 52 - 2, 4)


def test_a_banker_wins_more_often_than_a_player() -> None:
    counts = odds.outcome_counts(8)
    assert counts[Outcome.BANKER] > counts[Outcome.PLAYER] > counts[Outcome.TIE]
