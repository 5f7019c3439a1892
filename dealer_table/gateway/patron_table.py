"""A live table as its patrons have it: seats, bets, each one's own messages, history. I/O: through tabs and ports."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import perf_counter

from dealer_table.betting.commands import LeaveTable, SeatPatron
from dealer_table.betting.currencies import EXPONENTS
from dealer_table.betting.events import BettingEvent, PatronLeft, SpotsOffered
from dealer_table.betting.rules import BettingRules
from dealer_table.betting.words import Left, Patron, PatronLimits
from dealer_table.errors import AccountsUnavailable, CommandRefused, JournalError
from dealer_table.gateway.audience import Audience
from dealer_table.gateway.broadcast import TableBroadcast
from dealer_table.gateway.desk import refusal, unrecorded
from dealer_table.gateway.metrics import GatewayMetrics
from dealer_table.gateway.patron_desk import BettingTable, PatronDesk
from dealer_table.gateway.patron_view import Purse, patron_view, totals
from dealer_table.gateway.place import Voice
from dealer_table.gateway.purses import Purses, moved_by
from dealer_table.ports.accounts import Accounts
from dealer_table.ports.announcements import Announced
from dealer_table.ports.coup_archive import CoupArchive
from dealer_table.procedure import events as e
from dealer_table.wire.from_client import PatronRequest
from dealer_table.wire.from_patron import BetRequest, DealRequest, HistoryRequest, LeaveRequest, RecallRequest
from dealer_table.wire.to_client import Answer
from dealer_table.wire.to_patron import History, PatronView, Recall, RecalledCoup, Totals

# How many balances are asked for at once.
_ASKERS = 8
# A payment that the record owes has mostly arrived by then.
_LOOK_AGAIN = 2_000
_TOTALS_EVERY = 500
_MOST_RECALLED = 20
_CHANGES_A_COUP = (e.CoupSettled, e.CoupVoided, e.CoupCorrected, e.CardCorrected, e.ShoeRemoved, e.TableClosed)


@dataclass(slots=True)
class _Present:
    """A patron who is here: the limits of the last token, and the tabs in the order they came.

    One who gave the seat back does not get it again when the table opens.
    """

    limits: PatronLimits
    tabs: dict[Voice, None] = field(default_factory=dict)
    wants_seat: bool = True


class PatronTable:
    """A place where patrons bet on a live table; its broadcast has been told already where the journal stands."""

    def __init__(
        self,
        name: str,
        broadcast: TableBroadcast,
        table: BettingTable,
        accounts: Accounts,
        rules: BettingRules,
        *,
        archive: CoupArchive,
        clock: Callable[[], int],
        metrics: GatewayMetrics,
    ) -> None:
        self._broadcast = broadcast
        self._table = table
        self._accounts = accounts
        self._rules = rules
        self._clock = clock
        _, self._version = broadcast.stands_at(Audience.WATCHERS)
        self._recent = _RecentCoups(archive)
        self._archive = archive
        self._bets = metrics.bets
        self._accepted = metrics.bets.labels(name, "accepted")
        self._bet_seconds = metrics.bet_seconds.labels(name)
        self._seated = metrics.patrons.labels(name)
        self._name = name
        self._desk = PatronDesk(table, accounts, rules, clock, took=self._took, gave_back=self._look_soon)
        self._present: dict[Patron, _Present] = {}
        self._who: dict[Voice, Patron] = {}
        self._purses = Purses()
        self._to_seat: set[Patron] = set()
        self._look_at: dict[Patron, int] = {}
        self._errands: asyncio.Queue[Patron] = asyncio.Queue()
        self._awaited: set[Patron] = set()
        self._totals = Totals(coup=None, patrons=0, currencies={})
        self._totals_at = 0
        self._count_seats()

    # ---- what the gateway asks --------------------------------------------------------------------------------------

    async def join(self, patron: Patron, limits: PatronLimits, voice: Voice) -> None:
        present = self._present.setdefault(patron, _Present(limits))
        present.limits, present.wants_seat, present.tabs[voice] = limits, True, None
        self._who[voice] = patron
        await self._seat(patron)
        if self._who.get(voice) == patron:
            voice.show(self._view(patron))
            self._go_and_see(patron)

    def leave(self, voice: Voice) -> None:
        patron = self._who.pop(voice, None)
        if patron is not None:
            tabs = self._present[patron].tabs
            del tabs[voice]
            if not tabs:
                self._forget(patron)

    async def receive(self, voice: Voice, request: PatronRequest) -> None:
        patron = self._who[voice]
        match request:
            case BetRequest():
                voice.say(await self._bet(patron, request))
            case HistoryRequest():
                voice.say(await self._history(patron, request))
            case LeaveRequest():
                voice.say(await self._leave_table(patron, request))
            case DealRequest():
                voice.say(Answer(id=request.id, ok=False, code="not_here", detail="the dealer deals here"))

    async def recall(self, request: RecallRequest) -> Recall | Answer:
        try:
            return Recall(id=request.id, coups=(await self._recent.coups())[: request.limit])
        except JournalError:
            return _unreadable(request.id)

    def tick(self, now: int) -> None:
        for patron, at in tuple(self._look_at.items()):
            if at <= now:
                del self._look_at[patron]
                self._go_and_see(patron)
        if now - self._totals_at >= _TOTALS_EVERY:
            self._tell_totals(now)

    # ---- what is on record ------------------------------------------------------------------------------------------

    def announce(self, decisions: Sequence[Announced]) -> None:
        self._version = decisions[-1].records[-1].position
        concerned: dict[Patron, None] = {}
        let_go: list[Patron] = []
        for record in (record for decision in decisions for record in decision.records):
            match record.event:
                case SpotsOffered():
                    pass
                case event if isinstance(event, BettingEvent):
                    if event.patron in self._present:
                        concerned[event.patron] = None
                        self._count_money(event)
                    if isinstance(event, PatronLeft) and event.why is Left.IDLE:
                        let_go.append(event.patron)
                case e.TableOpened():
                    self._seat_again()
                case event if isinstance(event, _CHANGES_A_COUP):
                    self._recent.forget()
                case _:
                    pass
        if concerned or let_go:
            self._count_seats()
        for patron in concerned:
            self._show(patron)
        for patron in let_go:
            self._dismiss(patron, "idle", "the seat went to others: nothing was bet for a while")

    def look_at_balances(self) -> None:
        """Learn that whoever keeps the money went away or is back."""
        for patron in self._present:
            self._go_and_see(patron)

    def paid(self, patron: Patron, balance: int) -> None:
        """Learn what a patron has, now that whoever keeps the money has paid all that was owed."""
        if patron not in self._present:
            return
        known = self._purses.balance(patron) == balance and not self._purses.is_unavailable(patron)
        if known and patron not in self._to_seat:
            self._look_at.pop(patron, None)
        else:
            # It may have been overtaken by a stake that was taken since: ask, instead of believing either.
            self._look_soon(patron)

    async def run(self) -> None:
        """Ask for balances, and seat whom the journal kept from it, until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            for number in range(_ASKERS):
                tasks.create_task(self._run_errands(), name=f"{self._name}: balances {number}")

    # ---- inside -----------------------------------------------------------------------------------------------------

    async def _bet(self, patron: Patron, request: BetRequest) -> Answer:
        started = perf_counter()
        answer = await self._desk.perform(patron, request)
        self._bet_seconds.observe(perf_counter() - started)
        counted = self._bets.labels(self._name, answer.code) if answer.code else self._accepted
        counted.inc()
        return answer

    async def _history(self, patron: Patron, request: HistoryRequest) -> History | Answer:
        try:
            page = await self._archive.of_patron(patron, before=request.before, limit=request.limit)
        except JournalError:
            return _unreadable(request.id)
        return History(id=request.id, coups=page.coups, more=page.more)

    async def _leave_table(self, patron: Patron, request: LeaveRequest) -> Answer:
        self._present[patron].wants_seat = False
        try:
            await self._table.submit(LeaveTable(self._clock(), patron))
        except CommandRefused as refused:
            return refusal(request.id, refused)
        except JournalError:
            return unrecorded(request.id)
        return Answer(id=request.id, ok=True)

    async def _seat(self, patron: Patron) -> None:
        self._to_seat.discard(patron)
        try:
            await self._table.submit(SeatPatron(self._clock(), patron, self._present[patron].limits))
        except CommandRefused as refused:
            self._dismiss(patron, refused.code, refused.detail)
        except JournalError:
            self._to_seat.add(patron)
            self._look_soon(patron)

    def _seat_again(self) -> None:
        """Give back the seats that the closing of the table took."""
        for patron, present in self._present.items():
            if present.wants_seat:
                self._to_seat.add(patron)
                self._go_and_see(patron)

    async def _run_errands(self) -> None:
        while True:
            patron = await self._errands.get()
            self._awaited.discard(patron)
            if patron in self._to_seat and patron in self._present:
                await self._seat(patron)
            if patron in self._present:
                await self._see_balance(patron)

    async def _see_balance(self, patron: Patron) -> None:
        before, mark = self._purse(patron), self._purses.asking(patron)
        try:
            balance: int | None = await self._accounts.balance(patron)
        except AccountsUnavailable:
            balance = None
        if patron not in self._present:
            return
        if not self._purses.answered(patron, mark, balance) or balance is None:
            self._look_soon(patron)
        if self._purse(patron) != before:
            self._show(patron)

    def _go_and_see(self, patron: Patron) -> None:
        if patron not in self._awaited:
            self._awaited.add(patron)
            self._errands.put_nowait(patron)

    def _look_soon(self, patron: Patron) -> None:
        if patron in self._present:
            self._look_at[patron] = self._clock() + _LOOK_AGAIN

    def _took(self, patron: Patron, balance: int) -> None:
        if patron in self._present:
            self._purses.tell(patron, balance)

    def _count_money(self, event: BettingEvent) -> None:
        amount = moved_by(event)
        if amount and not isinstance(event, SpotsOffered):
            self._purses.move(event.patron, amount)
            self._look_soon(event.patron)

    def _count_seats(self) -> None:
        self._seated.set(len(self._table.book.seats))

    def _tell_totals(self, now: int) -> None:
        now_lying = totals(self._table.book)
        # A coup on which nobody bet yet is no news after one on which nobody did.
        if now_lying != self._totals and (now_lying.currencies or self._totals.currencies):
            self._totals, self._totals_at = now_lying, now
            self._broadcast.tell_totals(now_lying)

    def _show(self, patron: Patron) -> None:
        view = self._view(patron)
        for voice in tuple(self._present[patron].tabs):
            voice.show(view)

    def _view(self, patron: Patron) -> PatronView:
        limits = self._present[patron].limits
        book, purse = self._table.book, self._purse(patron)
        return patron_view(patron, limits, book, purse, version=self._version, now=self._clock())

    def _purse(self, patron: Patron) -> Purse:
        available = not self._purses.is_unavailable(patron)
        limits = self._rules.currencies.get(patron.currency)
        exponent = limits.exponent if limits is not None else EXPONENTS.get(patron.currency, 0)
        return Purse(exponent, self._purses.balance(patron), available)

    def _dismiss(self, patron: Patron, code: str, detail: str) -> None:
        present = self._present.get(patron)
        if present is not None:
            self._forget(patron)
            for voice in present.tabs:
                del self._who[voice]
                voice.dismiss(code, detail)

    def _forget(self, patron: Patron) -> None:
        del self._present[patron]
        self._purses.forget(patron)
        self._to_seat.discard(patron)
        self._look_at.pop(patron, None)


class _RecentCoups:
    """The table's last coups, looked up once after each change."""

    def __init__(self, archive: CoupArchive) -> None:
        self._archive = archive
        self._known: tuple[RecalledCoup, ...] | None = None
        self._changes = 0
        self._looking = asyncio.Lock()

    def forget(self) -> None:
        """Learn that a coup is over or was put right."""
        self._known = None
        self._changes += 1

    async def coups(self) -> tuple[RecalledCoup, ...]:
        """Return them, newest first."""
        async with self._looking:
            if self._known is not None:
                return self._known
            changes = self._changes
            found = await self._archive.last(_MOST_RECALLED)
            if changes == self._changes:
                self._known = found
            return found


def _unreadable(request: str) -> Answer:
    return Answer(id=request, ok=False, code="journal_failed", detail="the record cannot be read")
