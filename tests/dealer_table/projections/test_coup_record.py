from dealer_table.baccarat.coup import Outcome
from dealer_table.baccarat.hand import Position
from dealer_table.procedure import commands as c
from dealer_table.procedure.house import HouseProcedure
from dealer_table.procedure.words import BurnRule, Resolution
from dealer_table.projections.coup_record import CoupRecord, coup_records
from tests.dealer_table.procedure.table_at_work import (
    ALL_BUT_THE_LAST,
    DEALER,
    PLAYER_NATURAL,
    TIE_OF_SIX_CARDS,
    cards,
    table_in_coup,
    table_with_shoe,
)


def test_a_settled_coup_has_its_hands_and_its_outcome() -> None:
    table = table_in_coup(cards=PLAYER_NATURAL)
    assert coup_records(table.events) == (CoupRecord(1, 1, False, cards("4S 5S"), cards("2H 3H"), Outcome.PLAYER),)


def test_third_cards_stand_behind_the_first_two() -> None:
    table = table_in_coup(cards=TIE_OF_SIX_CARDS)
    (coup,) = coup_records(table.events)
    assert (coup.player, coup.banker, coup.outcome) == (cards("KS QS 2S"), cards("KH QH 2H"), Outcome.TIE)


def test_a_coup_that_is_not_over_is_not_there_yet() -> None:
    assert coup_records(table_in_coup(cards=ALL_BUT_THE_LAST).events) == ()


def test_a_void_coup_has_the_cards_it_had_and_no_outcome() -> None:
    table = table_in_coup(cards=ALL_BUT_THE_LAST)
    table.void()
    assert coup_records(table.events) == (CoupRecord(1, 1, False, cards("KS QS 2S"), cards("KH QH"), None, True),)


def test_a_coup_void_before_its_first_card_is_on_record() -> None:
    table = table_with_shoe()
    table.open_betting()
    table.void()
    assert coup_records(table.events) == (CoupRecord(1, 1, void=True),)


def test_a_corrected_card_counts_as_it_was_put_right() -> None:
    table = table_in_coup(HouseProcedure(burn=BurnRule.NONE, confirm_result=True), PLAYER_NATURAL)
    table.give(c.ConfirmResult(table.now, DEALER, Outcome.BANKER))
    table.resolve(Resolution.CORRECT_CARD, card="6H", position=Position.BANKER_2)
    table.give(c.ConfirmResult(table.now, DEALER))
    (coup,) = coup_records(table.events)
    assert (coup.player, coup.banker, coup.outcome) == (cards("4S 5S"), cards("2H 6H"), Outcome.PLAYER)


def test_a_coup_put_right_after_its_end_stands_as_it_truly_was_in_its_place() -> None:
    table = table_in_coup(cards=PLAYER_NATURAL)
    table.play(TIE_OF_SIX_CARDS)
    table.correct_coup(1, "4S 5S", "2H 7H")
    first, second = coup_records(table.events)
    assert first == CoupRecord(1, 1, False, cards("4S 5S"), cards("2H 7H"), Outcome.TIE)
    assert second.coup == 2


def test_a_free_coup_is_marked() -> None:
    table = table_with_shoe(HouseProcedure(burn=BurnRule.NONE, free_coups=1))
    table.give(c.StartFreeCoup(table.now, DEALER))
    table.deal(PLAYER_NATURAL)
    assert [(coup.free, coup.outcome) for coup in coup_records(table.events)] == [(True, Outcome.PLAYER)]


def test_coups_keep_their_order_over_shoes() -> None:
    table = table_in_coup(cards=PLAYER_NATURAL)
    table.play(TIE_OF_SIX_CARDS)
    table.give(c.ChangeShoe(table.now, DEALER, "worn"))
    table.give(c.LoadShoe(table.now, DEALER))
    table.play(PLAYER_NATURAL)
    assert [(coup.shoe, coup.coup) for coup in coup_records(table.events)] == [(1, 1), (1, 2), (2, 1)]


def test_a_burned_card_is_in_no_coup() -> None:
    table = table_with_shoe(HouseProcedure(burn=BurnRule.FIXED, burn_fixed=2))
    table.deal("AS AH")
    table.play(PLAYER_NATURAL)
    (coup,) = coup_records(table.events)
    assert coup.player + coup.banker == cards("4S 5S 2H 3H")
