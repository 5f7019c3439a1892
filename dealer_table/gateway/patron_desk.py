"""The way of a patron's bet to the table and to the money, once each. I/O: waits for the controller and the accounts.

Money first: how much more the bet needs is foreseen, taken, and only then is the bet decided. What is refused, or is
not put on record, gets its money back. One bet of a patron is under way at a time, so that nothing of the patron's own
comes between the two looks at it.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Protocol

from dealer_table.betting.book import Book
from dealer_table.betting.commands import BettingCommand, PlaceBets
from dealer_table.betting.decide import foreseen
from dealer_table.betting.events import BetsAccepted
from dealer_table.betting.recorded import RecordedEvent
from dealer_table.betting.rules import BettingRules
from dealer_table.betting.words import Patron
from dealer_table.errors import AccountsUnavailable, CommandRefused, JournalError
from dealer_table.gateway.desk import refusal, unrecorded
from dealer_table.ports.accounts import Accounts
from dealer_table.procedure.state import TableState
from dealer_table.wire.from_patron import BetRequest
from dealer_table.wire.to_client import Answer
from dealer_table.wire.to_patron import BetResult

# Of each patron, patrons, and of all of them: what was accepted is known from the journal too, what was refused only
# from here. An answer takes a few hundred bytes.
_REMEMBERED = 64
_PATRONS = 10_000
_ANSWERS = 100_000
# After these nothing has happened and a moment later it may: the same request may be tried again.
_PASSING = frozenset({"journal_failed", "accounts_unavailable"})


class BettingTable(Protocol):
    """The table, as its patrons reach it."""

    @property
    def book(self) -> Book:
        """Return the bets that are on record."""

    @property
    def state(self) -> TableState:
        """Return the state that is on record."""

    async def submit(self, command: BettingCommand) -> Sequence[RecordedEvent]:
        """Do `command` and return what was recorded; CommandRefused or JournalError when it is not done."""


class PatronDesk:
    """Answer each bet of each patron once: the same id again gets the same answer, after a restart too."""

    def __init__(
        self,
        table: BettingTable,
        accounts: Accounts,
        rules: BettingRules,
        clock: Callable[[], int],
        *,
        took: Callable[[Patron, int], None],
        gave_back: Callable[[Patron], None],
    ) -> None:
        """Begin; `took` hears of each stake that was taken and the balance left, `gave_back` of each one given back."""
        self._table = table
        self._accounts = accounts
        self._rules = rules
        self._clock = clock
        self._took = took
        self._gave_back = gave_back
        self._known: OrderedDict[Patron, _Answers] = OrderedDict()
        self._count = 0

    async def perform(self, patron: Patron, request: BetRequest) -> Answer:
        """Accept or refuse a bet, or return the answer it had."""
        answers = self._answers_of(patron)
        async with answers.one_at_a_time:
            known = answers.given.get(request.id)
            if known is not None:
                return Answer.model_validate_json(known)
            answer = await self._answer(patron, request)
            if answer.code not in _PASSING and self._known.get(patron) is answers:
                self._count += answers.give(answer)
            return answer

    def _answers_of(self, patron: Patron) -> "_Answers":
        answers = self._known.get(patron)
        if answers is None:
            answers = self._known[patron] = _Answers()
        else:
            self._known.move_to_end(patron)
        if len(self._known) > _PATRONS or self._count > _ANSWERS:
            oldest = next(iter(self._known))
            # One that is in use stays: a second lock for the same patron would be none.
            if not self._known[oldest].one_at_a_time.locked():
                self._count -= len(self._known.pop(oldest).given)
        return answers

    async def _answer(self, patron: Patron, request: BetRequest) -> Answer:
        asked = (patron, request.id, request.coup, tuple([gesture.as_gesture() for gesture in request.gestures]))
        try:
            foreseeing = PlaceBets(self._clock(), *asked)
            needed, weighed = foreseen(self._table.book, self._table.state, foreseeing, self._rules)
            taken = await self._accounts.take(patron, needed, coup=request.coup) if needed else None
            if taken is not None:
                self._took(patron, taken.balance)
            movement = taken.movement if taken is not None else ""
            # Late is what comes to be decided late: taking the money took its time.
            accepted = await self._submit(PlaceBets(self._clock(), *asked, needed, movement, weighed))
        except CommandRefused as refused:
            return refusal(request.id, refused)
        except JournalError:
            return unrecorded(request.id)
        balance = taken.balance if taken is not None else await self._balance(patron)
        result = BetResult(coup=accepted.coup, stakes=accepted.stakes, change=accepted.change, balance=balance)
        # A default that could be changed would be copied deeply each time, at the price of all the rest.
        return Answer(id=request.id, ok=True, numbers={}, result=result)

    async def _submit(self, command: PlaceBets) -> BetsAccepted:
        accepted: BetsAccepted | None = None
        try:
            await self._table.submit(command)
        finally:
            # Asked of the record, not of how the waiting ended: it may be cut off when the bet is on record already.
            accepted = self._accepted_as(command.patron, command.request, command.coup)
            if command.movement and (accepted is None or accepted.movement != command.movement):
                self._accounts.release(command.movement)
                self._gave_back(command.patron)
        assert accepted is not None, "a bet that was not refused is on record"
        return accepted

    def _accepted_as(self, patron: Patron, request: str, coup: int) -> BetsAccepted | None:
        accepted = self._table.book.answered(patron, request)
        return accepted if accepted is not None and accepted.coup == coup else None

    async def _balance(self, patron: Patron) -> int | None:
        try:
            return await self._accounts.balance(patron)
        except AccountsUnavailable:
            return None


class _Answers:
    """The answers that a patron had, and whose turn it is.

    They are kept as JSON, which the garbage collector does not walk over.
    """

    def __init__(self) -> None:
        self.one_at_a_time = asyncio.Lock()
        self.given: OrderedDict[str, str] = OrderedDict()

    def give(self, answer: Answer) -> int:
        """Remember an answer and forget the oldest; return how many more there are."""
        before = len(self.given)
        self.given[answer.id] = answer.model_dump_json()
        while len(self.given) > _REMEMBERED:
            self.given.popitem(last=False)
        return len(self.given) - before
