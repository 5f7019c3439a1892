"""Where cards go: every way to burn, the cards kept from before, the cards that come too early or too many. Pure."""

import pytest

from dealer_table.baccarat.cards import Card, Rank
from dealer_table.procedure import commands as c
from dealer_table.procedure import events as e
from dealer_table.procedure.cards_placed import indicator_burns
from dealer_table.procedure.house import HouseProcedure
from dealer_table.procedure.words import BettingClosedBy, BurnRule, HoldKind, Phase, Resolution
from tests.dealer_table.procedure.table_at_work import (
    DEALER,
    NO_BURN,
    PLAYER_NATURAL,
    TableAtWork,
    kinds,
    only,
    table_in_coup,
    table_with_shoe,
)

BURNS_BETWEEN = HouseProcedure(burn=BurnRule.NONE, burn_between_coups=1)
ELEVEN_CARDS = ("2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "TS", "JS", "QS")


@pytest.mark.parametrize("card", Card)
def test_the_indicator_burns_its_value_and_ten_for_a_ten_or_court_card(card: Card) -> None:
    burns = 10 if card.rank >= Rank.TEN else card.rank.value
    assert indicator_burns(card, HouseProcedure()) == burns


def test_an_ace_burns_eleven_where_the_house_says_so() -> None:
    assert indicator_burns(Card("AS"), HouseProcedure(burn_ace=11)) == 11
    assert indicator_burns(Card("KS"), HouseProcedure(burn_ace=11)) == 10


@pytest.mark.parametrize(("indicator", "ace", "burns"), [("AH", 1, 1), ("AH", 11, 11), ("7C", 1, 7), ("QD", 1, 10)])
def test_value_and_one_cards_leave_a_shoe_with_an_indicator(indicator: str, ace: int, burns: int) -> None:
    table = table_with_shoe(HouseProcedure(burn_ace=ace))
    assert only(e.IndicatorDrawn, table.read(indicator)).burns == burns
    for number in range(1, burns + 1):
        assert table.phase() is Phase.BURN
        burned = only(e.CardBurned, table.read(ELEVEN_CARDS[number - 1]))
        assert (burned.index, burned.of) == (number, burns)
    assert table.phase() is Phase.READY
    assert table.shoe.composition.cards_gone == burns + 1
    assert table.shoe.indicator == indicator


@pytest.mark.parametrize("fixed", range(9))
def test_a_house_may_burn_a_fixed_number(fixed: int) -> None:
    assert_burns(table_with_shoe(HouseProcedure(burn=BurnRule.FIXED, burn_fixed=fixed)), fixed)


@pytest.mark.parametrize("packs", [6, 8])
def test_a_house_may_burn_a_card_for_each_pack(packs: int) -> None:
    assert_burns(table_with_shoe(HouseProcedure(packs=packs, burn=BurnRule.PACKS)), packs)


def test_a_house_may_burn_none() -> None:
    assert_burns(table_with_shoe(NO_BURN), 0)


def assert_burns(table: TableAtWork, burns: int) -> None:
    for card in ELEVEN_CARDS[:burns]:
        assert table.phase() is Phase.BURN
        assert table.refuses(c.OpenBetting(table.now, DEALER)) == "wrong_phase"
        table.read(card)
    assert table.phase() is Phase.READY
    assert table.shoe.burned == ELEVEN_CARDS[:burns]
    table.open_betting()


@pytest.mark.parametrize("void", [False, True])
def test_a_card_is_burned_after_every_coup_where_the_house_burns_between_coups(void: bool) -> None:
    table = table_in_coup(BURNS_BETWEEN)
    events = table.void() if void else table.deal(PLAYER_NATURAL)
    assert kinds(events)[-1] is e.BurnDue
    assert table.phase() is Phase.BURN
    assert kinds(table.read("9D")) == [e.CardRead, e.CardBurned, e.BurnCompleted]
    assert table.phase() is Phase.READY


def test_no_card_is_burned_after_the_last_coup() -> None:
    table = table_in_coup(BURNS_BETWEEN)
    table.cut_card()
    table.deal(PLAYER_NATURAL)
    assert table.phase() is Phase.SHOE_OVER


def test_a_card_drawn_too_many_may_be_the_next_one_burned() -> None:
    table = table_with_shoe(BURNS_BETWEEN)
    table.read("9D")
    table.resolve(Resolution.NEXT_BURN)
    assert (table.shoe.kept, table.shoe.kept_for_burn) == ("9D", True)
    events = table.play(PLAYER_NATURAL)
    assert kinds(events)[-3:] == [e.BurnDue, e.CardBurned, e.BurnCompleted]
    assert table.shoe.burned == ("9D",)
    assert table.phase() is Phase.READY


def test_a_card_kept_for_the_next_coup_is_its_first_card() -> None:
    table = table_with_shoe()
    table.read("4S")
    table.resolve(Resolution.FIRST_OF_NEXT)
    table.open_betting()
    assert kinds(table.give(c.CloseBetting(table.now, DEALER))) == [e.BettingClosed, e.CardDealt]
    assert table.coup.cards == ("4S",)
    table.deal("2H 5S 3H")
    assert table.phase() is Phase.SETTLED


def test_a_card_kept_for_the_next_coup_may_begin_a_free_one() -> None:
    table = table_with_shoe(HouseProcedure(burn=BurnRule.NONE, free_coups=1))
    table.read("4S")
    table.resolve(Resolution.FIRST_OF_NEXT)
    assert kinds(table.give(c.StartFreeCoup(table.now, DEALER))) == [e.FreeCoupStarted, e.CardDealt]


@pytest.mark.parametrize("early", ["2H", "4S"], ids=["another card", "the same card once more"])
def test_a_kept_card_goes_before_one_that_comes_before_betting_is_closed(early: str) -> None:
    table = table_with_shoe()
    table.read("4S")
    table.resolve(Resolution.FIRST_OF_NEXT)
    table.open_betting()
    table.read(early)
    assert table.held_for is HoldKind.CARD_BEFORE_CLOSE
    table.resolve(Resolution.CONTINUE)
    assert table.coup.cards == ("4S", early)


def test_a_card_kept_at_the_end_of_the_shoe_is_discarded_and_the_count_is_whole() -> None:
    table = table_with_shoe(BURNS_BETWEEN)
    table.read("9D")
    table.resolve(Resolution.NEXT_BURN)
    table.cut_card()
    ended = only(e.ShoeEnded, table.play(PLAYER_NATURAL))
    assert (ended.burned, ended.dealt, ended.discarded, ended.left) == (0, 4, 1, 416 - 5)


def test_a_card_read_while_bets_are_taken_closes_the_betting_at_once() -> None:
    table = table_with_shoe()
    table.open_betting()
    events = table.read("8S")
    assert kinds(events) == [e.CardRead, e.BettingClosed, e.HoldRaised, e.CardHeld]
    assert only(e.BettingClosed, events).cause is BettingClosedBy.CARD
    assert table.coup.cards == ()


def test_cards_read_while_a_hold_stands_wait_in_their_order() -> None:
    table = table_with_shoe()
    table.open_betting()
    table.deal("4S 2H 5S")
    assert table.hold.held == ("4S", "2H", "5S")
    table.resolve(Resolution.CONTINUE)
    assert table.coup.cards == ("4S", "2H", "5S")


def test_a_card_too_many_among_those_that_waited_stops_the_coup_before_it_is_settled() -> None:
    table = table_with_shoe()
    table.open_betting()
    table.deal(PLAYER_NATURAL + " 9D")
    events = table.resolve(Resolution.CONTINUE)
    assert kinds(events)[-3:] == [e.CoupCompleted, e.HoldRaised, e.CardHeld]
    assert (table.held_for, table.hold.held) == (HoldKind.EXCESS_CARD, ("9D",))
    assert kinds(table.resolve(Resolution.BURN_IT))[-1] is e.CoupSettled


@pytest.mark.parametrize("house", [NO_BURN, HouseProcedure(burn=BurnRule.NONE, confirm_result=True)])
def test_a_card_read_when_none_is_due_is_held(house: HouseProcedure) -> None:
    table = table_in_coup(house, PLAYER_NATURAL)
    assert kinds(table.read("9D")) == [e.CardRead, e.HoldRaised, e.CardHeld]
    assert table.held_for is HoldKind.EXCESS_CARD
