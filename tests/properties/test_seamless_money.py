"""Whatever goes wrong between table and operator, the operator's books end as the journal has it. I/O: HTTP, files."""

import asyncio
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dealer_table.adapters.seamless_by_hand import Decision, decide_by_hand, read_history
from dealer_table.adapters.seamless_outbox_file import Parked, read_pending
from dealer_table.betting.events import BetsAccepted, BetsSettled, SettlementCorrected, StakesReturned
from dealer_table.betting.recorded import RecordedEvent
from dealer_table.betting.words import Patron, Stake
from dealer_table.errors import AccountsUnavailable, InsufficientFunds
from dealer_table.wire.wallet import DebitRequest
from tests.fixtures.seamless_table import SeamlessTable

# A connection that is given up in the moment in which it is made is closed by the collector: the library loses it.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")

PATRONS = tuple(Patron(name, "EUR") for name in ("Ann", "Ben", "Cem"))
FUNDS = 1000
_AMOUNTS = st.integers(1, 500)
_WHO = st.sampled_from(PATRONS)
_STEPS = st.one_of(
    st.tuples(st.just("bets"), st.lists(st.tuples(_WHO, _AMOUNTS), min_size=1, max_size=4)),
    st.tuples(st.just("bets"), st.lists(st.tuples(_WHO, _AMOUNTS), min_size=1, max_size=4)),
    st.tuples(st.just("refused"), _WHO),
    st.tuples(st.just("forgotten"), _WHO),
    st.tuples(st.just("crash in mid-bet"), st.lists(st.tuples(_WHO, _AMOUNTS), min_size=1, max_size=4)),
    st.tuples(st.just("less"), _WHO),
    st.tuples(st.just("settle"), st.lists(st.integers(0, 3), min_size=3, max_size=3)),
    st.tuples(st.just("settle"), st.lists(st.integers(0, 3), min_size=3, max_size=3)),
    st.tuples(st.just("void"), st.none()),
    st.tuples(st.just("correct"), st.integers(0, 3)),
    st.tuples(st.just("correct"), st.just(0)),
    st.tuples(st.just("by hand"), st.sampled_from(Decision)),
    st.tuples(st.just("table restarts"), st.none()),
    st.tuples(st.just("outbox is lost"), st.none()),
    st.tuples(st.just("operator restarts"), st.none()),
    st.tuples(st.just("weather"), st.tuples(st.integers(0, 999), st.sampled_from([0.0, 0.2, 0.5]))),
)
Step = tuple[str, object]


@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
@given(steps=st.lists(_STEPS, min_size=6, max_size=14))
def test_the_operators_books_end_as_the_journal_has_it(steps: Sequence[Step]) -> None:
    play(steps)


@pytest.mark.soak
@settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
@given(steps=st.lists(_STEPS, min_size=10, max_size=40))
def test_the_operators_books_end_as_the_journal_has_it_over_long_stories(steps: Sequence[Step]) -> None:
    play(steps)


def play(steps: Sequence[Step]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_play(Path(folder), steps))


async def _play(folder: Path, steps: Sequence[Step]) -> None:
    async with SeamlessTable(folder, timeout=2.0).running() as table:
        for patron in PATRONS:
            table.operator.ledger.open_account(patron, FUNDS)
        story = Story(table)
        for what, how in steps:
            await story.go_on(what, how)
        await story.end()


