"""One scanner's connection to the broker: its presence, its sightings, the table's confirmations. I/O: MQTT.

The presence is retained, and the broker itself says "offline" (the last will) when this process dies. MQTT gives one
will to a connection, so every scanner has a connection of its own.
"""

import asyncio
import random
import socket
import time
from contextlib import suppress

import aiomqtt
import structlog
from pydantic import ValidationError

from dealer_table.config.broker import BrokerAddress
from dealer_table.wire.card_read import ReadsCommitted, ScannerStatus, first_fault
from dealer_table.wire.topics import scanner_ack, scanner_read, scanner_status
from scanner_drivers.backoff import Backoff
from scanner_drivers.driven_port import now_ms
from scanner_drivers.messages import message_of, travels
from scanner_drivers.outbox import Outbox
from scanner_drivers.sightings import ReadsLost, Sighting

# A publish that is in flight when the link breaks waits this long for an answer that will not come.
_ANSWER_SECONDS = 2.0
_KEEPALIVE_SECONDS = 10
# A link that is lost as soon as it is made must not be hammered: the waits start over only after this.
_SETTLED_SECONDS = 5.0
_QOS = 1


class Publisher:
    """Carry one scanner's sightings to the table, none lost and none twice as long as this process lives."""

    def __init__(
        self,
        broker: BrokerAddress,
        table: str,
        scanner: str,
        *,
        driver: str,
        outbox: Outbox,
        backoff: Backoff | None = None,
    ) -> None:
        self._broker = broker
        self._outbox = outbox
        self._driver = driver
        self._backoff = backoff or Backoff()
        self._read_topic = scanner_read(table, scanner)
        self._status_topic = scanner_status(table, scanner)
        self._ack_topic = scanner_ack(table, scanner)
        # The same for every start of this scanner's bridge: the broker then ends a connection left over from a crash,
        # last will and all, before it lets the new one in.
        self._client_id = f"{table}-{scanner}"
        self._status = self._presence(False, "starting")
        self._status_sent: ScannerStatus | None = None
        self._will = self._presence(False, "bridge lost")
        self._wake = asyncio.Event()
        self._trouble = ""
        self._log = structlog.get_logger("scanner_drivers.publisher").bind(scanner=scanner)

    def publish(self, sighting: Sighting) -> None:
        """Keep a sighting for the table and have it sent."""
        if isinstance(sighting, ReadsLost):
            self._outbox.leave_gap(sighting.missing)
        elif travels(sighting):
            lost = self._outbox.add(sighting, time.time_ns() // 1_000_000)
            if lost is not None:
                self._log.error("OUTBOX FULL: a read is lost for good", seq=lost.seq, kept=self._outbox.waiting)
            self._wake.set()

    def announce(self, *, online: bool, reason: str = "") -> None:
        """Tell everybody whether this scanner can read a card now."""
        self._status = self._presence(online, reason)
        self._wake.set()

    async def run(self) -> None:
        """Stay connected and keep sending; on cancellation say "offline" and go."""
        loop = asyncio.get_running_loop()
        attempt = 0
        async with asyncio.TaskGroup() as sessions:
            while not _cancelled():
                began = loop.time()
                # A task of its own: what a failed TaskGroup does to its task would pass for a cancellation here.
                await sessions.create_task(self._session())
                attempt = 0 if loop.time() - began >= _SETTLED_SECONDS else attempt + 1
                if not _cancelled():
                    await asyncio.sleep(self._backoff.wait(attempt, random.random))
            raise asyncio.CancelledError

    async def _session(self) -> None:
        """Serve one connection until it is lost."""
        try:
            async with self._client() as client:
                await self._talk(client)
        except* (aiomqtt.MqttError, OSError) as faults:
            self._tell_trouble(_first(faults))

    def _tell_trouble(self, reason: str) -> None:
        if reason != self._trouble:
            self._trouble = reason
            self._log.warning("broker not connected", reason=reason, kept=self._outbox.waiting)

    def _client(self) -> aiomqtt.Client:
        return aiomqtt.Client(
            self._broker.host,
            self._broker.port,
            identifier=self._client_id,
            username=self._broker.username,
            password=self._broker.password,
            tls_context=self._broker.tls,
            protocol=aiomqtt.ProtocolVersion.V311,
            keepalive=_KEEPALIVE_SECONDS,
            timeout=_ANSWER_SECONDS,
            socket_options=[(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)],  # a read must not wait for the one after it
            will=aiomqtt.Will(self._status_topic, self._will.model_dump_json(), _QOS, retain=True),
        )

    async def _talk(self, client: aiomqtt.Client) -> None:
        self._log.info("broker connected", host=self._broker.host, port=self._broker.port, kept=self._outbox.waiting)
        self._trouble = ""
        self._outbox.go_back()
        self._status_sent = None
        try:
            await client.subscribe([(self._ack_topic, _QOS), (self._status_topic, _QOS)])
            if _cancelled():
                raise asyncio.CancelledError
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._listen(client))
                tasks.create_task(self._send(client))
        except asyncio.CancelledError:
            await self._say_goodbye(client)
            raise

    async def _say_goodbye(self, client: aiomqtt.Client) -> None:
        if self._outbox.waiting:
            self._log.error("stopping with reads the table has not confirmed", kept=self._outbox.waiting)
        with suppress(aiomqtt.MqttError):
            await self._send_status(client, self._presence(False, "bridge stopped"))

    async def _send(self, client: aiomqtt.Client) -> None:
        while not _cancelled():
            self._wake.clear()
            if self._status_sent != self._status:
                await self._send_status(client, self._status)
            while not _cancelled() and (kept := self._outbox.take(now_ms())) is not None:
                message = message_of(kept, self._outbox.boot, self._outbox.oldest)
                await client.publish(self._read_topic, message.model_dump_json(), _QOS)
            await self._wait_for_work()

    async def _send_status(self, client: aiomqtt.Client, status: ScannerStatus) -> None:
        await client.publish(self._status_topic, status.model_dump_json(), _QOS, retain=True)
        self._status_sent = status

    async def _wait_for_work(self) -> None:
        if _cancelled():
            return
        deadline = self._outbox.deadline
        patience = None if deadline is None else max(0.0, (deadline - now_ms()) / 1000)
        try:
            async with asyncio.timeout(patience):
                await self._wake.wait()
        except TimeoutError:
            self._outbox.expire(now_ms())

    async def _listen(self, client: aiomqtt.Client) -> None:
        async for message in client.messages:
            payload = message.payload if isinstance(message.payload, bytes) else b""
            try:
                if message.topic.matches(self._ack_topic):
                    self._take_confirmation(ReadsCommitted.model_validate_json(payload))
                else:
                    self._check_presence(ScannerStatus.model_validate_json(payload))
            except ValidationError as error:
                self._log.warning("junk ignored", topic=message.topic.value, fault=first_fault(error))

    def _take_confirmation(self, ack: ReadsCommitted) -> None:
        kind = self._outbox.confirm(ack.boot, ack.seq, now_ms())
        if kind == "impossible":
            self._log.error("the table confirms what was never sent", seq=ack.seq)
        self._wake.set()

    def _check_presence(self, heard: ScannerStatus) -> None:
        """Say again what we are when an old connection's will, arriving late, has said otherwise."""
        if heard == self._will or heard.boot != self._outbox.boot:
            self._status_sent = None
            self._wake.set()

    def _presence(self, online: bool, reason: str) -> ScannerStatus:
        return ScannerStatus(online=online, boot=self._outbox.boot, driver=self._driver, reason=reason)


def _cancelled() -> bool:
    """Tell whether this task was asked to end.

    Python 3.11 can lose the CancelledError itself: in a TaskGroup one of whose tasks failed at the same moment, and in
    a wait_for, which aiomqtt uses, whose answer came at the same moment.
    """
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


def _first(faults: BaseExceptionGroup[BaseException]) -> str:
    fault: BaseException = faults
    while isinstance(fault, BaseExceptionGroup):
        fault = fault.exceptions[0]
    return str(fault) or type(fault).__name__
