"""What tables and rooms count on their way to the operator's wallet, for Prometheus. Pure."""

from prometheus_client import CollectorRegistry, Counter, Gauge

_PREFIX = "dealer_table_wallet"


class WalletMetrics:
    """The counters of all of a process's wallets, in a registry of the caller's choice."""

    def __init__(self, registry: CollectorRegistry) -> None:
        by_place = ["place"]
        self.available = Gauge(f"{_PREFIX}_available", "Whether the operator answers.", by_place, registry=registry)
        self.requests = Counter(
            f"{_PREFIX}_requests",
            "Requests to the operator, by what became of them.",
            ["place", "operation", "result"],
            registry=registry,
        )
        self.owed = Gauge(f"{_PREFIX}_owed", "Requests the operator must still hear.", by_place, registry=registry)
        self.parked = Gauge(
            f"{_PREFIX}_parked", "Requests the operator refused, for a person to look at.", by_place, registry=registry
        )
        self.write_failures = Counter(
            f"{_PREFIX}_write_failures", "Writes to the outbox that failed.", by_place, registry=registry
        )


class PlaceWalletMetrics:
    """Those of one table or room."""

    def __init__(self, metrics: WalletMetrics, place: str) -> None:
        self._place = place
        self._requests = metrics.requests
        self.available = metrics.available.labels(place)
        self.owed = metrics.owed.labels(place)
        self.parked = metrics.parked.labels(place)
        self.write_failures = metrics.write_failures.labels(place)
        self.available.set(1)

    def count(self, operation: str, result: str) -> None:
        """Count a request by what became of it."""
        self._requests.labels(self._place, operation, result).inc()
