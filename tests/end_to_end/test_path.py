"""Whatever comes over the cable and the broker, the coup goes on to its right end. I/O: processes, pty, sockets."""

import asyncio
import json
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Literal

import aiomqtt

from dealer_table.procedure import events as e
from dealer_table.wire.topics import scanner_ack, scanner_read, scanner_status
from simulators.fault_plan import FaultKind, FaultPlan, PlannedFault
from simulators.rig_files import SCANNER, TABLE
from tests.end_to_end.support_dealt_table import DealtTable, Order, faults_of
from tests.end_to_end.support_record import WholeRecord

JUNK = (b"", b"\xff\xfe", b"{}", b"null", b"[" * 5_000, b'{"kind":"card","card":"1X"}', b"8S", b"\x00" * 4_000)
CABLE_AND_BROKER_FAIL = FaultPlan(
    [
        PlannedFault(FaultKind.REPEATED, coup=0, card=2),
        PlannedFault(FaultKind.REPEATED, coup=1, card=2),
        PlannedFault(FaultKind.MERGED, coup=2, card=1),
        PlannedFault(FaultKind.SPLIT, coup=2, card=3),
        PlannedFault(FaultKind.UNPLUGGED, coup=3, card=2),
        PlannedFault(FaultKind.BROKER_KILLED, coup=4, card=3),
        PlannedFault(FaultKind.NOISE, coup=5, card=1),
    ]
)

JUNK_ROUNDS = 2
BrokerName = Literal["embedded", "mosquitto"]
BROKERS: tuple[BrokerName, ...] = ("embedded", "mosquitto")


class Intruder:
    """Somebody else on the broker of a table, who says what it should not."""

    def __init__(self, table: DealtTable) -> None:
        self._table = table
        self.said: set[tuple[str, bytes]] = set()

    async def disturb(self) -> None:
        """Come back every few steps with something new."""
        deeds = (
            self._junk,
            self._forged_acks,
            self._take_the_bridges_name,
            self._repeats,
            self._other_scanner,
            self._junk,
        )
        for number, deed in enumerate(deeds):
            await self._table.step(16 + 12 * number)
            async with aiomqtt.Client("127.0.0.1", self._table.rig.files.mqtt_port, timeout=5) as client:
                await deed(client)

    async def _take_the_bridges_name(self, _: aiomqtt.Client) -> None:
        """Connect as the bridge does, so that the broker throws the bridge out in mid-coup."""
        port = self._table.rig.files.mqtt_port
        async with aiomqtt.Client("127.0.0.1", port, identifier=f"{TABLE}-{SCANNER}", timeout=5):
            pass

    async def _junk(self, client: aiomqtt.Client) -> None:
        for payload in JUNK:
            for topic in (scanner_read, scanner_status, scanner_ack):
                await self._say(client, topic(TABLE, SCANNER), payload)
            await self._say(client, f"dealer-table/{TABLE}/scanner/{'x' * 70}/read", payload)

    async def _forged_acks(self, client: aiomqtt.Client) -> None:
        boot = self._reads()[-1]["boot"]
        for forged in ({"boot": boot, "seq": 1_000_000}, {"boot": "another", "seq": 5}, {"boot": boot, "seq": 0}):
            await self._say(client, scanner_ack(TABLE, SCANNER), json.dumps(forged).encode())

    async def _repeats(self, client: aiomqtt.Client) -> None:
        """Say again every read there ever was, in order and backwards."""
        reads = [json.dumps(read).encode() for read in self._reads()]
        for payload in [*reads, *reversed(reads)]:
            await self._say(client, scanner_read(TABLE, SCANNER), payload)

    async def _other_scanner(self, client: aiomqtt.Client) -> None:
        """Speak as a second scanner that has nothing to say about cards."""
        message = {"kind": "device", "boot": "b", "seq": 1, "oldest": 1, "seen_at": 1, "what": "warm"}
        await self._say(client, scanner_status(TABLE, "spare"), b'{"online":true,"boot":"b"}')
        await self._say(client, scanner_read(TABLE, "spare"), json.dumps(message).encode())

    async def _say(self, client: aiomqtt.Client, topic: str, payload: bytes) -> None:
        self.said.add((topic, payload))
        await client.publish(topic, payload, 1)

    def _reads(self) -> list[dict[str, object]]:
        topic = scanner_read(TABLE, SCANNER)
        found = []
        for heard, payload in self._table.heard:
            if heard == topic and payload.startswith(b'{"boot"'):
                found.append(json.loads(payload))
        return found


async def test_a_failing_cable_and_a_failing_broker_change_nothing(tmp_path: Path) -> None:
    async def deal(broker: BrokerName) -> None:
        table = DealtTable(Order(tmp_path / broker, 21, coups=6, broker=broker, plan=CABLE_AND_BROKER_FAIL))
        ports: list[Path] = []

        async def look_at_the_port() -> None:
            for step in (1, 70):
                await table.step(step)
                ports.append(table.rig.files.scanner_link.readlink())

        await table.deal(look_at_the_port)
        assert faults_of(table) == []
        assert len({*ports}) == 2, "the scanner came back under another number"

    await with_each_broker(deal)


async def test_an_intruder_on_the_broker_changes_nothing(tmp_path: Path) -> None:
    async def deal(broker: BrokerName) -> None:
        table = DealtTable(Order(tmp_path / broker, 22, coups=8, broker=broker))
        intruder = Intruder(table)
        await table.deal(intruder.disturb)
        table.heard = [heard for heard in table.heard if heard not in intruder.said]
        assert faults_of(table) == []
        record = WholeRecord(table.rig.journal)
        assert len(record.of_type(e.DeviceReported)) == 1, "what the second scanner said is on record too"
        log = (tmp_path / broker / "table.log").read_text("utf-8")
        assert log.count("junk ignored") == JUNK_ROUNDS * len(JUNK) * 3, "reads, presence, and a name too long"

    await with_each_broker(deal)


async def with_each_broker(deal: Callable[[BrokerName], Coroutine[None, None, None]]) -> None:
    """Deal with both brokers at once."""
    async with asyncio.TaskGroup() as tables:
        for broker in BROKERS:
            tables.create_task(deal(broker))
