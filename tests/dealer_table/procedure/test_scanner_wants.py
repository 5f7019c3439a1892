"""What a table wants of its scanners, from the first burn to the last card. Pure."""

import pytest

from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.hand import Position
from dealer_table.procedure import commands as c
from dealer_table.procedure import events as e
from dealer_table.procedure.house import HouseProcedure
from dealer_table.procedure.scanner_wants import NOTHING, ScannerWant, Verdict, Want, verdict, wanted
from dealer_table.procedure.words import BurnRule, Drawn, MisreadCause, Resolution
from tests.dealer_table.procedure.table_at_work import (
    DEALER,
    PLAYER_NATURAL,
    TIE_OF_SIX_CARDS,
    TableAtWork,
    table_in_coup,
    table_with_shoe,
)


def want(table: TableAtWork, scanner: str = "shoe") -> ScannerWant:
    return wanted(table.state, scanner)


def card_at(position: Position) -> ScannerWant:
    return ScannerWant(Want.CARD, position)


def judged(table: TableAtWork, events: tuple[e.Event, ...] | str) -> Verdict | None:
    """Return the verdict on a card, or on whatever was seen; it is about that very read."""
    events = table.read(events) if isinstance(events, str) else events
    given = verdict(events, table.state)
    if given is None:
        return None
    assert isinstance(events[0], e.CardRead | e.CardRejected | e.CardChecked | e.MisreadRecorded)
    assert given[0] == events[0].read
    return given[1]


def test_nothing_is_wanted_before_there_is_a_shoe_and_while_bets_are_taken() -> None:
    assert want(TableAtWork(HouseProcedure())) == NOTHING
    table = table_with_shoe()
    assert want(table) == NOTHING
    table.open_betting()
    assert want(table) == NOTHING


def test_the_burn_wants_cards_until_it_is_done() -> None:
    table = table_with_shoe(HouseProcedure())
    assert want(table) == ScannerWant(Want.BURN)
    assert judged(table, "2S") is Verdict.GOOD  # the indicator: two are burned
    assert want(table) == ScannerWant(Want.BURN)
    assert judged(table, "KS") is Verdict.GOOD
    assert judged(table, "9H") is Verdict.GOOD
    assert want(table) == NOTHING


def test_a_coup_wants_its_cards_in_their_order_and_then_none() -> None:
    table = table_in_coup()
    order = []
    for card in TIE_OF_SIX_CARDS.split():
        order.append(want(table).position)
        assert judged(table, card) is Verdict.GOOD
    assert order == [
        Position.PLAYER_1,
        Position.BANKER_1,
        Position.PLAYER_2,
        Position.BANKER_2,
        Position.PLAYER_3,
        Position.BANKER_3,
    ]
    assert want(table) == NOTHING


def test_a_spare_is_to_read_nothing_until_the_table_deals_by_it() -> None:
    table = table_in_coup()
    table.give(c.RecordScannerStatus(table.now, "spare", True, ""))
    assert want(table, "spare") == NOTHING
    read = c.ReadId("spare", "s1", 1)
    assert verdict(table.give(c.RecordCardRead(table.now, read, Card("8S"))), table.state) is None
    table.give(c.SwapScanner(table.now, DEALER, "spare"))
    assert (want(table, "spare"), want(table, "shoe")) == (card_at(Position.PLAYER_1), NOTHING)


@pytest.mark.parametrize("cause", list(MisreadCause))
def test_a_card_that_was_not_read_is_wanted_again(cause: MisreadCause) -> None:
    table = table_in_coup(cards="8S")
    for _ in range(2):
        assert judged(table, table.misread(cause)) is Verdict.BAD
        assert want(table) == card_at(Position.BANKER_1)
    assert judged(table, "5C") is Verdict.GOOD


def test_what_is_misread_with_no_card_due_has_no_verdict() -> None:
    table = table_with_shoe()
    assert judged(table, table.misread()) is None


def test_a_card_before_the_close_and_one_too_many_are_drawn_over() -> None:
    table = table_with_shoe()
    table.open_betting()
    assert judged(table, "8S") is Verdict.OVERDRAW
    assert want(table) == NOTHING
    table = table_in_coup(cards=PLAYER_NATURAL)
    assert judged(table, "8S") is Verdict.OVERDRAW
    assert want(table) == NOTHING


def test_a_card_that_a_locked_shoe_gives_is_drawn_over_whatever_hold_there_is() -> None:
    table = table_in_coup(cards="8S")
    table.misread()
    locked = c.RecordCardRead(table.now, c.ReadId("shoe", "b2", 1), Card("5C"), drawn=Drawn.LOCK)
    assert judged(table, table.give(locked)) is Verdict.OVERDRAW
    assert want(table) == card_at(Position.BANKER_1)


def test_a_card_that_cannot_be_is_to_be_shown_again() -> None:
    table = table_in_coup(HouseProcedure(burn=BurnRule.NONE, packs=1), cards="8S")
    assert judged(table, "8S") is Verdict.BAD
    assert want(table) == card_at(Position.BANKER_1)


def test_cards_are_wanted_while_people_look_for_lost_reads() -> None:
    table = table_in_coup(cards="8S")
    table.lose_reads()
    assert want(table) == card_at(Position.BANKER_1)
    assert judged(table, "5C") is Verdict.GOOD
    table.resolve(Resolution.RESUME)
    assert want(table) == card_at(Position.PLAYER_2)


def test_a_card_not_read_while_people_look_for_lost_reads_must_be_shown_again() -> None:
    table = table_in_coup(cards="8S")
    table.lose_reads()
    assert judged(table, table.misread()) is Verdict.BAD
    assert want(table) == card_at(Position.BANKER_1)


def test_a_card_that_does_not_come_is_still_wanted() -> None:
    table = table_in_coup(HouseProcedure(burn=BurnRule.NONE, draw_timeout_seconds=5))
    table.wait(6)
    assert table.held_for is not None
    assert want(table) == card_at(Position.PLAYER_1)


def test_a_deck_check_wants_every_card() -> None:
    table = TableAtWork(HouseProcedure())
    table.give(c.OpenTable(table.now, DEALER))
    table.scanner(online=True)
    table.give(c.StartDeckCheck(table.now, DEALER))
    assert want(table) == ScannerWant(Want.DECK_CHECK)
    assert judged(table, "8S") is Verdict.GOOD
    assert judged(table, table.misread()) is Verdict.BAD
    assert want(table) == ScannerWant(Want.DECK_CHECK)


def test_a_card_read_by_way_of_trial_has_no_verdict() -> None:
    table = TableAtWork(HouseProcedure())
    table.scanner(online=True)
    assert judged(table, "8S") is None
