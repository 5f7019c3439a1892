"""What the gateway counts, for Prometheus. I/O: none of its own; the numbers live in the registry it is given."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

_PREFIX = "dealer_table_gateway"


class GatewayMetrics:
    """The gateway's counters and gauges in one registry."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self.registry = registry
        self.connections = Gauge(
            f"{_PREFIX}_connections", "Clients that follow a place.", ["place", "audience"], registry=registry
        )
        self.lagging = Gauge(f"{_PREFIX}_lagging", "Clients whose write buffer is over the bound.", registry=registry)
        self.deliveries = Counter(
            f"{_PREFIX}_deliveries", "What was handed to sockets for all.", ["place", "audience"], registry=registry
        )
        self.joins = Counter(
            f"{_PREFIX}_joins", "Hellos answered, by a snapshot or by what was missed.", ["how"], registry=registry
        )
        self.fell_behind = Counter(
            f"{_PREFIX}_fell_behind", "Clients that lost their queue and wait for a snapshot.", registry=registry
        )
        self.closed_slow = Counter(f"{_PREFIX}_closed_slow", "Clients closed with 1013.", registry=registry)
        self.refused = Counter(f"{_PREFIX}_refused", "Handshakes refused.", ["why"], registry=registry)
        self.logins = Counter(f"{_PREFIX}_logins", "The staff's logins answered.", ["result"], registry=registry)
        self.faults = Counter(f"{_PREFIX}_faults", "Messages the protocol forbids.", ["code"], registry=registry)
        self.commands = Counter(
            f"{_PREFIX}_commands", "Commands from the desk.", ["place", "command", "result"], registry=registry
        )
        self.bets = Counter(f"{_PREFIX}_bets", "Patrons' bets answered.", ["place", "result"], registry=registry)
        self.bet_seconds = Histogram(
            f"{_PREFIX}_bet_seconds",
            "From a bet's arrival to its answer.",
            ["place"],
            buckets=(0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
            registry=registry,
        )
        self.patrons = Gauge(f"{_PREFIX}_patrons", "Patrons seated.", ["place"], registry=registry)
