"""The composition root of a gateway by itself: watchers here, the table elsewhere. I/O: broker, HTTP and WebSocket."""

import asyncio
from pathlib import Path

import structlog
from prometheus_client import CollectorRegistry

from dealer_table.adapters.mqtt_link import MqttLink, forgive_lost_links
from dealer_table.adapters.mqtt_metrics import MqttMetrics
from dealer_table.adapters.system_clock import SystemClock
from dealer_table.config.gateway_config import GatewayConfig
from dealer_table.gateway.metrics import GatewayMetrics
from dealer_table.gateway.remote_table import NoDesk, NoPatrons, RemoteTable
from dealer_table.gateway.server import Gateway
from dealer_table.gateway.settings import settings_of
from dealer_table.process import READY, STOPPING, Supervisor, stop_signal, write_ready_file
from dealer_table.wire.topics import table_events, table_status, table_view

log = structlog.get_logger(__name__)


async def run_gateway(config: GatewayConfig, ready_file: Path | None = None) -> None:
    """Serve a table's watchers until SIGINT or SIGTERM."""
    forgive_lost_links()
    supervisor = Supervisor()
    registry = CollectorRegistry()
    link = MqttLink(config.broker, config.table, MqttMetrics(registry), speaks_for_table=False)
    gateway = Gateway(
        clock=SystemClock().now_ms,
        metrics=GatewayMetrics(registry),
        settings=settings_of(config.http.section, [config.picture]),
        tls=config.http.tls,
    )
    broadcast = gateway.open_broadcast(config.table, "")
    table = RemoteTable(broadcast)
    gateway.open_table(
        config.table,
        broadcast,
        NoDesk(),
        NoPatrons(),
        troubles=lambda: {} if table.is_live else {"table": "not in reach"},
        is_live=lambda: table.is_live,
        picture=config.picture,
    )
    link.listen(table_status(config.table), table.take_status)
    link.listen(table_view(config.table), table.take_view)
    link.listen(table_events(config.table), table.take_update)
    link.watch(table.link_changed)
    with stop_signal() as stopped:
        async with asyncio.TaskGroup() as tasks:
            following = tasks.create_task(link.run(), name="broker link")
            living = tasks.create_task(supervisor.keep_alive(), name="watchdog")
            async with gateway.running() as address:
                log.info("gateway open to watchers", table=config.table, address=address)
                write_ready_file(ready_file, address)
                supervisor.say(READY)
                await stopped.wait()
                supervisor.say(STOPPING)
            following.cancel()
            living.cancel()
