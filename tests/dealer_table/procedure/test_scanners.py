"""The scanner that the table deals by and its spares: what a spare reads is recorded and never dealt. Pure."""

from dataclasses import replace

import pytest

from dealer_table.baccarat.coup import Outcome
from dealer_table.procedure import commands as c
from dealer_table.procedure import events as e
from dealer_table.procedure.evolve import fold
from dealer_table.procedure.house import HouseProcedure
from dealer_table.procedure.state import TableState
from dealer_table.procedure.words import SYSTEM, BurnRule, HoldKind, Phase, Resolution, SpareSaw
from tests.dealer_table.procedure.table_at_work import (
    DEALER,
    NO_BURN,
    PLAYER_NATURAL,
    TableAtWork,
    kinds,
    only,
    table_with_shoe,
)

CONFIRMED = replace(NO_BURN, confirm_result=True)
TAKES_OVER = replace(NO_BURN, spare_takes_over=True)


def with_spare(house: HouseProcedure = NO_BURN) -> TableAtWork:
    """Return a table that deals by "shoe", with "spare" beside it."""
    table = table_with_shoe(house)
    table.scanner(online=True, name="spare")
    return table


def in_phase(phase: Phase) -> TableAtWork:
    """Return a table with a spare, in `phase`."""
    table = with_spare(HouseProcedure() if phase is Phase.BURN else CONFIRMED)
    match phase:
        case Phase.BETTING:
            table.open_betting()
        case Phase.DEALING:
            table.begin_coup()
            table.deal("4S")
        case Phase.RESULT | Phase.SETTLED:
            table.play(PLAYER_NATURAL)
        case Phase.SHOE_OVER:
            table.cut_card()
            table.play(PLAYER_NATURAL)
        case Phase.SHOE_CHANGE | Phase.CLOSED:
            table.give(c.ChangeShoe(table.now, DEALER))
        case _:
            pass
    if phase in (Phase.SETTLED, Phase.SHOE_OVER):
        table.give(c.ConfirmResult(table.now, DEALER))
    if phase is Phase.CLOSED:
        table.give(c.CloseTable(table.now, DEALER))
    assert table.phase() is phase
    return table


def but_for_the_cursors(state: TableState) -> TableState:
    return replace(state, cursors={})


# ---- which one the table deals by ---------------------------------------------------------------------------------


def test_the_first_scanner_that_comes_is_the_tables() -> None:
    table = TableAtWork(NO_BURN)
    table.scanner(online=True, name="spare")
    table.scanner(online=True, name="shoe")
    assert table.state.primary == "spare"


def test_the_first_scanner_that_reads_is_the_tables_though_nobody_said_that_it_is_there() -> None:
    table = TableAtWork(NO_BURN)
    table.read("4S", scanner="shoe")
    assert kinds(table.read("4S", scanner="spare")) == [e.SpareRead]
    assert table.state.primary == "shoe"


def test_a_scanner_that_comes_back_is_still_the_tables() -> None:
    table = with_spare()
    table.scanner(online=False)
    table.scanner(online=True)
    assert table.state.primary == "shoe"


def test_which_scanner_is_the_tables_outlives_the_shoe_the_day_and_a_restart() -> None:
    table = with_spare()
    table.swap()
    table.give(c.ChangeShoe(table.now, DEALER))
    table.give(c.CloseTable(table.now, DEALER))
    table.give(c.OpenTable(table.now, DEALER))
    loaded = only(e.ShoeLoaded, table.give(c.LoadShoe(table.now, DEALER)))
    assert loaded.primary == table.state.primary == "spare"
    assert fold([loaded]).primary == "spare"


# ---- spares are never dealt ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", Phase)
def test_what_a_spare_reads_is_recorded_and_changes_nothing(phase: Phase) -> None:
    table = in_phase(phase)
    before = table.state
    assert kinds(table.read("9D", scanner="spare")) == [e.SpareRead]
    assert kinds(table.misread(scanner="spare")) == [e.SpareRead]
    assert kinds(table.cut_card(scanner="spare")) == [e.SpareRead]
    assert kinds(table.shoe_says(Outcome.BANKER, scanner="spare")) == [e.SpareRead]
    assert but_for_the_cursors(table.state) == but_for_the_cursors(before)
    assert table.state.cursors["spare", "b1"] == 4


