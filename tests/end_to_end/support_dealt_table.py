"""A table on the whole rig with a dealer at work and witnesses of all that is told. I/O: processes, pty, sockets."""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Literal

import aiomqtt

from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.coup import Coup
from dealer_table.baccarat.tableau import next_position
from dealer_table.client.table_client import TableClient
from dealer_table.procedure import events as e
from dealer_table.procedure.words import Role
from simulators.child_process import ChildProcess
from simulators.fault_plan import FaultPlan
from simulators.felt import FeltCoup, differences
from simulators.hands import Hands
from simulators.pace import FAST, Pace
from simulators.play import background, replay_journal
from simulators.rig import BROKER, Rig, RigSettings
from simulators.virtual_dealer import Shift, VirtualDealer
from simulators.virtual_shoe import CUT_CARD, VirtualShoe
from tests.end_to_end.support_record import Message, WholeRecord, read_faults, update_faults, watcher_faults
from tests.fixtures.brokers import LOOPBACK_CONF, MOSQUITTO

# Two packs and a deep cut card: a shoe of some ten coups, with its burn, its last coup and the change to the next,
# in which a card read twice would still pass for another copy of itself.
PACKS, CUT_CARD_DEPTH = 2, 44
RULES: Mapping[str, Any] = {"packs": PACKS, "cut_card_depth": CUT_CARD_DEPTH}
_CATCH_UP_SECONDS = 15.0
_ANCHOR = re.compile(r"journal anchor.*hash=([0-9a-f]{64})")


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be dealt, where, and over which broker."""

    directory: Path
    seed: int
    coups: int
    broker: Literal["embedded", "mosquitto"] = "embedded"
    plan: FaultPlan = field(default_factory=FaultPlan)
    pace: Pace = FAST

    def shoe(self, number: int) -> VirtualShoe:
        """Return the `number`-th shoe: the same for the same seed."""
        return VirtualShoe.shuffled(PACKS, CUT_CARD_DEPTH, Random(f"{self.seed}/{number}"))


class DealtTable:
    """The rig at work. `steps` counts what happens: cards shown and updates told to the dealer."""

    def __init__(self, order: Order) -> None:
        self.order = order
        self.rig = Rig(RigSettings(order.directory, RULES))
        if order.broker == "mosquitto":
            command = [MOSQUITTO, "-c", str(LOOPBACK_CONF), "-p", str(self.rig.files.mqtt_port)]
            self.rig.parts[BROKER] = ChildProcess(BROKER, command, order.directory / "broker.log")
        self.steps = 0
        self.notes: list[str] = []
        self.watchers: list[list[Message]] = [[], []]
        self.desks: list[list[Message]] = [[], []]
        self.heard: list[tuple[str, bytes]] = []
        self._stepped = asyncio.Event()
        url = self.rig.socket_address
        self.clients = [TableClient(url, listener=told.append) for told in self.watchers]
        self.desk = TableClient(url, token=self.rig.token(Role.DEALER, "Dana"), listener=self._desk_told)
        supervisor_told = self.desks[1].append
        self.supervisor = TableClient(url, token=self.rig.token(Role.SUPERVISOR, "Sam"), listener=supervisor_told)
        shift = Shift(order.shoe, order.plan, order.coups, stuck_seconds=45.0)
        hands = Hands(_CountedCable(self), self.rig, order.pace, self.notes.append)
        self.dealer = VirtualDealer(self.desk, self.supervisor, hands, shift, self.notes.append)

    async def deal(self, *disturbances: Callable[[], Awaitable[None]]) -> None:
        """Deal the order's coups while `disturbances` run, then let every watcher see the end."""
        followers = [client.run for client in (self.desk, self.supervisor, *self.clients)]
        async with self.rig, background(self._overhear, self.rig.watch_parts, *followers):
            async with asyncio.TaskGroup() as tasks:
                for disturbance in disturbances:
                    tasks.create_task(_run(disturbance))
                await self.dealer.work()
            for client in self.clients:
                await self._caught_up(client)

    async def step(self, number: int) -> None:
        """Return when `number` steps have happened."""
        while self.steps < number:
            self._stepped.clear()
            await self._stepped.wait()

    @property
    def quiet(self) -> bool:
        """Tell whether everybody has been shown every card that the dealer has drawn."""
        coups = [client.view.get("coup") for client in (self.desk, self.supervisor, *self.clients)]
        return all(coup and len(coup["cards"]) == len(self.dealer.felt.cards) for coup in coups)

    def stepped(self) -> None:
        """Count a step."""
        self.steps += 1
        self._stepped.set()

    def _desk_told(self, message: Message) -> None:
        self.desks[0].append(message)
        if message["type"] == "update":
            self.stepped()

    async def _caught_up(self, client: TableClient) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(_CATCH_UP_SECONDS):
                while (client.mirror.version or 0) < (self.desk.mirror.version or 0) and self._public_since(client):
                    await client.changed(client.changes, 0.2)

    def _public_since(self, client: TableClient) -> bool:
        """Tell whether the desk was told, since `client` was, what is public too."""
        public = [key for key in client.mirror.view if client.mirror.view[key] != self.desk.view.get(key)]
        return bool(public)

    async def _overhear(self) -> None:
        """Hear all that is said on the broker, over its deaths."""
        while True:
            with suppress(aiomqtt.MqttError):
                async with aiomqtt.Client("127.0.0.1", self.rig.files.mqtt_port, timeout=5) as client:
                    await client.subscribe("#", 1)
                    async for message in client.messages:
                        assert isinstance(message.payload, bytes)
                        self.heard.append((message.topic.value, message.payload))
            await asyncio.sleep(0.2)


