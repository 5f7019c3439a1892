"""What a watcher sees: what lies on the felt, the outcome once it is confirmed, and never a burned card. Pure."""

import dataclasses

import pytest

from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.coup import Outcome
from dealer_table.baccarat.hand import Position, Side
from dealer_table.procedure import commands as c
from dealer_table.procedure import events as e
from dealer_table.procedure.house import HouseProcedure
from dealer_table.procedure.words import BurnRule, CutCardRule, HoldKind, Phase, Resolution
from dealer_table.projections.table_view import CoupSection, ShoeSection, TableView
from tests.dealer_table.procedure.table_at_work import (
    ALL_BUT_THE_LAST,
    BANKER_NATURAL,
    DEALER,
    NO_BURN,
    PLAYER_NATURAL,
    TIE_OF_SIX_CARDS,
    TableAtWork,
)

CONFIRMING = HouseProcedure(burn=BurnRule.NONE, confirm_result=True)


class WatchedTable(TableAtWork):
    """A table, and the view that follows it decision by decision."""

    def __init__(self, house: HouseProcedure = NO_BURN) -> None:
        super().__init__(house)
        self.view = TableView()
        self.give(c.OpenTable(self.now, DEALER))
        self.scanner(online=True)
        self.give(c.LoadShoe(self.now, DEALER))

    def give(self, command: c.Command) -> tuple[e.Event, ...]:
        events = super().give(command)
        self.view = self.view.after(events, self.state)
        return events

    def seen(self) -> CoupSection:
        """Return the coup as a watcher sees it."""
        assert self.view.coup is not None
        return self.view.coup

    def shoe_seen(self) -> ShoeSection:
        """Return the shoe as a watcher sees it."""
        assert self.view.shoe is not None
        return self.view.shoe


def test_before_the_table_opens_there_is_nothing_to_see() -> None:
    view = TableView()
    assert (view.table.phase, view.shoe, view.coup, view.betting, view.hold) == (Phase.CLOSED, None, None, None, None)


def test_of_the_burn_only_counts_and_the_indicator_are_seen() -> None:
    table = WatchedTable(HouseProcedure())
    table.read("3S")
    assert table.shoe_seen().indicator is Card("3S")
    table.deal("9H 9D")
    shoe = table.shoe_seen()
    assert (shoe.burn_due, shoe.burn_done, shoe.burned, shoe.cards_out, shoe.cards_left) == (3, 2, 3, 3, 413)
    assert not {"9H", "9D"} & faces_in(table.view)


@pytest.mark.parametrize("burned", ["2C", "9H", "KD"])
def test_no_burned_held_or_discarded_card_is_ever_in_the_view(burned: str) -> None:
    table = WatchedTable(HouseProcedure(burn=BurnRule.FIXED, burn_fixed=1))
    table.read(burned)
    table.play(PLAYER_NATURAL)
    table.read("AC")
    assert table.held_for is HoldKind.EXCESS_CARD
    assert not {burned, "AC"} & faces_in(table.view)
    table.resolve(Resolution.BURN_IT)
    assert not {burned, "AC"} & faces_in(table.view)


def test_betting_is_seen_with_its_end_and_goes_with_it() -> None:
    table = WatchedTable()
    table.open_betting()
    assert table.view.betting is not None
    assert table.view.betting.closes_at - table.view.betting.opened_at == NO_BURN.betting_seconds * 1000
    assert (table.view.betting.coup, table.seen().number) == (1, 1)
    table.close_betting()
    assert table.view.betting is None
    assert table.seen().due is Position.PLAYER_1


def test_cards_stand_in_the_order_they_were_dealt_with_the_totals_so_far() -> None:
    table = WatchedTable()
    table.begin_coup()
    assert (table.seen().player_total, table.seen().banker_total) == (None, None)
    table.deal(ALL_BUT_THE_LAST)
    seen = table.seen()
    assert [dealt.card.value for dealt in seen.cards] == ALL_BUT_THE_LAST.split()
    assert [dealt.position for dealt in seen.cards][-1] is Position.PLAYER_3
    assert (seen.player_total, seen.banker_total, seen.due) == (2, 0, Position.BANKER_3)
    assert seen.pairs == (), "a pair is of one rank: king and queen are none"


def test_the_outcome_is_told_with_the_confirmation_and_not_before() -> None:
    table = WatchedTable(CONFIRMING)
    table.play(BANKER_NATURAL)
    assert (table.seen().outcome, table.seen().confirmed, table.seen().natural) == (None, False, True)
    assert table.view.statistics.banker == 0
    table.give(c.ConfirmResult(table.now, DEALER))
    assert (table.seen().outcome, table.seen().confirmed, table.seen().settled) == (Outcome.BANKER, True, True)
    assert table.view.statistics.banker == 1
    assert len(table.view.roads.bead_plate) == 1


def test_a_result_in_dispute_is_told_to_nobody() -> None:
    table = WatchedTable(CONFIRMING)
    table.play(BANKER_NATURAL)
    table.give(c.ConfirmResult(table.now, DEALER, Outcome.PLAYER))
    assert table.view.hold is not None and table.view.hold.kind is HoldKind.OUTCOME_MISMATCH
    assert table.seen().outcome is None
    table.resolve(Resolution.CORRECT_CARD, card="3S", position=Position.BANKER_1)
    assert [dealt.card.value for dealt in table.seen().cards if dealt.keyed] == ["3S"]
    assert table.seen().outcome is None


