"""What the floor counts of the dealing. Pure."""

from prometheus_client import CollectorRegistry

from dealer_table.adapters.floor_metrics import FloorMetrics
from dealer_table.adapters.memory_journal import MemoryJournal
from dealer_table.ports.announcements import Announced
from dealer_table.procedure.words import HoldKind
from tests.dealer_table.procedure.table_at_work import PLAYER_NATURAL, TableAtWork, table_with_shoe


def counted(table: TableAtWork) -> dict[str, float]:
    """Announce what happened at `table`, and return every count that is not nothing."""
    registry, journal = CollectorRegistry(), MemoryJournal()
    metrics = FloorMetrics(registry)
    for events in filter(None, table.decisions):
        metrics.announce([Announced(tuple(journal.append([events])), table.state)])
    samples = [sample for metric in registry.collect() for sample in metric.samples]
    return {
        " ".join((sample.name, *sample.labels.values())): sample.value
        for sample in samples
        if sample.value and not sample.name.endswith("_created")
    }


def test_a_coup_with_a_misread_and_one_that_is_void() -> None:
    table = table_with_shoe()
    table.scanner(online=True, name="spare")
    table.begin_coup()
    table.misread()
    table.misread(scanner="spare")
    table.misread()
    table.deal(PLAYER_NATURAL)
    table.begin_coup()
    table.lose_reads()
    table.void()
    assert counted(table) == {
        "dealer_table_holds_total misread": 1,
        "dealer_table_holds_total reads_lost": 1,
        "dealer_table_misreads_total shoe": 2,
        "dealer_table_misreads_total spare": 1,
        "dealer_table_rescans_total shoe": 2,
        "dealer_table_coups_total": 1,
        "dealer_table_voids_total": 1,
    }


def test_a_hold_that_never_was_is_there_as_nothing_so_that_an_alarm_may_ask_for_it() -> None:
    registry = CollectorRegistry()
    FloorMetrics(registry)
    for kind in HoldKind:
        assert registry.get_sample_value("dealer_table_holds_total", {"kind": kind.value}) == 0
