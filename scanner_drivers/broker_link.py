"""A bridge's connections to the broker: made, kept, made again. I/O: MQTT."""

import asyncio
import random
import socket
import sys
from collections.abc import Awaitable, Callable

import aiomqtt

from dealer_table.config.broker import BrokerAddress
from scanner_drivers.backoff import Backoff

QOS = 1
REFUSED = 0x80  # what a broker answers to a subscription that it does not allow
# A publish that is in flight when the link breaks waits this long for an answer that will not come.
_ANSWER_SECONDS = 2.0
_KEEPALIVE_SECONDS = 10
# A link that is lost as soon as it is made must not be hammered: the waits start over only after this.
_SETTLED_SECONDS = 5.0


def broker_client(broker: BrokerAddress, client_id: str | None, will: aiomqtt.Will | None = None) -> aiomqtt.Client:
    """Return a client, not yet connected; without an id the broker gives one."""
    return aiomqtt.Client(
        broker.host,
        broker.port,
        identifier=client_id,
        username=broker.username,
        password=broker.password,
        tls_context=broker.tls,
        protocol=aiomqtt.ProtocolVersion.V311,
        keepalive=_KEEPALIVE_SECONDS,
        timeout=_ANSWER_SECONDS,
        socket_options=[(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)],  # a read must not wait for the one after it
        will=will,
    )


async def publish(client: aiomqtt.Client, topic: str, payload: str, *, retain: bool = False) -> None:
    """Publish, and have the kernel acknowledge the broker's answer at once instead of within 40 ms.

    Until then a broker that has not turned Nagle's algorithm off, as most have not, keeps back what it has for us next:
    the table's wish for a card.
    """
    await client.publish(topic, payload, QOS, retain=retain)
    connected = client._client.socket()
    if isinstance(connected, socket.socket) and sys.platform == "linux":
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)


async def keep_connected(
    client: Callable[[], aiomqtt.Client],
    talk: Callable[[aiomqtt.Client], Awaitable[None]],
    lost: Callable[[str], None],
    backoff: Backoff,
) -> None:
    """Have `talk` serve one connection after the other until cancelled; `lost` hears why one ended."""

    async def session() -> None:
        try:
            async with client() as connected:
                await talk(connected)
        except* (aiomqtt.MqttError, OSError) as faults:
            lost(_first(faults))

    loop = asyncio.get_running_loop()
    attempt = 0
    async with asyncio.TaskGroup() as sessions:
        while not cancelled():
            began = loop.time()
            # A task of its own: what a failed TaskGroup does to its task would pass for a cancellation here.
            await sessions.create_task(session())
            attempt = 0 if loop.time() - began >= _SETTLED_SECONDS else attempt + 1
            if not cancelled():
                await asyncio.sleep(backoff.wait(attempt, random.random))
        raise asyncio.CancelledError


def cancelled() -> bool:
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
