"""A driver at work on a port that never fails: deadlines kept, replies written, presence told."""

import asyncio
from pathlib import Path

from dealer_table.errors import ScannerError
from scanner_drivers.backoff import Backoff
from scanner_drivers.driven_port import DrivenPort
from scanner_drivers.driver import NOTHING, LineFormat, Reaction
from scanner_drivers.intents import BadRead, GoodRead, Intent, NothingWanted, ReadWanted
from scanner_drivers.serial_link import SerialLink
from scanner_drivers.sightings import DeviceEvent, Sighting
from tests.fixtures.broker_talk import running, until


class HandShaking:
    """Ask the device to start, be ready once it answers, and tell when it then falls silent."""

    def __init__(self) -> None:
        self.ready = False
        self.deadline: float | None = None

    def connected(self, now: float) -> Reaction:
        self.ready, self.deadline = False, None
        return Reaction(replies=(b"start",))

    def feed(self, data: bytes, now: float) -> Reaction:
        self.ready, self.deadline = True, now + 20
        return Reaction((DeviceEvent("heard"),))

    def expire(self, now: float) -> Reaction:
        if self.deadline is None or now < self.deadline:
            return NOTHING
        self.deadline = None
        return Reaction((DeviceEvent("silent"),))


class Diary:
    """Write down what is told, in order."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.refusing = False

    def opened(self, now: float) -> None:
        if self.refusing:
            raise ScannerError("not now")

    def received(self, data: bytes, now: float) -> None:
        if self.refusing:
            raise ScannerError("not now")
        self.told.append(f"rx {data.decode()}")

    def saw(self, sighting: Sighting) -> None:
        assert isinstance(sighting, DeviceEvent)
        self.told.append(sighting.what)

    def replied(self, data: bytes, now: float) -> None:
        self.told.append(f"tx {data.decode()}")

    def presence(self, *, online: bool, reason: str) -> None:
        self.told.append("online" if online else f"offline: {reason}")


async def test_a_scanner_is_online_once_its_driver_is_ready_and_deadlines_are_kept() -> None:
    diary = Diary()
    echo = SerialLink("loop://", LineFormat())  # what is written comes back, as the device's answer
    async with running(DrivenPort(HandShaking(), echo, diary).run()):
        await until(lambda: "silent" in diary.told)
    assert diary.told == ["tx start", "offline: device not ready", "rx start", "heard", "online", "silent"]


async def test_a_port_that_is_not_there_is_offline(tmp_path: Path) -> None:
    diary = Diary()
    async with running(DrivenPort(HandShaking(), SerialLink(str(tmp_path / "gone"), LineFormat()), diary).run()):
        await until(lambda: diary.told)
        await asyncio.sleep(0)
    assert diary.told[0].startswith("offline: cannot open")


class Obedient(HandShaking):
    """Be ready from the beginning, and write down what is wanted as what is written to the device."""

    def connected(self, now: float) -> Reaction:
        self.ready = True
        return Reaction()

    def feed(self, data: bytes, now: float) -> Reaction:
        return NOTHING

    def act(self, intent: Intent, now: float) -> Reaction:
        return Reaction(replies=(type(intent).__name__.encode(),))


async def test_what_the_table_wants_is_acted_on_and_waits_for_the_port() -> None:
    diary = Diary()
    port = DrivenPort(Obedient(), SerialLink("loop://", LineFormat()), diary)
    port.act(GoodRead())  # a beep for nobody
    port.act(NothingWanted())
    port.act(ReadWanted())
    async with running(port.run()):
        await until(lambda: "rx ReadWanted" in diary.told)
        port.act(BadRead())
        await until(lambda: "rx BadRead" in diary.told)
    told = [line for line in diary.told if line.startswith("tx")]
    assert told == ["tx ReadWanted", "tx BadRead"]


async def test_a_driver_that_cannot_act_is_left_alone() -> None:
    diary = Diary()
    port = DrivenPort(HandShaking(), SerialLink("loop://", LineFormat()), diary)
    async with running(port.run()):
        await until(lambda: "online" in diary.told)
        port.act(ReadWanted())
        await until(lambda: "silent" in diary.told)
    assert [line for line in diary.told if line.startswith("tx")] == ["tx start"]


async def test_an_audience_that_refuses_takes_the_port_offline_and_nothing_is_decoded() -> None:
    diary = Diary()
    diary.refusing = True
    link = SerialLink("loop://", LineFormat(), backoff=Backoff(first=0.01, longest=0.02))
    async with running(DrivenPort(HandShaking(), link, diary).run()):
        await until(lambda: diary.told)
        await asyncio.sleep(0.1)
        assert diary.told == ["offline: not now"]
        diary.refusing = False
        await until(lambda: "online" in diary.told)
    assert diary.told[:3] == ["offline: not now", "tx start", "offline: device not ready"]


async def test_bytes_that_are_refused_are_never_decoded() -> None:
    diary = Diary()
    link = SerialLink("loop://", LineFormat(), backoff=Backoff(first=30, longest=30))
    port = DrivenPort(Obedient(), link, diary)
    async with running(port.run()):
        await until(lambda: "online" in diary.told)
        diary.refusing = True
        port.act(BadRead())
        await until(lambda: "offline: not now" in diary.told)
    assert diary.told == ["online", "tx BadRead", "offline: not now"]
