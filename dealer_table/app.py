"""The composition root: one table with its journal, controller, broker link and gateway. I/O: all of it."""

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

import structlog
from prometheus_client import CollectorRegistry

from dealer_table.adapters.anchors import Anchors
from dealer_table.adapters.child_process import keep_running
from dealer_table.adapters.embedded_broker import EmbeddedBroker
from dealer_table.adapters.floor_metrics import FloorMetrics
from dealer_table.adapters.mqtt_announcer import MqttAnnouncer
from dealer_table.adapters.mqtt_bridges import MqttBridges
from dealer_table.adapters.mqtt_card_reads import MqttCardReads
from dealer_table.adapters.mqtt_link import MqttLink, forgive_lost_links
from dealer_table.adapters.mqtt_metrics import MqttMetrics
from dealer_table.adapters.mqtt_scanner_wants import MqttScannerWants
from dealer_table.adapters.sqlite_journal import SqliteJournal
from dealer_table.adapters.system_clock import SystemClock
from dealer_table.config.table_config import TableConfig
from dealer_table.controller import Controller
from dealer_table.errors import ConfigError
from dealer_table.gateway.metrics import GatewayMetrics
from dealer_table.gateway.remote_table import NoPatrons
from dealer_table.gateway.server import Gateway
from dealer_table.gateway.settings import settings_of
from dealer_table.gateway.table_feed import TableFeed
from dealer_table.procedure.commands import AdoptRules
from dealer_table.procedure.words import SYSTEM
from dealer_table.process import READY, STOPPING, Supervisor, stop_signal, write_ready_file

log = structlog.get_logger(__name__)


async def run_table(config: TableConfig, ready_file: Path | None = None) -> None:
    """Run one table until SIGINT or SIGTERM; `ready_file` is written, with the port, once it serves."""
    forgive_lost_links()
    supervisor = Supervisor()
    with ExitStack() as stack:
        broker = stack.enter_context(_started_broker(config)) if config.embedded_broker else None
        clock = SystemClock()
        journal = stack.enter_context(SqliteJournal(config.journal, config.table, clock))
        await _Table(config, clock, journal).run(ready_file, broker, supervisor)


class _Table:
    """The parts of one table, wired."""

    def __init__(self, config: TableConfig, clock: SystemClock, journal: SqliteJournal) -> None:
        self._config = config
        self._clock = clock
        registry = CollectorRegistry()
        mqtt_metrics = MqttMetrics(registry)
        self._link = MqttLink(config.broker, config.table, mqtt_metrics)
        announcer = MqttAnnouncer(self._link, config.table)
        self._anchors = Anchors(journal, announcer)
        self._controller = Controller(journal, config.house, clock)
        self._gateway = Gateway(
            clock=clock.now_ms,
            metrics=GatewayMetrics(registry),
            settings=settings_of(config.http.section),
            keys=config.http.token_keys.accepted if config.http.token_keys else (),
            tls=config.http.tls,
        )
        broadcast = self._gateway.open_broadcast(config.table, journal.epoch)
        feed = TableFeed(config.house, broadcast)
        feed.restore(journal)
        broadcast.relay_to(announcer)
        self._gateway.open_table(config.table, broadcast, self._controller, NoPatrons(), troubles=self._not_ready)
        self._controller.tell(feed)
        self._controller.tell(self._anchors)
        self._controller.tell(FloorMetrics(registry))
        state = self._controller.state
        wants = MqttScannerWants(self._link, config.table)
        wants.restore(state)
        self._controller.tell(wants)
        MqttBridges(self._link, config.table, mqtt_metrics, registry)
        self._reads = MqttCardReads(
            self._link,
            config.table,
            self._controller,
            clock,
            mqtt_metrics,
            cursors=state.cursor_list,
            online=state.scanners_online,
        )

    async def run(self, ready_file: Path | None, broker: EmbeddedBroker | None, supervisor: Supervisor) -> None:
        """Run every part until a signal comes; when one of them fails, all stop."""
        self._anchors.give()
        with stop_signal() as stopped:
            async with asyncio.TaskGroup() as tasks:
                parts = [
                    tasks.create_task(self._controller.run(), name="controller"),
                    tasks.create_task(self._link.run(), name="broker link"),
                    tasks.create_task(self._reads.run(), name="card reads"),
                    tasks.create_task(supervisor.keep_alive(), name="watchdog"),
                ]
                if broker is not None:
                    parts.append(tasks.create_task(broker.keep_running(), name="embedded broker"))
                if self._config.has_scanners:
                    arguments = ["scanner", "run", "--config", str(self._config.path)]
                    parts.append(tasks.create_task(keep_running(arguments), name="scanners"))
                rules = AdoptRules(self._clock.now_ms(), SYSTEM, self._config.rules_digest)
                await self._controller.adopt_rules(rules)
                async with self._gateway.running() as address:
                    log.info("table open to watchers", table=self._config.table, address=address)
                    write_ready_file(ready_file, address)
                    supervisor.say(READY)
                    await stopped.wait()
                    supervisor.say(STOPPING)
                for part in parts:
                    part.cancel()

    def _not_ready(self) -> Mapping[str, str]:
        reasons = {}
        if self._controller.journal_fault:
            reasons["journal"] = self._controller.journal_fault
        if not self._link.connected:
            reasons["broker"] = "not connected"
        return reasons


@contextmanager
def _started_broker(config: TableConfig) -> Iterator[EmbeddedBroker]:
    broker = EmbeddedBroker(config.broker.port)
    try:
        broker.start()
    except (OSError, RuntimeError) as error:
        remedy = "stop what listens there, or set embedded = false to use it"
        raise ConfigError(str(error), source=str(config.path), key="mqtt.port", remedy=remedy) from None
    try:
        yield broker
    finally:
        broker.stop()
