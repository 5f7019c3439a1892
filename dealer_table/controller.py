"""The table's one writer: decide, append, evolve, tell. I/O: a queue, the journal and the clock through their ports.

Everything that happens to the table goes through one queue. What has gathered in it is decided in order and committed
at once, so that under load a commit is shared; nobody is told or answered before the commit. When the journal fails,
nothing has happened: the state stays what is on record, everybody waiting is told, and scanners send their reads again.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

import structlog

from dealer_table.betting.recorded import table_events
from dealer_table.errors import CommandRefused, JournalError
from dealer_table.ports.announcements import Announced, Announcements
from dealer_table.ports.clock import Clock
from dealer_table.ports.journal import Journal, Record
from dealer_table.procedure.commands import AdoptRules, CheckClock, Command, Fact, PersonCommand
from dealer_table.procedure.decide import decide, next_deadline
from dealer_table.procedure.events import Event
from dealer_table.procedure.evolve import evolve, fold
from dealer_table.procedure.facts import read_of
from dealer_table.procedure.house import HouseProcedure
from dealer_table.procedure.state import TableState

log = structlog.get_logger(__name__)

# Enough to share a commit under load, few enough that the first of them does not wait for long.
_LARGEST_BATCH = 256
# A time that is up stays up while the journal fails: looking at the clock again and again would be all we do.
_PAUSE_AFTER_FAILURE = 1.0


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A command in the queue, and who waits for it; nobody waits for a look at the clock."""

    command: Command
    done: asyncio.Future[None] | None = None


@dataclass(frozen=True, slots=True)
class _Decided:
    """What one command led to: the state after it, or the refusal."""

    waiting: _Waiting
    events: tuple[Event, ...]
    state: TableState
    refused: CommandRefused | JournalError | None = None


class Controller:
    """Run one table on its journal."""

    def __init__(self, journal: Journal, house: HouseProcedure, clock: Clock) -> None:
        self._journal = journal
        self._house = house
        self._clock = clock
        self._listeners: list[Announcements] = []
        self._queue: asyncio.Queue[_Waiting] = asyncio.Queue()
        self._state = recover(journal)
        self._journal_fault = ""

    def tell(self, listener: Announcements) -> None:
        """Let `listener` hear every decision from now on."""
        self._listeners.append(listener)

    @property
    def state(self) -> TableState:
        """Return the state that is on record."""
        return self._state

    @property
    def journal_fault(self) -> str:
        """Return why the last commit failed, empty when it did not."""
        return self._journal_fault

    async def submit(self, command: PersonCommand) -> None:
        """Carry out a person's command and return when it is on record; CommandRefused or JournalError when not."""
        await self._enqueue(command)

    async def submit_fact(self, fact: Fact) -> None:
        """Record a physical fact and return when it is committed; JournalError when it is not."""
        await self._enqueue(fact)

    async def adopt_rules(self, command: AdoptRules) -> None:
        """Record which rules are in force, when they are others than before."""
        await self._enqueue(command)

    async def run(self) -> None:
        """Decide and commit until cancelled."""
        while True:
            self._process(await self._next_batch())

    def _enqueue(self, command: Command) -> asyncio.Future[None]:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait(_Waiting(command, done))
        return done

    async def _next_batch(self) -> list[_Waiting]:
        """Wait for something to do: what has gathered in the queue, or a look at the clock when a time is up."""
        try:
            async with asyncio.timeout(self._seconds_to_deadline()):
                first = await self._queue.get()
        except TimeoutError:
            return [_Waiting(CheckClock(self._clock.now_ms()))]
        batch = [first]
        while len(batch) < _LARGEST_BATCH and not self._queue.empty():
            batch.append(self._queue.get_nowait())
        return batch

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
            self._state = decided[-1].state
        self._announce(decided, records)
        for one in decided:
            _answer(one.waiting, one.refused)

    def _decide(self, batch: Sequence[_Waiting]) -> list[_Decided]:
        decided: list[_Decided] = []
        state = self._state
        for waiting in batch:
            if waiting.done is not None and waiting.done.cancelled():
                continue
            try:
                _check_order(state, waiting.command)
                events = decide(state, waiting.command, self._house)
            except (CommandRefused, JournalError) as refused:
                decided.append(_Decided(waiting, (), state, refused))
                continue
            for event in events:
                state = evolve(state, event)
            decided.append(_Decided(waiting, events, state))
        return decided

    def _fail(self, batch: Sequence[_Waiting], error: JournalError) -> None:
        """Tell all that wait, those still in the queue too: a later read must not be recorded without an earlier."""
        if not self._journal_fault:
            log.error("journal failed", problem=str(error))
        self._journal_fault = str(error)
        for waiting in batch:
            _answer(waiting, error)
        while not self._queue.empty():
            _answer(self._queue.get_nowait(), error)

    def _announce(self, decided: Sequence[_Decided], records: Sequence[Record]) -> None:
        announced: list[Announced] = []
        start = 0
        for one in decided:
            if one.events:
                end = start + len(one.events)
                announced.append(Announced(tuple(records[start:end]), one.state))
                start = end
        if announced:
            for listener in self._listeners:
                listener.announce(announced)


def recover(journal: Journal) -> TableState:
    """Return the state on record, folded from the last shoe on."""
    start = max(journal.last_shoe_position() - 1, 0)
    return fold(table_events(record.event for record in journal.read(after=start)))


def _answer(waiting: _Waiting, error: Exception | None) -> None:
    if waiting.done is None or waiting.done.done():
        return
    if error is None:
        waiting.done.set_result(None)
    else:
        waiting.done.set_exception(error)


def _check_order(state: TableState, command: Command) -> None:
    """Refuse a read whose predecessor is not on record: after a failed commit it comes again, in order."""
    read = read_of(command)
    if read is None:
        return
    recorded = state.cursors.get((read.scanner, read.boot))
    if recorded is not None and read.seq > recorded + 1:
        raise JournalError(f"read {read.seq} of {read.scanner} came before read {recorded + 1} was on record")
