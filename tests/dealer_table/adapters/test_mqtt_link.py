"""That a link ends when it is told to, whatever it is in the middle of. I/O: MQTT, processes."""

import asyncio
from collections.abc import Callable
from typing import Any

import aiomqtt
import pytest
from prometheus_client import CollectorRegistry

from dealer_table.adapters.mqtt_link import MqttLink
from dealer_table.adapters.mqtt_metrics import MqttMetrics
from dealer_table.config.broker import BrokerAddress
from tests.fixtures.brokers import Broker

pytest_plugins = ["tests.fixtures.broker_fixtures"]

_PATIENCE = 20.0


class CancelledAt(MqttLink):
    """A link whose task is cancelled in the moment in which the broker's answer arrives, before the task is woken.

    Up to Python 3.11 `asyncio.wait_for` gives such a task the answer, and forgets that it was cancelled.
    """

    def __init__(self, broker: Broker, answer: str) -> None:
        super().__init__(BrokerAddress(broker.host, broker.port), "t1", MqttMetrics(CollectorRegistry()))
        self.listen("dealer-table/t1/#", lambda topic, payload: None)
        self._answer = answer
        self.task: asyncio.Task[None] | None = None

    def _client(self) -> aiomqtt.Client:
        client = super()._client()
        told: Callable[..., Any] = getattr(client._client, self._answer)
        loop = asyncio.get_running_loop()

        def cancel(*arguments: Any) -> None:
            told(*arguments)
            assert self.task is not None
            loop.call_soon_threadsafe(self.task.cancel)

        setattr(client._client, self._answer, cancel)
        return client


@pytest.mark.parametrize("answer", ["on_connect", "on_subscribe", "on_publish"])
async def test_cancelled_as_an_answer_of_the_broker_arrives_it_ends(any_broker: Broker, answer: str) -> None:
    link = CancelledAt(any_broker, answer)
    link.task = asyncio.get_running_loop().create_task(link.run())
    done, _ = await asyncio.wait([link.task], timeout=_PATIENCE)
    assert done and link.task.cancelled()
