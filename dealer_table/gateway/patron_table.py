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
from dealer_table.errors import CommandRefused, JournalError
from dealer_table.gateway.audience import Audience
from dealer_table.gateway.balances import Balances
from dealer_table.gateway.broadcast import TableBroadcast
from dealer_table.gateway.desk import refusal, unrecorded
from dealer_table.gateway.metrics import GatewayMetrics
from dealer_table.gateway.patron_desk import BettingTable, PatronDesk
from dealer_table.gateway.patron_view import Purse, patron_view, totals
from dealer_table.gateway.place import Voice
from dealer_table.gateway.purses import moved_by
from dealer_table.ports.accounts import Accounts
from dealer_table.ports.announcements import Announced
from dealer_table.ports.coup_archive import CoupArchive
from dealer_table.procedure import events as e
from dealer_table.wire.from_client import PatronRequest
from dealer_table.wire.from_patron import BetRequest, DealRequest, HistoryRequest, LeaveRequest, RecallRequest
from dealer_table.wire.to_client import Answer
from dealer_table.wire.to_patron import History, PatronView, Recall, RecalledCoup, Totals

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
        self._present: dict[Patron, _Present] = {}
        self._who: dict[Voice, Patron] = {}
        self._to_seat: set[Patron] = set()
        self._balances = Balances(
            accounts, clock, is_here=self._present.__contains__, changed=self._show, first=self._seat_if_due
        )
        balances = self._balances
        self._desk = PatronDesk(table, accounts, rules, clock, took=balances.took, gave_back=balances.look_soon)
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
            self._balances.look(patron)

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
        self._balances.tick(now)
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
                        self._balances.moved(event.patron, moved_by(event))
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
            self._balances.look(patron)

    def paid(self, patron: Patron, balance: int) -> None:
        """Learn what a patron has, now that whoever keeps the money has paid all that was owed."""
        if patron in self._to_seat:
            self._balances.look_soon(patron)  # it brings the seat too
        else:
            self._balances.paid(patron, balance)

    async def run(self) -> None:
        """Ask for balances, and seat whom the journal kept from it, until cancelled."""
        await self._balances.run(f"{self._name}: balances")

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
            self._balances.look_soon(patron)

    def _seat_again(self) -> None:
        """Give back the seats that the closing of the table took."""
        for patron, present in self._present.items():
            if present.wants_seat:
                self._to_seat.add(patron)
                self._balances.look(patron)

    async def _seat_if_due(self, patron: Patron) -> None:
        if patron in self._to_seat:
            await self._seat(patron)

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
        limits = self._rules.currencies.get(patron.currency)
        exponent = limits.exponent if limits is not None else EXPONENTS.get(patron.currency, 0)
        return Purse(exponent, *self._balances.known(patron))

    def _dismiss(self, patron: Patron, code: str, detail: str) -> None:
        present = self._present.get(patron)
        if present is not None:
            self._forget(patron)
            for voice in present.tabs:
                del self._who[voice]
                voice.dismiss(code, detail)

    def _forget(self, patron: Patron) -> None:
        del self._present[patron]
        self._balances.forget(patron)
        self._to_seat.discard(patron)


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
