"""What a bridge counts, for Prometheus; nothing listens unless a port is set. I/O: a listener on loopback."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from prometheus_client import CollectorRegistry, Counter, Gauge, start_http_server

from dealer_table.errors import ConfigError
from scanner_drivers.sightings import (
    BurnCardSeen,
    CardSeen,
    CardSeenOutside,
    CutCardSeen,
    Misread,
    Sighting,
    Suppressed,
)

_PREFIX = "dealer_table_scanner"
_HOST = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class ScannerMetrics:
    """One scanner's counters; none of them tells a card."""

    reads: Counter
    misreads: Counter
    suppressed: Counter
    openings: Counter
    resends: Counter
    capture_faults: Counter
    outbox: Gauge
    online: Gauge

    def saw(self, sighting: Sighting) -> None:
        """Count what was seen."""
        match sighting:
            case CardSeen() | BurnCardSeen() | CardSeenOutside() | CutCardSeen():
                self.reads.inc()
            case Misread():
                self.misreads.inc()
            case Suppressed():
                self.suppressed.inc()
            case _:
                pass


class BridgeMetrics:
    """The metrics of all scanners of one bridge."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._reads = self._counter("reads", "Cards read, the cut card too.")
        self._misreads = self._counter("misreads", "What was seen and is no card.")
        self._suppressed = self._counter("suppressed", "Repeats of a card still in view.")
        self._openings = self._counter("port_openings", "How often the port was opened: once, and after each loss.")
        self._resends = self._counter("resends", "Messages sent again because the table had not confirmed them.")
        self._capture_faults = self._counter("capture_faults", "Chunks of bytes that could not be recorded.")
        self._outbox = self._gauge("outbox", "Messages that the table has not confirmed.")
        self._online = self._gauge("online", "Whether the port is open and the driver ready.")

    def of(self, scanner: str) -> ScannerMetrics:
        """Return one scanner's part."""
        return ScannerMetrics(
            reads=self._reads.labels(scanner),
            misreads=self._misreads.labels(scanner),
            suppressed=self._suppressed.labels(scanner),
            openings=self._openings.labels(scanner),
            resends=self._resends.labels(scanner),
            capture_faults=self._capture_faults.labels(scanner),
            outbox=self._outbox.labels(scanner),
            online=self._online.labels(scanner),
        )

    @contextmanager
    def served(self, port: int | None) -> Iterator[None]:
        """Answer on `port` of this machine for as long as the context lasts; without a port nobody listens."""
        if port is None:
            yield
            return
        try:
            server, thread = start_http_server(port, addr=_HOST, registry=self.registry)
        except OSError as error:
            problem = f"cannot listen on {_HOST}:{port}: {error.strerror}"
            raise ConfigError(problem, key="bridge.metrics_port", remedy="choose a free port") from None
        try:
            yield
        finally:
            server.shutdown()
            server.server_close()
            thread.join()

    def _counter(self, name: str, what: str) -> Counter:
        return Counter(f"{_PREFIX}_{name}", what, ["scanner"], registry=self.registry)

    def _gauge(self, name: str, what: str) -> Gauge:
        return Gauge(f"{_PREFIX}_{name}", what, ["scanner"], registry=self.registry)
