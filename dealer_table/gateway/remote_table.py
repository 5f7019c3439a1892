"""A table on another machine, followed over the broker, for the watchers of this gateway. I/O: through the broadcast.

The table publishes each public update and keeps, retained, the snapshot of now; which of the two arrives first is the
network's affair. Updates that follow on one another are passed on as they are. The snapshot is kept for when one does
not: after a gap, and whenever the broker or the table was away, it puts everybody right. A table that was away may come
back with its journal restored from a backup, at a lower version than the one it was last seen at.
"""

import structlog
from pydantic import ValidationError

from dealer_table.betting.words import Patron, PatronLimits
from dealer_table.errors import CommandRefused
from dealer_table.gateway.audience import Audience, AudienceUpdate
from dealer_table.gateway.broadcast import TableBroadcast
from dealer_table.gateway.desk_requests import StaffCommand
from dealer_table.gateway.place import Voice
from dealer_table.wire.card_read import TableStatus, first_fault
from dealer_table.wire.from_client import PatronRequest
from dealer_table.wire.from_patron import RecallRequest
from dealer_table.wire.to_client import Answer, Snapshot, Update

log = structlog.get_logger(__name__)


class RemoteTable:
    """What this gateway knows of the table."""

    def __init__(self, broadcast: TableBroadcast) -> None:
        self._broadcast = broadcast
        self._latest: Snapshot | None = None
        self._behind = True  # something may have been missed: the next snapshot is news if it is newer
        self._table_was_away = False  # and then also if it is older
        self._online = False

    @property
    def is_live(self) -> bool:
        """Tell whether the table says that it is there, and its view is known."""
        return self._latest is not None and self._online

    def take_view(self, topic: str, payload: bytes) -> None:
        """Take the table's snapshot, at once when something may have been missed."""
        try:
            self._latest = Snapshot.model_validate_json(payload)
        except ValidationError as error:
            _junk(topic, error)
            return
        if self._behind or self._latest.epoch != self._broadcast.stands_at(Audience.WATCHERS)[0]:
            self._catch_up(self._latest)

    def take_update(self, topic: str, payload: bytes) -> None:
        """Take one update; before one that does not follow, the snapshot."""
        try:
            update = Update.model_validate_json(payload)
        except ValidationError as error:
            _junk(topic, error)
            return
        if update.prev > self._version and self._latest is not None:
            self._catch_up(self._latest)
            self._behind = update.version > self._version
        if update.prev == self._version:
            news = AudienceUpdate(update.version, update.at, update.events, update.view)
            self._broadcast.publish(Audience.WATCHERS, news)
            self._behind = False

    def take_status(self, topic: str, payload: bytes) -> None:
        """Take the table's presence."""
        try:
            self._online = TableStatus.model_validate_json(payload).online
        except ValidationError as error:
            _junk(topic, error)
            return
        if not self._online:
            self._behind = self._table_was_away = True

    def link_changed(self, connected: bool) -> None:
        """Know nothing of the table while the broker is away; its retained word comes with the reconnect."""
        if not connected:
            self._online, self._behind = False, True

    @property
    def _version(self) -> int:
        return self._broadcast.stands_at(Audience.WATCHERS)[1]

    def _catch_up(self, snapshot: Snapshot) -> None:
        epoch, version = self._broadcast.stands_at(Audience.WATCHERS)
        went_back = self._table_was_away and snapshot.version < version
        self._behind = self._table_was_away = False
        if snapshot.epoch != epoch or snapshot.version > version or went_back:
            self._broadcast.begin_anew(Audience.WATCHERS, snapshot.epoch, snapshot.version, snapshot.view)


class NoDesk:
    """The desk of a gateway that is not the table's own: there is none."""

    async def submit(self, command: StaffCommand) -> None:
        """Refuse."""
        raise CommandRefused("not_here", "the desk is at the table's own gateway")


class NoPatrons:
    """The patrons' place of such a gateway: nobody bets here, and the record is elsewhere."""

    async def join(self, patron: Patron, limits: PatronLimits, voice: Voice) -> None:
        voice.dismiss("not_here", _ELSEWHERE)

    def leave(self, voice: Voice) -> None:
        """Nobody came in."""

    async def receive(self, voice: Voice, request: PatronRequest) -> None:
        voice.say(_not_here(request.id))

    async def recall(self, request: RecallRequest) -> Answer:
        return _not_here(request.id)

    def tick(self, now: int) -> None:
        """Nothing here takes time."""


_ELSEWHERE = "patrons go to the table's own gateway"


def _not_here(request: str) -> Answer:
    return Answer(id=request, ok=False, code="not_here", detail=_ELSEWHERE)


def _junk(topic: str, error: ValidationError) -> None:
    log.warning("junk ignored", topic=topic, fault=first_fault(error))
