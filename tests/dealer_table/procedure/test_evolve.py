"""Folding: from the beginning, from the last shoe, and how far each scanner's reads are recorded. Pure."""

import pytest

from dealer_table.procedure import commands as c
from dealer_table.procedure import events as e
from dealer_table.procedure.evolve import evolve, fold
from dealer_table.procedure.state import TableState
from dealer_table.procedure.words import SYSTEM, Phase, Resolution
from tests.dealer_table.procedure.table_at_work import (
    DEALER,
    PLAYER_NATURAL,
    TableAtWork,
    table_in_coup,
    table_with_shoe,
)


def second_shoe_in_mid_coup() -> TableAtWork:
    table = table_with_shoe()
    table.play(PLAYER_NATURAL)
    table.read("9D")
    table.resolve(Resolution.FIRST_OF_NEXT)
    table.give(c.ChangeShoe(table.now, DEALER))
    table.give(c.LoadShoe(table.now, DEALER))
    table.begin_coup()
    table.deal("4S 2H")
    table.misread()
    return table


def test_folding_all_events_gives_the_state() -> None:
    table = second_shoe_in_mid_coup()
    assert fold(table.events) == table.state


def test_folding_from_the_last_shoe_gives_the_same_state() -> None:
    table = second_shoe_in_mid_coup()
    last = max(index for index, event in enumerate(table.events) if isinstance(event, e.ShoeLoaded))
    assert fold(table.events[last:]) == table.state


def test_folding_nothing_is_a_closed_table() -> None:
    assert fold([]) == TableState()
    assert fold([]).phase is Phase.CLOSED


def test_a_fold_may_go_on_from_any_state() -> None:
    table = second_shoe_in_mid_coup()
    assert fold(table.events[10:], fold(table.events[:10])) == table.state


def test_each_boot_of_a_scanner_has_its_own_cursor_and_the_oldest_are_forgotten() -> None:
    state = TableState()
    for boot in range(40):
        state = evolve(state, e.DeviceReported(1, c.ReadId("shoe", f"b{boot}", boot + 1), "started", None))
    assert len(state.cursors) == 32
    assert ("shoe", "b7") not in state.cursors
    assert state.cursors["shoe", "b39"] == 40
    assert state.cursor_list[0] == c.ReadId("shoe", "b8", 9)


def test_a_cursor_never_goes_back() -> None:
    state = evolve(TableState(), e.ReadsLost(1, "shoe", "b1", 5, 9))
    state = evolve(state, e.ReadsLost(1, "shoe", "b1", 2, 3))
    assert state.cursors["shoe", "b1"] == 9


@pytest.mark.parametrize(
    "event",
    [
        e.BettingOpened(1, SYSTEM, 1, 2),
        e.CoupSettled(1, 1, table_in_coup().coup.hands.outcome),
        e.BurnCompleted(1),
        e.ShoeRemoved(1, SYSTEM, 1, ""),
    ],
    ids=lambda event: type(event).__name__,
)
def test_an_event_where_it_may_not_come_is_a_bug(event: e.Event) -> None:
    with pytest.raises(AssertionError, match="in phase closed"):
        evolve(TableState(), event)
