"""Who deals: one dealer at a time, and every change of them on record. Pure."""

from dataclasses import replace

from dealer_table.procedure import commands as c
from dealer_table.procedure import events as e
from dealer_table.procedure.evolve import fold
from dealer_table.procedure.words import Actor, Phase, Relief, Role
from tests.dealer_table.procedure.table_at_work import (
    DEALER,
    NO_BURN,
    PLAYER_NATURAL,
    SUPERVISOR,
    TableAtWork,
    only,
    table_in_coup,
    table_with_shoe,
)

EVE = Actor(Role.DEALER, "Eve")


def test_whoever_gives_the_first_command_is_on_duty() -> None:
    table = TableAtWork(NO_BURN)
    events = table.give(c.OpenTable(table.now, DEALER))
    assert events == (e.ShiftTaken(table.now, DEALER, before=""), e.TableOpened(table.now, DEALER))
    assert table.state.dealer == DEALER.name
    assert table.give(c.LoadShoe(table.now, DEALER))[0] != events[0]


def test_a_supervisor_works_at_the_table_and_is_never_on_duty() -> None:
    table = TableAtWork(NO_BURN)
    assert table.give(c.OpenTable(table.now, SUPERVISOR)) == (e.TableOpened(table.now, SUPERVISOR),)
    assert table.state.dealer == ""


def test_a_second_dealer_is_refused_everything_until_they_take_over_between_coups() -> None:
    table = table_in_coup()
    assert table.refuses(c.DeclareCutCard(table.now, EVE)) == "other_dealer"
    assert table.refuses(c.TakeShift(table.now, EVE)) == "coup_in_play"
    table.deal(PLAYER_NATURAL)
    assert table.relieve(EVE) == (e.ShiftTaken(table.now, EVE, before=DEALER.name),)
    assert table.refuses(c.OpenBetting(table.now, DEALER)) == "other_dealer"
    table.open_betting()
    assert table.phase() is Phase.BETTING


def test_a_supervisor_lets_a_dealer_go_in_the_middle_of_a_coup() -> None:
    table = table_in_coup(replace(NO_BURN, relief=Relief.SUPERVISOR), "4S")
    assert table.refuses(c.TakeShift(table.now, EVE)) == "supervisor_needed"
    assert table.refuses(c.EndShift(table.now, DEALER)) == "supervisor_needed"
    assert table.give(c.EndShift(table.now, SUPERVISOR)) == (e.ShiftEnded(table.now, SUPERVISOR, DEALER.name),)
    assert table.state.dealer == ""
    table.relieve(EVE)
    table.deal("2H 5S 3H")
    table.open_betting()


def test_a_dealer_who_goes_leaves_the_table_to_whoever_comes() -> None:
    table = table_with_shoe()
    table.give(c.EndShift(table.now, DEALER))
    taken = only(e.ShiftTaken, table.give(c.OpenBetting(table.now, EVE)))
    assert (taken.by, taken.before) == (EVE, "")


def test_a_hold_keeps_nobody_at_the_table() -> None:
    table = table_in_coup(cards=PLAYER_NATURAL)
    table.read("9C")
    assert table.state.hold is not None
    table.relieve(EVE)
    assert table.state.dealer == EVE.name


def test_a_table_that_closes_lets_its_dealer_go() -> None:
    table = table_with_shoe()
    table.give(c.CloseTable(table.now, DEALER))
    assert table.state.dealer == ""


def test_a_fresh_shoe_repeats_who_is_on_duty() -> None:
    table = table_with_shoe()
    table.relieve(EVE)
    table.give(c.ChangeShoe(table.now, EVE))
    loaded = table.give(c.LoadShoe(table.now, EVE))
    assert only(e.ShoeLoaded, loaded).dealer == EVE.name
    assert fold(loaded).dealer == fold(table.events).dealer == EVE.name
