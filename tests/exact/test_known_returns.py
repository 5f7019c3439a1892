from dataclasses import replace

import pytest

from dealer_table.baccarat.known_returns import PACKS, RETURNS, return_of
from dealer_table.baccarat.odds import expected_return
from dealer_table.baccarat.paytables import BETS


@pytest.mark.parametrize("name", BETS)
def test_what_is_written_down_is_what_is_counted(name: str) -> None:
    assert RETURNS[name] == expected_return(BETS[name], PACKS)


def test_nothing_is_written_down_that_is_no_bet() -> None:
    assert set(RETURNS) == set(BETS)


def test_another_bet_of_the_same_name_and_another_shoe_are_counted() -> None:
    small = BETS["small"]
    dearer = replace(small, payouts=BETS["big"].payouts)
    assert return_of(dearer, PACKS) == expected_return(dearer, PACKS) == RETURNS["big"]
    assert return_of(small, 6) == expected_return(small, 6) != RETURNS["small"]
