"""Whatever patrons, disks and stops of a Touch room do, money is conserved and every round has one end. I/O: SQLite."""

import asyncio
from collections import Counter
from contextlib import suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealer_table.betting.commands import DepositFunds, WithdrawFunds
from dealer_table.betting.coups import total_of
from dealer_table.betting.events import BetsAccepted, BetsSettled, FundsDeposited, FundsWithdrawn, StakesReturned
from dealer_table.betting.ledger import Account
from dealer_table.betting.words import Patron
from dealer_table.errors import CommandRefused, JournalError
from dealer_table.ports.journal import Record
from dealer_table.touch.commitment import SealedShoe
from dealer_table.touch.events import RoundBegun, RoundCommitted, RoundDealt, RoundRefunded, RoundVoided
from dealer_table.touch.rules import TouchRules
from dealer_table.wire.from_patron import LeaveRequest
from tests.dealer_table.touch.rooms import ADA, BOB, REFUND, RULES
from tests.dealer_table.touch_at_work import CASHIER, SetClock, Tab, Work, at_work, deal
from tests.fixtures.broker_talk import until

FUN = Patron("cid", "FUN")
PATRONS = (ADA, BOB, FUN)

patrons = st.sampled_from(PATRONS)
chips = st.tuples(st.sampled_from(["player", "banker", "tie"]), st.sampled_from([20, 30, 110, 1_990]))
moves = st.lists(chips | st.sampled_from(["clear", "rebet", "rebet_x2", "undo"]), min_size=1, max_size=4)
steps = st.one_of(
    st.tuples(st.just("deal"), patrons, moves),
    st.tuples(st.just("deal twice at once"), patrons, moves),
    st.tuples(st.just("deal and go away"), patrons, moves),
    st.tuples(st.just("repeat"), patrons),
    st.tuples(st.just("open a tab"), patrons),
    st.tuples(st.just("close a tab"), patrons),
    st.tuples(st.just("leave"), patrons),
    st.tuples(st.just("pay in"), patrons, st.integers(1, 5_000)),
    st.tuples(st.just("pay out"), patrons, st.integers(1, 5_000)),
    st.tuples(st.just("fail"), st.integers(0, 2)),
    st.tuples(st.just("idle")),
    st.tuples(st.just("restart")),
)


class Evening:
    """Patrons in a room that is stopped and started again."""

    def __init__(self) -> None:
        self.tabs: dict[Patron, list[Tab]] = {patron: [] for patron in PATRONS}
        self.requests: dict[Patron, tuple[int, list[tuple[str, int] | str], str]] = {}
        self.asked = 0

    async def spend(self, path: Path, rules: TouchRules, script: list[tuple[object, ...]]) -> None:
        """Carry out the steps, each run of the room up to its next stop, and look at the record after each."""
        clock = SetClock()
        runs: list[list[tuple[object, ...]]] = [[]]
        for step in script:
            runs[-1].append(step)
            if step[0] == "restart":
                runs.append([])
        for number, run in enumerate(runs):
            async with at_work(path, clock, rules=rules, seed=number) as work:
                self.tabs = {patron: [] for patron in PATRONS}
                for step in run:
                    await self.do(work, *step)
                work.journal.disk_full, work.journal.stop_after = False, None
                if run and run[-1] == ("restart",):
                    continue  # as it stands, in the middle of whatever it does
                await until(partial(is_quiet, work))
                await check(work)

    async def do(self, work: Work, what: object, patron: object = None, more: object = None) -> None:
        match what, patron, more:
            case "fail", int(commits), _:
                work.journal.stop_after = commits
            case "idle", _, _:
                work.clock.now += 15 * 60_000
            case "pay in" | "pay out", Patron(), int(amount):
                self.asked += 1
                command = DepositFunds if what == "pay in" else WithdrawFunds
                await self.ask_cashier(work, command(work.clock.now, CASHIER, patron, amount, f"till-{self.asked}"))
            case "open a tab", Patron(), _:
                await self.tab(work, patron, anew=True)
            case "close a tab", Patron(), _:
                if self.tabs[patron]:
                    work.room.leave(self.tabs[patron].pop())
            case "leave", Patron(), _:
                tab = await self.tab(work, patron)
                if tab is not None:
                    await work.room.receive(tab, LeaveRequest(type="leave", id="l"))
            case "repeat", Patron(), _:
                tab = await self.tab(work, patron)
                if tab is not None and patron in self.requests:
                    number, again, name = self.requests[patron]
                    await work.room.receive(tab, deal(number, *again, name=name))
            case _, Patron(), list(gestures):
                await self.deal(work, str(what), patron, gestures)
        work.journal.stop_after = work.journal.stop_after if what == "fail" else None

    async def deal(self, work: Work, how: str, patron: Patron, gestures: list[tuple[str, int] | str]) -> None:
        tab = await self.tab(work, patron)
        if tab is None or not tab.views:
            return
        self.asked += 1
        number, name = tab.view.round, f"r{self.asked}"
        self.requests[patron] = (number, gestures, name)
        request = deal(number, *gestures, name=name)
        if how == "deal twice at once":
            other = await self.tab(work, patron, anew=True) or tab
            second = deal(number, *gestures, name=f"{name}-other")
            await asyncio.gather(work.room.receive(tab, request), work.room.receive(other, second))
        elif how == "deal and go away":
            await asyncio.gather(work.room.receive(tab, request), self.go_away(work, patron))
        else:
            await work.room.receive(tab, request)

    async def tab(self, work: Work, patron: Patron, *, anew: bool = False) -> Tab | None:
        """Return a tab of the patron that is let in; None when the room lets nobody in now."""
        self.tabs[patron] = [tab for tab in self.tabs[patron] if tab.dismissed is None]
        if anew or not self.tabs[patron]:
            tab = await work.join(patron)
            if tab.dismissed is not None:
                return None
            self.tabs[patron].append(tab)
        return self.tabs[patron][-1]

    async def go_away(self, work: Work, patron: Patron) -> None:
        await asyncio.sleep(0)
        while self.tabs[patron]:
            work.room.leave(self.tabs[patron].pop())

    async def ask_cashier(self, work: Work, command: DepositFunds | WithdrawFunds) -> None:
        with suppress(CommandRefused, JournalError):  # then nothing happened, and that is all that is asked
            await work.controller.submit(command)


