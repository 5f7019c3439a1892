"""What the contract does not say of the house's own accounts: nothing is ever counted twice. I/O: none."""

import asyncio

import pytest

from dealer_table.adapters.house_accounts import HouseAccounts
from dealer_table.adapters.memory_journal import MemoryJournal
from dealer_table.betting.events import BetsAccepted, FundsDeposited
from dealer_table.betting.recorded import RecordedEvent
from dealer_table.betting.words import Patron, Stake
from dealer_table.ports.announcements import Announced
from dealer_table.procedure.state import TableState
from dealer_table.procedure.words import SYSTEM

PAT, FUN = Patron("pat", "EUR"), Patron("pat", "FUN")


class House:
    """Accounts on a journal, told of each commit."""

    def __init__(self, *, elsewhere: bool = False) -> None:
        self.journal = MemoryJournal(elsewhere=elsewhere)
        self.journal.append([[FundsDeposited(1, SYSTEM, patron, 1_000, patron.currency) for patron in (PAT, FUN)]])
        self.accounts = HouseAccounts(self.journal, elsewhere=elsewhere)

    def append(self, event: RecordedEvent) -> Announced:
        return Announced(tuple(self.journal.append([[event]])), TableState())


def bet(patron: Patron, amount: int, movement: str) -> BetsAccepted:
    return BetsAccepted(1, 1, patron, movement, (Stake("player", amount),), amount, movement, "digest")


async def test_before_and_after_a_bet_is_announced_the_same_is_left() -> None:
    house = House()
    taken = await house.accounts.take(PAT, 300, coup=1)
    announced = house.append(bet(PAT, 300, taken.movement))
    assert house.accounts.available(PAT) == 700, "committed, and nobody has heard of it yet"
    house.accounts.announce([announced])
    assert house.accounts.available(PAT) == 700
    assert not house.accounts.holds(taken.movement)


async def test_what_is_set_aside_twice_is_released_one_by_one() -> None:
    house = House()
    first = await house.accounts.take(PAT, 300, coup=1)
    second = await house.accounts.take(PAT, 200, coup=1)
    assert first.movement != second.movement
    house.accounts.release(first.movement)
    assert house.accounts.available(PAT) == 800
    house.accounts.release(second.movement)
    assert house.accounts.available(PAT) == 1_000


async def test_no_two_lives_of_a_table_give_a_movement_the_same_name() -> None:
    house = House()
    again = HouseAccounts(house.journal)
    taken = [await accounts.take(PAT, 1, coup=1) for accounts in (house.accounts, again)]
    assert taken[0].movement != taken[1].movement


async def test_where_the_real_money_is_elsewhere_only_play_money_is_here() -> None:
    house = House(elsewhere=True)
    assert house.accounts.available(FUN) == 1_000
    assert house.accounts.available(PAT) == 0


async def test_nothing_is_ever_owed() -> None:
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(House().accounts.run(), timeout=0.01)
