"""What the floor counts of the dealing, for Prometheus. Pure."""

from collections.abc import Sequence

from prometheus_client import CollectorRegistry, Counter, Gauge

from dealer_table.ports.announcements import Announced
from dealer_table.procedure import events as e
from dealer_table.procedure.words import HoldKind, Resolution, SpareSaw
from dealer_table.projections.floor_tallies import scanner_of

_PREFIX = "dealer_table"


class FloorMetrics:
    """Holds, misreads, rescans, coups, voids, altered files since this process started; the journal has the rest."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self.holds = Counter(f"{_PREFIX}_holds", "Holds, by kind.", ["kind"], registry=registry)
        self.misreads = Counter(f"{_PREFIX}_misreads", "Cards not read, by scanner.", ["scanner"], registry=registry)
        self.rescans = Counter(f"{_PREFIX}_rescans", "Cards shown again, by scanner.", ["scanner"], registry=registry)
        self.coups = Counter(f"{_PREFIX}_coups", "Coups settled, the free ones too.", registry=registry)
        self.voids = Counter(f"{_PREFIX}_voids", "Coups void.", registry=registry)
        about = "Files of program and configuration that are not what they were at the start, by the last look."
        self.files_altered = Gauge(f"{_PREFIX}_files_altered", about, registry=registry)
        for kind in HoldKind:
            self.holds.labels(kind=kind.value)

    def announce(self, decisions: Sequence[Announced]) -> None:
        """Count what happened."""
        for decision in decisions:
            reader = ""
            for event in decision.table_events:
                reader = scanner_of(event) or reader
                self._count(event, reader)

    def _count(self, event: e.Event, reader: str) -> None:
        match event:
            case e.HoldRaised(kind=kind):
                self.holds.labels(kind=kind.value).inc()
            case e.MisreadRecorded() | e.CardRejected() | e.SpareRead(saw=SpareSaw.MISREAD):
                self.misreads.labels(scanner=reader).inc()
            case e.RescanFailed() | e.HoldResolved(resolution=Resolution.RESCAN):
                self.rescans.labels(scanner=reader).inc()
            case e.CoupSettled() | e.FreeCoupEnded():
                self.coups.inc()
            case e.CoupVoided():
                self.voids.inc()
            case e.IntegrityChecked(program=program, configuration=configuration):
                self.files_altered.set(len(program.changed) + len(configuration.changed))
            case _:
                pass
