"""The publisher on real brokers: brokers killed, tables that forget, wills that come late."""

import asyncio

import aiomqtt

from dealer_table.baccarat.cards import PACK, Card
from dealer_table.config.broker import BrokerAddress
from dealer_table.wire.card_read import (
    CardReadMessage,
    ReadsCommitted,
    ScannerMessage,
    ScannerStatus,
    parse_scanner_message,
    parse_scanner_status,
)
from dealer_table.wire.read_sequence import Gap, ReadSequence, Verdict
from dealer_table.wire.topics import scanner_ack, scanner_read, scanner_status
from scanner_drivers.backoff import Backoff
from scanner_drivers.broker_link import cancelled
from scanner_drivers.outbox import WINDOW, Outbox
from scanner_drivers.publisher import Publisher
from scanner_drivers.sightings import CardSeen, ReadsLost, Suppressed
from tests.fixtures.broker_talk import Peer, peer, running, until
from tests.fixtures.brokers import Broker

pytest_plugins = ["tests.fixtures.broker_fixtures"]

TABLE, SCANNER, BOOT = "BAC-1", "shoe", "boot-1"
READ, STATUS, ACK = (topic(TABLE, SCANNER) for topic in (scanner_read, scanner_status, scanner_ack))


class Table:
    """The table's end: takes reads in order, commits each at once, confirms. It may be deaf for a while."""

    def __init__(self) -> None:
        self._sequence = ReadSequence()
        self.heard = 0
        self.committed: list[ScannerMessage] = []
        self.lost: list[Gap] = []
        self.deaf = False

    @property
    def cards(self) -> list[Card]:
        return [message.card for message in self.committed if isinstance(message, CardReadMessage)]

    async def serve(self, broker: Broker) -> None:
        """Answer what is heard, over one connection after the other."""
        while not cancelled():
            try:
                async with peer(broker) as connection:
                    await self._answer(connection)
            except* (aiomqtt.MqttError, OSError):
                await asyncio.sleep(0.02)

    async def _answer(self, connection: Peer) -> None:
        handled = 0
        while not cancelled():
            reads = connection.on(READ)
            for payload in reads[handled:]:
                self.heard += 1
                if not self.deaf:
                    await connection.say(ACK, self._take(parse_scanner_message(payload)), retain=True)
            handled = len(reads)
            await asyncio.sleep(0.002)

    def _take(self, message: ScannerMessage) -> str:
        arrival = self._sequence.accept(SCANNER, message)
        if arrival.lost is not None:
            self.lost.append(arrival.lost)
        if arrival.verdict is Verdict.ACCEPT:
            self.committed.append(message)
            self._sequence.commit(SCANNER, message.boot, message.seq)
        return self._sequence.committed(SCANNER, message.boot).model_dump_json()


def new_publisher(broker: Broker, outbox: Outbox | None = None, *, boot: str = BOOT) -> Publisher:
    return Publisher(
        BrokerAddress(broker.host, broker.port),
        TABLE,
        SCANNER,
        driver="ascii_line",
        outbox=outbox or Outbox(boot, patience_ms=200),
        backoff=Backoff(first=0.02, longest=0.1),
    )


def statuses(connection: Peer) -> list[ScannerStatus]:
    return [parse_scanner_status(payload) for payload in connection.on(STATUS)]


def presence(*, online: bool, reason: str = "", boot: str = BOOT) -> ScannerStatus:
    return ScannerStatus(online=online, boot=boot, driver="ascii_line", reason=reason)


async def test_reads_arrive_in_order_and_are_forgotten_once_confirmed(any_broker: Broker) -> None:
    outbox, table = Outbox(BOOT), Table()
    publisher = new_publisher(any_broker, outbox)
    async with running(table.serve(any_broker), publisher.run()):
        for card in PACK:
            publisher.publish(CardSeen(card))
        await until(lambda: not outbox.waiting)
    assert table.cards == list(PACK)
    assert [message.seq for message in table.committed] == list(range(1, 53))


async def test_a_broker_that_is_killed_loses_and_doubles_nothing(any_broker: Broker) -> None:
    outbox, table = Outbox(BOOT, patience_ms=200), Table()
    publisher = new_publisher(any_broker, outbox)
    async with running(publisher.run(), table.serve(any_broker)):
        for _ in range(3):
            for card in PACK[:40]:
                publisher.publish(CardSeen(card))
            await until(lambda: outbox.waiting < 30)
            await asyncio.to_thread(any_broker.kill)
            for card in PACK[40:]:
                publisher.publish(CardSeen(card))
            await asyncio.to_thread(any_broker.start)
            await until(lambda: not outbox.waiting)
    assert table.cards == [*PACK] * 3
    assert table.lost == []


async def test_a_table_that_was_away_is_told_all_it_missed(any_broker: Broker) -> None:
    outbox, table = Outbox(BOOT, patience_ms=100), Table()
    publisher = new_publisher(any_broker, outbox)
    table.deaf = True
    async with running(table.serve(any_broker), publisher.run()):
        for card in PACK:
            publisher.publish(CardSeen(card))
        await until(lambda: table.heard > WINDOW + 3)  # a window, and then the first of it again and again
        table.deaf = False
        await until(lambda: not outbox.waiting)
    assert table.cards == list(PACK)


