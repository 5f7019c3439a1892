"""What the gateway counts, for Prometheus. I/O: none of its own; the numbers live in the registry it is given."""

from prometheus_client import CollectorRegistry, Counter, Gauge

_PREFIX = "dealer_table_gateway"


class GatewayMetrics:
    """The gateway's counters and gauges in one registry."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self.registry = registry
        self.connections = Gauge(
            f"{_PREFIX}_connections", "Clients that follow the table.", ["audience"], registry=registry
        )
        self.lagging = Gauge(f"{_PREFIX}_lagging", "Clients whose write buffer is over the bound.", registry=registry)
        self.deliveries = Counter(
            f"{_PREFIX}_deliveries", "Updates and heartbeats handed to sockets.", ["audience"], registry=registry
        )
        self.joins = Counter(
            f"{_PREFIX}_joins", "Hellos answered, by a snapshot or by what was missed.", ["how"], registry=registry
        )
        self.fell_behind = Counter(
            f"{_PREFIX}_fell_behind", "Clients that lost their queue and wait for a snapshot.", registry=registry
        )
        self.closed_slow = Counter(f"{_PREFIX}_closed_slow", "Clients closed with 1013.", registry=registry)
        self.refused = Counter(f"{_PREFIX}_refused", "Handshakes refused.", ["why"], registry=registry)
        self.faults = Counter(f"{_PREFIX}_faults", "Messages the protocol forbids.", ["code"], registry=registry)
        self.commands = Counter(
            f"{_PREFIX}_commands", "Commands from the desk.", ["command", "result"], registry=registry
        )
