"""A Touch room's one writer: decide, append, evolve, tell. I/O: a queue, and journal, chance and clock as ports.

As at a table, all that has gathered in the queue shares a commit, and nobody is told or answered before it. When a
round has begun, its end is decided next; when the journal fails meanwhile, it is tried until it is on record.
"""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import structlog
from immutables import Map

from dealer_table.betting.book import Book
from dealer_table.betting.commands import DepositFunds, SeatPatron, WithdrawFunds
from dealer_table.betting.funds import Uncommitted, asks_for_funds, play_money_for, within_funds
from dealer_table.betting.words import Patron
from dealer_table.command_queue import CommandQueue, Waiting
from dealer_table.errors import CommandRefused, JournalError
from dealer_table.ports.accounts import Funds
from dealer_table.ports.announcements import Announced, Announcements
from dealer_table.ports.chance import Chance
from dealer_table.ports.clock import Clock
from dealer_table.ports.journal import Journal, Record, by_decision
from dealer_table.procedure.state import TableState
from dealer_table.touch.commands import (
    BeginRound,
    BeginSession,
    CheckClock,
    FinishRound,
    OpenRoom,
    PatronCommand,
    TouchCommand,
    VoidRound,
)
from dealer_table.touch.commitment import SealedShoe, sealed_shoe
from dealer_table.touch.decide import decide, next_deadline
from dealer_table.touch.events import RoomEvent, RoundBegun, RoundCommitted, SessionEnded
from dealer_table.touch.rules import TouchRules
from dealer_table.touch.shuffle import DrawBytes
from dealer_table.touch.state import RoomState, fold

log = structlog.get_logger(__name__)

# Nobody asks again for the end of a round but the room itself, and a patron waits for it.
_PAUSE_AFTER_FAILURE = 0.25


@dataclass(frozen=True, slots=True)
class RoomDecided:
    """One decision of a room, committed: its records and the state they led to."""

    records: tuple[Record, ...]
    state: RoomState


class RoomListener(Protocol):
    """Hears every decision of a room once, in order, after its commit."""

    def hear(self, decisions: Sequence[RoomDecided]) -> None:
        """Take them in; it neither blocks nor fails."""
        ...


_Waiting = Waiting[TouchCommand, None]


@dataclass(frozen=True, slots=True)
class _Decided:
    waiting: _Waiting
    events: tuple[RoomEvent, ...]
    state: RoomState
    refused: CommandRefused | None = None


