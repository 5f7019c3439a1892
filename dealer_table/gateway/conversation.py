"""One client from its handshake to its end: what its session wants done is done here. I/O: a WebSocket connection."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import assert_never

from websockets.exceptions import ConnectionClosed

from dealer_table.betting.words import Patron
from dealer_table.errors import JournalError
from dealer_table.gateway.audience import Audience
from dealer_table.gateway.fan_out import FanOut
from dealer_table.gateway.link import Link
from dealer_table.gateway.metrics import GatewayMetrics
from dealer_table.gateway.served import Served, ServedRoom, ServedTable, game_of, is_coup_in_play
from dealer_table.gateway.session import Action, Close, Immediate, LookUp, Play, Send, Session, Submit, Subscribe
from dealer_table.gateway.settings import GatewaySettings
from dealer_table.gateway.staff_watch import StaffWatch
from dealer_table.gateway.tab import Tab
from dealer_table.wire.from_patron import RecallRequest
from dealer_table.wire.from_staff import CoupRecordRequest
from dealer_table.wire.launch_token import TokenKey
from dealer_table.wire.to_client import Answer
from dealer_table.wire.to_staff import CoupRecord


@dataclass(frozen=True, slots=True)
class Hall:
    """What all conversations of a gateway share; `clock` tells milliseconds since the epoch."""

    places: Mapping[str, Served]
    fan_out: FanOut
    metrics: GatewayMetrics
    settings: GatewaySettings
    keys: Sequence[TokenKey]
    clock: Callable[[], int]
    staff: StaffWatch


class Conversation:
    """One client: what it may, the place it is at, and the patron whose tab it is."""

    def __init__(self, link: Link, hall: Hall) -> None:
        self._link = link
        self._hall = hall
        games = {name: game_of(served) for name, served in hall.places.items()}
        self._session = Session(
            games,
            hall.keys,
            hall.settings.session,
            hall.clock(),
            staff=hall.staff,
            is_coup_in_play=self._is_coup_in_play,
        )
        self._tab = Tab(link, hall.fan_out, hall.metrics, self._dismissed)
        self._at: Served | None = None
        self._patron: Patron | None = None

    @property
    def patron_at(self) -> tuple[str, Patron] | None:
        """Return which patron's tab this is, and at which place; None when it is nobody's."""
        return None if self._at is None or self._patron is None else (self._at.name, self._patron)

    async def talk(self) -> None:
        """Listen and answer until the connection ends."""
        try:
            while self._link.is_open:
                # Who does not read is not listened to: answers would only pile up.
                await self._link.drain()
                message = await self._link.recv()
                for action in self._session.receive(message, self._hall.clock()):
                    await self._act(action)
        except (ConnectionClosed, OSError):
            pass  # how a conversation ends
        finally:
            self._part()

    def tick(self) -> None:
        """Let time pass."""
        for action in self._session.tick(self._hall.clock()) if self._link.is_open else ():
            self._do(action)

    async def _act(self, action: Action) -> None:
        match action:
            case Submit():
                await self._submit(action)
            case Subscribe():
                await self._subscribe(action)
            case Play(request=request):
                assert self._at is not None, "a session lets nobody play before hello"
                await self._at.place.receive(self._tab, request)
            case LookUp():
                await self._look_up(action)
            case _:
                self._do(action)

    def _do(self, action: Immediate) -> None:
        match action:
            case Send(message=message):
                if message.type == "fault":
                    self._hall.metrics.faults.labels(message.code).inc()
                self._tab.say(message)
            case Close(code=code, reason=reason):
                self._link.dismiss(code, reason, self._hall.settings.close_seconds)
            case _:
                assert_never(action)

    async def _submit(self, submit: Submit) -> None:
        assert self._at is not None, "a session lets nobody command before hello"
        answer = await self._at.desk.perform(submit)
        self._hall.metrics.commands.labels(self._at.name, submit.name, answer.code or "ok").inc()
        self._tab.say(answer)

    async def _look_up(self, look_up: LookUp) -> None:
        request, table = look_up.request, self._at
        if not isinstance(table, ServedTable):
            self._tab.say(Answer(id=request.id, ok=False, code="not_here", detail="coups are a table's"))
        elif isinstance(request, RecallRequest):
            self._tab.say(await table.place.recall(request))
        else:
            self._tab.say(await _coup_record(table, request))

    async def _subscribe(self, subscribe: Subscribe) -> None:
        served, token = self._hall.places[subscribe.crowd.place], subscribe.patron
        patron = token.patron if token is not None else None
        if self.patron_at != (served.name, patron):
            self._part()
        self._at, self._patron = served, patron
        match served:
            case ServedTable():
                self._follow(served, subscribe)
            case ServedRoom():
                self._hall.fan_out.join(self._link, subscribe.crowd, [], self._tab.put_right)
        if token is not None:
            await served.place.join(token.patron, token.limits, self._tab)

    def _follow(self, table: ServedTable, subscribe: Subscribe) -> None:
        audience = Audience(subscribe.crowd.audience)

        def put_right() -> None:
            self._link.write(table.broadcast.catching_up(audience))
            self._tab.put_right()

        frames, resumed = table.broadcast.joining(audience, subscribe.epoch, subscribe.version)
        self._hall.metrics.joins.labels("resumed" if resumed else "snapshot").inc()
        self._hall.fan_out.join(self._link, subscribe.crowd, frames, put_right)

    def _is_coup_in_play(self) -> bool:
        return isinstance(self._at, ServedTable) and is_coup_in_play(self._at)

    def _dismissed(self) -> None:
        self._session.dismiss()
        self._patron = None

    def _part(self) -> None:
        if self._at is not None and self._patron is not None:
            self._at.place.leave(self._tab)
            self._tab.forget()
        self._patron = None


async def _coup_record(table: ServedTable, request: CoupRecordRequest) -> CoupRecord | Answer:
    if table.records is None:
        return Answer(id=request.id, ok=False, code="not_here", detail="the record is at the table's own gateway")
    try:
        found = await table.records.find(request)
    except JournalError:
        return Answer(id=request.id, ok=False, code="journal_failed", detail="the record cannot be read")
    return found or Answer(id=request.id, ok=False, code="no_coup", detail="there is no such coup on record")
