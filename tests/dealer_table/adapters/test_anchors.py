"""When the table says how far its journal reaches, and that what it says can be found there. I/O: none but the log."""

from collections.abc import Iterator

import pytest
from prometheus_client import CollectorRegistry
from structlog.testing import capture_logs
from structlog.typing import EventDict

from dealer_table.adapters.anchors import Anchors
from dealer_table.adapters.memory_journal import MemoryJournal
from dealer_table.adapters.mqtt_announcer import MqttAnnouncer
from dealer_table.adapters.mqtt_link import MqttLink
from dealer_table.adapters.mqtt_metrics import MqttMetrics
from dealer_table.config.broker import BrokerAddress
from dealer_table.ports.announcements import Announced
from dealer_table.procedure import events as e
from tests.dealer_table.procedure.table_at_work import DEALER, PLAYER_NATURAL, table_with_shoe


@pytest.fixture
def logged() -> Iterator[list[EventDict]]:
    with capture_logs() as logs:
        yield logs


def anchors_on(journal: MemoryJournal) -> Anchors:
    link = MqttLink(BrokerAddress(), "t1", MqttMetrics(CollectorRegistry()))
    return Anchors(journal, MqttAnnouncer(link, "t1"))


def test_the_anchor_of_now_is_the_journals_head(logged: list[EventDict]) -> None:
    journal = MemoryJournal()
    anchors_on(journal).give()
    journal.append([[e.TableOpened(1, DEALER)]])
    anchors_on(journal).give()
    assert [log["position"] for log in logged] == [0, 1]
    assert logged[1]["hash"] == journal.head.hash


def test_an_anchor_is_given_when_a_coup_is_over_and_not_with_every_card(logged: list[EventDict]) -> None:
    table, journal = table_with_shoe(), MemoryJournal()
    anchors = anchors_on(journal)
    before = len(table.events)
    table.play(PLAYER_NATURAL)
    for event in table.events[before:]:
        anchors.announce([Announced(tuple(journal.append([[event]])), table.state)])
    assert [log["position"] for log in logged] == [journal.head.position]
    assert isinstance(table.events[-1], e.CoupSettled)


@pytest.mark.parametrize("ending", [e.CoupVoided(1, DEALER, 1, "r"), e.TableClosed(1, DEALER)])
def test_every_ending_gives_one(ending: e.Event, logged: list[EventDict]) -> None:
    journal = MemoryJournal()
    records = tuple(journal.append([[ending]]))
    anchors_on(journal).announce([Announced(records, table_with_shoe().state)])
    assert len(logged) == 1
