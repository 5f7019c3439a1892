"""Play money stays here, real money goes to its keeper, and both hear of everything. I/O: none."""

import asyncio
from collections.abc import Sequence

from dealer_table.adapters.house_accounts import HouseAccounts
from dealer_table.adapters.memory_journal import MemoryJournal
from dealer_table.adapters.purse_router import PurseRouter
from dealer_table.betting.events import FundsDeposited
from dealer_table.betting.words import Patron
from dealer_table.ports.accounts import Taken
from dealer_table.ports.announcements import Announced
from dealer_table.procedure.state import TableState
from dealer_table.procedure.words import SYSTEM

PAT, FUN = Patron("pat", "EUR"), Patron("pat", "FUN")


class Operator:
    """Keeps everybody's money, and notes what it is asked."""

    def __init__(self) -> None:
        self.taken: list[Patron] = []
        self.released: list[str] = []
        self.heard = 0
        self.running = asyncio.Event()

    async def balance(self, patron: Patron) -> int:
        return 77

    async def take(self, patron: Patron, amount: int, *, coup: int) -> Taken:
        self.taken.append(patron)
        return Taken("elsewhere-1", 77 - amount)

    def release(self, movement: str) -> None:
        self.released.append(movement)

    def announce(self, decisions: Sequence[Announced]) -> None:
        self.heard += len(decisions)

    async def run(self) -> None:
        self.running.set()
        await asyncio.Event().wait()


def house() -> HouseAccounts:
    journal = MemoryJournal()
    journal.append([[FundsDeposited(1, SYSTEM, patron, 1_000, patron.currency) for patron in (PAT, FUN)]])
    return HouseAccounts(journal)


async def test_without_an_operator_all_money_is_here() -> None:
    router = PurseRouter(house())
    assert [await router.balance(patron) for patron in (PAT, FUN)] == [1_000, 1_000]
    taken = await router.take(PAT, 300, coup=1)
    assert router.available(PAT) == 700
    router.release(taken.movement)
    assert router.available(PAT) == 1_000


async def test_real_money_is_the_operators_and_play_money_is_not() -> None:
    operator = Operator()
    router = PurseRouter(house(), operator)
    assert [await router.balance(patron) for patron in (PAT, FUN)] == [77, 1_000]
    assert router.available(PAT) is None
    real, play = await router.take(PAT, 7, coup=1), await router.take(FUN, 300, coup=1)
    assert operator.taken == [PAT]
    router.release(play.movement)
    router.release(real.movement)
    assert operator.released == [real.movement]
    assert router.available(FUN) == 1_000


async def test_both_hear_what_was_committed_and_both_work() -> None:
    operator, journal = Operator(), MemoryJournal()
    router = PurseRouter(HouseAccounts(journal), operator)
    records = journal.append([[FundsDeposited(1, SYSTEM, FUN, 50, "play-money")]])
    router.announce([Announced(tuple(records), TableState())])
    assert (operator.heard, router.available(FUN)) == (1, 50)
    async with asyncio.TaskGroup() as tasks:
        working = tasks.create_task(router.run())
        await operator.running.wait()
        working.cancel()
    assert working.cancelled()
