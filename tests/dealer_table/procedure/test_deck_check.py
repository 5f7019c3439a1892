"""The deck check: whole packs and nothing else go into the shoe. Pure."""

from dataclasses import replace

import pytest

from dealer_table.baccarat.cards import PACK, Card
from dealer_table.baccarat.shoe import full_shoe
from dealer_table.procedure import commands as c
from dealer_table.procedure import events as e
from dealer_table.procedure.deck_check import differences
from dealer_table.procedure.evolve import fold
from dealer_table.procedure.house import HouseProcedure
from dealer_table.procedure.state import DeckCheckState
from dealer_table.procedure.words import MisreadCause, Phase
from tests.dealer_table.procedure.table_at_work import DEALER, NO_BURN, TableAtWork, kinds, only

ONE_PACK = replace(NO_BURN, packs=1)
REQUIRED = replace(ONE_PACK, deck_check_required=True)

# Every card once, in an order in which no shoe was ever filled.
WHOLE_PACK = tuple(card.value for card in reversed(PACK))


def table_before_shoe(house: HouseProcedure = ONE_PACK) -> TableAtWork:
    """Return an open table with a scanner and a spare, whose shoe is due."""
    table = TableAtWork(house)
    table.give(c.OpenTable(table.now, DEALER))
    table.scanner(online=True)
    table.scanner(online=True, name="spare")
    return table


def begin(table: TableAtWork) -> tuple[e.Event, ...]:
    return table.give(c.StartDeckCheck(table.now, DEALER))


def run_through(table: TableAtWork, *cards: str) -> None:
    for card in cards:
        table.read(card)


def end(table: TableAtWork) -> e.DeckChecked:
    return only(e.DeckChecked, table.give(c.EndDeckCheck(table.now, DEALER)))


def checked(table: TableAtWork, *cards: str) -> e.DeckChecked:
    begin(table)
    run_through(table, *cards)
    return end(table)


def checking(table: TableAtWork) -> DeckCheckState:
    assert table.state.deck_check is not None
    return table.state.deck_check


def test_eight_whole_packs_are_right() -> None:
    table = table_before_shoe(NO_BURN)
    result = checked(table, *(card.value for card in full_shoe(8)))
    assert (result.packs, result.cards) == (8, 416)
    assert (result.missing, result.extra, result.foreign) == ((), (), ())
    assert table.state.deck_verified


def test_a_card_that_is_missing_is_named() -> None:
    table = table_before_shoe()
    result = checked(table, *WHOLE_PACK[1:])
    assert (result.cards, result.missing, result.extra) == (51, (WHOLE_PACK[0],), ())
    assert not table.state.deck_verified


def test_a_card_that_is_there_twice_is_named() -> None:
    table = table_before_shoe()
    result = checked(table, *WHOLE_PACK, "8S")
    assert (result.cards, result.missing, result.extra) == (53, (), ("8S",))
    assert not table.state.deck_verified


def test_a_card_in_the_place_of_another_is_one_missing_and_one_too_many() -> None:
    result = checked(table_before_shoe(), *("8S" if card == "5H" else card for card in WHOLE_PACK))
    assert (result.cards, result.missing, result.extra) == (52, ("5H",), ("8S",))


def test_a_code_that_is_no_cards_is_named_as_it_was_read() -> None:
    table = table_before_shoe()
    begin(table)
    misread = only(e.MisreadRecorded, table.misread(MisreadCause.UNKNOWN_CODE))
    assert misread.due
    run_through(table, *WHOLE_PACK)
    assert end(table).foreign == ("??",)
    assert not table.state.deck_verified


@pytest.mark.parametrize("cause", [cause for cause in MisreadCause if cause is not MisreadCause.UNKNOWN_CODE])
def test_a_card_that_could_not_be_read_is_only_shown_again(cause: MisreadCause) -> None:
    table = table_before_shoe()
    begin(table)
    assert kinds(table.misread(cause)) == [e.MisreadRecorded]
    run_through(table, *WHOLE_PACK)
    assert end(table).foreign == ()
    assert table.state.deck_verified


def test_a_cut_card_among_them_is_none_of_the_cards() -> None:
    table = table_before_shoe()
    begin(table)
    assert kinds(table.cut_card()) == [e.CutCardSeenAgain]
    run_through(table, *WHOLE_PACK)
    assert end(table).cards == 52
    table.give(c.LoadShoe(table.now, DEALER))
    assert not table.shoe.cut_card_out


def test_what_a_spare_reads_does_not_count() -> None:
    table = table_before_shoe()
    begin(table)
    for card in WHOLE_PACK:
        table.read(card)
        assert kinds(table.read(card, scanner="spare")) == [e.SpareRead]
    table.misread(MisreadCause.UNKNOWN_CODE, scanner="spare")
    result = end(table)
    assert (result.cards, result.extra, result.foreign) == (52, (), ())


