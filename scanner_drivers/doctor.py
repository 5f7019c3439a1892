"""The ladder a technician climbs, from the port to the table's answer. I/O: a port, MQTT, /proc.

Two ladders, since a dead device says nothing of the broker: each ends at its first fault, and what stands above it is
not looked at. No setting is tried by itself: what a technician did not set is found out by nobody later.
"""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

from dealer_table.config.broker import BrokerAddress
from dealer_table.errors import ScannerError
from scanner_drivers.bridge_config import ScannerConfig
from scanner_drivers.broker_findings import broker_findings
from scanner_drivers.driven_port import DrivenPort
from scanner_drivers.finding import Finding, Health, Rung, fault, good, not_reached
from scanner_drivers.intents import ReadWanted
from scanner_drivers.links import link_for
from scanner_drivers.port_findings import port_findings
from scanner_drivers.reading_findings import is_whole, reading_findings
from scanner_drivers.sightings import Misread, Sighting

_DEVICE_RUNGS = (Rung.THERE, Rung.ALLOWED, Rung.FREE, Rung.OPEN, Rung.BYTES, Rung.LINE, Rung.FRAMES, Rung.CODES)
_BROKER_RUNGS = (Rung.BROKER, Rung.TOPICS, Rung.TABLE)
# Garbage does not get better; a technician waits for the rest of the time in vain.
_ENOUGH_GARBAGE = 3
_OPENING_SECONDS = 5.0

Tell = Callable[[Finding], None]


class _Ear:
    """Hear a scanner until it is known what it says, or that it cannot be opened."""

    def __init__(self, ask: Callable[[], None]) -> None:
        self._ask = ask
        self.data = b""
        self.seen: list[Sighting] = []
        self.fault = ""
        self.opened_or_failed = asyncio.Event()
        self.heard_enough = asyncio.Event()

    def opened(self, now: float) -> None:
        if not self.opened_or_failed.is_set():
            self.opened_or_failed.set()
            self._ask()

    def received(self, data: bytes, now: float) -> None:
        self.data += data

    def replied(self, data: bytes, now: float) -> None:
        """Leave it: what the driver says is not what the device says."""

    def saw(self, sighting: Sighting) -> None:
        self.seen.append(sighting)
        if is_whole(sighting) or sum(isinstance(seen, Misread) for seen in self.seen) >= _ENOUGH_GARBAGE:
            self.heard_enough.set()

    def presence(self, *, online: bool, reason: str) -> None:
        if not online and not self.opened_or_failed.is_set():
            self.fault = reason
            self.opened_or_failed.set()


async def climb(
    scanner: ScannerConfig, broker: BrokerAddress, table: str, *, seconds: float, ask: Callable[[], None], tell: Tell
) -> bool:
    """Tell the finding of every rung, `ask` for a card to be shown in between; return whether all is well."""
    findings = await _device(scanner, seconds, ask)
    return _tell_all(_DEVICE_RUNGS, findings, tell) & _tell_all(
        _BROKER_RUNGS, await broker_findings(broker, table, scanner.name), tell
    )


def _tell_all(rungs: Sequence[Rung], findings: Sequence[Finding], tell: Tell) -> bool:
    found = {finding.rung: finding for finding in findings}
    faulty = any(finding.health is Health.FAULT for finding in findings)
    for rung in rungs:
        if rung in found:
            tell(found[rung])
        elif faulty and rungs.index(rung) > rungs.index(findings[-1].rung):
            tell(not_reached(rung))
    return not faulty


async def _device(scanner: ScannerConfig, seconds: float, ask: Callable[[], None]) -> list[Finding]:
    is_path = "://" not in scanner.port
    findings = await asyncio.to_thread(port_findings, Path(scanner.port)) if is_path else []
    if any(finding.health is Health.FAULT for finding in findings):
        return findings
    return findings + await _listen(scanner, seconds, ask)


async def _listen(scanner: ScannerConfig, seconds: float, ask: Callable[[], None]) -> list[Finding]:
    ear = _Ear(ask)
    try:
        port = DrivenPort(scanner.build_driver(), link_for(scanner.port, scanner.line), ear)
    except ScannerError as error:
        return [fault(Rung.OPEN, str(error), "install it")]
    port.act(ReadWanted())
    async with asyncio.TaskGroup() as tasks:
        running = tasks.create_task(port.run())
        try:
            async with asyncio.timeout(_OPENING_SECONDS):
                await ear.opened_or_failed.wait()
            if not ear.fault:
                async with asyncio.timeout(seconds):
                    await ear.heard_enough.wait()
        except TimeoutError:
            pass
        running.cancel()
    if ear.fault or not ear.opened_or_failed.is_set():
        remedy = "see the reason; a port that is locked by another program opens once that is stopped"
        return [fault(Rung.OPEN, ear.fault or f"does not open within {_OPENING_SECONDS:g} s", remedy)]
    findings = reading_findings(ear.data, ear.seen, scanner.line, scanner.codebook, seconds)
    return [good(Rung.OPEN, scanner.port), *findings]