def test_what_a_spare_saw_is_on_record() -> None:
    table = with_spare()
    read = only(e.SpareRead, table.read("9D", scanner="spare"))
    assert (read.read, read.saw, read.card) == (c.ReadId("spare", "b1", 1), SpareSaw.CARD, "9D")
    assert only(e.SpareRead, table.misread(scanner="spare")).saw is SpareSaw.MISREAD


def test_two_scanners_that_report_one_card_are_one_card() -> None:
    table = with_spare()
    table.begin_coup()
    for card in PLAYER_NATURAL.split():
        table.read(card, scanner="spare")
        table.read(card)
        table.read(card, scanner="spare")
    assert table.coup.cards == tuple(PLAYER_NATURAL.split())
    assert table.phase() is Phase.SETTLED
    assert table.shoe.composition.cards_gone == 4


def test_a_burned_card_that_a_spare_reads_too_is_burned_once() -> None:
    table = with_spare(replace(NO_BURN, burn=BurnRule.FIXED, burn_fixed=2))
    for card in ("KD", "2C"):
        table.read(card)
        table.read(card, scanner="spare")
    assert table.phase() is Phase.READY
    assert table.shoe.burned == ("KD", "2C")


def test_a_spare_ends_no_hold_that_waits_for_a_card() -> None:
    table = with_spare()
    table.begin_coup()
    table.misread()
    table.read("4S", scanner="spare")
    assert (table.held_for, table.coup.cards) == (HoldKind.MISREAD, ())
    table.read("4S")
    assert (table.held_for, table.coup.cards) == (None, ("4S",))


def test_what_a_spare_says_of_itself_is_recorded_like_any_scanners() -> None:
    table = with_spare()
    reported = c.RecordDeviceEvent(table.now, table.next_read("spare"), "lid_open", 7)
    assert kinds(table.give(reported)) == [e.DeviceReported]


def test_a_spares_read_that_is_delivered_twice_is_recorded_once() -> None:
    table = with_spare()
    read = table.next_read("spare")
    table.give(c.RecordCutCard(table.now, read))
    assert table.give(c.RecordCutCard(table.now, read)) == ()


@pytest.mark.parametrize("how", ["gap", "gone"])
def test_a_spare_that_is_lost_stops_nothing(how: str) -> None:
    table = with_spare()
    table.begin_coup()
    if how == "gap":
        assert kinds(table.lose_reads(scanner="spare")) == [e.ReadsLost]
    else:
        assert kinds(table.scanner(online=False, name="spare")) == [e.ScannerOffline]
    assert table.state.hold is None
    table.deal(PLAYER_NATURAL)
    assert table.phase() is Phase.SETTLED


def test_a_spare_that_is_lost_while_a_hold_stands_is_not_the_next_hold() -> None:
    table = with_spare()
    table.begin_coup()
    table.give(c.DeclareFaceUpCard(table.now, DEALER))
    table.lose_reads(scanner="spare")
    table.scanner(online=False, name="spare")
    table.resolve(Resolution.STAYS_VALID)
    assert table.state.hold is None


# ---- swapping -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", Phase)
def test_the_dealer_may_swap_at_any_time(phase: Phase) -> None:
    table = in_phase(phase)
    swapped = only(e.ScannerSwapped, table.swap())
    assert (swapped.by, swapped.before, swapped.after) == (DEALER, "shoe", "spare")
    assert table.phase() is phase
    assert kinds(table.read("9D")) == [e.SpareRead]


def test_after_a_swap_while_bets_are_taken_the_coup_is_dealt_by_the_spare() -> None:
    table = with_spare()
    table.open_betting()
    table.swap()
    table.close_betting()
    for card in PLAYER_NATURAL.split():
        table.read(card)
        table.read(card, scanner="spare")
    assert table.coup.cards == tuple(PLAYER_NATURAL.split())


def test_a_swap_in_mid_coup_loses_no_card_and_doubles_none() -> None:
    table = with_spare()
    table.begin_coup()
    for card in ("4S", "2H"):
        table.read(card)
        table.read(card, scanner="spare")
    table.swap()
    for card in ("5S", "3H"):
        table.read(card)
        table.read(card, scanner="spare")
    assert table.coup.cards == ("4S", "2H", "5S", "3H")
    assert table.phase() is Phase.SETTLED