def test_the_check_goes_on_by_another_scanner_after_a_swap() -> None:
    table = table_before_shoe()
    begin(table)
    run_through(table, *WHOLE_PACK[:20])
    table.swap()
    for card in WHOLE_PACK[20:]:
        table.read(card, scanner="spare")
    assert end(table).cards == 52
    assert table.state.deck_verified


def test_a_scanner_that_goes_away_in_a_check_is_no_hold_for_no_card_is_dealt() -> None:
    table = table_before_shoe()
    begin(table)
    table.lose_reads()
    table.scanner(online=False)
    assert table.state.hold is None
    assert checking(table).cards == ()


def test_a_check_that_is_begun_again_counts_from_nothing() -> None:
    table = table_before_shoe()
    begin(table)
    run_through(table, "8S", "8S")
    table.misread(MisreadCause.UNKNOWN_CODE)
    begin(table)
    assert checking(table) == DeckCheckState(packs=1)
    run_through(table, *WHOLE_PACK)
    end(table)
    assert table.state.deck_verified


def test_a_check_that_is_begun_again_takes_back_what_the_last_one_said() -> None:
    table = table_before_shoe(REQUIRED)
    checked(table, *WHOLE_PACK)
    begin(table)
    assert not table.state.deck_verified
    assert table.refuses(c.LoadShoe(table.now, DEALER)) == "deck_check_running"


def test_where_the_house_demands_it_no_shoe_is_loaded_before_its_cards_are_whole() -> None:
    table = table_before_shoe(REQUIRED)
    load = c.LoadShoe(table.now, DEALER)
    assert table.refuses(load) == "deck_not_checked"
    checked(table, *WHOLE_PACK[1:])
    assert table.refuses(load) == "deck_not_checked"
    checked(table, *WHOLE_PACK)
    assert only(e.ShoeLoaded, table.give(load)).deck_verified


def test_each_shoe_is_checked_anew() -> None:
    table = table_before_shoe(REQUIRED)
    checked(table, *WHOLE_PACK)
    table.give(c.LoadShoe(table.now, DEALER))
    assert not table.state.deck_verified
    table.give(c.ChangeShoe(table.now, DEALER))
    assert table.refuses(c.LoadShoe(table.now, DEALER)) == "deck_not_checked"


def test_where_the_house_does_not_demand_it_the_record_says_what_was_checked() -> None:
    table = table_before_shoe()
    assert not only(e.ShoeLoaded, table.give(c.LoadShoe(table.now, DEALER))).deck_verified


@pytest.mark.parametrize("running", [True, False])
def test_a_table_that_closes_forgets_the_check(running: bool) -> None:
    table = table_before_shoe(REQUIRED)
    begin(table)
    run_through(table, *WHOLE_PACK)
    if not running:
        end(table)
    table.give(c.CloseTable(table.now, DEALER))
    assert table.phase() is Phase.CLOSED
    table.give(c.OpenTable(table.now, DEALER))
    assert (table.state.deck_check, table.state.deck_verified) == (None, False)
    assert table.refuses(c.LoadShoe(table.now, DEALER)) == "deck_not_checked"


def test_the_cards_of_a_check_do_not_leave_a_shoe() -> None:
    table = table_before_shoe()
    checked(table, *WHOLE_PACK)
    table.give(c.LoadShoe(table.now, DEALER))
    assert table.shoe.composition.cards_left == 52
    assert kinds(table.read("8S")) == [e.CardRead, e.HoldRaised, e.CardHeld]


def test_a_card_read_before_and_after_the_check_is_recorded_only() -> None:
    table = table_before_shoe()
    assert kinds(table.read("8S")) == [e.CardReadIdle]
    checked(table, *WHOLE_PACK)
    assert kinds(table.read("8S")) == [e.CardReadIdle]
    assert table.state.deck_verified


def test_a_restart_in_mid_check_goes_on_counting() -> None:
    table = table_before_shoe()
    table.give(c.LoadShoe(table.now, DEALER))
    table.give(c.ChangeShoe(table.now, DEALER))
    begin(table)
    run_through(table, "8S", "8S")
    last = max(index for index, event in enumerate(table.events) if isinstance(event, e.ShoeLoaded))
    assert fold(table.events[last:]) == table.state
    assert checking(table).cards == (Card("8S"), Card("8S"))


def test_a_card_is_named_once_for_each_copy_that_is_missing_or_too_many() -> None:
    cards = (*(card for card in full_shoe(2) if card != "5H"), *(Card("8S"),) * 3)
    assert differences(cards, 2) == ((Card("5H"),) * 2, (Card("8S"),) * 3)
