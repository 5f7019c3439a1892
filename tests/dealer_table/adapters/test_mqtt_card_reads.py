"""Scanner messages through real brokers to a controller that commits when it is told to. I/O: MQTT, processes."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
from prometheus_client import CollectorRegistry

from dealer_table.adapters.mqtt_card_reads import MqttCardReads
from dealer_table.adapters.mqtt_link import MqttLink
from dealer_table.adapters.mqtt_metrics import MqttMetrics
from dealer_table.adapters.system_clock import SystemClock
from dealer_table.baccarat.cards import Card
from dealer_table.config.broker import BrokerAddress
from dealer_table.errors import JournalError
from dealer_table.procedure.commands import Fact, ReadId, RecordReadsLost, RecordScannerStatus
from dealer_table.procedure.facts import read_of
from dealer_table.wire.card_read import CardReadMessage, ReadsCommitted, ScannerStatus, TableStatus
from tests.fixtures.broker_talk import Peer, peer, running, until
from tests.fixtures.brokers import Broker

pytest_plugins = ["tests.fixtures.broker_fixtures"]

READ = "dealer-table/t1/scanner/shoe-1/read"
STATUS = "dealer-table/t1/scanner/shoe-1/status"
ACK = "dealer-table/t1/scanner/shoe-1/ack"
TABLE_STATUS = "dealer-table/t1/status"


class GatedIntake:
    """A controller that commits at once while the gate is open, and groups what waits in front of a closed one."""

    def __init__(self) -> None:
        self.gate = asyncio.Event()
        self.gate.set()
        self.disk_full = False
        self.committed: list[Fact] = []
        self.submitted: list[Fact] = []

    async def submit_fact(self, fact: Fact) -> None:
        self.submitted.append(fact)
        await self.gate.wait()
        if self.disk_full:
            raise JournalError("the disk is full")
        self.committed.append(fact)

    @property
    def seqs(self) -> list[int]:
        """Return the numbers of the reads on record."""
        return [read.seq for fact in self.committed if (read := read_of(fact)) is not None]


class Table:
    """The table's end of one broker."""

    def __init__(self, broker: Broker, cursors: tuple[ReadId, ...] = (), online: tuple[str, ...] = ()) -> None:
        self.registry = CollectorRegistry()
        metrics = MqttMetrics(self.registry)
        self.intake = GatedIntake()
        self.link = MqttLink(BrokerAddress(broker.host, broker.port), "t1", metrics)
        self.reads = MqttCardReads(
            self.link,
            "t1",
            self.intake,
            SystemClock(),
            metrics,
            cursors=cursors,
            online=online,
            away_after=0.2,
        )

    def count(self, name: str, **labels: str) -> float:
        return self.registry.get_sample_value(f"dealer_table_{name}", labels) or 0.0


def read(seq: int, oldest: int = 1, boot: str = "b1") -> str:
    return CardReadMessage(boot=boot, seq=seq, oldest=oldest, seen_at=0, card=Card.EIGHT_OF_SPADES).model_dump_json()


def ack(seq: int, boot: str = "b1") -> bytes:
    return ReadsCommitted(boot=boot, seq=seq).model_dump_json().encode()


def online(value: bool = True) -> str:
    return ScannerStatus(online=value, boot="b1", driver="ascii_line").model_dump_json()


def statuses(table: Table) -> list[bool]:
    return [fact.online for fact in table.intake.committed if isinstance(fact, RecordScannerStatus)]


@asynccontextmanager
async def dealing(table: Table, broker: Broker) -> AsyncIterator[Peer]:
    """Run the table, and yield a bridge that is heard by it."""
    async with running(table.link.run(), table.reads.run()), peer(broker) as bridge:
        await until(lambda: bridge.on(TABLE_STATUS))
        yield bridge


async def test_reads_are_committed_in_order_and_then_confirmed(any_broker: Broker) -> None:
    table = Table(any_broker)
    async with dealing(table, any_broker) as bridge:
        for seq in range(1, 101):
            await bridge.say(READ, read(seq))
        await until(lambda: ack(100) in bridge.on(ACK))
        assert table.intake.seqs == list(range(1, 101))
    async with peer(any_broker, ACK) as later:
        await until(lambda: later.heard)
        assert later.heard == [(ACK, ack(100), True)]


async def test_nothing_is_confirmed_before_it_is_committed_and_what_waits_goes_together(any_broker: Broker) -> None:
    table = Table(any_broker)
    async with dealing(table, any_broker) as bridge:
        table.intake.gate.clear()
        for seq in range(1, 21):
            await bridge.say(READ, read(seq))
        await until(lambda: table.count("reads_total", what="accept") == 20)
        first_group = len(table.intake.submitted)
        assert first_group < 20
        assert bridge.on(ACK) == []
        table.intake.gate.set()
        await until(lambda: ack(20) in bridge.on(ACK))
        assert table.intake.seqs == list(range(1, 21))


@pytest.mark.parametrize(
    ("topic", "payload"),
    [
        (READ, b""),
        (READ, b"\xff\xfe\x00"),
        (READ, b"{" * 1000),
        (READ, b'{"kind":"card"}'),
        (READ, read(1)[:-1] + ',"extra":1}'),
        (READ, read(1, oldest=9)),
        (READ, read(1).replace("8S", "9X")),
        (READ, read(1).replace('"detail":""', f'"detail":"{"x" * 100_000}"')),
        (STATUS, b"online"),
    ],
)
async def test_junk_is_counted_and_nothing_else_comes_of_it(broker: Broker, topic: str, payload: bytes | str) -> None:
    table = Table(broker)
    async with dealing(table, broker) as bridge:
        await bridge.say(topic, payload)
        await until(lambda: table.count("wire_errors_total") == 1)
        assert bridge.on(ACK) == []
        await bridge.say(READ, read(1))
        await until(lambda: ack(1) in bridge.on(ACK))
        assert table.intake.seqs == [1]


