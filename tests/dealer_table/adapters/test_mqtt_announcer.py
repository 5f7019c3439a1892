"""What gateways elsewhere are told, with the broker there and away. I/O: MQTT, processes."""

import asyncio

from prometheus_client import CollectorRegistry

from dealer_table.adapters.mqtt_announcer import MqttAnnouncer
from dealer_table.adapters.mqtt_link import MqttLink
from dealer_table.adapters.mqtt_metrics import MqttMetrics
from dealer_table.config.broker import BrokerAddress
from dealer_table.ports.journal import Anchor
from dealer_table.wire.card_read import JournalAnchor
from tests.fixtures.broker_talk import peer, running, until
from tests.fixtures.brokers import Broker

pytest_plugins = ["tests.fixtures.broker_fixtures"]

EVENTS, VIEW, ANCHOR = (f"dealer-table/t1/{what}" for what in ("events", "view", "anchor"))


def linked(broker: Broker, backlog: int = 1_000) -> tuple[MqttLink, MqttAnnouncer, CollectorRegistry]:
    registry = CollectorRegistry()
    link = MqttLink(BrokerAddress(broker.host, broker.port), "t1", MqttMetrics(registry), backlog=backlog)
    return link, MqttAnnouncer(link, "t1"), registry


async def test_updates_arrive_in_order_and_are_not_kept_by_the_broker(any_broker: Broker) -> None:
    link, announcer, _ = linked(any_broker)
    async with running(link.run()):
        async with peer(any_broker) as gateway:
            for version in range(50):
                announcer.publish_update(b"%d" % version)
            await until(lambda: len(gateway.on(EVENTS)) == 50)
            assert gateway.on(EVENTS) == [b"%d" % version for version in range(50)]
        announcer.publish_view(b"view")
        async with peer(any_broker) as late:
            await until(lambda: late.on(VIEW))
            assert late.on(EVENTS) == []


async def test_a_gateway_that_comes_later_finds_the_last_view_and_the_anchor(any_broker: Broker) -> None:
    link, announcer, _ = linked(any_broker)
    large = b"x" * 200_000
    async with running(link.run()):
        announcer.publish_view(b"old")
        announcer.publish_view(large)
        announcer.publish_anchor("e" * 32, Anchor(7, "f" * 64))
        async with peer(any_broker) as first:
            await until(lambda: first.on(ANCHOR) and first.on(VIEW)[-1:] == [large])
        async with peer(any_broker) as late:
            await until(lambda: late.on(ANCHOR) and late.on(VIEW))
            assert late.on(VIEW) == [large]
            assert JournalAnchor.model_validate_json(late.on(ANCHOR)[0]).position == 7


async def test_while_the_broker_is_away_the_backlog_is_bounded_and_the_last_view_survives(any_broker: Broker) -> None:
    link, announcer, registry = linked(any_broker, backlog=10)
    async with running(link.run()):
        await until(lambda: link.connected)
        assert registry.get_sample_value("dealer_table_mqtt_connected") == 1
        any_broker.kill()
        await until(lambda: not link.connected)
        assert registry.get_sample_value("dealer_table_mqtt_connected") == 0
        for version in range(1_000):
            announcer.publish_update(b"%d" % version)
            announcer.publish_view(b"view %d" % version)
        assert registry.get_sample_value("dealer_table_mqtt_dropped_total") == 990
        any_broker.start()
        async with peer(any_broker) as gateway:
            await until(lambda: gateway.on(VIEW))
            assert gateway.on(VIEW) == [b"view 999"]


async def test_a_link_without_a_broker_never_blocks_who_speaks() -> None:
    registry = CollectorRegistry()
    link = MqttLink(BrokerAddress("127.0.0.1", 9), "t1", MqttMetrics(registry), backlog=3)
    async with running(link.run()):
        for version in range(10):
            link.publish(EVENTS, b"%d" % version)
        await asyncio.sleep(0)
    assert registry.get_sample_value("dealer_table_mqtt_dropped_total") == 7


def test_a_password_is_not_shown() -> None:
    assert "secret" not in repr(BrokerAddress(username="table", password="secret"))
