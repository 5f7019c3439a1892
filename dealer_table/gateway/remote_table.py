"""A table on another machine, followed over the broker, for the watchers of this gateway. I/O: through the broadcast.

The table publishes each public update and, retained, the snapshot after it. Updates that follow on one another are
passed on as they are; after a gap the snapshot puts everybody right.
"""

import structlog
from pydantic import ValidationError

from dealer_table.errors import CommandRefused
from dealer_table.gateway.audience import Audience, AudienceUpdate
from dealer_table.gateway.broadcast import TableBroadcast
from dealer_table.procedure.commands import PersonCommand
from dealer_table.wire.card_read import TableStatus, first_fault
from dealer_table.wire.to_client import Snapshot, Update

log = structlog.get_logger(__name__)


class RemoteTable:
    """What this gateway knows of the table."""

    def __init__(self, broadcast: TableBroadcast) -> None:
        self._broadcast = broadcast
        self._seen = False
        self._online = False

    @property
    def is_live(self) -> bool:
        """Tell whether the table says that it is there, and its view is known."""
        return self._seen and self._online

    def take_view(self, topic: str, payload: bytes) -> None:
        """Take the table's snapshot; it is news after a gap, or when the table has another journal."""
        try:
            snapshot = Snapshot.model_validate_json(payload)
        except ValidationError as error:
            _junk(topic, error)
            return
        epoch, version = self._broadcast.stands_at(Audience.WATCHERS)
        if self._seen and snapshot.epoch == epoch and snapshot.version <= version:
            return
        self._seen = True
        self._broadcast.begin_anew(Audience.WATCHERS, snapshot.epoch, snapshot.version, snapshot.view)

    def take_update(self, topic: str, payload: bytes) -> None:
        """Take one update; one that does not follow is left to the snapshot that comes behind it."""
        try:
            update = Update.model_validate_json(payload)
        except ValidationError as error:
            _junk(topic, error)
            return
        _, version = self._broadcast.stands_at(Audience.WATCHERS)
        if self._seen and update.prev == version:
            news = AudienceUpdate(update.version, update.at, update.events, update.view)
            self._broadcast.publish(Audience.WATCHERS, news)

    def take_status(self, topic: str, payload: bytes) -> None:
        """Take the table's presence."""
        try:
            self._online = TableStatus.model_validate_json(payload).online
        except ValidationError as error:
            _junk(topic, error)

    def link_changed(self, connected: bool) -> None:
        """Know nothing of the table while the broker is away; its retained word comes with the reconnect."""
        if not connected:
            self._online = False


class NoDesk:
    """The desk of a gateway that is not the table's own: there is none."""

    async def submit(self, command: PersonCommand) -> None:
        """Refuse."""
        raise CommandRefused("not_here", "the desk is at the table's own gateway")


def _junk(topic: str, error: ValidationError) -> None:
    log.warning("junk ignored", topic=topic, fault=first_fault(error))
