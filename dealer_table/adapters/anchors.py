"""Says how far the journal reaches, to the log and the broker: a tail cut off later is missed. I/O: both."""

from collections.abc import Sequence

import structlog

from dealer_table.adapters.mqtt_announcer import MqttAnnouncer
from dealer_table.ports.announcements import Announced
from dealer_table.ports.journal import Journal
from dealer_table.procedure import events as e

log = structlog.get_logger(__name__)

_ENDINGS = (e.CoupSettled, e.FreeCoupEnded, e.CoupVoided, e.ShoeEnded, e.ShoeRemoved, e.TableClosed)


class Anchors:
    """Give the journal's anchor away whenever a coup, a shoe or a day ends."""

    def __init__(self, journal: Journal, announcer: MqttAnnouncer) -> None:
        self._journal = journal
        self._announcer = announcer

    def give(self) -> None:
        """Give the anchor of now."""
        head = self._journal.head
        log.info("journal anchor", position=head.position, hash=head.hash)
        self._announcer.publish_anchor(self._journal.epoch, head)

    def announce(self, decisions: Sequence[Announced]) -> None:
        """Give the anchor when something ended."""
        if any(isinstance(record.event, _ENDINGS) for decision in decisions for record in decision.records):
            self.give()
