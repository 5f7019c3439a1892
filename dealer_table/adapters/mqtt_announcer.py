"""What the table tells the gateways elsewhere, and the anchor that everybody may keep. I/O: MQTT."""

from dealer_table.adapters.mqtt_link import MqttLink
from dealer_table.ports.journal import Anchor
from dealer_table.wire.card_read import JournalAnchor
from dealer_table.wire.topics import table_anchor, table_events, table_view


class MqttAnnouncer:
    """Puts what others have made on the right topic; never blocks, and holds no more than the link's bounds."""

    def __init__(self, link: MqttLink, table: str) -> None:
        self._link = link
        self._events = table_events(table)
        self._view = table_view(table)
        self._anchor = table_anchor(table)

    def publish_update(self, payload: bytes) -> None:
        """Send one public update, in order behind the ones before it."""
        self._link.publish(self._events, payload)

    def publish_view(self, payload: bytes) -> None:
        """Let `payload` be the public snapshot that a gateway finds when it comes."""
        self._link.keep(self._view, payload)

    def publish_anchor(self, epoch: str, anchor: Anchor) -> None:
        """Let everybody know how far the journal reaches, so that a tail cut off later is missed."""
        message = JournalAnchor(epoch=epoch, position=anchor.position, hash=anchor.hash)
        self._link.keep(self._anchor, message.model_dump_json().encode())
