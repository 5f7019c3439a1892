"""The metrics of several tables in one answer, told apart by a label. I/O: none of its own; they are in registries."""

from collections.abc import Iterable, Mapping

from prometheus_client import CollectorRegistry, Metric
from prometheus_client.registry import Collector


class MergedMetrics(Collector):
    """Collect the registry of each place, with its name as the label `place` on every sample."""

    def __init__(self, registries: Mapping[str, CollectorRegistry]) -> None:
        self._registries = registries

    def collect(self) -> Iterable[Metric]:
        merged: dict[str, Metric] = {}
        for place, registry in self._registries.items():
            for metric in registry.collect():
                # A metric stands once in an answer, with all its samples behind it.
                one = merged.setdefault(metric.name, Metric(metric.name, metric.documentation, metric.type))
                for sample in metric.samples:
                    one.add_sample(sample.name, {"place": place, **sample.labels}, sample.value, sample.timestamp)
        return merged.values()
