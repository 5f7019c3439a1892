"""What patrons have: asked for, counted on, asked again, and told when it is something else. I/O: tasks."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from dealer_table.betting.words import Patron
from dealer_table.errors import AccountsUnavailable
from dealer_table.gateway.balances import Balances
from dealer_table.ports.accounts import Taken
from tests.dealer_table.betting.felt_at_work import ANN, BOB
from tests.dealer_table.gateway.patrons_at_work import settle_down


class Keeper:
    """Whoever keeps the money; a test can send it away, or let it think."""

    def __init__(self) -> None:
        self.has: dict[Patron, int] = {ANN: 1_000, BOB: 500}
        self.asked: list[Patron] = []
        self.away = False
        self.answers = asyncio.Event()
        self.answers.set()

    async def balance(self, patron: Patron) -> int:
        self.asked.append(patron)
        if self.away:
            raise AccountsUnavailable("gone for lunch")
        there = self.has[patron]
        await self.answers.wait()
        return there

    async def take(self, patron: Patron, amount: int, *, coup: int) -> Taken:
        raise AssertionError("nothing is taken here")

    def release(self, movement: str) -> None:
        raise AssertionError("nothing is taken here")

    def announce(self, decisions: object) -> None:
        raise AssertionError("the keeper itself is told")

    async def run(self) -> None:
        raise AssertionError("the keeper works by itself")


class Desk:
    """Who is here, and what is told of them."""

    def __init__(self) -> None:
        self.now = 0
        self.here = {ANN, BOB}
        self.keeper = Keeper()
        self.told: list[tuple[Patron, int | None, bool]] = []
        self.errands: list[Patron] = []
        self.balances = Balances(
            self.keeper, lambda: self.now, is_here=self.here.__contains__, changed=self._tell, first=self._do_first
        )

    @asynccontextmanager
    async def at_work(self) -> AsyncIterator[None]:
        async with asyncio.TaskGroup() as tasks:
            running = tasks.create_task(self.balances.run("balances"))
            yield
            running.cancel()

    async def later(self, milliseconds: int) -> None:
        """Let time pass."""
        self.now += milliseconds
        self.balances.tick(self.now)
        await settle_down()

    def _tell(self, patron: Patron) -> None:
        self.told.append((patron, *self.balances.known(patron)))

    async def _do_first(self, patron: Patron) -> None:
        assert len(self.errands) == len(self.keeper.asked), "the errand comes before the question"
        self.errands.append(patron)


async def test_a_balance_is_asked_for_and_told_once() -> None:
    desk = Desk()
    assert desk.balances.known(ANN) == (None, True)
    async with desk.at_work():
        desk.balances.look(ANN)
        desk.balances.look(ANN)
        await settle_down()
        desk.balances.look(ANN)
        await settle_down()
    assert desk.keeper.asked == desk.errands == [ANN, ANN]
    assert desk.told == [(ANN, 1_000, True)]


async def test_what_the_record_moves_counts_at_once_and_is_asked_for_in_a_while() -> None:
    desk = Desk()
    async with desk.at_work():
        desk.balances.look(ANN)
        await settle_down()
        desk.balances.moved(ANN, 600)
        assert desk.balances.known(ANN) == (1_600, True)
        await desk.later(1_999)
        assert desk.keeper.asked == [ANN]
        desk.keeper.has[ANN] = 1_700
        await desk.later(1)
    assert desk.told == [(ANN, 1_000, True), (ANN, 1_700, True)]


async def test_an_answer_that_was_overtaken_is_not_believed() -> None:
    desk = Desk()
    async with desk.at_work():
        desk.keeper.answers.clear()
        desk.balances.look(ANN)
        await settle_down()
        desk.balances.took(ANN, 300)
        desk.keeper.answers.set()
        await settle_down()
        assert desk.balances.known(ANN) == (300, True)
        desk.keeper.has[ANN] = 300
        await desk.later(2_000)
    assert desk.keeper.asked == [ANN, ANN]
    # Who took the stake tells what is left, so that this is no news.
    assert desk.told == [(ANN, 300, True)]


async def test_a_keeper_who_is_away_is_told_of_and_asked_again() -> None:
    desk = Desk()
    async with desk.at_work():
        desk.keeper.away = True
        desk.balances.look(ANN)
        await settle_down()
        desk.keeper.away = False
        await desk.later(2_000)
        await desk.later(2_000)
    assert desk.told == [(ANN, None, False), (ANN, 1_000, True)]
    assert desk.keeper.asked == [ANN, ANN]


async def test_what_was_paid_ends_the_asking_when_it_is_what_was_counted() -> None:
    desk = Desk()
    async with desk.at_work():
        for patron in (ANN, BOB):
            desk.balances.look(patron)
        await settle_down()
        for patron in (ANN, BOB):
            desk.balances.moved(patron, 100)
        desk.balances.paid(ANN, 1_100)
        desk.balances.paid(BOB, 7)
        await desk.later(2_000)
    assert desk.keeper.asked == [ANN, BOB, BOB]


async def test_nobody_asks_for_who_is_not_here() -> None:
    desk = Desk()
    async with desk.at_work():
        desk.keeper.answers.clear()
        desk.balances.look(ANN)
        await settle_down()
        desk.balances.look_soon(BOB)
        for patron in (ANN, BOB):
            desk.here.discard(patron)
            desk.balances.forget(patron)
        desk.keeper.answers.set()
        desk.balances.look(BOB)
        for patron in (ANN, BOB):
            desk.balances.moved(patron, 100)
            desk.balances.took(patron, 100)
            desk.balances.paid(patron, 100)
        await desk.later(2_000)
    assert desk.keeper.asked == [ANN]
    assert desk.told == []
    assert desk.balances.known(ANN) == (None, True)
