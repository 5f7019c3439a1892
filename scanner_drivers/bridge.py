"""Carries what scanners see to the table: port, driver and broker joined, and kept joined. I/O: runs them."""

import asyncio
from uuid import uuid4

import structlog

from dealer_table.config.broker import BrokerAddress
from scanner_drivers.bridge_config import BridgeConfig, ScannerConfig
from scanner_drivers.driven_port import DrivenPort
from scanner_drivers.outbox import Outbox
from scanner_drivers.publisher import Publisher
from scanner_drivers.serial_link import SerialLink
from scanner_drivers.sightings import Sighting, in_words

_LONGEST_REASON = 200


class Bridge:
    """One scanner's way to the table, under a boot of its own."""

    def __init__(self, scanner: ScannerConfig, broker: BrokerAddress, table: str) -> None:
        outbox = Outbox(uuid4().hex)
        self._publisher = Publisher(broker, table, scanner.name, driver=scanner.spec.name, outbox=outbox)
        link = SerialLink(scanner.port, scanner.line)
        self._port = DrivenPort(scanner.build_driver(), link, self)
        self._log = structlog.get_logger("scanner_drivers.bridge").bind(scanner=scanner.name)

    async def run(self) -> None:
        """Run until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._publisher.run())
            tasks.create_task(self._port.run())

    def received(self, data: bytes, now: float) -> None:
        """Leave the bytes to `scanner capture`."""

    def saw(self, sighting: Sighting) -> None:
        # Not which card: a burned one is nobody's business, and a log is read by many.
        self._log.info("seen", what=next(iter(in_words(sighting))))
        self._publisher.publish(sighting)

    def replied(self, data: bytes, now: float) -> None:
        """Leave the bytes to `scanner capture`."""

    def presence(self, *, online: bool, reason: str) -> None:
        self._publisher.announce(online=online, reason=reason[:_LONGEST_REASON])


async def run_bridges(config: BridgeConfig) -> None:
    """Run every scanner of the configuration until cancelled."""
    async with asyncio.TaskGroup() as tasks:
        for scanner in config.scanners:
            tasks.create_task(Bridge(scanner, config.broker, config.table).run())
