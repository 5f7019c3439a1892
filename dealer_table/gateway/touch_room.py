"""A Touch room as its patrons have it: sessions, rounds, each one's own messages, history. I/O: tabs and ports."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from dealer_table.betting.coups import total_of
from dealer_table.betting.events import BetsSettled, BettingEvent, SpotsOffered, StakesReturned
from dealer_table.betting.words import Patron, PatronLimits
from dealer_table.errors import CommandRefused, JournalError
from dealer_table.gateway.balances import Balances
from dealer_table.gateway.desk import refusal, unrecorded
from dealer_table.gateway.metrics import GatewayMetrics
from dealer_table.gateway.patron_view import Purse
from dealer_table.gateway.place import Voice
from dealer_table.gateway.purses import moved_by
from dealer_table.gateway.touch_view import touch_round, touch_view
from dealer_table.ports.accounts import Accounts
from dealer_table.ports.round_archive import RoundArchive
from dealer_table.touch.commands import BeginRound, BeginSession, EndSession
from dealer_table.touch.decide import foreseen
from dealer_table.touch.events import SessionEnded
from dealer_table.touch.rounds import Round
from dealer_table.touch.state import Session
from dealer_table.touch.words import SessionEnd
from dealer_table.touch_controller import RoomDecided, TouchController
from dealer_table.wire.from_client import PatronRequest
from dealer_table.wire.from_patron import DealRequest, HistoryRequest, LeaveRequest
from dealer_table.wire.to_client import Answer
from dealer_table.wire.to_patron import BetResult
from dealer_table.wire.touch_messages import TouchHistory, TouchView

_REMEMBERED = 64
# After these nothing has happened and a moment later it may: the same request may be tried again.
_PASSING = frozenset({"journal_failed", "accounts_unavailable"})
# Each round of a page brings its whole shoe.
_ROUNDS_A_PAGE = 20


@dataclass(slots=True)
class _Guest:
    """A patron who is here: the tabs, the last round of an earlier session, what was answered and whose turn it is."""

    tabs: dict[Voice, None] = field(default_factory=dict)
    before: Round | None = None
    answers: OrderedDict[str, Answer] = field(default_factory=OrderedDict)
    one_at_a_time: asyncio.Lock = field(default_factory=asyncio.Lock)


class TouchRoom:
    """The place where patrons play Baccarat Touch, each at a table of their own."""

    def __init__(
        self,
        name: str,
        controller: TouchController,
        accounts: Accounts,
        *,
        archive: RoundArchive,
        clock: Callable[[], int],
        metrics: GatewayMetrics,
    ) -> None:
        self._name = name
        self._controller = controller
        self._accounts = accounts
        self._archive = archive
        self._clock = clock
        self._metrics = metrics
        self._guests: dict[Patron, _Guest] = {}
        self._who: dict[Voice, Patron] = {}
        self._balances = Balances(accounts, clock, is_here=self._guests.__contains__, changed=self._show_everywhere)
        controller.tell(self)
        controller.watch_presence(self._guests.__contains__)

    # ---- what the gateway asks --------------------------------------------------------------------------------------

    async def join(self, patron: Patron, limits: PatronLimits, voice: Voice) -> None:
        guest = self._guests.setdefault(patron, _Guest())
        guest.tabs[voice] = None
        self._who[voice] = patron
        try:
            if patron not in self._controller.state.sessions:
                guest.before = next(iter(await self._archive.of_patron(patron, before=None, limit=1)), None)
            previous = guest.before.stakes if guest.before is not None else ()
            await self._controller.submit(BeginSession(self._clock(), patron, limits, previous=previous))
        except CommandRefused as refused:
            self._dismiss(patron, refused.code, refused.detail)
        except JournalError:
            self.leave(voice)
            voice.dismiss("journal_failed", "the record cannot be read or written")
        if self._who.get(voice) == patron:
            self._show(patron, [voice])
            self._balances.look(patron)

    def leave(self, voice: Voice) -> None:
        patron = self._who.pop(voice, None)
        if patron is not None:
            tabs = self._guests[patron].tabs
            del tabs[voice]
            if not tabs:
                self._forget(patron)

    async def receive(self, voice: Voice, request: PatronRequest) -> None:
        patron = self._who.get(voice)
        if patron is None:
            return  # it was dismissed in this moment, and is told so
        match request:
            case DealRequest():
                await self._deal(patron, voice, request)
            case HistoryRequest():
                voice.say(await self._history(patron, request))
            case LeaveRequest():
                voice.say(await self._end(patron, request))
            case _:
                voice.say(Answer(id=request.id, ok=False, code="not_here", detail="bets are laid with the deal here"))

    def tick(self, now: int) -> None:
        self._balances.tick(now)

    # ---- what is on record ------------------------------------------------------------------------------------------

    def hear(self, decisions: Sequence[RoomDecided]) -> None:
        """Tell every tab of the patrons concerned, round by round, and then how things stand."""
        concerned: dict[Patron, None] = {}
        for decision in decisions:
            for event in (record.event for record in decision.records):
                if isinstance(event, BettingEvent) and not isinstance(event, SpotsOffered):
                    concerned[event.patron] = None
                    self._balances.moved(event.patron, moved_by(event))
                if isinstance(event, BetsSettled | StakesReturned) and event.patron in decision.state.sessions:
                    self._tell_round(decision.state.sessions[event.patron])
                if isinstance(event, SessionEnded) and event.why is SessionEnd.IDLE:
                    self._dismiss(event.patron, "idle", "the session ended: nothing happened for a while")
        for patron in concerned:
            if patron in self._guests:
                self._show_everywhere(patron)

    def look_at_balances(self) -> None:
        """Learn that whoever keeps the money went away or is back."""
        for patron in self._guests:
            self._balances.look(patron)

    def paid(self, patron: Patron, balance: int) -> None:
        """Learn what a patron has, now that whoever keeps the money has paid all that was owed."""
        self._balances.paid(patron, balance)

    async def run(self) -> None:
        """Ask for balances until cancelled."""
        await self._balances.run(f"{self._name}: balances")

    # ---- rounds -----------------------------------------------------------------------------------------------------

    async def _deal(self, patron: Patron, voice: Voice, request: DealRequest) -> None:
        guest = self._guests[patron]
        async with guest.one_at_a_time:
            try:
                played = await self._played(patron, request)
                answer = guest.answers.get(request.id) or await self._answer(patron, request, played)
            except JournalError:
                answer, played = unrecorded(request.id), None
            if answer.code not in _PASSING:
                guest.answers[request.id] = answer
                while len(guest.answers) > _REMEMBERED:
                    guest.answers.popitem(last=False)
        self._metrics.bets.labels(self._name, answer.code or "accepted").inc()
        voice.say(answer)
        if played is not None and played.end is not None and answer.ok:
            voice.say(touch_round(played))

    async def _played(self, patron: Patron, request: DealRequest) -> Round | None:
        """Return the round that this very request began before, however long ago."""
        session = self._controller.state.sessions.get(patron)
        if session is not None and session.round == request.round:
            return None
        known = [session.in_play, session.last] if session is not None else []
        if not any(one is not None and one.number == request.round for one in known):
            known = list(await self._archive.of_patron(patron, before=request.round + 1, limit=1))
        return next((one for one in known if one and (one.number, one.request) == (request.round, request.id)), None)

    async def _answer(self, patron: Patron, request: DealRequest, played: Round | None) -> Answer:
        if played is not None:
            balance, _ = self._balances.known(patron)
            return _begun(played, balance)
        gestures = tuple(gesture.as_gesture() for gesture in request.gestures)
        command = BeginRound(self._clock(), patron, request.id, request.round, gestures)
        try:
            needed = foreseen(self._controller.state, command, self._controller.rules)
            taken = await self._accounts.take(patron, needed, coup=request.round)
            self._balances.took(patron, taken.balance)
            began = await self._begin(replace(command, at=self._clock(), taken=needed, movement=taken.movement))
        except CommandRefused as refused:
            return refusal(request.id, refused)
        return _begun(began, taken.balance)

    async def _begin(self, command: BeginRound) -> Round:
        began: Round | None = None
        try:
            await self._controller.submit(command)
        finally:
            # Asked of the record, not of how the waiting ended: it may be cut off when the round is on record already.
            began = self._with_movement(command.patron, command.movement)
            if began is None:
                self._accounts.release(command.movement)
                self._balances.look_soon(command.patron)
        assert began is not None, "a round that was not refused is on record"
        return began

    def _with_movement(self, patron: Patron, movement: str) -> Round | None:
        session = self._controller.state.sessions.get(patron)
        rounds = (session.in_play, session.last) if session is not None else ()
        return next((one for one in rounds if one is not None and one.movement == movement), None)

    def _tell_round(self, session: Session) -> None:
        guest = self._guests.get(session.patron)
        if guest is not None and session.last is not None:
            told = touch_round(session.last)
            for voice in tuple(guest.tabs):
                voice.say(told)

    # ---- everything else --------------------------------------------------------------------------------------------

    async def _history(self, patron: Patron, request: HistoryRequest) -> TouchHistory | Answer:
        if patron.plays_for_fun:
            return Answer(id=request.id, ok=False, code="real_money_only", detail="play for fun has no history")
        limit = min(request.limit, _ROUNDS_A_PAGE)
        try:
            rounds = await self._archive.of_patron(patron, before=request.before, limit=limit + 1)
        except JournalError:
            return Answer(id=request.id, ok=False, code="journal_failed", detail="the record cannot be read")
        told = tuple(touch_round(one) for one in rounds[:limit])
        return TouchHistory(id=request.id, rounds=told, more=len(rounds) > limit)

    async def _end(self, patron: Patron, request: LeaveRequest) -> Answer:
        try:
            await self._controller.submit(EndSession(self._clock(), patron, SessionEnd.OWN_WISH))
        except CommandRefused as refused:
            return refusal(request.id, refused)
        except JournalError:
            return unrecorded(request.id)
        return Answer(id=request.id, ok=True)

    def _show_everywhere(self, patron: Patron) -> None:
        self._show(patron, self._guests[patron].tabs)

    def _show(self, patron: Patron, voices: Sequence[Voice] | dict[Voice, None]) -> None:
        session = self._controller.state.sessions.get(patron)
        if session is not None:
            view = self._view(session)
            for voice in tuple(voices):
                voice.show(view)

    def _view(self, session: Session) -> TouchView:
        patron, rules = session.patron, self._controller.rules
        before = self._guests[patron].before
        purse = Purse(rules.currencies[patron.currency].exponent, *self._balances.known(patron))
        return touch_view(self._name, session, rules, purse, before=before, now=self._clock())

    def _dismiss(self, patron: Patron, code: str, detail: str) -> None:
        guest = self._guests.get(patron)
        if guest is not None:
            self._forget(patron)
            for voice in guest.tabs:
                del self._who[voice]
                voice.dismiss(code, detail)

    def _forget(self, patron: Patron) -> None:
        del self._guests[patron]
        self._balances.forget(patron)


def _begun(played: Round, balance: int | None) -> Answer:
    stakes = played.stakes
    result = BetResult(coup=played.number, stakes=stakes, change=total_of(stakes), balance=balance)
    return Answer(id=played.request, ok=True, result=result)