async def test_a_repeat_is_confirmed_again_and_not_committed_again(any_broker: Broker) -> None:
    table = Table(any_broker, cursors=(ReadId("shoe-1", "b1", 5),))
    async with dealing(table, any_broker) as bridge:
        await bridge.say(READ, read(4))
        await until(lambda: ack(5) in bridge.on(ACK))
        for _ in range(3):
            await bridge.say(READ, read(6))
        await until(lambda: table.count("reads_total", what="repeat") == 3)
        await until(lambda: ack(6) in bridge.on(ACK))
        assert table.intake.seqs == [6]


async def test_a_read_that_comes_too_early_waits_until_it_is_sent_again(broker: Broker) -> None:
    table = Table(broker)
    async with dealing(table, broker) as bridge:
        for seq in (1, 3):
            await bridge.say(READ, read(seq))
        await until(lambda: table.count("reads_total", what="wait") == 1)
        for seq in (2, 3):
            await bridge.say(READ, read(seq, oldest=2))
        await until(lambda: ack(3) in bridge.on(ACK))
        assert table.intake.seqs == [1, 2, 3]


async def test_reads_that_exist_no_more_are_recorded_as_lost_before_the_next(broker: Broker) -> None:
    table = Table(broker, cursors=(ReadId("shoe-1", "b1", 2),))
    async with dealing(table, broker) as bridge:
        await bridge.say(READ, read(6, oldest=6))
        await until(lambda: ack(6) in bridge.on(ACK))
        lost, found = table.intake.committed
        assert isinstance(lost, RecordReadsLost)
        assert (lost.scanner, lost.boot, lost.first, lost.last) == ("shoe-1", "b1", 3, 5)
        assert read_of(found) == ReadId("shoe-1", "b1", 6)


async def test_reads_that_the_journal_refused_are_taken_again_in_order(broker: Broker) -> None:
    table = Table(broker)
    async with dealing(table, broker) as bridge:
        await bridge.say(READ, read(1))
        await until(lambda: ack(1) in bridge.on(ACK))
        table.intake.disk_full = True
        await bridge.say(STATUS, online())
        await bridge.say(READ, read(2))
        await until(lambda: len(table.intake.submitted) >= 3)
        table.intake.disk_full = False
        for seq in (2, 3):
            await bridge.say(READ, read(seq, oldest=2))
        await until(lambda: ack(3) in bridge.on(ACK))
        assert table.intake.seqs == [1, 2, 3]
        assert statuses(table) == [True], "a bridge does not say again that it is there"


async def test_a_broker_that_died_and_came_back_empty_costs_no_read(any_broker: Broker) -> None:
    table = Table(any_broker)
    async with running(table.link.run(), table.reads.run()):
        async with peer(any_broker) as bridge:
            await until(lambda: bridge.on(TABLE_STATUS))
            await bridge.say(READ, read(1))
            await until(lambda: ack(1) in bridge.on(ACK))
            any_broker.kill()
        any_broker.start()
        async with peer(any_broker) as bridge:
            await until(lambda: ack(1) in bridge.on(ACK))  # said again, though nobody asked
            for seq in (1, 2):
                await bridge.say(READ, read(seq))
            await until(lambda: ack(2) in bridge.on(ACK))
    assert table.intake.seqs == [1, 2]


async def test_a_table_that_starts_before_the_broker_finds_it(broker: Broker) -> None:
    broker.stop()
    table = Table(broker)
    async with running(table.link.run(), table.reads.run()):
        broker.start()
        async with peer(broker) as bridge:
            await until(lambda: bridge.on(TABLE_STATUS))
            await bridge.say(READ, read(1))
            await until(lambda: ack(1) in bridge.on(ACK))


async def test_a_scanner_that_comes_and_goes_is_recorded_once_each_time(any_broker: Broker) -> None:
    table = Table(any_broker)
    async with dealing(table, any_broker) as bridge:
        for value in (True, True, False, False, True):
            await bridge.say(STATUS, online(value), retain=True)
        await until(lambda: len(statuses(table)) == 3)
        assert statuses(table) == [True, False, True]


@pytest.mark.parametrize("says", [lambda broker: broker.kill(), lambda broker: None])
async def test_a_scanner_not_heard_of_since_the_start_or_since_the_broker_went_is_gone(
    broker: Broker, says: Callable[[Broker], None]
) -> None:
    table = Table(broker, online=("shoe-1",))
    async with running(table.link.run(), table.reads.run()):
        says(broker)
        await until(lambda: statuses(table) == [False])


async def test_a_scanner_that_is_heard_of_is_not_doubted(broker: Broker) -> None:
    table = Table(broker, online=("shoe-1", "shoe-2"))
    async with peer(broker) as bridge:
        await bridge.say(STATUS, online(), retain=True)
        async with running(table.link.run(), table.reads.run()):
            await until(lambda: statuses(table))
    assert [fact.scanner for fact in table.intake.committed if isinstance(fact, RecordScannerStatus)] == ["shoe-2"]


async def test_a_table_that_ends_says_so(any_broker: Broker) -> None:
    table = Table(any_broker)
    async with peer(any_broker) as watcher:
        async with running(table.link.run(), table.reads.run()):
            await until(lambda: watcher.on(TABLE_STATUS))
        await until(lambda: len(watcher.on(TABLE_STATUS)) == 2)
        said = [TableStatus.model_validate_json(payload).online for payload in watcher.on(TABLE_STATUS)]
        assert said == [True, False]