async def test_what_ran_over_and_what_the_device_lost_reaches_the_table_as_a_gap(broker: Broker) -> None:
    outbox, table = Outbox(BOOT, capacity=10, patience_ms=100), Table()
    publisher = new_publisher(broker, outbox)
    async with running(table.serve(broker)):
        async with running(publisher.run()):
            publisher.publish(CardSeen(PACK[0]))
            await until(lambda: not outbox.waiting)
        for card in PACK[1:21]:
            publisher.publish(CardSeen(card))
        publisher.publish(ReadsLost(2))
        publisher.publish(Suppressed(PACK[20]))
        publisher.publish(CardSeen(PACK[21]))
        async with running(publisher.run()):
            await until(lambda: not outbox.waiting)
    assert table.cards == [PACK[0], *PACK[12:22]]
    assert table.lost == [Gap(2, 12), Gap(22, 23)]


async def test_presence_is_retained_and_said_again_after_a_reconnect(any_broker: Broker) -> None:
    publisher = new_publisher(any_broker)
    async with running(publisher.run()):
        publisher.announce(online=True)
        for _ in range(2):
            async with peer(any_broker) as connection:
                await until(lambda: presence(online=True) in statuses(connection))
            async with peer(any_broker) as late:
                await until(lambda: statuses(late) == [presence(online=True)])
                assert late.heard[0][2], "not retained"
            await asyncio.to_thread(any_broker.kill)
            await asyncio.to_thread(any_broker.start)


async def test_a_graceful_stop_says_so_first(any_broker: Broker) -> None:
    publisher = new_publisher(any_broker)
    async with peer(any_broker) as connection:
        async with running(publisher.run()):
            publisher.announce(online=True)
            await until(lambda: presence(online=True) in statuses(connection))
        await until(lambda: statuses(connection)[-1] == presence(online=False, reason="bridge stopped"))
    async with peer(any_broker) as late:
        await until(lambda: statuses(late) == [presence(online=False, reason="bridge stopped")])


async def test_the_will_of_a_connection_before_does_not_stand(broker: Broker) -> None:
    publisher = new_publisher(broker)
    async with peer(broker) as connection, running(publisher.run()):
        publisher.announce(online=True)
        await until(lambda: presence(online=True) in statuses(connection))
        for late in (presence(online=False, reason="bridge lost"), presence(online=False, boot="boot-0")):
            await connection.say(STATUS, late.model_dump_json(), retain=True)
            await until(lambda: late in statuses(connection))  # noqa: B023 - awaited within the turn
            await until(lambda: statuses(connection)[-1] == presence(online=True))


async def test_a_lost_port_is_told_with_its_reason(broker: Broker) -> None:
    publisher = new_publisher(broker)
    async with peer(broker) as connection, running(publisher.run()):
        publisher.announce(online=True)
        await until(lambda: presence(online=True) in statuses(connection))
        publisher.announce(online=False, reason="device disconnected")
        await until(lambda: statuses(connection)[-1] == presence(online=False, reason="device disconnected"))


async def test_a_card_read_just_before_the_port_was_lost_is_told_before_that(broker: Broker) -> None:
    publisher = new_publisher(broker)
    async with peer(broker) as connection, running(publisher.run()):
        publisher.announce(online=True)
        await until(lambda: presence(online=True) in statuses(connection))
        before = len(connection.heard)
        publisher.publish(CardSeen(PACK[0]))
        publisher.announce(online=False, reason="device disconnected")
        await until(lambda: len(connection.heard) == before + 2)
        assert [topic for topic, _, _ in connection.heard[before:]] == [READ, STATUS]


async def test_junk_on_its_topics_is_ignored(broker: Broker) -> None:
    outbox, table = Outbox(BOOT), Table()
    publisher = new_publisher(broker, outbox)
    async with peer(broker) as connection, running(table.serve(broker), publisher.run()):
        for junk in (b"", b"\xff", b"{}", b"[]", b'{"boot": "boot-1", "seq": -1}'):
            await connection.say(ACK, junk)
            await connection.say(STATUS, junk)
        for ack in (ReadsCommitted(boot="boot-0", seq=7), ReadsCommitted(boot=BOOT, seq=7)):
            await connection.say(ACK, ack.model_dump_json())
        publisher.publish(CardSeen(Card.ACE_OF_SPADES))
        await until(lambda: not outbox.waiting)
    assert table.cards == [Card.ACE_OF_SPADES]


async def test_a_broker_that_is_not_there_yet_is_waited_for(broker: Broker) -> None:
    outbox, table = Outbox(BOOT), Table()
    publisher = new_publisher(broker, outbox)
    await asyncio.to_thread(broker.stop)
    async with running(publisher.run()):
        publisher.publish(CardSeen(Card.ACE_OF_SPADES))
        await asyncio.to_thread(broker.start)
        async with running(table.serve(broker)):
            await until(lambda: not outbox.waiting)
    assert table.cards == [Card.ACE_OF_SPADES]
