"""The room's writer: shares commits, keeps its shoes to itself, comes through whatever fails. I/O: SQLite, tasks."""

import asyncio
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import ClassVar

import pytest

from dealer_table.baccarat.bets import Bet
from dealer_table.baccarat.conditions import Showing
from dealer_table.betting.commands import DepositFunds, WithdrawFunds
from dealer_table.betting.rules import BettingRules, Spot
from dealer_table.betting.words import Patron
from dealer_table.errors import CommandRefused, InsufficientFunds, JournalError
from dealer_table.touch.commands import BeginRound, BeginSession, EndSession
from dealer_table.touch.events import RoundBegun, RoundVoided
from dealer_table.touch.rules import SPOTS, TouchRules
from dealer_table.touch.words import RoundEnd, SessionEnd
from tests.dealer_table.touch.rooms import ADA, BOB, NO_LIMITS, PLAYER_WINS, RULES, place
from tests.dealer_table.touch_at_work import CASHIER, PLAY_MONEY, SetClock, Work, at_work
from tests.fixtures.broker_talk import until


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "room.journal"


async def begin(work: Work, patron: Patron = ADA, amount: int = 100) -> None:
    """Take a stake and begin a round with it."""
    taken = await work.accounts.take(patron, amount, coup=1)
    number = work.controller.state.sessions[patron].round
    gestures = (place("player", amount),)
    await work.controller.submit(
        BeginRound(work.clock.now, patron, "r", number, gestures, taken=amount, movement=taken.movement)
    )


async def sit(work: Work, *patrons: Patron) -> None:
    for patron in patrons:
        await work.deposit(patron)
        await work.controller.submit(BeginSession(work.clock.now, patron, NO_LIMITS))


def ends(work: Work) -> list[RoundEnd | None]:
    """Return how the last round of each session ended, by the patrons' names."""
    sessions = sorted(work.controller.state.sessions.items(), key=lambda item: item[0])
    return [session.last.end if session.last else None for _, session in sessions]


async def test_all_that_has_gathered_shares_a_commit(path: Path) -> None:
    async with at_work(path) as work:
        await sit(work, ADA, BOB)
        before = work.journal.commits
        await asyncio.gather(begin(work, ADA), begin(work, BOB))
        await until(lambda: ends(work) == [RoundEnd.SETTLED] * 2)
        assert work.journal.commits - before == 2


async def test_the_record_does_not_tell_a_shoe_before_its_bets_were_taken(path: Path) -> None:
    async with at_work(path, seal=lambda draw: PLAYER_WINS) as work:
        await sit(work, ADA)
        told = "".join(repr(record.event) for record in work.journal.read())
        assert PLAYER_WINS.commitment in told
        assert PLAYER_WINS.nonce not in told
        assert PLAYER_WINS.order[:20] not in told
        await begin(work)
        assert any(isinstance(record.event, RoundBegun) for record in work.journal.read())


class BuggyBet(Bet):
    """A bet that cannot be settled the first time."""

    bugs: ClassVar[list[Exception]] = []

    def for_one(self, showing: Showing) -> Fraction:
        if self.bugs:
            raise self.bugs.pop()
        return super().for_one(showing)


class BuggyRules(TouchRules):
    @property
    def betting(self) -> BettingRules:
        return replace(
            super().betting, spots=tuple(Spot(one.name, BuggyBet(one.name, one.bet.payouts)) for one in SPOTS)
        )


async def test_whatever_breaks_in_the_dealing_voids_that_round_and_no_other(path: Path) -> None:
    BuggyBet.bugs = [KeyError("a bug")]
    async with at_work(path, rules=BuggyRules(RULES.currencies)) as work:
        await sit(work, ADA, BOB)
        await begin(work)
        await until(lambda: RoundEnd.VOIDED in ends(work))
        await begin(work, BOB)
        await until(lambda: ends(work) == [RoundEnd.VOIDED, RoundEnd.SETTLED])
        (void,) = (record.event for record in work.journal.read() if isinstance(record.event, RoundVoided))
        assert void.reason == "malfunction: KeyError"
        assert await work.accounts.balance(ADA) == 100_000


