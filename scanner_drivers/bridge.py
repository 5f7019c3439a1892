"""Carries what scanners see to the table: port, driver and broker joined, and kept joined. I/O: runs them."""

import asyncio
from uuid import uuid4

import structlog

from dealer_table.errors import ScannerError
from scanner_drivers.bridge_config import BridgeConfig, ScannerConfig
from scanner_drivers.bridge_metrics import BridgeMetrics
from scanner_drivers.bridge_presence import BridgePresence
from scanner_drivers.capture import Direction
from scanner_drivers.driven_port import DrivenPort
from scanner_drivers.links import link_for
from scanner_drivers.outbox import Outbox
from scanner_drivers.publisher import Publisher
from scanner_drivers.rolling_capture import RollingCapture
from scanner_drivers.sightings import Sighting, in_words

_LONGEST_REASON = 200


class Bridge:
    """One scanner's way to the table, under a boot of its own."""

    def __init__(self, scanner: ScannerConfig, config: BridgeConfig, metrics: BridgeMetrics) -> None:
        self._metrics = metrics.of(scanner.name)
        self._capture = RollingCapture(scanner.capture, scanner.name) if scanner.capture else None
        self._capture_required = scanner.capture is not None and scanner.capture.required
        self._capture_fault = ""
        self._port = DrivenPort(scanner.build_driver(), link_for(scanner.port, scanner.line), self)
        self._publisher = Publisher(
            config.broker,
            config.table,
            scanner.name,
            driver=scanner.spec.name,
            outbox=Outbox(uuid4().hex),
            wish=self._port.act,
            metrics=self._metrics,
        )
        self._log = structlog.get_logger("scanner_drivers.bridge").bind(scanner=scanner.name)

    async def run(self) -> None:
        """Run until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._publisher.run())
            tasks.create_task(self._port.run())

    def opened(self, now: float) -> None:
        self._metrics.openings.inc()
        self._record("rx", b"", now, required=self._capture_required)

    def received(self, data: bytes, now: float) -> None:
        self._record("rx", data, now, required=self._capture_required)

    def saw(self, sighting: Sighting) -> None:
        # Not which card: a burned one is nobody's business, and a log is read by many.
        self._log.info("seen", what=next(iter(in_words(sighting))))
        self._metrics.saw(sighting)
        self._publisher.publish(sighting)

    def replied(self, data: bytes, now: float) -> None:
        self._record("tx", data, now, required=False)

    def presence(self, *, online: bool, reason: str) -> None:
        self._metrics.online.set(online)
        self._publisher.announce(online=online, reason=reason[:_LONGEST_REASON])

    def _record(self, direction: Direction, data: bytes, now: float, *, required: bool) -> None:
        """Put bytes on the disk; a ScannerError when that fails and nothing may go unrecorded."""
        if self._capture is None:
            return
        try:
            self._capture.record(direction, data, now)
        except ScannerError as fault:
            self._metrics.capture_faults.inc()
            if str(fault) != self._capture_fault:
                self._capture_fault = str(fault)
                self._log.error("BYTES NOT RECORDED", reason=str(fault), dealing_on=not required)
            if required:
                raise
        else:
            if self._capture_fault:
                self._capture_fault = ""
                self._log.info("bytes are recorded again")


async def run_bridges(config: BridgeConfig) -> None:
    """Run every scanner of the configuration until cancelled."""
    metrics = BridgeMetrics()
    names = tuple(scanner.name for scanner in config.scanners)
    with metrics.served(config.metrics_port):
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(BridgePresence(config.broker, config.table, config.bridge, names).run())
            for scanner in config.scanners:
                tasks.create_task(Bridge(scanner, config, metrics).run())
