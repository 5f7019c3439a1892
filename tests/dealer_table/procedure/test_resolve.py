"""Every hold with every way out of it. Pure."""

from dataclasses import replace

import pytest

from dealer_table.baccarat.coup import Outcome
from dealer_table.baccarat.hand import Position
from dealer_table.procedure import commands as c
from dealer_table.procedure import events as e
from dealer_table.procedure.house import HouseProcedure
from dealer_table.procedure.words import HoldKind, Phase, Resolution
from tests.dealer_table.procedure.table_at_work import (
    ALL_BUT_THE_LAST,
    DEALER,
    NO_BURN,
    PLAYER_NATURAL,
    SUPERVISOR,
    TableAtWork,
    kinds,
    only,
    table_in_coup,
    table_with_shoe,
)

CONFIRMED = replace(NO_BURN, confirm_result=True)
SECOND_OPINION = replace(NO_BURN, waits_for_shoe_result=True)
BURNS_BETWEEN = replace(NO_BURN, burn_between_coups=1)


# ---- misread, impossible card --------------------------------------------------------------------------------------


def unreadable(house: HouseProcedure = NO_BURN, cards: str = "4S") -> TableAtWork:
    """Return a table whose next card was tried as often as the house asks."""
    table = table_in_coup(house, cards)
    for _ in range(house.misread_tries):
        table.misread()
    return table


def test_after_the_tries_the_supervisor_keys_the_card_in_and_that_is_on_record() -> None:
    table = unreadable()
    events = table.resolve(Resolution.KEY_IN, card="2H")
    assert kinds(events) == [e.HoldResolved, e.CardKeyedIn, e.CardDealt]
    assert only(e.CardKeyedIn, events).by == SUPERVISOR
    assert only(e.CardDealt, events).keyed_by == SUPERVISOR
    assert [placed.keyed for placed in table.coup.placed] == [False, True]


def test_a_card_keyed_in_may_be_the_coup_s_last() -> None:
    table = unreadable(cards=ALL_BUT_THE_LAST)
    assert kinds(table.resolve(Resolution.KEY_IN, card="2H"))[-1] is e.CoupSettled


def test_a_card_of_the_burn_may_be_keyed_in() -> None:
    table = table_with_shoe(HouseProcedure(misread_tries=1))
    table.misread()
    table.resolve(Resolution.KEY_IN, card="2H")
    assert table.shoe.burned == ("2H",)


def test_an_impossible_card_may_be_keyed_in_as_what_it_is() -> None:
    table = table_in_coup(replace(NO_BURN, misread_tries=1))
    table.read("4S", serial="000117")
    table.read("9D", serial="000117")
    assert table.held_for is HoldKind.IMPOSSIBLE_CARD
    table.resolve(Resolution.KEY_IN, card="2H")
    assert table.coup.cards == ("4S", "2H")


@pytest.mark.parametrize("kind", [HoldKind.MISREAD, HoldKind.IMPOSSIBLE_CARD])
def test_an_unreadable_card_may_void_the_coup(kind: HoldKind) -> None:
    table = table_in_coup(replace(NO_BURN, packs=1), "4S")
    if kind is HoldKind.MISREAD:
        table.misread()
    else:
        table.read("4S")
    assert table.held_for is kind
    assert kinds(table.resolve(Resolution.VOID)) == [e.HoldResolved, e.CoupVoided]


def test_an_unreadable_card_of_the_burn_voids_the_shoe() -> None:
    table = table_with_shoe(HouseProcedure())
    table.misread()
    assert kinds(table.resolve(Resolution.VOID)) == [e.HoldResolved, e.ShoeRemoved]
    assert table.phase() is Phase.SHOE_CHANGE


# ---- card before betting closed ------------------------------------------------------------------------------------


def too_early() -> TableAtWork:
    table = table_with_shoe()
    table.open_betting()
    table.read("4S")
    return table


