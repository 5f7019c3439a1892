"""The composition root: one table with its journal, controller, broker link and gateway. I/O: all of it."""

import asyncio
import json
import signal
import ssl
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import structlog
from prometheus_client import CollectorRegistry

from dealer_table.adapters.anchors import Anchors
from dealer_table.adapters.child_process import keep_running
from dealer_table.adapters.embedded_broker import EmbeddedBroker
from dealer_table.adapters.mqtt_announcer import MqttAnnouncer
from dealer_table.adapters.mqtt_card_reads import MqttCardReads
from dealer_table.adapters.mqtt_link import MqttLink
from dealer_table.adapters.mqtt_metrics import MqttMetrics
from dealer_table.adapters.sqlite_journal import SqliteJournal
from dealer_table.adapters.system_clock import SystemClock
from dealer_table.config.table_config import TableConfig
from dealer_table.controller import Controller
from dealer_table.gateway.metrics import GatewayMetrics
from dealer_table.gateway.server import Gateway
from dealer_table.gateway.settings import GatewaySettings
from dealer_table.gateway.table_feed import TableFeed
from dealer_table.procedure.commands import AdoptRules
from dealer_table.procedure.words import SYSTEM

log = structlog.get_logger(__name__)


async def run_table(config: TableConfig, ready_file: Path | None = None) -> None:
    """Run one table until SIGINT or SIGTERM; `ready_file` is written, with the port, once it serves."""
    with ExitStack() as stack:
        if config.embedded_broker:
            stack.enter_context(EmbeddedBroker(config.broker.port))
        clock = SystemClock()
        journal = stack.enter_context(SqliteJournal(config.journal, config.table, clock))
        await _Table(config, clock, journal).run(ready_file)


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
            config.table,
            journal.epoch,
            self._controller,
            clock=clock.now_ms,
            metrics=GatewayMetrics(registry),
            settings=gateway_settings(config),
            keys=config.token_keys.accepted if config.token_keys else (),
            tls=_server_tls(config),
        )
        feed = TableFeed(config.house, self._gateway.broadcast)
        feed.restore(journal)
        self._gateway.broadcast.relay_to(announcer)
        self._controller.tell(feed)
        self._controller.tell(self._anchors)
        state = self._controller.state
        self._reads = MqttCardReads(
            self._link,
            config.table,
            self._controller,
            clock,
            mqtt_metrics,
            cursors=state.cursor_list,
            online=state.scanners_online,
        )

    async def run(self, ready_file: Path | None) -> None:
        """Run every part until a signal comes; when one of them fails, all stop."""
        self._anchors.give()
        with stop_signal() as stopped:
            async with asyncio.TaskGroup() as tasks:
                parts = [
                    tasks.create_task(self._controller.run(), name="controller"),
                    tasks.create_task(self._link.run(), name="broker link"),
                    tasks.create_task(self._reads.run(), name="card reads"),
                ]
                if self._config.has_scanners:
                    arguments = ["scanner", "run", "--config", str(self._config.path)]
                    parts.append(tasks.create_task(keep_running(arguments), name="scanners"))
                rules = AdoptRules(self._clock.now_ms(), SYSTEM, self._config.rules_digest)
                await self._controller.adopt_rules(rules)
                async with self._gateway.running(readiness=self._not_ready) as address:
                    log.info("table open to watchers", table=self._config.table, address=address)
                    _write_ready_file(ready_file, address)
                    await stopped.wait()
                for part in parts:
                    part.cancel()

    def _not_ready(self) -> Mapping[str, str]:
        reasons = {}
        if self._controller.journal_fault:
            reasons["journal"] = self._controller.journal_fault
        if not self._link.connected:
            reasons["broker"] = "not connected"
        return reasons


def gateway_settings(config: TableConfig) -> GatewaySettings:
    """Return the gateway's settings that the configuration asks for."""
    http = config.http
    return GatewaySettings(
        host=http.host,
        port=http.port,
        connections=http.connections,
        origins=http.origins,
        frame_ancestors=http.frame_ancestors,
    )


@contextmanager
def stop_signal() -> Iterator[asyncio.Event]:
    """Give an event that SIGINT and SIGTERM set, instead of breaking into whatever runs."""
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stopped.set)
    try:
        yield stopped
    finally:
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(number)


def _server_tls(config: TableConfig) -> ssl.SSLContext | None:
    if config.tls_cert is None:
        return None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(config.tls_cert, config.tls_key)
    return context


def _write_ready_file(path: Path | None, address: str) -> None:
    if path is None:
        return
    whole = json.dumps({"http_port": urlsplit(address).port, "address": address})
    # Whoever waits for the file must never find half of it.
    part = path.with_name(f"{path.name}.part")
    part.write_text(whole, encoding="utf-8")
    part.rename(path)