def is_quiet(work: Work) -> bool:
    return not any(session.in_play for session in work.controller.state.sessions.values())


async def check(work: Work) -> None:
    records = list(work.journal.read())
    check_rounds(records)
    balances = work.journal.balances()
    assert sum(balances.values()) == 0
    assert all(amount >= 0 for account, amount in balances.items() if account.name.startswith("patron:"))
    assert all(amount == 0 for account, amount in balances.items() if account.name == "stakes")
    for patron in PATRONS:
        has = sum(moved(record, patron) for record in records)
        assert balances.get(Account.of(patron), 0) == has == await work.accounts.balance(patron)


def check_rounds(records: list[Record]) -> None:
    """Every round that began was committed to before, took its stakes once, and ended once."""
    committed: dict[int, str] = {}
    taken, ended, paid = Counter[int](), Counter[int](), Counter[int]()
    began: list[int] = []
    for record in records:
        match record.event:
            case RoundCommitted(round=number, commitment=commitment):
                assert number not in committed
                committed[number] = commitment
            case RoundBegun(round=number, order=order, nonce=nonce):
                assert committed[number] == SealedShoe(order, nonce).commitment
                began.append(number)
            case RoundDealt(round=number) | RoundRefunded(round=number) | RoundVoided(round=number):
                ended[number] += 1
            case BetsAccepted(coup=number):
                taken[number] += 1
            case BetsSettled(coup=number) | StakesReturned(coup=number):
                paid[number] += 1
            case _:
                pass
    assert taken == ended == paid == Counter(set(began))
    assert len(began) == len(set(began))


def moved(record: Record, patron: Patron) -> int:
    """Return what a record moves into the patron's purse, worked out without the ledger."""
    match record.event:
        case FundsDeposited(patron=whose, amount=amount) if whose == patron:
            return amount
        case FundsWithdrawn(patron=whose, amount=amount) if whose == patron:
            return -amount
        case BetsAccepted(patron=whose, stakes=stakes) if whose == patron:
            return -total_of(stakes)
        case BetsSettled(patron=whose, returned=returned) if whose == patron:
            return total_of(returned)
        case StakesReturned(patron=whose, stakes=stakes) if whose == patron:
            return total_of(stakes)
        case _:
            return 0


def spend_an_evening(rules: TouchRules, script: list[tuple[object, ...]]) -> None:
    with TemporaryDirectory() as folder:
        asyncio.run(Evening().spend(Path(folder) / "room.journal", rules, script))


EVENINGS = st.lists(steps, min_size=1, max_size=25)


@given(st.sampled_from([RULES, REFUND]), EVENINGS)
@settings(max_examples=12, deadline=None)
def test_money_is_conserved_whatever_happens(rules: TouchRules, script: list[tuple[object, ...]]) -> None:
    spend_an_evening(rules, [("pay in", ADA, 5_000), ("pay in", BOB, 3_000), *script])


@pytest.mark.soak
@pytest.mark.timeout(3600)
@given(st.sampled_from([RULES, REFUND]), st.lists(steps, min_size=10, max_size=120))
@settings(max_examples=500, deadline=None)
def test_money_is_conserved_over_many_evenings(rules: TouchRules, script: list[tuple[object, ...]]) -> None:
    spend_an_evening(rules, [("pay in", ADA, 5_000), ("pay in", BOB, 3_000), *script])