def test_a_card_before_betting_closed_may_be_the_coup_s_first() -> None:
    table = too_early()
    assert kinds(table.resolve(Resolution.CONTINUE, DEALER)) == [e.HoldResolved, e.CardDealt]
    assert table.coup.placed[0].position is Position.PLAYER_1


def test_a_card_before_betting_closed_may_void_the_coup() -> None:
    table = too_early()
    assert kinds(table.resolve(Resolution.VOID)) == [e.HoldResolved, e.CardDiscarded, e.CoupVoided]
    assert table.shoe.discarded == ("4S",)


# ---- excess card ---------------------------------------------------------------------------------------------------


def excess(house: HouseProcedure = NO_BURN) -> TableAtWork:
    """Return a table after a coup, or with its result to confirm, and a card drawn too many."""
    table = table_in_coup(house, PLAYER_NATURAL)
    if house.burn_between_coups:
        table.read("KD")
    table.read("9D")
    assert table.held_for is HoldKind.EXCESS_CARD
    return table


@pytest.mark.parametrize("house", [NO_BURN, CONFIRMED, BURNS_BETWEEN])
def test_an_excess_card_may_be_burned(house: HouseProcedure) -> None:
    table = excess(house)
    burned = only(e.CardBurned, table.resolve(Resolution.BURN_IT, DEALER))
    assert (burned.card, burned.index, burned.of) == ("9D", 1, 1)


def test_several_excess_cards_are_burned_and_counted_together() -> None:
    table = excess()
    table.read("8D")
    events = table.resolve(Resolution.BURN_IT, DEALER)
    assert [(event.index, event.of) for event in events if isinstance(event, e.CardBurned)] == [(1, 2), (2, 2)]


def test_an_excess_card_may_be_the_first_of_the_next_coup() -> None:
    table = excess()
    table.resolve(Resolution.FIRST_OF_NEXT, DEALER)
    table.begin_coup()
    assert table.coup.cards == ("9D",)


def test_an_excess_card_may_be_the_next_one_burned() -> None:
    table = excess(BURNS_BETWEEN)
    table.resolve(Resolution.NEXT_BURN, DEALER)
    table.play(PLAYER_NATURAL)
    assert table.shoe.burned == ("KD", "9D")


def test_an_excess_card_may_begin_a_free_coup() -> None:
    table = excess()
    assert kinds(table.resolve(Resolution.FREE_COUP, DEALER)) == [e.HoldResolved, e.FreeCoupStarted, e.CardDealt]
    assert kinds(table.deal("2H KS 3H"))[-1] is e.FreeCoupEnded


@pytest.mark.parametrize("second", ["8D", "9D"], ids=["another card", "the same card once more"])
def test_a_free_coup_begins_with_the_card_kept_before(second: str) -> None:
    table = excess()
    table.resolve(Resolution.FIRST_OF_NEXT)
    table.read(second)
    table.resolve(Resolution.FREE_COUP)
    assert table.coup.cards == ("9D", second)
    assert table.shoe.kept is None


def test_an_excess_card_may_void_a_coup_that_is_not_settled() -> None:
    table = excess(CONFIRMED)
    assert kinds(table.resolve(Resolution.VOID)) == [e.HoldResolved, e.CardDiscarded, e.CoupVoided]


@pytest.mark.parametrize("resolution", [Resolution.BURN_IT, Resolution.FIRST_OF_NEXT])
def test_a_coup_that_waits_for_its_result_goes_on_waiting_after_an_excess_card(resolution: Resolution) -> None:
    table = excess(SECOND_OPINION)
    table.resolve(resolution)
    assert table.phase() is Phase.RESULT
    table.shoe_says(Outcome.PLAYER)
    assert table.phase() is Phase.SETTLED


# ---- wrong position, face-up card ----------------------------------------------------------------------------------


def misplaced() -> TableAtWork:
    table = table_in_coup(cards="4S")
    table.read("2H", position=Position.PLAYER_2)
    return table


def test_a_scanner_that_knows_the_place_may_disagree() -> None:
    table = misplaced()
    assert (table.held_for, table.hold.cause) == (HoldKind.WRONG_POSITION, "player_2_for_banker_1")
    table = table_in_coup(cards="4S")
    table.read("2H", position=Position.BANKER_1)
    assert table.coup.cards == ("4S", "2H")


