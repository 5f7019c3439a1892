"""What the table counts on its way to the operator's wallet, for Prometheus. Pure."""

from prometheus_client import CollectorRegistry, Counter, Gauge

_PREFIX = "dealer_table_wallet"


class WalletMetrics:
    """The counters of one table's wallet, in a registry of the caller's choice."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self.available = Gauge(f"{_PREFIX}_available", "Whether the operator answers.", registry=registry)
        self.requests = Counter(
            f"{_PREFIX}_requests",
            "Requests to the operator, by what became of them.",
            ["operation", "result"],
            registry=registry,
        )
        self.owed = Gauge(f"{_PREFIX}_owed", "Requests the operator must still hear.", registry=registry)
        self.parked = Gauge(
            f"{_PREFIX}_parked", "Requests the operator refused for good, for a person to look at.", registry=registry
        )
        self.write_failures = Counter(
            f"{_PREFIX}_write_failures", "Writes to the outbox that failed.", registry=registry
        )
        self.available.set(1)
