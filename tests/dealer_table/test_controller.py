"""The one writer: shares commits, answers after them, and comes through a failing journal and a restart. I/O: tasks."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager

import pytest

from dealer_table.adapters.memory_journal import MemoryJournal
from dealer_table.baccarat.cards import Card
from dealer_table.betting.ledger import Balances
from dealer_table.betting.recorded import RecordedEvent
from dealer_table.controller import Controller, recover
from dealer_table.errors import CommandRefused, JournalError
from dealer_table.ports.announcements import Announced
from dealer_table.ports.journal import Anchor, Record
from dealer_table.procedure import commands as c
from dealer_table.procedure import events as e
from dealer_table.procedure.evolve import fold
from dealer_table.procedure.house import HouseProcedure
from dealer_table.procedure.words import SYSTEM, Actor, BurnRule, HoldKind, Phase, Role
from tests.dealer_table.procedure.table_at_work import TIE_OF_SIX_CARDS, TableAtWork, table_with_shoe
from tests.fixtures.broker_talk import until

DEALER = Actor(Role.DEALER, "Dana")
NO_BURN = HouseProcedure(burn=BurnRule.NONE, betting_seconds=10)


class CountingJournal:
    """A journal in memory that counts its commits and fails while `disk_full`."""

    def __init__(self) -> None:
        self.kept = MemoryJournal()
        self.commits: list[list[str]] = []
        self.tries = 0
        self.disk_full = False

    @property
    def epoch(self) -> str:
        return self.kept.epoch

    @property
    def head(self) -> Anchor:
        return self.kept.head

    def append(self, decisions: Sequence[Sequence[RecordedEvent]]) -> list[Record]:
        if not decisions:
            return []
        self.tries += 1
        if self.disk_full:
            raise JournalError("the disk is full")
        self.commits.append([type(event).__name__ for decision in decisions for event in decision])
        return self.kept.append(decisions)

    def read(self, after: int = 0) -> Iterator[Record]:
        return self.kept.read(after)

    def balances(self) -> Balances:
        return self.kept.balances()

    def cashier_references(self) -> Mapping[str, int]:
        return self.kept.cashier_references()

    def process_starts(self) -> Iterator[e.ProcessStarted]:
        return self.kept.process_starts()

    def last_shoe_position(self) -> int:
        return self.kept.last_shoe_position()

    def last_room_position(self) -> int:
        return self.kept.last_room_position()

    def close(self) -> None:
        self.kept.close()


class SetClock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 1_000

    def now_ms(self) -> int:
        return self.now


class Listener:
    """Keeps what it is told, and how far the record reached at that moment."""

    def __init__(self, journal: CountingJournal) -> None:
        self._journal = journal
        self.told: list[Announced] = []
        self.head_when_told: list[int] = []

    def announce(self, decisions: Sequence[Announced]) -> None:
        self.told += decisions
        self.head_when_told += [self._journal.head.position] * len(decisions)


class Table:
    """A controller at work, and all that it is given."""

    def __init__(self, journal: CountingJournal | None = None, house: HouseProcedure = NO_BURN) -> None:
        self.journal = journal or CountingJournal()
        self.clock = SetClock()
        self.controller = Controller(self.journal, house, self.clock)
        self.listener = Listener(self.journal)
        self.controller.tell(self.listener)
        self._seq = 0

    @asynccontextmanager
    async def at_work(self) -> AsyncIterator["Table"]:
        async with asyncio.TaskGroup() as tasks:
            running = tasks.create_task(self.controller.run())
            yield self
            running.cancel()

    def phase(self) -> Phase:
        return self.controller.state.phase

    def read(self, card: str) -> c.RecordCardRead:
        self._seq += 1
        return c.RecordCardRead(self.clock.now, c.ReadId("shoe", "b1", self._seq), Card(card))

    async def ready(self) -> None:
        """Open the table and put a shoe on it."""
        await self.controller.submit_fact(c.RecordScannerStatus(self.clock.now, "shoe", online=True))
        await self.controller.submit(c.OpenTable(self.clock.now, DEALER))
        await self.controller.submit(c.LoadShoe(self.clock.now, DEALER))

    async def dealing(self) -> None:
        """Begin a coup on a fresh shoe."""
        await self.ready()
        await self.controller.submit(c.OpenBetting(self.clock.now, DEALER))
        await self.controller.submit(c.CloseBetting(self.clock.now, DEALER))


async def passes_of_the_loop(count: int) -> None:
    """Let everybody run who can."""
    for _ in range(count):
        await asyncio.sleep(0)


async def test_what_has_gathered_is_committed_at_once() -> None:
    async with Table().at_work() as table:
        await table.dealing()
        commits = len(table.journal.commits)
        reads = [table.read(card) for card in TIE_OF_SIX_CARDS.split()]
        await asyncio.gather(*(table.controller.submit_fact(read) for read in reads))
    assert len(table.journal.commits) == commits + 1
    assert [len(told.records) for told in table.listener.told[-6:]] == [2, 2, 2, 2, 2, 5]
    assert table.phase() is Phase.SETTLED


async def test_nobody_is_told_or_answered_before_the_commit() -> None:
    async with Table().at_work() as table:
        await table.ready()
    ends = [told.records[-1].position for told in table.listener.told]
    assert ends == sorted(ends) and len(ends) == 3
    assert all(head >= end for head, end in zip(table.listener.head_when_told, ends, strict=True))


async def test_each_decision_is_told_with_the_state_it_led_to() -> None:
    async with Table().at_work() as table:
        await table.dealing()
    state = None
    for told in table.listener.told:
        state = fold(told.table_events, state)
        assert told.state == state


async def test_a_refused_command_leaves_no_trace_and_disturbs_nobody() -> None:
    async with Table().at_work() as table:
        await table.ready()
        head = table.journal.head
        answers = await asyncio.gather(
            table.controller.submit(c.ConfirmResult(table.clock.now, DEALER)),
            table.controller.submit(c.OpenBetting(table.clock.now, DEALER)),
            table.controller.submit(c.OpenBetting(table.clock.now, DEALER)),
            return_exceptions=True,
        )
    assert [type(answer) for answer in answers] == [CommandRefused, tuple, CommandRefused]
    assert table.journal.head.position == head.position + 1
    assert table.phase() is Phase.BETTING


async def test_a_failing_journal_changes_nothing_and_everybody_who_waits_is_told() -> None:
    async with Table().at_work() as table:
        await table.dealing()
        before, told = table.controller.state, len(table.listener.told)
        table.journal.disk_full = True
        answers = await asyncio.gather(
            table.controller.submit_fact(table.read("8S")),
            table.controller.submit_fact(table.read("9H")),
            table.controller.submit(c.DeclareCutCard(table.clock.now, DEALER)),
            table.controller.submit(c.OpenTable(table.clock.now, DEALER)),
            return_exceptions=True,
        )
        assert [type(answer) for answer in answers] == [JournalError] * 4
        assert table.controller.state == before
        assert len(table.listener.told) == told
        assert table.controller.journal_fault == "the disk is full"


async def test_the_fault_stands_until_something_was_written() -> None:
    async with Table().at_work() as table:
        await table.dealing()
        table.journal.disk_full = True
        read = table.read("8S")
        with pytest.raises(JournalError):
            await table.controller.submit_fact(read)
        with pytest.raises(CommandRefused):
            await table.controller.submit(c.OpenTable(table.clock.now, DEALER))
        assert table.controller.journal_fault, "a refusal wrote nothing, so it says nothing about the disk"
        table.journal.disk_full = False
        await table.controller.submit_fact(read)
        assert table.controller.journal_fault == ""
        assert table.controller.state.coup is not None and table.controller.state.coup.cards == (Card("8S"),)


async def test_no_read_is_recorded_before_the_one_that_the_journal_refused() -> None:
    async with Table().at_work() as table:
        await table.dealing()
        first, second, third = table.read("8S"), table.read("9H"), table.read("2C")
        await table.controller.submit_fact(first)
        table.journal.disk_full = True
        with pytest.raises(JournalError):
            await table.controller.submit_fact(second)
        table.journal.disk_full = False
        with pytest.raises(JournalError, match="read 3 of shoe came before read 2"):
            await table.controller.submit_fact(third)
        await table.controller.submit_fact(second)
        await table.controller.submit_fact(third)
    assert table.controller.state.coup is not None
    assert table.controller.state.coup.cards == (Card("8S"), Card("9H"), Card("2C"))


async def test_a_read_that_is_on_record_already_is_answered_and_changes_nothing() -> None:
    async with Table().at_work() as table:
        await table.dealing()
        read = table.read("8S")
        await table.controller.submit_fact(read)
        head = table.journal.head
        await table.controller.submit_fact(read)
    assert table.journal.head == head


async def test_whoever_gave_up_waiting_is_not_served() -> None:
    table = Table()
    async with asyncio.timeout(10):
        given_up = asyncio.get_running_loop().create_task(table.controller.submit(c.OpenTable(1, DEALER)))
        await passes_of_the_loop(2)
        given_up.cancel()
        async with table.at_work():
            await table.controller.submit_fact(c.RecordScannerStatus(1, "shoe", online=True))
    assert table.phase() is Phase.CLOSED


async def test_the_clock_closes_the_betting_by_itself() -> None:
    async with Table().at_work() as table:
        await table.ready()
        table.clock.now = 50_000
        await table.controller.submit(c.OpenBetting(40_001, DEALER))
        table.clock.now = 50_001
        await until(lambda: table.phase() is Phase.DEALING)
    assert ["BettingClosed"] in table.journal.commits


async def test_a_card_that_does_not_come_raises_a_hold() -> None:
    house = HouseProcedure(burn=BurnRule.NONE, draw_timeout_seconds=5)
    async with Table(house=house).at_work() as table:
        await table.dealing()
        table.clock.now += 5_000
        await table.controller.adopt_rules(c.AdoptRules(table.clock.now, SYSTEM, "others"))
        await until(lambda: table.controller.state.hold is not None)
        assert table.controller.state.hold is not None
        assert table.controller.state.hold.kind is HoldKind.DRAW_TIMEOUT


async def test_a_time_that_is_up_is_not_asked_for_again_and_again_while_the_journal_fails() -> None:
    async with Table().at_work() as table:
        await table.ready()
        await table.controller.submit(c.OpenBetting(table.clock.now, DEALER))
        table.journal.disk_full = True
        table.clock.now += 60_000
        with pytest.raises(JournalError):
            await table.controller.submit(c.DeclareCutCard(table.clock.now, DEALER))
        tries = table.journal.tries
        await passes_of_the_loop(200)
        assert table.journal.tries <= tries + 1


async def test_adopting_the_rules_in_force_again_records_nothing() -> None:
    async with Table().at_work() as table:
        for digest in ("a", "a", "b"):
            await table.controller.adopt_rules(c.AdoptRules(1, SYSTEM, digest))
    assert table.journal.commits == [["RulesAdopted"], ["RulesAdopted"]]


def test_after_every_event_of_two_shoes_a_restart_finds_the_state_that_all_events_give() -> None:
    """Every phase and every card of a coup among them, holds and a kept card too."""
    house = HouseProcedure(burn=BurnRule.FIXED, burn_fixed=2)
    table = table_with_shoe(house)
    for _ in range(2):
        _play_a_shoe(table)
    journal, state = MemoryJournal(), None
    phases = set()
    for event in table.events:
        journal.append([[event]])
        state = fold([event], state)
        recovered, _ = recover(journal)
        assert recovered == state
        phases.add(recovered.phase)
    assert phases == set(Phase)


def test_a_journal_without_a_shoe_is_folded_from_its_first_record() -> None:
    journal = MemoryJournal()
    assert recover(journal)[0].phase is Phase.CLOSED
    journal.append([[e.RulesAdopted(1, SYSTEM, "d")], [e.TableOpened(2, DEALER)]])
    state, _ = recover(journal)
    assert (state.phase, state.rules_digest) == (Phase.SHOE_CHANGE, "d")


def _play_a_shoe(table: TableAtWork) -> None:
    """Deal a misread, an excess card and a last coup on the shoe that is there, close, and load the next."""
    table.deal("2S 3S")
    table.begin_coup()
    table.misread()
    table.deal(TIE_OF_SIX_CARDS)
    table.read("5C")
    table.resolve(next(iter(table.house.allowed(HoldKind.EXCESS_CARD))))
    table.open_betting()
    table.cut_card()
    table.close_betting()
    table.deal("4S 2H 5S 3H")
    table.give(c.CloseTable(table.now, DEALER))
    table.give(c.OpenTable(table.now, DEALER))
    table.give(c.LoadShoe(table.now, DEALER))
