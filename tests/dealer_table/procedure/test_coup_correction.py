"""A coup that is over is put right: its cards, the shoe's accounts of them, the felt. Pure."""

from dealer_table.baccarat.coup import Outcome
from dealer_table.procedure import commands as c
from dealer_table.procedure import events as e
from dealer_table.procedure.house import HouseProcedure
from dealer_table.procedure.words import BurnRule, Phase
from tests.dealer_table.procedure.table_at_work import (
    DEALER,
    PLAYER_NATURAL,
    SUPERVISOR,
    TIE_OF_SIX_CARDS,
    cards,
    only,
    table_in_coup,
    table_with_shoe,
)


def test_a_correction_tells_what_the_coup_was_and_what_it_is() -> None:
    table = table_in_coup(cards=PLAYER_NATURAL)
    corrected = only(e.CoupCorrected, table.correct_coup(1, "4S 5S", "2H 7H"))
    assert (corrected.coup, corrected.outcome, corrected.by) == (1, Outcome.TIE, SUPERVISOR)
    assert (corrected.player_before, corrected.banker_before) == (cards("4S 5S"), cards("2H 3H"))
    assert (corrected.player, corrected.banker) == (cards("4S 5S"), cards("2H 7H"))


def test_a_card_of_another_name_had_that_name_all_the_time() -> None:
    table = table_in_coup(cards=PLAYER_NATURAL)
    left = table.shoe.composition.cards_left
    table.correct_coup(1, "4S 5S", "2H 7H")
    assert sorted(table.shoe.dealt) == sorted(cards("4S 2H 5S 7H"))
    assert table.shoe.composition.left(cards("3H")[0]) == 8
    assert table.shoe.composition.cards_left == left


def test_a_card_that_should_not_have_been_drawn_is_put_aside_and_found_again() -> None:
    table = table_in_coup(cards=TIE_OF_SIX_CARDS)
    left = table.shoe.composition.cards_left
    table.correct_coup(1, "KS 9S", "KH QH")
    assert sorted(table.shoe.discarded) == sorted(cards("2S 2H"))
    assert table.shoe.composition.cards_left == left
    table.correct_coup(1, "KS QS 2S", "KH QH 2H")
    assert table.shoe.discarded == ()
    assert sorted(table.shoe.dealt) == sorted(cards(TIE_OF_SIX_CARDS))
    assert table.shoe.composition.cards_left == left


def test_a_card_that_nobody_recorded_has_left_the_shoe() -> None:
    table = table_in_coup(cards=PLAYER_NATURAL)
    left = table.shoe.composition.cards_left
    table.correct_coup(1, "4S AS 6C", "2H 5H")
    assert table.shoe.composition.cards_left == left - 1


def test_an_earlier_coup_is_put_right_while_the_next_is_dealt() -> None:
    table = table_in_coup(cards=PLAYER_NATURAL)
    table.begin_coup()
    table.deal("KC")
    table.correct_coup(1, "4S 5S", "2H 7H")
    assert table.phase() is Phase.DEALING
    assert table.coup.cards == cards("KC")
    table.deal("KD 9C 7D")
    assert [coup.number for coup in table.shoe.finished] == [1, 2]


def test_a_coup_may_be_put_right_in_a_hold_and_after_the_last_coup() -> None:
    table = table_in_coup(cards=PLAYER_NATURAL)
    table.begin_coup()
    table.misread()
    table.correct_coup(1, "4S 5S", "2H 7H")
    assert table.state.hold is not None
    table.cut_card()
    table.void()
    assert table.phase() is Phase.SHOE_OVER
    table.correct_coup(1, "4S 5S", "2H 6H")
    assert table.shoe.finished[0].banker == cards("2H 6H")


def test_only_the_last_ten_coups_of_the_shoe_can_be_put_right() -> None:
    table = table_with_shoe(HouseProcedure(burn=BurnRule.NONE, packs=12))
    for _ in range(11):
        table.play(PLAYER_NATURAL)
    correction = c.CorrectCoup(table.now, SUPERVISOR, 1, cards("4S 5S"), cards("2H 7H"), "a card was misread")
    assert table.refuses(correction) == "coup_needed"
    table.correct_coup(2, "4S 5S", "2H 7H")


def test_a_void_coup_is_not_put_right_and_a_free_one_is() -> None:
    table = table_with_shoe(HouseProcedure(burn=BurnRule.NONE, free_coups=1))
    table.give(c.StartFreeCoup(table.now, DEALER))
    table.deal(PLAYER_NATURAL)
    table.open_betting()
    table.void()
    correction = c.CorrectCoup(table.now, SUPERVISOR, 2, cards("4S 5S"), cards("2H 7H"), "a card was misread")
    assert table.refuses(correction) == "coup_needed"
    assert only(e.CoupCorrected, table.correct_coup(1, "4S 5S", "2H 7H")).outcome is Outcome.TIE