def test_a_card_at_the_wrong_place_may_be_put_at_the_right_one() -> None:
    table = misplaced()
    table.resolve(Resolution.REPOSITION, DEALER)
    assert table.coup.placed[-1].position is Position.BANKER_1


def test_a_card_at_the_wrong_place_may_void_the_coup() -> None:
    assert kinds(misplaced().resolve(Resolution.VOID)) == [e.HoldResolved, e.CardDiscarded, e.CoupVoided]


def face_up(cards: str = "4S") -> TableAtWork:
    table = table_in_coup(cards=cards)
    table.give(c.DeclareFaceUpCard(table.now, DEALER))
    return table


@pytest.mark.parametrize("shown", [False, True])
def test_a_face_up_card_may_stay_valid(shown: bool) -> None:
    table = face_up()
    if shown:
        table.read("2H")
    table.resolve(Resolution.STAYS_VALID, DEALER)
    assert table.coup.cards == (("4S", "2H") if shown else ("4S",))


def test_a_face_up_card_may_be_removed_once_it_was_shown() -> None:
    table = face_up()
    assert table.refuses(table.resolution(Resolution.REMOVE, DEALER)) == "show_card_first"
    table.read("2H")
    assert only(e.CardDiscarded, table.resolve(Resolution.REMOVE, DEALER)).why == "face_up"
    table.read("3H")
    assert table.coup.cards == ("4S", "3H")


def test_a_face_up_card_may_void_the_coup() -> None:
    assert kinds(face_up().resolve(Resolution.VOID)) == [e.HoldResolved, e.CoupVoided]


def test_a_face_up_card_ends_the_betting() -> None:
    table = table_with_shoe()
    table.open_betting()
    assert kinds(table.give(c.DeclareFaceUpCard(table.now, DEALER))) == [e.BettingClosed, e.HoldRaised]


def test_a_card_kept_before_lies_on_the_felt_when_a_face_up_card_ends_the_betting() -> None:
    table = table_with_shoe()
    table.read("9D")
    table.resolve(Resolution.FIRST_OF_NEXT)
    table.open_betting()
    table.give(c.DeclareFaceUpCard(table.now, DEALER))
    table.resolve(Resolution.STAYS_VALID)
    assert table.coup.cards == ("9D",)


# ---- reads lost, draw time-out -------------------------------------------------------------------------------------


def test_after_lost_reads_what_was_shown_since_may_be_what_is_missing() -> None:
    table = table_in_coup(cards="4S")
    table.lose_reads()
    table.deal("2H 5S")
    assert kinds(table.resolve(Resolution.RESUME, DEALER)) == [e.HoldResolved, e.CardDealt, e.CardDealt]
    assert table.coup.cards == ("4S", "2H", "5S")


def test_after_lost_reads_what_was_shown_since_may_have_been_on_the_felt_already() -> None:
    table = table_in_coup(cards="4S")
    table.lose_reads()
    table.read("4S")
    assert kinds(table.resolve(Resolution.RESUME_WITHOUT, DEALER)) == [e.HoldResolved, e.CardWasOnFelt]
    assert table.coup.cards == ("4S",)
    assert table.shoe.composition.cards_gone == 1


def test_lost_reads_may_void_the_coup() -> None:
    table = table_in_coup(cards="4S")
    table.lose_reads()
    table.read("2H")
    assert kinds(table.resolve(Resolution.VOID)) == [e.HoldResolved, e.CardDiscarded, e.CoupVoided]


def test_lost_reads_of_the_burn_may_be_made_good() -> None:
    table = table_with_shoe(HouseProcedure())
    table.lose_reads()
    table.deal("2H 3H")
    table.resolve(Resolution.RESUME)
    assert (table.shoe.indicator, table.shoe.burned) == ("2H", ("2H", "3H"))


