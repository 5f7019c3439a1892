"""A connection to a table's broker: it comes back by itself, and nothing waits for it. I/O: MQTT."""

import asyncio
import logging
import random
import socket
import sys
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import aiomqtt
import structlog

from dealer_table.adapters.mqtt_metrics import MqttMetrics
from dealer_table.config.broker import BrokerAddress
from dealer_table.wire.card_read import TableStatus
from dealer_table.wire.topics import table_status

_QOS = 1
_REFUSED = 0x80  # what a broker answers to a subscription that it does not allow
_KEEPALIVE_SECONDS = 10
# A publish that is in flight when the link breaks waits this long for an answer that will not come.
_ANSWER_SECONDS = 2.0
# A broker that comes back must be found well before its scanners are given up.
_FIRST_WAIT, _LONGEST_WAIT = 0.1, 0.5
# A link that is lost as soon as it is made must not be hammered: the waits start over only after this.
_SETTLED_SECONDS = 5.0

_log = structlog.get_logger("dealer_table.mqtt")


class MqttLink:
    """Two ways to say something: `keep` what is true until it changes, `publish` what happened once.

    What is kept is retained by the broker and said again after every reconnect, so a broker that lost it learns it
    anew. What is published waits in a bounded backlog while the broker is away; the oldest goes when that is full.

    The link that `speaks_for_table` is its presence: the retained status says "online" while it is there. Any other,
    a gateway's, only listens and may be one of many.
    """

    def __init__(
        self,
        broker: BrokerAddress,
        table: str,
        metrics: MqttMetrics,
        *,
        speaks_for_table: bool = True,
        backlog: int = 1_000,
        chance: Callable[[], float] = random.random,
    ) -> None:
        self._broker = broker
        self._table = table
        self._metrics = metrics
        self._chance = chance
        self._handlers: dict[str, Callable[[str, bytes], None]] = {}
        self._watchers: list[Callable[[bool], None]] = []
        self._kept: dict[str, bytes] = {}
        self._stale: dict[str, None] = {}  # topics whose kept value is to be said, in order
        self._backlog: deque[tuple[str, bytes]] = deque()
        self._most = backlog
        self._work = asyncio.Event()
        self._connected = False
        self._trouble = ""
        self._speaks_for_table = speaks_for_table
        if speaks_for_table:
            self.keep(table_status(table), _status(online=True))

    @property
    def connected(self) -> bool:
        """Tell whether the broker is there and every subscription stands."""
        return self._connected

    def listen(self, topic_filter: str, handler: Callable[[str, bytes], None]) -> None:
        """Have `handler` called with topic and payload of what arrives; to be said before `run`."""
        self._handlers[topic_filter] = handler

    def watch(self, watcher: Callable[[bool], None]) -> None:
        """Have `watcher` told when the link comes (True) and goes (False)."""
        self._watchers.append(watcher)

    def keep(self, topic: str, payload: bytes) -> None:
        """Say what is true on `topic` from now on, and again after every reconnect; never blocks."""
        self._kept[topic] = payload
        self._stale[topic] = None
        self._work.set()

    def publish(self, topic: str, payload: bytes) -> None:
        """Say once what happened, now or when the broker is back; never blocks."""
        if len(self._backlog) >= self._most:
            self._backlog.popleft()
            self._metrics.dropped.inc()
        self._backlog.append((topic, payload))
        self._work.set()

    async def run(self) -> None:
        """Stay connected until cancelled; then say that the table is gone."""
        loop = asyncio.get_running_loop()
        attempt = 0
        async with asyncio.TaskGroup() as sessions:
            while not _cancelled():
                began = loop.time()
                # A task of its own: what a failed TaskGroup does to its task would pass for a cancellation here.
                await sessions.create_task(self._session())
                if loop.time() - began >= _SETTLED_SECONDS:
                    attempt = 0
                if not _cancelled():
                    await asyncio.sleep(min(_LONGEST_WAIT, _FIRST_WAIT * 2.0**attempt) * (0.5 + 0.5 * self._chance()))
                attempt = min(attempt + 1, 10)
            raise asyncio.CancelledError

    async def _session(self) -> None:
        """Serve one connection until it is lost."""
        try:
            async with self._client() as client:
                _log.info("broker connected", host=self._broker.host, port=self._broker.port)
                self._trouble = ""
                await self._serve(client)
        except* (aiomqtt.MqttError, OSError) as faults:
            reason = str(faults.exceptions[0]) or "connection lost"
            if reason != self._trouble:
                _log.warning("broker not connected", reason=reason, waiting=len(self._backlog))
            self._trouble = reason

    def _client(self) -> aiomqtt.Client:
        will = aiomqtt.Will(table_status(self._table), _status(online=False), _QOS, retain=True)
        return aiomqtt.Client(
            self._broker.host,
            self._broker.port,
            # The same for every start: the broker ends what a crash left open, last will and all, before the new one.
            identifier=f"dealer-table-{self._table}" if self._speaks_for_table else None,
            username=self._broker.username,
            password=self._broker.password,
            tls_context=self._broker.tls,
            protocol=aiomqtt.ProtocolVersion.V311,
            keepalive=_KEEPALIVE_SECONDS,
            timeout=_ANSWER_SECONDS,
            socket_options=[(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)],  # a confirmation must not wait for the next
            will=will if self._speaks_for_table else None,
        )

    async def _serve(self, client: aiomqtt.Client) -> None:
        await self._subscribe(client)
        if _cancelled():
            raise asyncio.CancelledError
        self._stale = dict.fromkeys(self._kept)
        self._work.set()
        self._tell(connected=True)
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._receive(client))
                tasks.create_task(self._send(client))
        except asyncio.CancelledError:
            await self._say_goodbye(client)
            raise
        finally:
            self._tell(connected=False)

    async def _say_goodbye(self, client: aiomqtt.Client) -> None:
        if self._speaks_for_table:
            with suppress(aiomqtt.MqttError):
                await client.publish(table_status(self._table), _status(online=False), _QOS, retain=True)

    async def _subscribe(self, client: aiomqtt.Client) -> None:
        for topic_filter in self._handlers:
            (granted,) = await client.subscribe(topic_filter, _QOS)
            if granted == _REFUSED:
                _log.error("the broker refuses a subscription: check its access list", topic=topic_filter)

    async def _receive(self, client: aiomqtt.Client) -> None:
        async for message in client.messages:
            payload = message.payload if isinstance(message.payload, bytes) else b""
            for topic_filter, handler in self._handlers.items():
                if message.topic.matches(topic_filter):
                    handler(message.topic.value, payload)

    async def _send(self, client: aiomqtt.Client) -> None:
        while not _cancelled():
            await self._work.wait()
            self._work.clear()
            while (self._stale or self._backlog) and not _cancelled():
                # By turns, so that neither what is true nor what happened waits for ever on the other.
                for topic in list(self._stale):
                    del self._stale[topic]
                    await _publish(client, topic, self._kept[topic], retain=True)
                await self._send_oldest(client)

    async def _send_oldest(self, client: aiomqtt.Client) -> None:
        if not self._backlog:
            return
        topic, payload = self._backlog.popleft()
        try:
            await _publish(client, topic, payload)
        except BaseException:
            # Perhaps it arrived all the same: an update says by its version whether it is news.
            self._backlog.appendleft((topic, payload))
            raise

    def _tell(self, *, connected: bool) -> None:
        self._connected = connected
        self._metrics.connected.set(connected)
        for watcher in self._watchers:
            watcher(connected)


async def _publish(client: aiomqtt.Client, topic: str, payload: bytes, *, retain: bool = False) -> None:
    """Publish, and have the kernel acknowledge the broker's answer at once instead of within 40 ms.

    Until then a broker that has not turned Nagle's algorithm off, as most have not, keeps back what it has for us next:
    a card read.
    """
    await client.publish(topic, payload, _QOS, retain=retain)
    connected = client._client.socket()
    if isinstance(connected, socket.socket) and sys.platform == "linux":
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)


def _cancelled() -> bool:
    """Tell whether this task is to end, even if a library below has swallowed the exception that said so."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


def forgive_lost_links() -> None:
    """Keep what aiomqtt leaves behind of a lost or cancelled connection out of the log: who used it was told."""

    def handler(loop: asyncio.AbstractEventLoop, context: Mapping[str, Any]) -> None:
        if not isinstance(context.get("exception"), aiomqtt.MqttError | asyncio.CancelledError):
            loop.default_exception_handler(dict(context))

    asyncio.get_running_loop().set_exception_handler(handler)
    logging.getLogger("mqtt").setLevel(logging.CRITICAL)


def _status(*, online: bool) -> bytes:
    return TableStatus(online=online).model_dump_json().encode()