def test_a_card_that_one_scanner_cannot_read_is_shown_to_the_other() -> None:
    table = with_spare()
    table.begin_coup()
    table.misread()
    table.misread()
    assert kinds(table.swap()) == [e.ScannerSwapped]
    assert table.held_for is HoldKind.MISREAD
    assert kinds(table.read("4S", scanner="spare")) == [e.CardRead, e.HoldResolved, e.CardDealt]


def test_a_swap_may_be_taken_back() -> None:
    table = with_spare()
    table.swap()
    table.swap("shoe")
    assert table.state.primary == "shoe"


def test_after_a_swap_it_is_the_other_ones_absence_that_counts() -> None:
    table = with_spare()
    table.swap()
    table.scanner(online=False, name="shoe")
    table.begin_coup()
    assert table.state.hold is None
    table.scanner(online=False, name="spare")
    assert table.held_for is HoldKind.READS_LOST


# ---- the table's scanner is lost ----------------------------------------------------------------------------------


def test_without_its_scanner_the_table_deals_on_once_people_have_swapped_and_compared() -> None:
    table = with_spare()
    table.begin_coup()
    table.deal("4S")
    assert kinds(table.scanner(online=False)) == [e.ScannerOffline, e.HoldRaised]
    assert table.refuses(table.resolution(Resolution.RESUME)) == "scanner_offline"
    table.swap()
    assert table.held_for is HoldKind.READS_LOST
    table.read("2H", scanner="spare")
    assert table.hold.held == ("2H",)
    table.resolve(Resolution.RESUME)
    assert table.coup.cards == ("4S", "2H")


def test_where_the_house_says_so_the_spare_takes_over_and_people_still_compare() -> None:
    table = with_spare(TAKES_OVER)
    table.begin_coup()
    table.deal("4S")
    events = table.scanner(online=False)
    assert kinds(events) == [e.ScannerOffline, e.HoldRaised, e.ScannerSwapped]
    assert only(e.ScannerSwapped, events) == e.ScannerSwapped(table.now, SYSTEM, "shoe", "spare")
    assert table.hold.cause == "scanner_offline"
    table.resolve(Resolution.RESUME, DEALER)
    table.read("2H", scanner="spare")
    assert table.coup.cards == ("4S", "2H")


def test_the_spare_takes_over_between_coups_without_a_hold() -> None:
    table = with_spare(TAKES_OVER)
    assert kinds(table.scanner(online=False)) == [e.ScannerOffline, e.ScannerSwapped]
    table.begin_coup()
    table.read("4S", scanner="spare")
    assert table.coup.cards == ("4S",)


def test_what_the_lost_scanner_sends_late_is_recorded_and_not_dealt() -> None:
    table = with_spare(TAKES_OVER)
    table.begin_coup()
    table.scanner(online=False)
    table.resolve(Resolution.RESUME)
    table.scanner(online=True)
    assert table.state.primary == "spare"
    assert kinds(table.read("4S")) == [e.SpareRead]


def test_a_takeover_while_another_hold_stands_leaves_the_lost_reads_as_the_next_hold() -> None:
    table = with_spare(TAKES_OVER)
    table.begin_coup()
    table.give(c.DeclareFaceUpCard(table.now, DEALER))
    assert kinds(table.scanner(online=False)) == [e.ScannerOffline, e.ScannerSwapped]
    table.resolve(Resolution.STAYS_VALID)
    assert (table.held_for, table.hold.cause) == (HoldKind.READS_LOST, "scanner_offline")


def test_where_no_spare_is_there_none_takes_over() -> None:
    table = table_with_shoe(TAKES_OVER)
    assert kinds(table.scanner(online=False)) == [e.ScannerOffline]
    assert table.state.primary == "shoe"


def test_a_spare_that_leaves_moves_the_table_to_no_other() -> None:
    table = table_with_shoe(TAKES_OVER)
    table.scanner(online=False)
    table.scanner(online=True, name="spare")
    table.scanner(online=True, name="third")
    assert kinds(table.scanner(online=False, name="spare")) == [e.ScannerOffline]
    assert table.state.primary == "shoe"


def test_no_coup_begins_by_a_scanner_that_is_not_there_whoever_else_is() -> None:
    table = with_spare()
    table.scanner(online=False)
    assert table.refuses(c.OpenBetting(table.now, DEALER)) == "scanner_offline"
    table.swap()
    table.open_betting()
    assert table.phase() is Phase.BETTING
