"""What scanners are told through a real broker, as a table deals. I/O: MQTT, processes."""

import json
from collections.abc import Sequence
from functools import partial

from prometheus_client import CollectorRegistry

from dealer_table.adapters.memory_journal import MemoryJournal
from dealer_table.adapters.mqtt_bridges import MqttBridges
from dealer_table.adapters.mqtt_link import MqttLink
from dealer_table.adapters.mqtt_metrics import MqttMetrics
from dealer_table.adapters.mqtt_scanner_wants import MqttScannerWants
from dealer_table.config.broker import BrokerAddress
from dealer_table.ports.announcements import Announced
from dealer_table.procedure.events import Event
from dealer_table.wire.bridge_status import BridgeStatus
from tests.dealer_table.procedure.table_at_work import PLAYER_NATURAL, TableAtWork, table_in_coup, table_with_shoe
from tests.fixtures.broker_talk import Peer, peer, running, until
from tests.fixtures.brokers import Broker

pytest_plugins = ["tests.fixtures.broker_fixtures"]

WANTED, VERDICT = (f"dealer-table/t1/scanner/shoe/{what}" for what in ("wanted", "verdict"))
BRIDGE = "dealer-table/t1/bridge/shoe-pc/status"


class Teller:
    """A table that tells its scanners what it wants."""

    def __init__(self, broker: Broker, table: TableAtWork) -> None:
        self.table = table
        self.registry = CollectorRegistry()
        self.metrics = MqttMetrics(self.registry)
        self.link = MqttLink(BrokerAddress(broker.host, broker.port), "t1", self.metrics)
        self._wants = MqttScannerWants(self.link, "t1")
        self._wants.restore(table.state)
        self._journal = MemoryJournal()

    def tell(self, events: Sequence[Event]) -> None:
        self._wants.announce([Announced(tuple(self._journal.append([events])), self.table.state)])


def has_heard(connection: Peer, topic: str, count: int) -> bool:
    return len(connection.on(topic)) >= count


def said(connection: Peer, topic: str) -> list[object]:
    return [json.loads(payload) for payload in connection.on(topic)]


def place(position: str) -> dict[str, object]:
    return {"want": "card", "position": position}


async def test_a_scanner_is_told_what_is_wanted_and_what_became_of_its_read(broker: Broker) -> None:
    table = table_in_coup()
    teller = Teller(broker, table)
    async with peer(broker) as connection, running(teller.link.run()):
        await until(lambda: connection.on(WANTED))
        for told, card in enumerate(PLAYER_NATURAL.split(), start=1):
            await until(partial(has_heard, connection, WANTED, told))
            teller.tell(table.read(card))
        await until(lambda: len(connection.on(VERDICT)) == 4 and len(connection.on(WANTED)) == 5)
        places = [place(position) for position in ("player_1", "banker_1", "player_2", "banker_2")]
        assert said(connection, WANTED) == [*places, {"want": "nothing", "position": None}]
        assert said(connection, VERDICT) == [{"boot": "b1", "seq": seq, "verdict": "good"} for seq in range(1, 5)]
    async with peer(broker) as late:
        await until(lambda: late.on(WANTED))
        assert (said(late, WANTED), late.on(VERDICT)) == ([{"want": "nothing", "position": None}], [])


async def test_the_same_card_is_wanted_anew_after_a_misread_and_after_the_scanner_was_away(broker: Broker) -> None:
    table = table_in_coup()
    teller = Teller(broker, table)
    async with peer(broker) as connection, running(teller.link.run()):
        await until(lambda: len(connection.on(WANTED)) == 1)
        teller.tell(table.misread())
        await until(lambda: len(connection.on(WANTED)) == 2)
        teller.tell(table.scanner(online=False))
        teller.tell(table.scanner(online=True))
        await until(lambda: len(connection.on(WANTED)) == 3)
        assert said(connection, WANTED) == [place("player_1")] * 3
        assert said(connection, VERDICT) == [{"boot": "b1", "seq": 1, "verdict": "bad"}]


async def test_what_is_not_of_the_scanner_is_not_told_it(broker: Broker) -> None:
    table = table_with_shoe()
    teller = Teller(broker, table)
    async with peer(broker) as connection, running(teller.link.run()):
        await until(lambda: connection.on(WANTED))
        table.open_betting()
        teller.tell(table.events[-1:])
        table.close_betting()
        teller.tell(table.events[-1:])
        await until(lambda: len(connection.on(WANTED)) == 2)
        assert said(connection, WANTED) == [{"want": "nothing", "position": None}, place("player_1")]


async def test_a_bridge_that_comes_and_goes_is_counted_and_junk_too(broker: Broker) -> None:
    teller = Teller(broker, table_with_shoe())
    MqttBridges(teller.link, "t1", teller.metrics, teller.registry)

    def count(name: str, **labels: str) -> float | None:
        return teller.registry.get_sample_value(f"dealer_table_{name}", labels)

    async with running(teller.link.run()), peer(broker) as connection:
        await until(lambda: teller.link.connected)
        await connection.say(BRIDGE, BridgeStatus(online=True, scanners=("shoe",)).model_dump_json())
        await until(lambda: count("bridge_online", bridge="shoe-pc") == 1)
        await connection.say(BRIDGE, BridgeStatus(online=False, scanners=("shoe",)).model_dump_json())
        await until(lambda: count("bridge_online", bridge="shoe-pc") == 0)
        for junk in (b"", b"x" * 10_000):
            await connection.say(BRIDGE, junk)
        await until(lambda: count("wire_errors_total") == 2)
