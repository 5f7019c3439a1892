from prometheus_client import CollectorRegistry, Counter, generate_latest

from dealer_table.adapters.merged_metrics import MergedMetrics


def test_a_metric_of_two_tables_stands_once_with_the_samples_of_both() -> None:
    registries = {name: CollectorRegistry() for name in ("t1", "t2")}
    for number, registry in enumerate(registries.values(), 1):
        Counter("holds", "Holds.", ["kind"], registry=registry).labels("misread").inc(number)
    whole = CollectorRegistry()
    whole.register(MergedMetrics(registries))
    assert whole.get_sample_value("holds_total", {"place": "t1", "kind": "misread"}) == 1
    assert whole.get_sample_value("holds_total", {"place": "t2", "kind": "misread"}) == 2
    assert generate_latest(whole).count(b"# TYPE holds_total counter") == 1
