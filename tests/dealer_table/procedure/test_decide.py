"""The procedure from the table's opening to its closing, phase by phase. Pure."""

import pytest

from dealer_table.baccarat.coup import Outcome
from dealer_table.procedure import commands as c
from dealer_table.procedure import events as e
from dealer_table.procedure.decide import next_deadline
from dealer_table.procedure.house import HouseProcedure
from dealer_table.procedure.words import BettingClosedBy, BurnRule, HoldKind, Phase, Resolution
from tests.dealer_table.procedure.table_at_work import (
    ALL_BUT_THE_LAST,
    DEALER,
    PLAYER_NATURAL,
    SUPERVISOR,
    TIE_OF_SIX_CARDS,
    TableAtWork,
    kinds,
    only,
    table_in_coup,
    table_with_shoe,
)

CONFIRMED = HouseProcedure(burn=BurnRule.NONE, confirm_result=True)


def test_a_table_opens_takes_a_shoe_and_is_ready_when_nothing_is_burned() -> None:
    table = TableAtWork(HouseProcedure(burn=BurnRule.NONE))
    assert table.phase() is Phase.CLOSED
    table.give(c.OpenTable(table.now, DEALER))
    assert table.phase() is Phase.SHOE_CHANGE
    events = table.give(c.LoadShoe(table.now, DEALER))
    assert kinds(events) == [e.ShoeLoaded, e.BurnCompleted]
    assert table.phase() is Phase.READY


def test_shoes_are_numbered_and_each_repeats_what_folding_from_it_needs() -> None:
    table = table_with_shoe()
    table.read("8S")
    table.resolve(Resolution.BURN_IT, DEALER)
    table.give(c.AdoptRules(table.now, SUPERVISOR, "f00d"))
    table.give(c.ChangeShoe(table.now, DEALER, "worn"))
    loaded = only(e.ShoeLoaded, table.give(c.LoadShoe(table.now, DEALER)))
    assert (loaded.shoe, loaded.packs, loaded.rules_digest) == (2, 8, "f00d")
    assert loaded.cursors == (c.ReadId("shoe", "b1", 1),)
    assert loaded.scanners_online == ("shoe",)


def test_betting_closes_when_the_countdown_has_run_and_not_before() -> None:
    table = table_with_shoe()
    table.open_betting()
    assert next_deadline(table.state, table.house) == table.now + 20_000
    assert table.wait(19) == ()
    assert only(e.BettingClosed, table.wait(1)).cause is BettingClosedBy.COUNTDOWN
    assert table.phase() is Phase.DEALING


def test_the_dealer_may_open_a_window_of_his_own_and_close_it_early() -> None:
    table = table_with_shoe()
    opened = only(e.BettingOpened, table.give(c.OpenBetting(table.now, DEALER, seconds=5)))
    assert opened.closes_at == table.now + 5_000
    closed = only(e.BettingClosed, table.give(c.CloseBetting(table.now, DEALER)))
    assert closed.cause is BettingClosedBy.DEALER


def test_cards_take_their_places_and_the_result_settles_itself_where_nobody_confirms() -> None:
    table = table_in_coup()
    events = table.deal(TIE_OF_SIX_CARDS)
    places = [event.position.value for event in events if isinstance(event, e.CardDealt)]
    assert places == ["player_1", "banker_1", "player_2", "banker_2", "player_3", "banker_3"]
    assert kinds(events)[-3:] == [e.CoupCompleted, e.ResultConfirmed, e.CoupSettled]
    assert only(e.CoupSettled, events).outcome is Outcome.TIE
    assert table.phase() is Phase.SETTLED


def test_the_result_waits_for_the_dealer_where_the_house_wants_it_confirmed() -> None:
    table = table_in_coup(CONFIRMED, PLAYER_NATURAL)
    assert table.phase() is Phase.RESULT
    assert next_deadline(table.state, table.house) is None
    events = table.give(c.ConfirmResult(table.now, DEALER, Outcome.PLAYER))
    assert kinds(events) == [e.ResultConfirmed, e.CoupSettled]
    assert only(e.ResultConfirmed, events).by == DEALER


def test_the_next_coup_follows_the_last_with_the_next_number() -> None:
    table = table_with_shoe()
    table.play(PLAYER_NATURAL)
    table.play(PLAYER_NATURAL)
    assert table.coup.number == table.shoe.coups == 2


@pytest.mark.parametrize("phase", [Phase.BETTING, Phase.DEALING, Phase.RESULT])
def test_a_coup_may_be_voided_anywhere_and_everybody_is_told_why(phase: Phase) -> None:
    table = table_with_shoe(CONFIRMED)
    table.open_betting()
    if phase is not Phase.BETTING:
        table.close_betting()
    if phase is Phase.RESULT:
        table.deal(PLAYER_NATURAL)
    assert table.phase() is phase
    voided = only(e.CoupVoided, table.give(c.VoidCoup(table.now, SUPERVISOR, " spilled water ")))
    assert (voided.coup, voided.reason) == (1, "spilled water")
    assert table.phase() is Phase.SETTLED
    table.open_betting()
    assert table.coup.number == 2


