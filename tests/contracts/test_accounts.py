"""The contract of the Accounts port, run on every keeper of money. I/O: what the keepers do."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from dealer_table.betting.events import BetsAccepted, BetsSettled, SettlementCorrected, StakesReturned
from dealer_table.betting.words import Patron, Stake
from dealer_table.errors import InsufficientFunds
from dealer_table.ports.accounts import Taken
from tests.contracts.accounts_keepers import KEEPERS, Keeper

ANN = Patron("Ann", "EUR")
BEN = Patron("Ben", "EUR")
COUP = 7


@pytest.fixture(params=KEEPERS)
async def keeper(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Keeper]:
    async with KEEPERS[request.param](tmp_path) as keeper:
        keeper.open(ANN, 1000)
        keeper.open(BEN, 50)
        yield keeper


def accepted(patron: Patron, stake: int, change: int, movement: str = "") -> BetsAccepted:
    stakes = (Stake("player", stake),) if stake else ()
    return BetsAccepted(1, COUP, patron, f"r{stake}", stakes, change, movement, "digest")


def settled(patron: Patron, stake: int, returned: int) -> BetsSettled:
    back = (Stake("player", returned),) if returned else ()
    return BetsSettled(2, COUP, patron, (Stake("player", stake),), back, "digest")


async def bet(keeper: Keeper, patron: Patron, amount: int) -> Taken:
    taken = await keeper.accounts.take(patron, amount, coup=COUP)
    keeper.commit(accepted(patron, amount, amount, taken.movement))
    return taken


async def balance(keeper: Keeper, patron: Patron) -> int:
    await keeper.paid()
    return await keeper.accounts.balance(patron)


async def test_each_patron_has_what_was_paid_in(keeper: Keeper) -> None:
    assert [await balance(keeper, patron) for patron in (ANN, BEN)] == [1000, 50]


async def test_a_stake_is_taken_and_the_rest_is_told(keeper: Keeper) -> None:
    taken = await keeper.accounts.take(ANN, 300, coup=COUP)
    assert taken.movement
    assert taken.balance == 700 == await balance(keeper, ANN)


async def test_more_than_there_is_is_not_taken_at_all(keeper: Keeper) -> None:
    with pytest.raises(InsufficientFunds) as refused:
        await keeper.accounts.take(BEN, 51, coup=COUP)
    assert refused.value.numbers == {"balance": 50, "needed": 51}
    assert await balance(keeper, BEN) == 50
    assert (await keeper.accounts.take(BEN, 50, coup=COUP)).balance == 0


async def test_what_was_taken_for_no_bet_goes_back_once(keeper: Keeper) -> None:
    taken = await keeper.accounts.take(ANN, 300, coup=COUP)
    keeper.accounts.release(taken.movement)
    keeper.accounts.release(taken.movement)
    assert await balance(keeper, ANN) == 1000


async def test_an_accepted_bet_cannot_be_released(keeper: Keeper) -> None:
    taken = await bet(keeper, ANN, 300)
    keeper.accounts.release(taken.movement)
    assert await balance(keeper, ANN) == 700


async def test_to_release_what_was_never_taken_does_nothing(keeper: Keeper) -> None:
    keeper.accounts.release("no such movement")
    assert await balance(keeper, ANN) == 1000


async def test_a_winner_has_the_return_and_a_loser_nothing(keeper: Keeper) -> None:
    await bet(keeper, ANN, 300)
    await bet(keeper, BEN, 50)
    keeper.commit(settled(ANN, 300, 600), settled(BEN, 50, 0))
    assert [await balance(keeper, patron) for patron in (ANN, BEN)] == [1300, 0]


async def test_a_stake_that_is_made_smaller_goes_back_in_part(keeper: Keeper) -> None:
    await bet(keeper, ANN, 300)
    keeper.commit(accepted(ANN, 100, -200))
    assert await balance(keeper, ANN) == 900


async def test_a_void_gives_all_stakes_back(keeper: Keeper) -> None:
    await bet(keeper, ANN, 300)
    keeper.commit(StakesReturned(2, COUP, ANN, (Stake("player", 200), Stake("tie", 100)), "void"))
    assert await balance(keeper, ANN) == 1000


@pytest.mark.parametrize(("before", "after", "left"), [(600, 0, 700), (0, 600, 1300), (600, 600, 1300)])
async def test_a_correction_settles_the_difference(keeper: Keeper, before: int, after: int, left: int) -> None:
    await bet(keeper, ANN, 300)
    keeper.commit(settled(ANN, 300, before))
    returns = [(Stake("player", amount),) if amount else () for amount in (before, after)]
    keeper.commit(SettlementCorrected(3, COUP, ANN, returns[0], returns[1]))
    assert await balance(keeper, ANN) == left


async def test_what_is_told_again_is_not_paid_again(keeper: Keeper) -> None:
    await bet(keeper, ANN, 300)
    keeper.commit(settled(ANN, 300, 600))
    await keeper.paid()
    keeper.announce_again()
    assert await balance(keeper, ANN) == 1300


async def test_a_restart_gives_back_what_is_not_on_record_and_keeps_what_is(keeper: Keeper) -> None:
    await bet(keeper, ANN, 300)
    await keeper.accounts.take(ANN, 500, coup=COUP)
    await keeper.restart()
    assert await balance(keeper, ANN) == 700


async def test_what_was_committed_before_a_crash_is_paid_after_it_and_once(keeper: Keeper) -> None:
    await bet(keeper, ANN, 300)
    await bet(keeper, BEN, 50)
    keeper.commit(settled(ANN, 300, 600), settled(BEN, 50, 0))
    await keeper.restart()
    assert await balance(keeper, ANN) == 1300
    await keeper.restart()
    assert [await balance(keeper, patron) for patron in (ANN, BEN)] == [1300, 0]


async def test_many_tabs_at_once_never_bet_more_than_there_is(keeper: Keeper) -> None:
    tabs = (keeper.accounts.take(ANN, 300, coup=COUP) for _ in range(8))
    results = await asyncio.gather(*tabs, return_exceptions=True)
    assert sorted(result.balance for result in results if isinstance(result, Taken)) == [100, 400, 700]
    assert sum(isinstance(result, InsufficientFunds) for result in results) == 5
    assert await balance(keeper, ANN) == 100


async def test_two_currencies_of_one_patron_are_two_accounts(keeper: Keeper) -> None:
    keeper.open(Patron("Ann", "SEK"), 20)
    await bet(keeper, ANN, 300)
    assert await balance(keeper, Patron("Ann", "SEK")) == 20