def test_a_call_for_the_card_gives_the_dealer_the_time_again() -> None:
    table = table_in_coup(cards="4S")
    table.wait(30)
    table.resolve(Resolution.CALL, DEALER)
    assert table.wait(29) == ()
    assert kinds(table.wait(1)) == [e.HoldRaised]


def test_a_card_that_never_comes_may_void_the_coup() -> None:
    table = table_in_coup(cards="4S")
    table.wait(30)
    assert kinds(table.resolve(Resolution.VOID)) == [e.HoldResolved, e.CoupVoided]


# ---- outcome mismatch ----------------------------------------------------------------------------------------------


def disputed(house: HouseProcedure = CONFIRMED) -> TableAtWork:
    """Return a table where the Player has 9 and the Banker 5, and somebody sees the Banker win."""
    table = table_in_coup(house, PLAYER_NATURAL)
    if house.confirm_result:
        table.give(c.ConfirmResult(table.now, DEALER, Outcome.BANKER))
    else:
        table.shoe_says(Outcome.BANKER)
    assert table.held_for is HoldKind.OUTCOME_MISMATCH
    return table


def test_the_dealer_may_see_another_result() -> None:
    assert disputed().hold.cause == "dealer_says_banker"


@pytest.mark.parametrize("house", [CONFIRMED, SECOND_OPINION])
def test_the_supervisor_may_let_the_screen_stand(house: HouseProcedure) -> None:
    events = disputed(house).resolve(Resolution.RESUME)
    assert kinds(events) == [e.HoldResolved, e.ResultConfirmed, e.CoupSettled]
    assert only(e.ResultConfirmed, events).by == SUPERVISOR
    assert only(e.CoupSettled, events).outcome is Outcome.PLAYER


def test_a_card_put_right_gives_the_coup_its_right_result() -> None:
    table = disputed()
    events = table.resolve(Resolution.CORRECT_CARD, card="6H", position=Position.BANKER_2)
    corrected = only(e.CardCorrected, events)
    assert (corrected.before, corrected.after) == ("3H", "6H")
    assert only(e.CoupCompleted, events).outcome is Outcome.PLAYER
    assert table.coup.placed[-1].keyed
    assert table.shoe.dealt == ("4S", "2H", "5S", "6H")
    assert table.phase() is Phase.RESULT, "the dealer confirms what he sees now"


def test_a_second_opinion_that_agrees_with_the_cards_put_right_settles_the_coup() -> None:
    table = table_in_coup(SECOND_OPINION, "4S 2H 5S 6H")
    table.shoe_says(Outcome.TIE)
    events = table.resolve(Resolution.CORRECT_CARD, card="7H", position=Position.BANKER_2)
    assert only(e.CoupSettled, events).outcome is Outcome.TIE


def test_a_second_opinion_that_disagrees_with_the_cards_put_right_stops_the_coup_again() -> None:
    table = disputed(SECOND_OPINION)
    table.resolve(Resolution.CORRECT_CARD, card="6H", position=Position.BANKER_2)
    assert table.hold.cause == "shoe_says_banker"


def test_a_card_put_right_may_ask_for_another_card() -> None:
    table = disputed()
    events = table.resolve(Resolution.CORRECT_CARD, card="AS", position=Position.PLAYER_1)
    assert kinds(events) == [e.HoldResolved, e.CardCorrected]
    assert table.coup.due is Position.BANKER_3, "the Player stands on 6, the Banker draws on 5"
    table.read("KD")
    assert table.phase() is Phase.RESULT


def test_a_card_read_during_the_dispute_is_one_too_many_after_it() -> None:
    table = disputed()
    table.read("9D")
    table.resolve(Resolution.RESUME)
    assert table.held_for is HoldKind.EXCESS_CARD
    table.resolve(Resolution.BURN_IT)
    table.give(c.ConfirmResult(table.now, DEALER))
    assert table.phase() is Phase.SETTLED


def test_a_disputed_coup_may_be_voided() -> None:
    assert kinds(disputed().resolve(Resolution.VOID)) == [e.HoldResolved, e.CoupVoided]
