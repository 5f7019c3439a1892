"""Hears which bridges are there, for those who look after them; the table itself goes by its scanners. I/O: MQTT."""

import structlog
from prometheus_client import CollectorRegistry, Gauge

from dealer_table.adapters.mqtt_link import MqttLink
from dealer_table.adapters.mqtt_metrics import MqttMetrics
from dealer_table.errors import WireError
from dealer_table.wire.bridge_status import parse_bridge_status
from dealer_table.wire.topics import bridge_of, bridge_status, checked_name

_LARGEST_PAYLOAD = 8_192

_log = structlog.get_logger("dealer_table.bridges")


class MqttBridges:
    """Tell log and metrics when a bridge comes or goes.

    A scanner without its bridge is offline by the last will of its own connection. This tells the other level: whether
    to look at the device or at the machine that it hangs on.
    """

    def __init__(self, link: MqttLink, table: str, metrics: MqttMetrics, registry: CollectorRegistry) -> None:
        self._metrics = metrics
        self._online: dict[str, bool] = {}
        self._gauge = Gauge(
            "dealer_table_bridge_online", "Whether a bridge is there, by its name.", ["bridge"], registry=registry
        )
        link.listen(bridge_status(table, "+"), self._on_status)

    def _on_status(self, topic: str, payload: bytes) -> None:
        try:
            if len(payload) > _LARGEST_PAYLOAD:
                raise WireError(f"{len(payload)} bytes are more than any presence has")
            bridge = checked_name(bridge_of(topic))
            status = parse_bridge_status(payload)
        except WireError as error:
            self._metrics.wire_errors.inc()
            _log.warning("junk ignored", topic=topic, fault=str(error))
            return
        self._gauge.labels(bridge=bridge).set(status.online)
        if self._online.get(bridge) is not status.online:
            self._online[bridge] = status.online
            what = "bridge online" if status.online else "bridge offline"
            _log.info(what, bridge=bridge, scanners=list(status.scanners), reason=status.reason)