def test_a_void_in_a_hold_ends_the_hold_and_takes_its_cards_out_of_the_game() -> None:
    table = table_with_shoe()
    table.open_betting()
    table.read("8S")
    assert kinds(table.void()) == [e.HoldResolved, e.CardDiscarded, e.CoupVoided]
    assert table.shoe.discarded == ("8S",)
    assert table.state.hold is None


def test_a_table_closed_in_mid_coup_finishes_the_coup() -> None:
    table = table_in_coup(cards=ALL_BUT_THE_LAST)
    assert kinds(table.give(c.CloseTable(table.now, DEALER))) == [e.TableClosing]
    assert table.phase() is Phase.DEALING
    events = table.read("2H")
    assert kinds(events)[-2:] == [e.CoupSettled, e.TableClosed]
    assert table.phase() is Phase.CLOSED
    assert not table.state.closing


def test_a_closing_table_closes_after_a_void_too() -> None:
    table = table_in_coup()
    table.give(c.CloseTable(table.now, DEALER))
    assert kinds(table.void()) == [e.CoupVoided, e.TableClosed]


@pytest.mark.parametrize("phase", [Phase.SHOE_CHANGE, Phase.BURN, Phase.READY, Phase.SETTLED, Phase.SHOE_OVER])
def test_a_table_without_a_coup_closes_at_once_and_may_open_again(phase: Phase) -> None:
    table = table_with_shoe(HouseProcedure() if phase is Phase.BURN else HouseProcedure(burn=BurnRule.NONE))
    if phase is Phase.SHOE_CHANGE:
        table.give(c.ChangeShoe(table.now, DEALER))
    elif phase is Phase.SETTLED:
        table.play(PLAYER_NATURAL)
    elif phase is Phase.SHOE_OVER:
        table.cut_card()
        table.play(PLAYER_NATURAL)
    assert table.phase() is phase
    assert kinds(table.give(c.CloseTable(table.now, DEALER))) == [e.TableClosed]
    table.give(c.OpenTable(table.now, DEALER))
    assert table.phase() is Phase.SHOE_CHANGE


@pytest.mark.parametrize("at", ["during the burn", "before the first coup", "between coups", "when it is over"])
def test_a_shoe_may_be_changed(at: str) -> None:
    table = table_with_shoe(HouseProcedure() if at == "during the burn" else HouseProcedure(burn=BurnRule.NONE))
    if at == "when it is over":
        table.cut_card()
    if at in ("between coups", "when it is over"):
        table.play(PLAYER_NATURAL)
    removed = only(e.ShoeRemoved, table.give(c.ChangeShoe(table.now, DEALER, " worn ")))
    assert (removed.shoe, removed.reason) == (1, "worn")
    assert table.phase() is Phase.SHOE_CHANGE


def test_a_hold_between_coups_ends_with_its_shoe() -> None:
    table = table_with_shoe()
    table.read("8S")
    assert table.held_for is HoldKind.EXCESS_CARD
    events = table.give(c.ChangeShoe(table.now, SUPERVISOR, "wrong shoe"))
    assert kinds(events) == [e.HoldResolved, e.CardDiscarded, e.ShoeRemoved]
    assert table.state.hold is None


@pytest.mark.parametrize("free", [1, 2, 3])
def test_a_new_shoe_may_begin_with_free_coups_which_nobody_settles(free: int) -> None:
    table = table_with_shoe(HouseProcedure(burn=BurnRule.NONE, free_coups=free))
    start = c.StartFreeCoup(table.now, DEALER)
    for _ in range(free):
        assert kinds(table.give(start)) == [e.FreeCoupStarted]
        assert kinds(table.deal(PLAYER_NATURAL))[-2:] == [e.ResultConfirmed, e.FreeCoupEnded]
    assert table.refuses(start) == "free_coups_used"
    table.open_betting()
    assert table.coup.number == free + 1


def test_free_coups_come_before_the_first_coup_with_bets() -> None:
    table = table_with_shoe(HouseProcedure(burn=BurnRule.NONE, free_coups=3))
    table.give(c.StartFreeCoup(table.now, DEALER))
    table.deal(PLAYER_NATURAL)
    table.play(PLAYER_NATURAL)
    assert table.refuses(c.StartFreeCoup(table.now, DEALER)) == "shoe_not_new"


def test_rules_are_adopted_once() -> None:
    table = TableAtWork(HouseProcedure())
    assert kinds(table.give(c.AdoptRules(1, SUPERVISOR, "f00d"))) == [e.RulesAdopted]
    assert table.give(c.AdoptRules(2, SUPERVISOR, "f00d")) == ()


def test_a_card_that_does_not_come_stops_the_dealing_after_the_house_s_patience() -> None:
    table = table_in_coup(cards="KS")
    assert next_deadline(table.state, table.house) == table.now + 30_000
    assert table.wait(29) == ()
    assert only(e.HoldRaised, table.wait(1)).kind is HoldKind.DRAW_TIMEOUT
    assert next_deadline(table.state, table.house) is None


def test_a_house_may_wait_for_ever() -> None:
    table = table_in_coup(HouseProcedure(burn=BurnRule.NONE, draw_timeout_seconds=0))
    assert next_deadline(table.state, table.house) is None
    assert table.wait(86_400) == ()
