"""What the table counts on its connection to the broker, for Prometheus. Pure."""

from prometheus_client import CollectorRegistry, Counter, Gauge

_PREFIX = "dealer_table"


class MqttMetrics:
    """The counters of one table's broker connection, in a registry of the caller's choice."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self.connected = Gauge(f"{_PREFIX}_mqtt_connected", "Whether the broker is connected.", registry=registry)
        self.dropped = Counter(
            f"{_PREFIX}_mqtt_dropped", "Updates given up while the broker was away.", registry=registry
        )
        self.wire_errors = Counter(
            f"{_PREFIX}_wire_errors", "Payloads on scanner topics that the protocol does not allow.", registry=registry
        )
        self.reads = Counter(
            f"{_PREFIX}_reads", "Messages of scanners, by what became of them.", ["what"], registry=registry
        )
