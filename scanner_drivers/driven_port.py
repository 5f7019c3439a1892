"""A driver at work on a port: bytes in, deadlines kept, replies out, an audience told. I/O: a port, the clock."""

import asyncio
import time
from typing import Protocol

from scanner_drivers.driver import Driver, Reaction
from scanner_drivers.intents import ActingDriver, Intent, NothingWanted, ReadWanted
from scanner_drivers.kept_link import Link
from scanner_drivers.sightings import Sighting


class Audience(Protocol):
    """Who is told what happens at a scanner, on the event loop's thread.

    A ScannerError of the first two says that the device must not be listened to now: nothing is made of what came, and
    the port is closed, told offline for that reason, and tried again.
    """

    def opened(self, now: float) -> None:
        """Learn that the port is open, before the device is spoken to."""
        ...

    def received(self, data: bytes, now: float) -> None:
        """Learn what the device sent, before anything is made of it."""
        ...

    def saw(self, sighting: Sighting) -> None:
        """Learn what it meant."""
        ...

    def replied(self, data: bytes, now: float) -> None:
        """Learn what is written to the device."""
        ...

    def presence(self, *, online: bool, reason: str) -> None:
        """Learn that the scanner can read a card from now on, or cannot; told once a change."""
        ...


class DrivenPort:
    """One scanner: online when its port is open and its driver is ready."""

    def __init__(self, driver: Driver, link: Link, audience: Audience) -> None:
        self._driver = driver
        self._link = link
        self._audience = audience
        self._open = False
        self._announced: bool | None = None  # what was last said of the port that is open
        self._wanted: ReadWanted | NothingWanted | None = None  # wanted while the port was away
        self._deadline_moved = asyncio.Event()

    async def run(self) -> None:
        """Run until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._link.run(self))
            tasks.create_task(self._keep_deadlines())

    def act(self, intent: Intent) -> None:
        """Have the driver act on what the table wants; without a port, what is wanted waits for it."""
        if not isinstance(self._driver, ActingDriver):
            return
        if self._open:
            self._act_on(self._driver.act(intent, now_ms()))
        elif isinstance(intent, ReadWanted | NothingWanted):
            self._wanted = intent

    def port_opened(self) -> None:
        self._audience.opened(now_ms())
        self._open = True
        self._act_on(self._driver.connected(now_ms()))
        if self._wanted is not None:
            wanted, self._wanted = self._wanted, None
            self.act(wanted)

    def received(self, data: bytes) -> None:
        now = now_ms()
        self._audience.received(data, now)
        self._act_on(self._driver.feed(data, now))

    def port_lost(self, reason: str) -> None:
        self._open, self._announced = False, None
        self._audience.presence(online=False, reason=reason)

    def _act_on(self, reaction: Reaction) -> None:
        # Told before it is answered: a device that has its acknowledgement will not tell again.
        for sighting in reaction.seen:
            self._audience.saw(sighting)
        for reply in reaction.replies:
            self._link.write(reply)
            self._audience.replied(reply, now_ms())
        self._deadline_moved.set()
        ready = self._driver.ready
        if self._open and ready != self._announced:
            self._announced = ready
            self._audience.presence(online=ready, reason="" if ready else "device not ready")

    async def _keep_deadlines(self) -> None:
        while True:
            self._deadline_moved.clear()
            deadline = self._driver.deadline if self._open else None
            wait = None if deadline is None else max(0.0, (deadline - now_ms()) / 1000)
            try:
                async with asyncio.timeout(wait):
                    await self._deadline_moved.wait()
            except TimeoutError:
                self._act_on(self._driver.expire(now_ms()))


def now_ms() -> float:
    """Return milliseconds on a clock that never goes back."""
    return time.monotonic() * 1000
