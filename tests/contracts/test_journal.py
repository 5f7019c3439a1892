"""The contract of the Journal port, run on every adapter. I/O: files."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dealer_table.adapters.memory_journal import MemoryJournal
from dealer_table.adapters.sqlite_journal import SqliteJournal
from dealer_table.adapters.system_clock import SystemClock
from dealer_table.baccarat.cards import Card
from dealer_table.betting.events import BetsAccepted, BetsSettled, DebtSettled, FundsDeposited, FundsWithdrawn
from dealer_table.betting.ledger import Account
from dealer_table.betting.words import Means, Patron, Stake
from dealer_table.ports.journal import Journal, Record
from dealer_table.procedure.commands import ReadId
from dealer_table.procedure.events import BurnDue, CardBurned, CardRead, Event, ShoeLoaded, TableOpened
from dealer_table.procedure.integrity import FilesFound
from dealer_table.procedure.process_events import ProcessStarted, ProcessStopped
from dealer_table.procedure.words import SYSTEM
from dealer_table.touch.events import RoomOpened

OPENED = TableOpened(at=1, by=SYSTEM)
LOADED = ShoeLoaded(2, SYSTEM, 1, 8, "digest", (ReadId("shoe-1", "b", 4),), ("shoe-1",))
READ = CardRead(3, ReadId("shoe-1", "b", 5), Card.EIGHT_OF_SPADES, None, None)
BURNED = CardBurned(3, Card.EIGHT_OF_SPADES, 1, 8)


@pytest.fixture(params=["memory", "sqlite"])
def begin(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], Journal]:
    """Return how to begin a new journal of the adapter under test."""
    numbers = iter(range(1_000_000))

    def begun() -> Journal:
        if request.param == "memory":
            return MemoryJournal("table-1")
        return SqliteJournal(tmp_path / f"{next(numbers)}.journal", "table-1", SystemClock())

    return begun


@pytest.fixture
def journal(begin: Callable[[], Journal]) -> Iterator[Journal]:
    journal = begin()
    yield journal
    journal.close()


def test_a_new_journal_is_empty_and_has_an_anchor(journal: Journal) -> None:
    assert list(journal.read()) == []
    assert journal.head.position == 0
    assert len(journal.head.hash) == 64
    assert len(journal.epoch) == 32
    assert journal.last_shoe_position() == 0


def test_records_stand_in_order_and_name_their_decision(journal: Journal) -> None:
    written = journal.append([[OPENED], [READ, BURNED]])
    assert written == [Record(1, 1, 1, OPENED), Record(2, 2, 3, READ), Record(3, 2, 3, BURNED)]
    assert list(journal.read()) == written
    assert journal.head.position == 3


def test_reading_starts_behind_a_position(journal: Journal) -> None:
    written = journal.append([[OPENED, LOADED], [READ]])
    assert list(journal.read(after=1)) == written[1:]
    assert list(journal.read(after=3)) == []


def test_nothing_to_append_appends_nothing(journal: Journal) -> None:
    before = journal.head
    assert journal.append([]) == []
    assert journal.append([[], []]) == []
    assert journal.head == before


def test_a_decision_without_events_leaves_no_trace(journal: Journal) -> None:
    assert [record.decision for record in journal.append([[], [OPENED], [], [READ, BURNED]])] == [1, 2, 2]


def test_the_last_shoe_is_found(journal: Journal) -> None:
    journal.append([[OPENED], [LOADED], [READ], [LOADED, READ]])
    assert journal.last_shoe_position() == 4


def test_the_last_opening_of_a_room_is_found(journal: Journal) -> None:
    assert journal.last_room_position() == 0
    journal.append([[RoomOpened(1, 0)], [RoomOpened(2, 0)], [BURNED]])
    assert journal.last_room_position() == 2


def test_every_start_of_the_process_is_found(journal: Journal) -> None:
    starts = [ProcessStarted(at, "0.1.0", FilesFound("a", "b", ()), FilesFound("c", "d", ()), "") for at in (1, 5)]
    assert list(journal.process_starts()) == []
    journal.append([[starts[0]], [LOADED, READ], [ProcessStopped(4)], [starts[1]]])
    assert list(journal.process_starts()) == starts


def test_a_reader_sees_the_journal_as_it_was_when_reading_began(journal: Journal) -> None:
    journal.append([[BurnDue(at, 3)] for at in range(600)])
    reading = journal.read()
    first = next(reading)
    journal.append([[BURNED]])
    assert [first.position, *(record.position for record in reading)] == list(range(1, 601))


def test_every_record_moves_the_anchor(journal: Journal) -> None:
    anchors = [journal.head]
    for _ in range(5):
        journal.append([[BURNED]])
        anchors.append(journal.head)
    assert len({anchor.hash for anchor in anchors}) == 6
    assert all(after.position == before.position + 1 for before, after in pairwise(anchors))


def test_what_events_post_is_in_the_balances_and_all_of_them_make_nought(journal: Journal) -> None:
    patron = Patron("pat", "EUR")
    assert journal.balances() == {}
    journal.append([[OPENED, FundsDeposited(1, SYSTEM, patron, 500, "slip")], [READ]])
    assert journal.balances()[Account.of(patron)] == 500
    journal.append([[BetsAccepted(2, 1, patron, "r", (Stake("tie", 100),), 100, "m", "digest")]])
    before = journal.balances()
    journal.append([[BetsSettled(3, 1, patron, (Stake("tie", 100),), (), "digest")]])
    assert before[Account.of(patron)] == journal.balances()[Account.of(patron)] == 400
    assert (before[Account("stakes", "EUR")], journal.balances()[Account("stakes", "EUR")]) == (100, 0)
    assert sum(journal.balances().values()) == 0


def test_what_the_cashier_ever_did_is_remembered(journal: Journal) -> None:
    patron = Patron("pat", "EUR")
    assert journal.cashier_references() == {}
    journal.append([[FundsDeposited(1, SYSTEM, patron, 500, "slip 1")], [LOADED], [READ]])
    journal.append([[FundsWithdrawn(4, SYSTEM, patron, 500, "slip 2")], [LOADED]])
    journal.append([[DebtSettled(5, SYSTEM, patron, 5, Means.CASH, "slip 3")]])
    assert journal.cashier_references() == {"slip 1": 1, "slip 2": 4, "slip 3": 5}


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(batches=st.lists(st.lists(st.lists(st.sampled_from([OPENED, LOADED, READ, BURNED]), max_size=3), max_size=3)))
def test_however_it_is_batched_the_record_is_what_was_appended(
    begin: Callable[[], Journal], batches: list[list[list[Event]]]
) -> None:
    journal = begin()
    for batch in batches:
        journal.append(batch)
    read = list(journal.read())
    assert [record.event for record in read] == [event for batch in batches for decision in batch for event in decision]
    assert [record.position for record in read] == list(range(1, len(read) + 1))
    shoes = [record.position for record in read if record.event is LOADED or record.event == LOADED]
    assert journal.last_shoe_position() == max(shoes, default=0)
    journal.close()
