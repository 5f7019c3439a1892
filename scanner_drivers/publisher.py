"""One scanner's connection to the broker: its presence, its sightings, the table's word on them. I/O: MQTT.

The presence is retained, and the broker itself says "offline" (the last will) when this process dies. MQTT gives one
will to a connection, so every scanner has a connection of its own.
"""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress

import aiomqtt
import structlog
from pydantic import ValidationError

from dealer_table.config.broker import BrokerAddress
from dealer_table.wire.card_read import ReadsCommitted, ScannerStatus, first_fault
from dealer_table.wire.scanner_wants import ReadVerdict, ScannerWanted
from dealer_table.wire.topics import scanner_ack, scanner_read, scanner_status, scanner_verdict, scanner_wanted
from scanner_drivers.backoff import Backoff
from scanner_drivers.bridge_metrics import BridgeMetrics, ScannerMetrics
from scanner_drivers.broker_link import QOS, REFUSED, broker_client, cancelled, keep_connected, publish
from scanner_drivers.driven_port import now_ms
from scanner_drivers.intents import Intent
from scanner_drivers.messages import message_of, travels
from scanner_drivers.outbox import Outbox
from scanner_drivers.sightings import BurnCardSeen, CardSeen, CardSeenOutside, Misread, ReadsLost, Sighting
from scanner_drivers.wishes import Wishes


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
        wish: Callable[[Intent], None] | None = None,
        metrics: ScannerMetrics | None = None,
        backoff: Backoff | None = None,
    ) -> None:
        """Hand what the table wants of the device to `wish`."""
        self._broker = broker
        self._outbox = outbox
        self._driver = driver
        self._wish = wish
        self._wishes = Wishes(outbox.boot)
        self._metrics = metrics or BridgeMetrics().of(scanner)
        self._backoff = backoff or Backoff(longest=0.5)  # the table gives a scanner up that is not back soon
        self._read_topic = scanner_read(table, scanner)
        self._status_topic = scanner_status(table, scanner)
        self._hear: dict[str, Callable[[bytes], None]] = {
            scanner_ack(table, scanner): self._take_confirmation,
            self._status_topic: self._check_presence,
            scanner_wanted(table, scanner): self._take_wanted,
            scanner_verdict(table, scanner): self._take_verdict,
        }
        # The same for every start of this scanner's bridge: the broker then ends a connection left over from a crash,
        # last will and all, before it lets the new one in.
        self._client_id = f"{table}-{scanner}"
        self._status = self._presence(False, "starting")
        self._status_sent: ScannerStatus | None = None
        self._will = self._presence(False, "bridge lost")
        self._wake = asyncio.Event()
        self._trouble = ""
        self._last_sent = 0
        self._log = structlog.get_logger("scanner_drivers.publisher").bind(scanner=scanner)

    def publish(self, sighting: Sighting) -> None:
        """Keep a sighting for the table and have it sent."""
        if isinstance(sighting, ReadsLost):
            self._outbox.leave_gap(sighting.missing)
        elif travels(sighting):
            lost = self._outbox.add(sighting, time.time_ns() // 1_000_000)
            if lost is not None:
                self._log.error("OUTBOX FULL: a read is lost for good", seq=lost.seq, kept=self._outbox.waiting)
            if isinstance(sighting, CardSeen | BurnCardSeen | CardSeenOutside | Misread):
                self._wishes.read(self._outbox.newest)
            self._metrics.outbox.set(self._outbox.waiting)
            self._wake.set()

    def announce(self, *, online: bool, reason: str = "") -> None:
        """Tell everybody whether this scanner can read a card now."""
        self._status = self._presence(online, reason)
        self._wake.set()

    async def run(self) -> None:
        """Stay connected and keep sending; on cancellation say "offline" and go."""
        await keep_connected(self._client, self._talk, self._tell_trouble, self._backoff)

    def _tell_trouble(self, reason: str) -> None:
        if reason != self._trouble:
            self._trouble = reason
            self._log.warning("broker not connected", reason=reason, kept=self._outbox.waiting)

    def _client(self) -> aiomqtt.Client:
        will = aiomqtt.Will(self._status_topic, self._will.model_dump_json(), QOS, retain=True)
        return broker_client(self._broker, self._client_id, will)

    async def _talk(self, client: aiomqtt.Client) -> None:
        self._log.info("broker connected", host=self._broker.host, port=self._broker.port, kept=self._outbox.waiting)
        self._trouble = ""
        self._outbox.go_back()
        self._status_sent = None
        try:
            await self._subscribe(client)
            if cancelled():
                raise asyncio.CancelledError
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._listen(client))
                tasks.create_task(self._send(client))
        except asyncio.CancelledError:
            await self._say_goodbye(client)
            raise

    async def _subscribe(self, client: aiomqtt.Client) -> None:
        granted = await client.subscribe([(topic, QOS) for topic in self._hear])
        for topic, answer in zip(self._hear, granted, strict=True):
            if answer == REFUSED:
                self._log.error("the broker refuses a subscription: check its access list", topic=topic)

    async def _say_goodbye(self, client: aiomqtt.Client) -> None:
        if self._outbox.waiting:
            self._log.error("stopping with reads the table has not confirmed", kept=self._outbox.waiting)
        with suppress(aiomqtt.MqttError):
            await self._send_status(client, self._presence(False, "bridge stopped"))

    async def _send(self, client: aiomqtt.Client) -> None:
        while not cancelled():
            self._wake.clear()
            if self._status.online:
                await self._send_new_status(client)
            while not cancelled() and (kept := self._outbox.take(now_ms())) is not None:
                message = message_of(kept, self._outbox.boot, self._outbox.oldest)
                if kept.seq <= self._last_sent:
                    self._metrics.resends.inc()
                self._last_sent = max(self._last_sent, kept.seq)
                await publish(client, self._read_topic, message.model_dump_json())
            # What a scanner saw before it went is told before it is gone: that card is not one that may be lost.
            await self._send_new_status(client)
            await self._wait_for_work()

    async def _send_new_status(self, client: aiomqtt.Client) -> None:
        if self._status_sent != self._status:
            await self._send_status(client, self._status)

    async def _send_status(self, client: aiomqtt.Client, status: ScannerStatus) -> None:
        await publish(client, self._status_topic, status.model_dump_json(), retain=True)
        self._status_sent = status

    async def _wait_for_work(self) -> None:
        if cancelled():
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
                self._hear[message.topic.value](payload)
            except ValidationError as error:
                self._log.warning("junk ignored", topic=message.topic.value, fault=first_fault(error))

    def _take_confirmation(self, payload: bytes) -> None:
        ack = ReadsCommitted.model_validate_json(payload)
        kind = self._outbox.confirm(ack.boot, ack.seq, now_ms())
        if kind == "impossible":
            self._log.error("the table confirms what was never sent", seq=ack.seq)
        self._metrics.outbox.set(self._outbox.waiting)
        self._wake.set()

    def _take_wanted(self, payload: bytes) -> None:
        self._pass_on(self._wishes.hear_wanted(ScannerWanted.model_validate_json(payload)))

    def _take_verdict(self, payload: bytes) -> None:
        self._pass_on(self._wishes.hear_verdict(ReadVerdict.model_validate_json(payload)))

    def _pass_on(self, intents: tuple[Intent, ...]) -> None:
        if self._wish is not None:
            for intent in intents:
                self._wish(intent)

    def _check_presence(self, payload: bytes) -> None:
        """Say again what we are when an old connection's will, arriving late, has said otherwise."""
        heard = ScannerStatus.model_validate_json(payload)
        if heard == self._will or heard.boot != self._outbox.boot:
            self._status_sent = None
            self._wake.set()

    def _presence(self, online: bool, reason: str) -> ScannerStatus:
        return ScannerStatus(online=online, boot=self._outbox.boot, driver=self._driver, reason=reason)
