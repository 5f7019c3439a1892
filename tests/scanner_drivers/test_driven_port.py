"""A driver at work on a port that never fails: deadlines kept, replies written, presence told."""

import asyncio
from pathlib import Path

from scanner_drivers.driven_port import DrivenPort
from scanner_drivers.driver import NOTHING, LineFormat, Reaction
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

    def received(self, data: bytes, now: float) -> None:
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