class _CountedCable:
    """The scanner's cable; what is sent over it is a step."""

    def __init__(self, table: DealtTable) -> None:
        self._table = table
        self._scanner = table.rig.scanner
        self.device = self._scanner.device

    def plug(self) -> None:
        self._scanner.plug()

    def unplug(self) -> None:
        self._scanner.unplug()

    def write(self, data: bytes) -> bool:
        sent = self._scanner.write(data)
        self._table.stepped()
        return sent


async def _run(work: Callable[[], Awaitable[None]]) -> None:
    await work()


def undisturbed_coups(order: Order) -> list[FeltCoup]:
    """Return the coups that the order's shoes hold, dealt by the book: the last is the one the cut card comes in."""
    coups: list[FeltCoup] = []
    shoe_number = 0
    while len(coups) < order.coups:
        shoe_number += 1
        coups += _coups_of_shoe(order.shoe(shoe_number), shoe_number)
    return coups[: order.coups]


def _coups_of_shoe(shoe: VirtualShoe, number: int) -> list[FeltCoup]:
    indicator = shoe.draw()
    assert isinstance(indicator, Card)
    for _ in range(indicator.points or 10):
        shoe.draw()
    coups: list[FeltCoup] = []
    last = False
    while not last:
        cards: list[Card] = []
        hands = Coup()
        while next_position(hands.player, hands.banker) is not None:
            drawn = shoe.draw()
            if isinstance(drawn, Card):
                cards.append(drawn)
                hands = hands.with_card(drawn)
            else:
                last = True
        coups.append(FeltCoup(number, len(coups) + 1, tuple(cards), void=False))
    return coups


def faults_of(table: DealtTable) -> list[str]:
    """Return all that is wrong after a run: the felt, the record and every witness must tell one story."""
    expected = undisturbed_coups(table.order)
    record = WholeRecord(table.rig.journal)
    faults = [*record.faults, *read_faults(record.reads())]
    if list(table.dealer.felt.coups) != expected:
        faults.append(f"dealt {table.dealer.felt.coups}, undisturbed {expected}")
    faults += differences(expected, replay_journal(table.rig.journal))
    faults += [f"{lost} is on record" for lost in record.of_type(e.ReadsLost)]
    faults += _shoe_faults(table.order, record.cards_out())
    for number, messages in enumerate(table.watchers, 1):
        faults += [f"watcher {number}: {fault}" for fault in watcher_faults(messages, record)]
    faults += _broker_faults(table.heard, record)
    anchors = _ANCHOR.findall((table.order.directory / "table.log").read_text("utf-8"))
    faults += [f"the anchor {anchor} was logged and is not in the chain" for anchor in {*anchors} - record.hashes]
    return faults


def _shoe_faults(order: Order, shoes: Mapping[int, Sequence[Card]]) -> list[str]:
    """Return where the cards on record are not, one by one and in order, those that left the shoe."""
    faults = []
    for number, recorded in shoes.items():
        shoe = order.shoe(number)
        drawn = [card for _ in range(PACKS * 52 + 1) if (card := shoe.draw()) is not CUT_CARD]
        if list(recorded) != drawn[: len(recorded)]:
            place = next(n for n, (ours, out) in enumerate(zip(recorded, drawn, strict=False)) if ours is not out)
            faults.append(f"shoe {number}: card {place + 1} on record is {recorded[place]}, drawn was {drawn[place]}")
    return faults


def _broker_faults(heard: Sequence[tuple[str, bytes]], record: WholeRecord) -> list[str]:
    """Return what was said on the broker that the record lacks: updates, snapshots, anchors and confirmations."""
    faults: list[str] = []
    recorded = {tuple(read) for read in record.reads()}
    for topic, payload in heard:
        *_, scanner, kind = topic.split("/")
        if kind not in ("events", "view", "anchor", "ack"):
            continue
        message = json.loads(payload)
        if kind == "events":
            faults += update_faults(message, record)
        elif kind == "view" and message["version"] not in (0, *record.told):
            faults.append(f"the broker was told a view of version {message['version']}, which is not on record")
        elif kind == "anchor" and message["hash"] not in record.hashes:
            faults.append(f"the broker was told the anchor {message['hash']}, which is not in the chain")
        elif kind == "ack" and message["seq"] and (scanner, message["boot"], message["seq"]) not in recorded:
            faults.append(f"read {message['seq']} of boot {message['boot'][:6]} was confirmed and is not on record")
    return faults
