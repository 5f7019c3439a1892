"""A shoe that knows what it draws for: burn cards in a coup, and cards given while it was not dealing. Pure."""

import pytest

from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.hand import Position
from dealer_table.procedure import commands as c
from dealer_table.procedure import events as e
from dealer_table.procedure.house import HouseProcedure
from dealer_table.procedure.words import Drawn, HoldKind, Phase, Resolution
from tests.dealer_table.procedure.table_at_work import (
    NO_BURN,
    PLAYER_NATURAL,
    TableAtWork,
    kinds,
    only,
    table_in_coup,
    table_with_shoe,
)

OUTSIDE = (Drawn.LOCK, Drawn.ERROR, Drawn.SETTING)
BURNS_ONE = HouseProcedure()


def draw(table: TableAtWork, card: str, drawn: Drawn) -> tuple[e.Event, ...]:
    return table.give(c.RecordCardRead(table.now, table.next_read(), Card(card), drawn=drawn))


def test_a_card_shown_again_in_error_mode_is_the_one_that_was_not_read() -> None:
    table = table_in_coup(cards="8S")
    table.misread()
    assert kinds(draw(table, "5C", Drawn.ERROR)) == [e.CardRead, e.HoldResolved, e.CardDealt]
    assert table.coup.placed[-1].position is Position.BANKER_1


@pytest.mark.parametrize("drawn", [Drawn.LOCK, Drawn.SETTING])
def test_a_card_that_a_locked_shoe_gives_does_not_answer_a_misread(drawn: Drawn) -> None:
    table = table_in_coup(cards="8S")
    table.misread()
    discarded = only(e.CardDiscarded, draw(table, "5C", drawn))
    assert discarded.why == f"drawn_in_{drawn.value}_mode"
    assert table.held_for is HoldKind.MISREAD
    assert table.shoe.discarded == (Card("5C"),)
    table.read("6C")
    assert table.coup.cards == (Card("8S"), Card("6C"))


@pytest.mark.parametrize("drawn", OUTSIDE)
def test_a_card_from_outside_the_game_is_never_dealt_by_itself(drawn: Drawn) -> None:
    table = table_in_coup(cards="8S")
    assert kinds(draw(table, "5C", drawn)) == [e.CardRead, e.HoldRaised, e.CardHeld]
    assert (table.hold.kind, table.hold.cause) == (HoldKind.EXCESS_CARD, f"drawn_in_{drawn.value}_mode")
    table.resolve(Resolution.BURN_IT)
    table.deal("2H 9C 3H")
    assert Card("5C") in table.shoe.burned
    assert Card("5C") not in table.coup.cards


def test_two_cards_too_many_wait_together() -> None:
    table = table_in_coup()
    draw(table, "5C", Drawn.LOCK)
    draw(table, "6C", Drawn.LOCK)
    assert table.hold.held == (Card("5C"), Card("6C"))


@pytest.mark.parametrize("resolution", [Resolution.RESUME, Resolution.RESUME_WITHOUT])
def test_an_answer_about_lost_reads_deals_no_card_from_outside(resolution: Resolution) -> None:
    table = table_in_coup(cards="8S")
    table.lose_reads()
    draw(table, "5C", Drawn.LOCK)
    table.resolve(resolution)
    assert table.coup.cards == (Card("8S"),)
    assert table.shoe.discarded == (Card("5C"),)


def test_a_card_that_leaves_a_locked_shoe_ends_the_betting() -> None:
    table = table_with_shoe()
    table.open_betting()
    draw(table, "5C", Drawn.LOCK)
    assert (table.hold.kind, table.hold.cause) == (HoldKind.CARD_BEFORE_CLOSE, "drawn_in_lock_mode")
    assert table.phase() is Phase.DEALING


def test_a_card_from_outside_the_game_is_not_a_burn_card_unless_people_say_so() -> None:
    table = table_with_shoe(BURNS_ONE)
    draw(table, "5C", Drawn.SETTING)
    assert table.held_for is HoldKind.WRONG_POSITION
    table.resolve(Resolution.REPOSITION)
    assert table.shoe.indicator is Card("5C")


def test_a_shoe_that_burns_and_a_table_that_burns_agree() -> None:
    table = table_with_shoe(BURNS_ONE)
    draw(table, "AC", Drawn.FIRST)
    draw(table, "9D", Drawn.BURN)
    assert table.phase() is Phase.READY


@pytest.mark.parametrize("drawn", [Drawn.FIRST, Drawn.BURN])
def test_a_card_that_the_shoe_burns_is_not_dealt(drawn: Drawn) -> None:
    table = table_in_coup()
    draw(table, "9D", drawn)
    assert (table.hold.kind, table.hold.cause) == (HoldKind.WRONG_POSITION, f"{drawn.value}_for_player_1")


def test_a_card_that_the_shoe_deals_is_not_burned() -> None:
    table = table_with_shoe(BURNS_ONE)
    table.read("9D", position=Position.PLAYER_1)
    assert (table.hold.kind, table.hold.cause) == (HoldKind.WRONG_POSITION, "player_1_for_burn")


@pytest.mark.parametrize("drawn", Drawn)
def test_between_coups_any_card_is_one_too_many(drawn: Drawn) -> None:
    table = table_with_shoe(NO_BURN)
    table.play(PLAYER_NATURAL)
    draw(table, "9D", drawn)
    assert table.held_for is HoldKind.EXCESS_CARD
