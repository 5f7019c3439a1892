"""A bridge's own presence: online while its process runs and reaches the broker. I/O: MQTT.

MQTT gives one will to a connection. Each scanner has a connection of its own, so that its own will tells it offline;
this one is the bridge's, and tells that it was the bridge that went.
"""

from contextlib import suppress

import aiomqtt
import structlog
from pydantic import ValidationError

from dealer_table.config.broker import BrokerAddress
from dealer_table.wire.bridge_status import BridgeStatus
from dealer_table.wire.topics import bridge_status
from scanner_drivers.backoff import Backoff
from scanner_drivers.broker_link import QOS, broker_client, cancelled, keep_connected


class BridgePresence:
    """Keep one retained status right for as long as `run` runs."""

    def __init__(
        self,
        broker: BrokerAddress,
        table: str,
        bridge: str,
        scanners: tuple[str, ...],
        backoff: Backoff | None = None,
    ) -> None:
        self._broker = broker
        self._topic = bridge_status(table, bridge)
        # The same for every start: the broker ends what a crash left open, last will and all, before the new one.
        self._client_id = f"{table}-bridge-{bridge}"
        self._scanners = scanners
        self._backoff = backoff or Backoff()
        self._trouble = ""
        self._log = structlog.get_logger("scanner_drivers.bridge_presence").bind(bridge=bridge)

    async def run(self) -> None:
        """Stay connected; on cancellation say "offline" and go."""
        await keep_connected(self._client, self._talk, self._tell_trouble, self._backoff)

    def _client(self) -> aiomqtt.Client:
        will = aiomqtt.Will(self._topic, self._status("bridge lost"), QOS, retain=True)
        return broker_client(self._broker, self._client_id, will)

    async def _talk(self, client: aiomqtt.Client) -> None:
        self._trouble = ""
        try:
            await client.subscribe(self._topic, QOS)
            await self._keep_right(client)
        finally:
            if cancelled():
                with suppress(aiomqtt.MqttError):
                    await client.publish(self._topic, self._status("bridge stopped"), QOS, retain=True)

    async def _keep_right(self, client: aiomqtt.Client) -> None:
        await self._say(client)
        if cancelled():
            return
        async for message in client.messages:
            if self._is_wrong(message.payload):
                await self._say(client)
            if cancelled():
                return

    async def _say(self, client: aiomqtt.Client) -> None:
        await client.publish(self._topic, self._status(), QOS, retain=True)

    def _is_wrong(self, payload: object) -> bool:
        """Tell whether an old connection's will, arriving late, has said otherwise."""
        try:
            heard = BridgeStatus.model_validate_json(payload if isinstance(payload, bytes) else b"")
        except ValidationError:
            return True
        return not heard.online

    def _status(self, offline_because: str = "") -> str:
        status = BridgeStatus(online=not offline_because, scanners=self._scanners, reason=offline_because)
        return status.model_dump_json()

    def _tell_trouble(self, reason: str) -> None:
        if reason != self._trouble:
            self._trouble = reason
            self._log.warning("broker not connected", reason=reason)