class TouchController:
    """Run one room on its journal; `open` comes first, then `run`.

    `funds` tells what patrons have; without it nobody has anything. `play_money` is what a patron of it gets who comes
    without any.
    """

    def __init__(
        self,
        journal: Journal,
        rules: TouchRules,
        clock: Clock,
        chance: Chance,
        *,
        funds: Funds | None = None,
        play_money: int = 0,
        seal: Callable[[DrawBytes], SealedShoe] = sealed_shoe,
    ) -> None:
        self._journal = journal
        self._rules = rules
        self._clock = clock
        self._chance = chance
        self._funds = funds
        self._play_money = play_money
        self._seal = seal
        self._listeners: list[RoomListener] = []
        self._is_present: Callable[[Patron], bool] = lambda patron: True
        self._queue: CommandQueue[TouchCommand, None] = CommandQueue()
        self._state = RoomState()
        # The next round's shoe of each session. It is nowhere else: the record must not tell it before the bet.
        self._sealed: dict[Patron, SealedShoe] = {}
        self._journal_fault = ""

    @property
    def state(self) -> RoomState:
        """Return the state that is on record."""
        return self._state

    @property
    def rules(self) -> TouchRules:
        """Return the room's rules."""
        return self._rules

    @property
    def journal_fault(self) -> str:
        """Return why the last commit failed, empty when it did not."""
        return self._journal_fault

    def tell(self, listener: RoomListener) -> None:
        """Let `listener` hear every decision from now on."""
        self._listeners.append(listener)

    def watch_presence(self, is_present: Callable[[Patron], bool]) -> None:
        """Say who knows whether a patron is there; without it everybody is."""
        self._is_present = is_present

    def open(self) -> None:
        """Find out where the room stopped, end what was left open, put that on record and tell it; or JournalError."""
        records = self._journal.read(after=max(self._journal.last_room_position() - 1, 0))
        known = RoomState(references=Map(self._journal.cashier_references()))
        stopped = fold(room_events(records), known)
        events = decide(stopped, OpenRoom(self._clock.now_ms()), self._rules)
        opened = tuple(self._journal.append([events]))
        self._state = fold(events, stopped)
        for listener in self._listeners:
            listener.hear([RoomDecided(opened, self._state)])

    async def submit(self, command: PatronCommand | DepositFunds | WithdrawFunds) -> None:
        """Carry out what a person asks and return when it is on record; CommandRefused or JournalError when not.

        The shoe is the controller's to bring.
        """
        await self._queue.ask(command)

    async def run(self) -> None:
        """Decide and commit until cancelled."""
        while True:
            self._process(await self._next_batch())
            await asyncio.sleep(0)  # who was answered hears it before what comes of it
            if self._journal_fault:
                await asyncio.sleep(_PAUSE_AFTER_FAILURE)

    async def _next_batch(self) -> list[_Waiting]:
        batch = await self._queue.batch(self._seconds_to_deadline())
        return batch or [_Waiting(CheckClock(self._clock.now_ms()))]

    def _seconds_to_deadline(self) -> float | None:
        deadline = next_deadline(self._state, self._rules)
        return None if deadline is None else max(0.0, (deadline - self._clock.now_ms()) / 1000)

    def _process(self, batch: Sequence[_Waiting]) -> None:
        drawn: dict[str, SealedShoe] = {}
        decided = self._decide(batch, drawn)
        try:
            records = self._journal.append([one.events for one in decided if one.events])
        except JournalError as error:
            self._fail(batch, error)
            return
        self._journal_fault = ""
        if decided:
            self._state = decided[-1].state
        for record in records:
            self._follow(record, drawn)
        self._announce(decided, records)
        for one in decided:
            one.waiting.answer(one.refused)

    def _decide(self, batch: Sequence[_Waiting], drawn: dict[str, SealedShoe]) -> list[_Decided]:
        decided: list[_Decided] = []
        made = Uncommitted(self._available)
        state = self._state
        for waiting in batch:
            if waiting.is_given_up:
                continue
            command = self._with_shoe(waiting.command, state, drawn)
            try:
                events = self._decided(state, command)
                if asks_for_funds(events) or self._may_get_play_money(command, state):
                    events = self._within_funds(events, command, made)
            except CommandRefused as refused:
                decided.append(_Decided(waiting, (), state, refused))
                continue
            state = fold(events, state)
            made.events += events
            decided.append(_Decided(waiting, events, state))
        return decided

    def _decided(self, state: RoomState, command: TouchCommand) -> tuple[RoomEvent, ...]:
        """Decide; whatever goes wrong in the dealing of a round voids the round, and nothing else."""
        try:
            return decide(state, command, self._rules)
        except Exception as error:
            if not isinstance(command, FinishRound):
                raise
            log.error("round malfunctioned", patron=command.patron.name, exc_info=error)
            void = VoidRound(command.at, command.patron, command.shoe, f"malfunction: {type(error).__name__}")
            return decide(state, void, self._rules)

    def _may_get_play_money(self, command: TouchCommand, state: RoomState) -> bool:
        if not isinstance(command, BeginSession) or not self._play_money:
            return False
        session = state.sessions.get(command.patron)
        return session is None or session.in_play is None

    def _within_funds(
        self, events: tuple[RoomEvent, ...], command: TouchCommand, made: Uncommitted
    ) -> tuple[RoomEvent, ...]:
        """Return the events as far as the money goes, and give play money; `made` was decided before in this batch."""
        if isinstance(command, BeginSession):
            seat = SeatPatron(command.at, command.patron, command.limits)
            return (*events, *play_money_for(seat, Book(), made.available, self._play_money))
        return tuple(event for event in within_funds(events, made.available) if isinstance(event, RoomEvent))

    def _available(self, patron: Patron) -> int | None:
        return self._funds.available(patron) if self._funds is not None else 0

    def _with_shoe(self, command: TouchCommand, state: RoomState, drawn: dict[str, SealedShoe]) -> TouchCommand:
        match command:
            case BeginSession(patron=patron) if patron not in state.sessions:
                return replace(command, shoe=self._drawn(drawn))
            case BeginRound(patron=patron) if patron in state.sessions:
                committed = drawn.get(state.sessions[patron].commitment)
                return replace(command, shoe=committed or self._sealed[patron])
            case FinishRound(patron=patron):
                present = self._is_present(patron)
                return replace(command, at=self._clock.now_ms(), shoe=self._drawn(drawn), present=present)
            case _:
                return command

    def _drawn(self, drawn: dict[str, SealedShoe]) -> SealedShoe:
        shoe = self._seal(self._chance.draw)
        drawn[shoe.commitment] = shoe
        return shoe

    def _follow(self, record: Record, drawn: Mapping[str, SealedShoe]) -> None:
        """Keep the shoe that is committed to now, and go on with a round that has begun."""
        match record.event:
            case RoundCommitted(patron=patron, commitment=commitment):
                self._sealed[patron] = drawn[commitment]
            case RoundBegun(patron=patron):
                self._queue.put(FinishRound(self._clock.now_ms(), patron))
            case SessionEnded(patron=patron):
                del self._sealed[patron]
            case _:
                pass

    def _fail(self, batch: Sequence[_Waiting], error: JournalError) -> None:
        """Tell all that wait; what nobody waits for, the end of a round, is asked for again."""
        if not self._journal_fault:
            log.error("journal failed", problem=str(error))
        self._journal_fault = str(error)
        for waiting in batch:
            if isinstance(waiting.command, FinishRound):
                self._queue.put(waiting.command)
            waiting.answer(error)

    def _announce(self, decided: Sequence[_Decided], records: Sequence[Record]) -> None:
        made = [one for one in decided if one.events]
        announced = [RoomDecided(its, one.state) for one, its in zip(made, by_decision(records), strict=True)]
        if announced:
            for listener in self._listeners:
                listener.hear(announced)


class MoneyFollows:
    """Lets whoever keeps the money hear what a room decides; its records are all that they look at."""

    def __init__(self, accounts: Announcements) -> None:
        self._accounts = accounts

    def hear(self, decisions: Sequence[RoomDecided]) -> None:
        self._accounts.announce([Announced(one.records, TableState()) for one in decisions])


def room_events(records: Iterable[Record]) -> Iterator[RoomEvent]:
    """Return what stands in a room's journal; no table's events do."""
    for record in records:
        assert isinstance(record.event, RoomEvent), "a room's journal is a room's"
        yield record.event
