"""The table's one writer: decide, append, evolve, tell. I/O: a queue, the journal and the clock through their ports.

Everything that happens to the table and to the bets on it goes through one queue, so that no bet is ever between two
opinions of the time. What has gathered in it is decided in order and committed at once, so that under load a commit is
shared; nobody is told or answered before the commit. What a card means for the bets is part of the card's decision.
When the journal fails, nothing has happened: the state stays what is on record, everybody waiting is told, and scanners
send their reads again.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import structlog
from immutables import Map

from dealer_table.betting.book import Book, fold_book
from dealer_table.betting.commands import BettingCommand, PlaceBets, SeatPatron
from dealer_table.betting.consequences import consequences
from dealer_table.betting.decide import decide_bets
from dealer_table.betting.funds import Uncommitted, asks_for_funds, play_money_for, within_funds
from dealer_table.betting.recorded import RecordedEvent, table_events
from dealer_table.betting.rules import BettingRules
from dealer_table.betting.words import Patron
from dealer_table.command_queue import CommandQueue, Waiting
from dealer_table.errors import CommandRefused, JournalError
from dealer_table.ports.accounts import Funds
from dealer_table.ports.announcements import Announced, Announcements
from dealer_table.ports.clock import Clock
from dealer_table.ports.journal import Journal, Record, by_decision
from dealer_table.procedure.commands import AdoptRules, CheckClock, Command, Fact, PersonCommand, RecordProcess
from dealer_table.procedure.decide import decide, next_deadline
from dealer_table.procedure.evolve import fold
from dealer_table.procedure.facts import read_of
from dealer_table.procedure.house import HouseProcedure
from dealer_table.procedure.state import TableState

log = structlog.get_logger(__name__)

# A time that is up stays up while the journal fails: looking at the clock again and again would be all we do.
_PAUSE_AFTER_FAILURE = 1.0

Recorded = tuple[RecordedEvent, ...]
_Waiting = Waiting[Command | BettingCommand, Recorded]


@dataclass(frozen=True, slots=True)
class _Decided:
    """What one command led to: the state and the book after it, or the refusal."""

    waiting: _Waiting
    events: Recorded
    state: TableState
    book: Book
    refused: CommandRefused | JournalError | None = None

    @property
    def answer(self) -> Recorded:
        """Return what the command led to: for a bet that was sent again, what it led to the first time."""
        command = self.waiting.command
        if self.events or not isinstance(command, PlaceBets):
            return self.events
        accepted = self.book.answered(command.patron, command.request)
        return (accepted,) if accepted else ()


class Controller:
    """Run one table on its journal.

    `rules` are the house's for betting, part of what the rules' digest in the state stands for. `funds` tells what
    patrons have; without it nobody has anything. `play_money` is what a patron of play money gets who has none.
    """

    def __init__(
        self,
        journal: Journal,
        house: HouseProcedure,
        clock: Clock,
        *,
        rules: BettingRules | None = None,
        funds: Funds | None = None,
        play_money: int = 0,
    ) -> None:
        self._journal = journal
        self._house = house
        self._clock = clock
        self._rules = rules or BettingRules()
        self._funds = funds
        self._play_money = play_money
        self._listeners: list[Announcements] = []
        self._queue: CommandQueue[Command | BettingCommand, Recorded] = CommandQueue()
        self._state, self._book = recover(journal)
        self._journal_fault = ""

    def tell(self, listener: Announcements) -> None:
        """Let `listener` hear every decision from now on."""
        self._listeners.append(listener)

    @property
    def state(self) -> TableState:
        """Return the state that is on record."""
        return self._state

    @property
    def book(self) -> Book:
        """Return the book of bets that is on record."""
        return self._book

    @property
    def journal_fault(self) -> str:
        """Return why the last commit failed, empty when it did not."""
        return self._journal_fault

    async def submit(self, command: PersonCommand | BettingCommand) -> Recorded:
        """Carry out a person's command and return what is then on record; CommandRefused or JournalError when nothing.

        A bet that was accepted before under the same request gives the first acceptance again.
        """
        return await self._queue.ask(command)

    async def submit_fact(self, fact: Fact) -> None:
        """Record a physical fact and return when it is committed; JournalError when it is not."""
        await self._queue.ask(fact)

    async def adopt_rules(self, command: AdoptRules) -> None:
        """Record which rules are in force, when they are others than before."""
        await self._queue.ask(command)

    async def record_process(self, command: RecordProcess) -> None:
        """Record what became of the table's process, or of its files; JournalError when it cannot be."""
        await self._queue.ask(command)

    async def run(self) -> None:
        """Decide and commit until cancelled."""
        while True:
            self._process(await self._next_batch())

    async def _next_batch(self) -> list[_Waiting]:
        """Wait for something to do: what has gathered in the queue, or a look at the clock when a time is up."""
        batch = await self._queue.batch(self._seconds_to_deadline())
        return batch or [_Waiting(CheckClock(self._clock.now_ms()))]

    def _seconds_to_deadline(self) -> float | None:
        deadline = next_deadline(self._state, self._house)
        if deadline is None:
            return None
        return max(_PAUSE_AFTER_FAILURE if self._journal_fault else 0.0, (deadline - self._clock.now_ms()) / 1000)

    def _process(self, batch: Sequence[_Waiting]) -> None:
        decided = self._decide(batch)
        try:
            records = self._journal.append([one.events for one in decided if one.events])
        except JournalError as error:
            self._fail(batch, error)
            return
        if records and self._journal_fault:
            log.info("journal works again", position=records[-1].position)
            self._journal_fault = ""
        if decided:
            self._state, self._book = decided[-1].state, decided[-1].book
        self._announce(decided, records)
        for one in decided:
            one.waiting.answer(one.refused or one.answer)

    def _decide(self, batch: Sequence[_Waiting]) -> list[_Decided]:
        decided: list[_Decided] = []
        made = Uncommitted(self._available, self._owed)
        state, book = self._state, self._book
        for waiting in batch:
            if waiting.is_given_up:
                continue
            try:
                state_after, events = self._follow(state, book, waiting.command, made)
            except (CommandRefused, JournalError) as refused:
                decided.append(_Decided(waiting, (), state, book, refused))
                continue
            state, book = state_after, fold_book(events, book)
            made.events += events
            decided.append(_Decided(waiting, events, state, book))
        return decided

    def _follow(
        self, state: TableState, book: Book, command: Command | BettingCommand, made: Uncommitted
    ) -> tuple[TableState, Recorded]:
        """Return the state after a command and all that follows from it; `made` was decided before in this batch."""
        events: Recorded
        if isinstance(command, BettingCommand):
            events = decide_bets(book, state, command, self._rules, state.rules_digest)
            if isinstance(command, SeatPatron) and self._play_money:
                events += play_money_for(command, book, made.available, self._play_money)
        else:
            _check_order(state, command)
            happened = decide(state, command, self._house)
            state = fold(happened, state)
            events = (*happened, *consequences(book, state, happened, self._rules))
        if asks_for_funds(events):
            events = within_funds(events, made.available, made.owed)
        return state, events

    def _available(self, patron: Patron) -> int | None:
        return self._funds.available(patron) if self._funds is not None else 0

    def _owed(self, patron: Patron) -> int:
        return self._funds.owed(patron) if self._funds is not None else 0

    def _fail(self, batch: Sequence[_Waiting], error: JournalError) -> None:
        """Tell all that wait, those still in the queue too: a later read must not be recorded without an earlier."""
        if not self._journal_fault:
            log.error("journal failed", problem=str(error))
        self._journal_fault = str(error)
        for waiting in (*batch, *self._queue.take_all()):
            waiting.answer(error)

    def _announce(self, decided: Sequence[_Decided], records: Sequence[Record]) -> None:
        made = [one for one in decided if one.events]
        announced = [Announced(its, one.state, one.book) for one, its in zip(made, by_decision(records), strict=True)]
        if announced:
            for listener in self._listeners:
                listener.announce(announced)


def recover(journal: Journal) -> tuple[TableState, Book]:
    """Return the state and the book on record, folded from the last shoe on.

    All that the cashier ever did is remembered: a slip that is handed in again is not paid again, however late.
    """
    start = max(journal.last_shoe_position() - 1, 0)
    events = [record.event for record in journal.read(after=start)]
    return fold(table_events(events)), fold_book(events, Book(references=Map(journal.cashier_references())))


def _check_order(state: TableState, command: Command) -> None:
    """Refuse a read whose predecessor is not on record: after a failed commit it comes again, in order."""
    read = read_of(command)
    if read is None:
        return
    recorded = state.cursors.get((read.scanner, read.boot))
    if recorded is not None and read.seq > recorded + 1:
        raise JournalError(f"read {read.seq} of {read.scanner} came before read {recorded + 1} was on record")