async def test_everybody_who_waits_hears_of_a_failed_commit(path: Path) -> None:
    async with at_work(path) as work:
        await sit(work, ADA)
        work.journal.disk_full = True
        asked = [work.controller.submit(BeginSession(1, patron, NO_LIMITS)) for patron in (BOB, Patron("c", "EUR"))]
        assert [type(one) for one in await asyncio.gather(*asked, return_exceptions=True)] == [JournalError] * 2
        assert set(work.controller.state.sessions) == {ADA}
        work.journal.disk_full = False
        await work.controller.submit(BeginSession(1, BOB, NO_LIMITS))
        assert not work.controller.journal_fault


async def test_who_stopped_waiting_before_it_was_decided_gets_nothing_done(path: Path) -> None:
    async with at_work(path) as work:
        async with asyncio.TaskGroup() as tasks:
            asking = tasks.create_task(work.controller.submit(BeginSession(1, ADA, NO_LIMITS)))
            await asyncio.sleep(0)
            asking.cancel()
        await work.controller.submit(BeginSession(1, BOB, NO_LIMITS))
        assert set(work.controller.state.sessions) == {BOB}


async def test_an_ended_session_takes_its_shoe_along(path: Path) -> None:
    async with at_work(path) as work:
        await sit(work, ADA)
        first = work.controller.state.sessions[ADA].commitment
        await work.controller.submit(EndSession(1, ADA, SessionEnd.OWN_WISH))
        await work.controller.submit(BeginSession(1, ADA, NO_LIMITS))
        assert work.controller.state.sessions[ADA].commitment != first
        await begin(work)
        await until(lambda: ends(work) == [RoundEnd.SETTLED])


async def test_time_alone_ends_an_idle_session(path: Path) -> None:
    clock = SetClock()
    clock.now = 10**9
    async with at_work(path, clock) as work:
        await sit(work, ADA)
        clock.now += 15 * 60_000
        await work.deposit(BOB)
        await until(lambda: not work.controller.state.sessions)


# ---- money ----------------------------------------------------------------------------------------------------------


async def test_the_cashier_pays_in_and_out_and_never_more_than_there_is(path: Path) -> None:
    async with at_work(path) as work:
        await work.deposit(ADA, 500)
        await work.controller.submit(WithdrawFunds(1, CASHIER, ADA, 200, "out-1"))
        assert await work.accounts.balance(ADA) == 300
        with pytest.raises(InsufficientFunds):
            await work.controller.submit(WithdrawFunds(1, CASHIER, ADA, 301, "out-2"))
        with pytest.raises(CommandRefused, match="reference_used"):
            await work.controller.submit(DepositFunds(1, CASHIER, ADA, 500, "out-1"))
    async with at_work(path) as restarted:
        with pytest.raises(CommandRefused, match="reference_used"):
            await restarted.controller.submit(DepositFunds(1, CASHIER, ADA, 500, "out-1"))


async def test_two_payments_out_in_one_commit_do_not_spend_the_same_money(path: Path) -> None:
    async with at_work(path) as work:
        await work.deposit(ADA, 500)
        asked = [work.controller.submit(WithdrawFunds(1, CASHIER, ADA, 300, f"out-{number}")) for number in range(2)]
        said = await asyncio.gather(*asked, return_exceptions=True)
        assert [type(one) for one in said] == [type(None), InsufficientFunds]
        assert await work.accounts.balance(ADA) == 200


async def test_play_money_is_given_once_to_two_tabs_at_once(path: Path) -> None:
    fun = Patron("ada", "FUN")
    async with at_work(path) as work:
        await asyncio.gather(*(work.controller.submit(BeginSession(1, fun, NO_LIMITS)) for _ in range(2)))
        assert await work.accounts.balance(fun) == PLAY_MONEY