def test_a_hold_hides_what_is_due_and_shows_no_card_that_waits() -> None:
    table = WatchedTable()
    table.begin_coup()
    table.deal("8S")
    table.give(c.RecordScannerStatus(table.now, "shoe", online=False))
    table.read("9C")
    assert table.view.hold is not None
    assert table.seen().due is None
    assert "9C" not in faces_in(table.view)
    table.scanner(online=True)
    table.resolve(Resolution.RESUME)
    assert table.view.hold is None
    assert table.seen().due is Position.PLAYER_2
    assert "9C" in faces_in(table.view)


def test_a_void_coup_keeps_its_cards_and_says_why_and_no_road_knows_it() -> None:
    table = WatchedTable()
    table.begin_coup()
    table.deal("8S")
    table.void()
    seen = table.seen()
    assert (seen.void_reason, seen.outcome, seen.confirmed, seen.settled) == ("spilled water", None, False, False)
    assert len(seen.cards) == 1
    assert (table.view.statistics.voids, table.view.statistics.coups) == (1, 0)
    assert table.view.roads.bead_plate == ()


def test_a_coup_voided_while_bets_are_taken_takes_the_betting_with_it() -> None:
    table = WatchedTable()
    table.open_betting()
    table.void()
    assert table.view.betting is None


def test_the_last_coup_is_told_from_the_cut_card_on_until_the_shoe_is_over() -> None:
    table = WatchedTable()
    table.play(PLAYER_NATURAL)
    assert not table.view.table.last_coup
    table.cut_card()
    assert table.view.table.last_coup, "between coups it makes the next one the last"
    table.begin_coup()
    assert table.view.table.last_coup
    table.deal(TIE_OF_SIX_CARDS)
    assert (table.view.table.phase, table.view.table.last_coup) == (Phase.SHOE_OVER, False)
    assert table.shoe_seen().cut_card_out


def test_with_one_more_coup_to_come_the_current_is_not_called_the_last() -> None:
    table = WatchedTable(HouseProcedure(burn=BurnRule.NONE, cut_card_rule=CutCardRule.ONE_MORE))
    table.begin_coup()
    table.read("8S")
    table.cut_card()
    assert not table.view.table.last_coup
    table.void()
    assert table.view.table.last_coup


def test_a_free_coup_is_marked_and_counted_apart() -> None:
    table = WatchedTable(HouseProcedure(burn=BurnRule.NONE, free_coups=1))
    table.give(c.StartFreeCoup(table.now, DEALER))
    table.deal(PLAYER_NATURAL)
    assert (table.seen().free, table.seen().settled, table.view.statistics.free) == (True, True, 1)


def test_pairs_are_seen_as_soon_as_they_lie() -> None:
    table = WatchedTable()
    table.begin_coup()
    table.deal("8S 2H 8D 3H")
    assert table.seen().pairs == (Side.PLAYER,)


def test_a_fresh_shoe_starts_roads_and_statistics_anew() -> None:
    table = WatchedTable()
    table.play(PLAYER_NATURAL)
    table.give(c.ChangeShoe(table.now, DEALER))
    assert (table.view.shoe, table.view.coup) == (None, None)
    assert len(table.view.roads.bead_plate) == 1, "the roads of the shoe that went stay to be looked at"
    table.give(c.LoadShoe(table.now, DEALER))
    assert table.view == dataclasses.replace(TableView(), table=table.view.table, shoe=table.view.shoe)
    assert table.shoe_seen().number == 2


def test_closing_is_seen_while_the_coup_in_play_is_finished() -> None:
    table = WatchedTable()
    table.begin_coup()
    table.give(c.CloseTable(table.now, DEALER))
    assert table.view.table.closing
    table.deal(PLAYER_NATURAL)
    assert (table.view.table.phase, table.view.table.closing) == (Phase.CLOSED, False)
    # Who watched the coup sees its last card, and its result, though the table is closed.
    assert table.view.coup is not None
    assert (table.view.coup.settled, len(table.view.coup.cards)) == (True, 4)
    table.give(c.OpenTable(table.now, DEALER))
    assert table.view.coup is None
    assert (table.view.statistics.player, len(table.view.roads.bead_plate)) == (1, 1), "and it counts"


def faces_in(view: TableView) -> set[str]:
    """Return every card that stands anywhere in the view."""
    return {word for word in repr(dataclasses.astuple(view)).replace("'", " ").split() if word in {*Card}}


def test_a_coup_put_right_after_its_end_stands_in_the_roads_and_the_counts_as_if_dealt_so() -> None:
    table = WatchedTable()
    table.play(PLAYER_NATURAL)
    table.play(BANKER_NATURAL)
    table.open_betting()
    table.void()
    table.correct_coup(1, "4S 5S", "2H 7H")
    dealt_so = WatchedTable()
    dealt_so.play("4S 2H 5S 7H")
    dealt_so.play(BANKER_NATURAL)
    dealt_so.open_betting()
    dealt_so.void()
    assert table.view.roads == dealt_so.view.roads
    assert table.view.statistics == dealt_so.view.statistics
    assert table.view.betting is None


def test_a_coup_put_right_while_it_lies_on_the_felt_is_shown_as_it_truly_was() -> None:
    table = WatchedTable()
    table.play(PLAYER_NATURAL)
    table.correct_coup(1, "4S AS 6C", "2H 5H")
    seen = table.seen()
    assert [(dealt.card.value, dealt.keyed) for dealt in seen.cards] == [
        ("4S", False),
        ("2H", False),
        ("AS", True),
        ("5H", True),
        ("6C", True),
    ]
    assert (seen.outcome, seen.player_total, seen.banker_total, seen.settled) == (Outcome.BANKER, 1, 7, True)