class Story:
    """A table that takes bets, settles and suffers; what it commits is what the desk and the book would let it."""

    def __init__(self, table: SeamlessTable) -> None:
        self.table = table
        self.stakes: dict[Patron, int] = {}
        self.last: dict[Patron, int] = {}  # what the last coup has returned, after corrections
        self.coup = 1
        self.forgotten: set[str] = set()  # debits that this process of the table never bets nor gives back

    async def go_on(self, what: str, how: object) -> None:
        match what, how:
            case "bets", list(bets):
                await asyncio.gather(*(self.bet(patron, amount) for patron, amount in bets))
            case "refused", Patron() as patron:
                movement = await self.take(patron, 100)
                if movement:
                    self.table.accounts.release(movement)
            case "forgotten", Patron() as patron:
                self.forgotten |= {await self.take(patron, 100)} - {""}
            case "crash in mid-bet", list(bets):
                await self.crash_in_mid_bet(bets)
            case "less", Patron() as patron if self.stakes.get(patron, 0) > 1:
                self.accept(patron, self.stakes[patron] // 2 - self.stakes[patron], "")
            case "settle", list(factors):
                self.settle(dict(zip(PATRONS, factors, strict=True)))
            case "void", None:
                self.void()
            case "correct", int(factor):
                self.correct(factor)
            case "by hand", Decision() as decision:
                self.decide(decision)
            case "table restarts", None:
                await self.restart()
            case "outbox is lost", None:
                await self.all_is_paid()
                if not self.forgotten:
                    await self.restart(lose_outbox=True)
            case "operator restarts", None:
                await self.table.restart_operator()
            case "weather", (int(seed), float(share)):
                self.table.operator.faults.weather(seed, share, seconds=0.05)

    async def take(self, patron: Patron, amount: int) -> str:
        try:
            return (await self.table.accounts.take(patron, amount, coup=self.coup)).movement
        except (AccountsUnavailable, InsufficientFunds):
            return ""

    async def bet(self, patron: Patron, amount: int) -> None:
        accounts = self.table.accounts
        movement = await self.take(patron, amount)
        # A process that has died in between commits nothing.
        if movement and accounts is self.table.accounts:
            self.accept(patron, amount, movement)

    async def crash_in_mid_bet(self, bets: Sequence[tuple[Patron, int]]) -> None:
        async with asyncio.TaskGroup() as tasks:
            for patron, amount in bets:
                tasks.create_task(self.bet(patron, amount))
            await asyncio.sleep(0.002)
            await self.restart()

    async def restart(self, *, lose_outbox: bool = False) -> None:
        await self.table.restart_table(lose_outbox=lose_outbox)
        self.forgotten = set()

    async def all_is_paid(self) -> None:
        """Let the sun shine until nothing is owed; then no debit is open but what was forgotten."""
        self.table.operator.faults.clear()
        await self.table.paid()
        assert {debit.transaction for debit in self.table.accounts.outbox.debits()} == self.forgotten

    def accept(self, patron: Patron, change: int, movement: str) -> None:
        self.stakes[patron] = self.stakes.get(patron, 0) + change
        stakes = (Stake("player", self.stakes[patron]),)
        self.table.commit(BetsAccepted(1, self.coup, patron, "r", stakes, change, movement, "digest"))

    def settle(self, factors: dict[Patron, int]) -> None:
        self.last = {patron: stake * factors[patron] for patron, stake in self.stakes.items()}
        self.close_with(
            BetsSettled(2, self.coup, patron, on_player(stake), on_player(self.last[patron]), "digest")
            for patron, stake in self.stakes.items()
        )

    def void(self) -> None:
        self.last = {}
        self.close_with(
            StakesReturned(2, self.coup, patron, on_player(at), "void") for patron, at in self.stakes.items()
        )

    def close_with(self, events: Iterable[RecordedEvent]) -> None:
        ended = list(events)
        if ended:
            self.table.commit(*ended)
        self.stakes = {}
        self.coup += 1

    def correct(self, factor: int) -> None:
        for patron, before in self.last.items():
            after = before // 2 * factor
            self.table.commit(SettlementCorrected(3, self.coup - 1, patron, on_player(before), on_player(after)))
            self.last[patron] = after

    def decide(self, decision: Decision) -> None:
        """Let a person decide about all that is parked, while the table goes on."""
        path = self.table.outbox_path
        parked = [each.owed.request.transaction for each in read_pending(path) if isinstance(each, Parked)]
        decide_by_hand(path, parked, decision, by="Eve", reason="talked with the patron", at=1)

    async def end(self) -> None:
        """Let the table start once more, and compare the books."""
        await self.all_is_paid()
        await self.restart()
        await self.all_is_paid()
        events = [record.event for record in self.table.journal.read()]
        path = self.table.outbox_path
        parked = [each.owed.request for each in read_pending(path) if isinstance(each, Parked)]
        decisions = read_history(path)
        parked += [each.parked.owed.request for each in decisions if each.outcome == "written_off"]
        assert all(each.outcome for each in decisions), "what was put back was told"
        missing = Counter[Patron]()
        for request in parked:
            # Only what a correction takes back may not be there to be taken.
            assert isinstance(request, DebitRequest)
            assert request.reason == "correction"
            missing[Patron(request.patron, request.currency)] += request.amount
        ledger = self.table.operator.ledger
        for patron in PATRONS:
            assert ledger.balances()[patron] == FUNDS + sum(change_of(e, patron) for e in events) + missing[patron]
        assert ledger.faults() == []
        told = Counter(each["transaction"] for each in ledger.transactions() if each["operation"] == "credit")
        taken_back = [each["transaction"] for each in ledger.transactions() if each["operation"] == "debit"]
        assert not {request.transaction for request in parked} & set(taken_back), "what is written off is not told"
        assert sorted(told.values()) == [1] * sum(owes_a_credit(event) for event in events)


def on_player(amount: int) -> tuple[Stake, ...]:
    return (Stake("player", amount),) if amount else ()


def change_of(event: RecordedEvent, patron: Patron) -> int:
    """Return by how much an event changes what the patron has, worked out from the events' own meaning."""
    match event:
        case BetsAccepted(patron=who, change=change) if who == patron:
            return -change
        case BetsSettled(patron=who, returned=back) | StakesReturned(patron=who, stakes=back) if who == patron:
            return sum(stake.amount for stake in back)
        case SettlementCorrected(patron=who, before=before, after=after) if who == patron:
            return sum(stake.amount for stake in after) - sum(stake.amount for stake in before)
        case _:
            return 0


def owes_a_credit(event: RecordedEvent) -> bool:
    if isinstance(event, BetsSettled | StakesReturned):
        return True
    amounts = [change_of(event, patron) for patron in PATRONS]
    return isinstance(event, BetsAccepted | SettlementCorrected) and max(amounts) > 0
