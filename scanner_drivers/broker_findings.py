"""What a broker and a table answer when a bridge knocks. I/O: MQTT.

The table is asked by a device message of a boot of its own, which it records like any other and confirms: that proves
the whole way, there and back, and deals nothing.
"""

import asyncio
import ssl
import time
from uuid import uuid4

import aiomqtt
from pydantic import ValidationError

from dealer_table.config.broker import BrokerAddress
from dealer_table.wire.card_read import DeviceMessage, ReadsCommitted, TableStatus
from dealer_table.wire.topics import scanner_ack, scanner_read, table_status
from scanner_drivers.broker_link import QOS, REFUSED, broker_client
from scanner_drivers.finding import Finding, Rung, fault, good

_ANSWER_SECONDS = 5.0
_REFUSALS = ("bad user name or password", "not authori")


async def broker_findings(broker: BrokerAddress, table: str, scanner: str) -> list[Finding]:
    """Knock at the broker, and through it at the table; the first fault ends it."""
    where = f"{broker.host}:{broker.port}"
    try:
        async with broker_client(broker, None) as client:
            return [good(Rung.BROKER, where), *await _topics_and_table(client, table, scanner)]
    except (aiomqtt.MqttError, OSError) as error:
        return [fault(Rung.BROKER, f"{where}: {str(error) or type(error).__name__}", _remedy(error))]


async def _topics_and_table(client: aiomqtt.Client, table: str, scanner: str) -> list[Finding]:
    topics = (scanner_ack(table, scanner), table_status(table))
    granted = await client.subscribe([(topic, QOS) for topic in topics])
    refused = [topic for topic, answer in zip(topics, granted, strict=True) if answer == REFUSED]
    if refused:
        remedy = "grant it to this user in the broker's access list: config/mosquitto/table-pc.acl"
        return [fault(Rung.TOPICS, f"refused: {', '.join(refused)}", remedy)]
    return [good(Rung.TOPICS, "granted"), await _table(client, table, scanner)]


async def _table(client: aiomqtt.Client, table: str, scanner: str) -> Finding:
    boot = f"doctor-{uuid4().hex}"
    now = time.time_ns() // 1_000_000
    knock = DeviceMessage(boot=boot, seq=1, oldest=1, seen_at=now, what="doctor")
    await client.publish(scanner_read(table, scanner), knock.model_dump_json(), QOS)
    online: bool | None = None
    try:
        async with asyncio.timeout(_ANSWER_SECONDS):
            async for message in client.messages:
                payload = message.payload if isinstance(message.payload, bytes) else b""
                if message.topic.value == table_status(table):
                    online = _online(payload)
                elif _confirms(payload, boot):
                    return good(Rung.TABLE, f"{table} recorded a message of ours and confirmed it")
    except TimeoutError:
        pass
    return _silent(table, online)


def _silent(table: str, online: bool | None) -> Finding:
    if online is None:
        remedy = "compare the table's name here and there (table, [table] id), and start it with this broker"
        return fault(Rung.TABLE, f"no table called {table} has ever spoken here, or we may not hear it", remedy)
    if not online:
        return fault(Rung.TABLE, f"{table} is offline", "start it: systemctl start dealer-table")
    remedy = "grant this user its `read` topic in the broker's access list; look at the table's /readyz for its journal"
    return fault(Rung.TABLE, f"{table} is online and does not confirm", remedy)


def _online(payload: bytes) -> bool | None:
    try:
        return TableStatus.model_validate_json(payload).online
    except ValidationError:
        return None


def _confirms(payload: bytes, boot: str) -> bool:
    try:
        return ReadsCommitted.model_validate_json(payload).boot == boot
    except ValidationError:
        return False


def _remedy(error: Exception) -> str:
    text = str(error).lower()
    if any(refusal in text for refusal in _REFUSALS):
        return "compare username and password_file with the broker's password file"
    if isinstance(error, ssl.SSLError) or "certificate" in text or "ssl" in text:
        return "compare [mqtt.tls] ca with the broker's certificate, and host with the name in it"
    return "start the broker, or put its address in [mqtt] host and port; look at firewalls between"
