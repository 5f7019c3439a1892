"""Every code with which a person may be refused, and the sentence that goes with it. Pure."""

import ast
import inspect
from collections.abc import Callable
from dataclasses import replace

import pytest

from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.coup import Outcome
from dealer_table.baccarat.hand import Position
from dealer_table.procedure import commands as c
from dealer_table.procedure import refusal as refusal_module
from dealer_table.procedure.house import HouseProcedure
from dealer_table.procedure.integrity import FileChange, FilesFound
from dealer_table.procedure.process_events import IntegrityChecked
from dealer_table.procedure.refusal import MISSING_DETAIL, refusal
from dealer_table.procedure.words import Actor, HoldKind, Relief, Resolution, Role, TakesTwo
from tests.dealer_table.procedure.table_at_work import (
    DEALER,
    NO_BURN,
    PLAYER_NATURAL,
    SUPERVISOR,
    TableAtWork,
    cards,
    table_in_coup,
    table_with_shoe,
)

CONFIRMED = replace(NO_BURN, confirm_result=True)
EVE = Actor(Role.DEALER, "Eve")
ONE_PACK = replace(NO_BURN, packs=1, misread_tries=1)

# For the codes whose situation takes some words to make, see the functions; each gives a table and what it refuses.
Situation = Callable[[], tuple[TableAtWork, c.PersonCommand]]
SITUATIONS: list[tuple[str, Situation]] = []


def refused(code: str) -> Callable[[Situation], Situation]:
    """Name the code that a situation is refused with."""

    def remember(situation: Situation) -> Situation:
        SITUATIONS.append((code, situation))
        return situation

    return remember


@refused("wrong_phase")
def betting_in_a_burn() -> tuple[TableAtWork, c.PersonCommand]:
    return table_with_shoe(HouseProcedure()), c.OpenBetting(1, DEALER)


@refused("hold_stands")
def betting_in_a_hold() -> tuple[TableAtWork, c.PersonCommand]:
    return with_excess_card(), c.OpenBetting(1, DEALER)


@refused("hold_stands")
def closing_the_table_on_a_card_that_nobody_has_decided_about() -> tuple[TableAtWork, c.PersonCommand]:
    return with_excess_card(), c.CloseTable(1, DEALER)


@refused("already_closing")
def closing_twice() -> tuple[TableAtWork, c.PersonCommand]:
    table = table_in_coup()
    table.give(c.CloseTable(1, DEALER))
    return table, c.CloseTable(1, DEALER)


@refused("scanner_offline")
def betting_without_a_scanner() -> tuple[TableAtWork, c.PersonCommand]:
    table = table_with_shoe()
    table.scanner(online=False)
    return table, c.OpenBetting(1, DEALER)


@refused("scanner_offline")
def going_on_without_a_scanner() -> tuple[TableAtWork, c.PersonCommand]:
    table = table_in_coup(cards="4S")
    table.scanner(online=False)
    return table, table.resolution(Resolution.RESUME)


@refused("scanner_offline")
def betting_by_a_scanner_that_is_away_though_a_spare_is_there() -> tuple[TableAtWork, c.PersonCommand]:
    table = table_with_shoe()
    table.scanner(online=True, name="spare")
    table.scanner(online=False)
    return table, c.OpenBetting(1, DEALER)


@refused("scanner_needed")
def swapping_to_nothing() -> tuple[TableAtWork, c.PersonCommand]:
    return table_with_shoe(), c.SwapScanner(1, DEALER, "")


@refused("already_primary")
def swapping_to_the_scanner_in_use() -> tuple[TableAtWork, c.PersonCommand]:
    return table_with_shoe(), c.SwapScanner(1, DEALER, "shoe")


@refused("scanner_offline")
def swapping_to_a_scanner_that_nobody_knows() -> tuple[TableAtWork, c.PersonCommand]:
    return table_with_shoe(), c.SwapScanner(1, DEALER, "attic")


@refused("scanner_offline")
def swapping_to_a_scanner_that_is_away() -> tuple[TableAtWork, c.PersonCommand]:
    table = table_with_shoe()
    table.scanner(online=True, name="spare")
    table.scanner(online=False, name="spare")
    return table, c.SwapScanner(1, DEALER, "spare")


@refused("scanner_offline")
def checking_a_deck_without_a_scanner() -> tuple[TableAtWork, c.PersonCommand]:
    table = between_shoes()
    table.scanner(online=False)
    return table, c.StartDeckCheck(1, DEALER)


@refused("no_deck_check")
def ending_a_check_that_did_not_begin() -> tuple[TableAtWork, c.PersonCommand]:
    return between_shoes(), c.EndDeckCheck(1, DEALER)


@refused("deck_check_running")
def loading_a_shoe_whose_cards_are_being_checked() -> tuple[TableAtWork, c.PersonCommand]:
    table = between_shoes()
    table.give(c.StartDeckCheck(1, DEALER))
    return table, c.LoadShoe(1, DEALER)


@refused("deck_not_checked")
def loading_unchecked_cards_in_a_house_that_checks() -> tuple[TableAtWork, c.PersonCommand]:
    table = between_shoes()
    table.house = replace(NO_BURN, deck_check_required=True)
    return table, c.LoadShoe(1, DEALER)


@refused("wrong_phase")
def checking_the_cards_that_are_in_use() -> tuple[TableAtWork, c.PersonCommand]:
    return table_with_shoe(), c.StartDeckCheck(1, DEALER)


@refused("files_altered")
def betting_at_a_table_whose_program_has_changed() -> tuple[TableAtWork, c.PersonCommand]:
    return altered(table_with_shoe()), c.OpenBetting(1, DEALER)


@refused("files_altered")
def loading_a_shoe_at_a_table_whose_program_has_changed() -> tuple[TableAtWork, c.PersonCommand]:
    return altered(between_shoes()), c.LoadShoe(1, DEALER)


@refused("not_enough_cards")
def a_coup_from_five_cards() -> tuple[TableAtWork, c.PersonCommand]:
    return with_cards_left(5), c.OpenBetting(1, DEALER)


@refused("free_coups_used")
def one_free_coup_too_many() -> tuple[TableAtWork, c.PersonCommand]:
    return table_with_shoe(), c.StartFreeCoup(1, DEALER)


@refused("shoe_not_new")
def a_free_coup_in_mid_shoe() -> tuple[TableAtWork, c.PersonCommand]:
    table = table_with_shoe(replace(NO_BURN, free_coups=3))
    table.play(PLAYER_NATURAL)
    return table, c.StartFreeCoup(1, DEALER)


@refused("cut_card_out")
def the_cut_card_twice() -> tuple[TableAtWork, c.PersonCommand]:
    table = table_with_shoe()
    table.cut_card()
    return table, c.DeclareCutCard(1, DEALER)


@refused("supervisor_needed")
def a_dealer_s_void() -> tuple[TableAtWork, c.PersonCommand]:
    return table_in_coup(), c.VoidCoup(1, DEALER, "spilled water")


@refused("supervisor_needed")
def a_dealer_s_shoe_change_in_a_hold() -> tuple[TableAtWork, c.PersonCommand]:
    return with_excess_card(), c.ChangeShoe(1, DEALER)


@refused("supervisor_needed")
def a_dealer_s_key_in() -> tuple[TableAtWork, c.PersonCommand]:
    table = table_in_coup(ONE_PACK)
    table.misread()
    return table, table.resolution(Resolution.KEY_IN, DEALER, card="4S")


@refused("supervisor_needed")
def a_dealer_s_correction() -> tuple[TableAtWork, c.PersonCommand]:
    table = disputed()
    return table, table.resolution(Resolution.CORRECT_CARD, DEALER, "6H", Position.BANKER_2)


@refused("supervisor_needed")
def a_dealer_who_overrules_the_second_opinion() -> tuple[TableAtWork, c.PersonCommand]:
    table = disputed()
    return table, table.resolution(Resolution.RESUME, DEALER)


@refused("reason_needed")
def a_void_without_a_reason() -> tuple[TableAtWork, c.PersonCommand]:
    return table_in_coup(), c.VoidCoup(1, SUPERVISOR, "  ")


@refused("reason_needed")
def a_void_without_a_reason_in_a_hold() -> tuple[TableAtWork, c.PersonCommand]:
    table = table_in_coup()
    table.misread()
    return table, c.ResolveHold(1, SUPERVISOR, Resolution.VOID)


@refused("no_hold")
def resolving_nothing() -> tuple[TableAtWork, c.PersonCommand]:
    return table_in_coup(), c.ResolveHold(1, SUPERVISOR, Resolution.RESUME)


@refused("resolution_not_allowed")
def a_way_out_that_the_house_does_not_allow() -> tuple[TableAtWork, c.PersonCommand]:
    house = replace(NO_BURN, resolutions={HoldKind.MISREAD: (Resolution.RESCAN,)})
    table = table_in_coup(house)
    table.misread()
    return table, table.resolution(Resolution.VOID)


@refused("show_card_again")
def a_rescan_by_word() -> tuple[TableAtWork, c.PersonCommand]:
    table = table_in_coup()
    table.misread()
    return table, table.resolution(Resolution.RESCAN)


@refused("too_few_tries")
def keying_in_at_once() -> tuple[TableAtWork, c.PersonCommand]:
    table = table_in_coup()
    table.misread()
    table.misread()
    return table, table.resolution(Resolution.KEY_IN, card="4S")


@refused("card_needed")
def keying_in_nothing() -> tuple[TableAtWork, c.PersonCommand]:
    table = table_in_coup(ONE_PACK)
    table.misread()
    return table, table.resolution(Resolution.KEY_IN)


@refused("card_needed")
def correcting_to_nothing() -> tuple[TableAtWork, c.PersonCommand]:
    table = disputed()
    return table, table.resolution(Resolution.CORRECT_CARD, position=Position.BANKER_2)


@refused("card_impossible")
def keying_in_a_card_that_is_out() -> tuple[TableAtWork, c.PersonCommand]:
    table = table_in_coup(ONE_PACK, "4S")
    table.misread()
    return table, table.resolution(Resolution.KEY_IN, card="4S")


@refused("card_impossible")
def correcting_to_a_card_that_is_out() -> tuple[TableAtWork, c.PersonCommand]:
    table = disputed(replace(ONE_PACK, confirm_result=True))
    return table, table.resolution(Resolution.CORRECT_CARD, card="2H", position=Position.BANKER_2)


@refused("position_needed")
def correcting_nowhere() -> tuple[TableAtWork, c.PersonCommand]:
    table = disputed()
    return table, table.resolution(Resolution.CORRECT_CARD, card="6H")


@refused("position_needed")
def correcting_where_no_card_lies() -> tuple[TableAtWork, c.PersonCommand]:
    table = disputed()
    return table, table.resolution(Resolution.CORRECT_CARD, card="6H", position=Position.BANKER_3)


@refused("tableau_disagrees")
def correcting_to_a_natural_after_which_nobody_would_have_drawn() -> tuple[TableAtWork, c.PersonCommand]:
    table = table_in_coup(CONFIRMED, "KS KH QS QH 2S 2H")
    table.give(c.ConfirmResult(1, DEALER, Outcome.PLAYER))
    return table, table.resolution(Resolution.CORRECT_CARD, card="9S", position=Position.PLAYER_1)


@refused("no_coup")
def correcting_what_is_settled() -> tuple[TableAtWork, c.PersonCommand]:
    table = table_in_coup(cards=PLAYER_NATURAL)
    table.shoe_says(Outcome.BANKER)
    return table, table.resolution(Resolution.CORRECT_CARD, card="6H", position=Position.BANKER_2)


@refused("no_coup")
def voiding_between_coups() -> tuple[TableAtWork, c.PersonCommand]:
    table = with_excess_card()
    return table, table.resolution(Resolution.VOID)


@refused("show_card_first")
def removing_a_card_that_nobody_has_shown() -> tuple[TableAtWork, c.PersonCommand]:
    table = table_in_coup()
    table.give(c.DeclareFaceUpCard(1, DEALER))
    return table, table.resolution(Resolution.REMOVE)


@refused("coup_in_play")
def a_free_coup_within_a_coup() -> tuple[TableAtWork, c.PersonCommand]:
    table = table_in_coup(CONFIRMED, PLAYER_NATURAL)
    table.read("9D")
    return table, table.resolution(Resolution.FREE_COUP)


@refused("not_enough_cards")
def a_free_coup_from_the_last_cards() -> tuple[TableAtWork, c.PersonCommand]:
    table = with_cards_left(6)
    table.read(next(card for card in Card if table.shoe.composition.left(card)))
    return table, table.resolution(Resolution.FREE_COUP)


@refused("more_than_one_card")
def keeping_two_cards() -> tuple[TableAtWork, c.PersonCommand]:
    table = with_excess_card()
    table.read("8D")
    return table, table.resolution(Resolution.FIRST_OF_NEXT)


@refused("more_than_one_card")
def keeping_a_card_beside_another() -> tuple[TableAtWork, c.PersonCommand]:
    table = with_excess_card()
    table.resolve(Resolution.FIRST_OF_NEXT)
    table.read("8D")
    return table, table.resolution(Resolution.FIRST_OF_NEXT)


@refused("no_burn_follows")
def keeping_a_card_for_no_burn() -> tuple[TableAtWork, c.PersonCommand]:
    table = with_excess_card()
    return table, table.resolution(Resolution.NEXT_BURN)


@refused("last_coup")
def keeping_a_card_for_no_coup() -> tuple[TableAtWork, c.PersonCommand]:
    table = table_in_coup(CONFIRMED)
    table.cut_card()
    table.deal(PLAYER_NATURAL + " 9D")
    return table, table.resolution(Resolution.FIRST_OF_NEXT)


@refused("last_coup")
def keeping_a_card_at_a_table_that_closes() -> tuple[TableAtWork, c.PersonCommand]:
    table = table_in_coup(CONFIRMED)
    table.give(c.CloseTable(1, DEALER))
    table.deal(PLAYER_NATURAL + " 9D")
    return table, table.resolution(Resolution.FIRST_OF_NEXT)


def after_a_coup(
    number: int = 1, player: str = "4S 6S", banker: str = "2H 6H 3C", by: Actor = SUPERVISOR, reason: str = "misread"
) -> tuple[TableAtWork, c.PersonCommand]:
    """Return a table of one pack after a coup, and a correction of that coup, by itself in order."""
    table = table_in_coup(ONE_PACK, PLAYER_NATURAL)
    return table, c.CorrectCoup(1, by, number, cards(player), cards(banker), reason)


@refused("supervisor_needed")
def a_dealer_s_correction_of_a_coup_that_is_over() -> tuple[TableAtWork, c.PersonCommand]:
    return after_a_coup(by=DEALER)


@refused("no_coup")
def correcting_a_coup_before_any_is_over() -> tuple[TableAtWork, c.PersonCommand]:
    return table_in_coup(ONE_PACK), after_a_coup()[1]


@refused("coup_needed")
def correcting_a_coup_that_nobody_dealt() -> tuple[TableAtWork, c.PersonCommand]:
    return after_a_coup(number=2)


@refused("reason_needed")
def correcting_a_coup_for_no_reason() -> tuple[TableAtWork, c.PersonCommand]:
    return after_a_coup(reason=" ")


@refused("not_a_coup")
def correcting_a_coup_to_one_that_would_have_gone_on() -> tuple[TableAtWork, c.PersonCommand]:
    return after_a_coup(player="4S AC", banker="2H 3H")


@refused("not_a_coup")
def correcting_a_coup_to_one_that_would_have_ended_before() -> tuple[TableAtWork, c.PersonCommand]:
    return after_a_coup(player="4S 5S AC", banker="2H 3H")


@refused("same_cards")
def correcting_a_coup_to_what_it_was() -> tuple[TableAtWork, c.PersonCommand]:
    return after_a_coup(player="4S 5S", banker="2H 3H")


@refused("card_impossible")
def correcting_a_coup_to_a_card_that_came_twice_from_one_pack() -> tuple[TableAtWork, c.PersonCommand]:
    return after_a_coup(player="4S 5S", banker="2H 5S")


def altered(table: TableAtWork) -> TableAtWork:
    changed = FilesFound("now", "then", (FileChange("dealer_table/app.py", "a", "b"),))
    table.give(c.RecordProcess(IntegrityChecked(table.now, changed, FilesFound("c", "c", ()), no_new_coup=True)))
    return table


def between_shoes() -> TableAtWork:
    table = table_with_shoe()
    table.give(c.ChangeShoe(1, DEALER))
    return table


def with_excess_card() -> TableAtWork:
    table = table_with_shoe()
    table.read("9D")
    return table


def with_cards_left(left: int) -> TableAtWork:
    """Return a table whose one pack has all but `left` cards burned as drawn too many."""
    table = table_with_shoe(ONE_PACK)
    for card in list(Card)[left:]:
        table.read(card)
    table.resolve(Resolution.BURN_IT)
    return table


def disputed(house: HouseProcedure = CONFIRMED) -> TableAtWork:
    table = table_in_coup(house, PLAYER_NATURAL)
    table.give(c.ConfirmResult(1, DEALER, Outcome.BANKER))
    return table


@pytest.mark.parametrize(("code", "situation"), SITUATIONS, ids=lambda part: getattr(part, "__name__", ""))
def test_a_person_is_refused(code: str, situation: Situation) -> None:
    table, command = situation()
    assert table.refuses(command) == code
    refused = refusal(table.state, command, table.house)
    assert refused is not None
    assert refused.detail, "a person is told more than a code"


@refused("other_dealer")
def a_second_dealer() -> tuple[TableAtWork, c.PersonCommand]:
    return table_with_shoe(), c.OpenBetting(1, EVE)


@refused("on_duty")
def taking_over_from_oneself() -> tuple[TableAtWork, c.PersonCommand]:
    return table_with_shoe(), c.TakeShift(1, DEALER)


@refused("coup_in_play")
def taking_over_in_a_coup() -> tuple[TableAtWork, c.PersonCommand]:
    return table_in_coup(), c.TakeShift(1, EVE)


@refused("coup_in_play")
def going_in_a_coup() -> tuple[TableAtWork, c.PersonCommand]:
    return table_in_coup(), c.EndShift(1, DEALER)


@refused("supervisor_needed")
def taking_over_where_supervisors_relieve() -> tuple[TableAtWork, c.PersonCommand]:
    return table_with_shoe(replace(NO_BURN, relief=Relief.SUPERVISOR)), c.TakeShift(1, EVE)


@refused("dealers_only")
def a_supervisor_on_duty() -> tuple[TableAtWork, c.PersonCommand]:
    return table_with_shoe(), c.TakeShift(1, SUPERVISOR)


@refused("nobody_on_duty")
def letting_nobody_go() -> tuple[TableAtWork, c.PersonCommand]:
    return TableAtWork(NO_BURN), c.EndShift(1, SUPERVISOR)


@refused("second_person_needed")
def proposing_once_more() -> tuple[TableAtWork, c.PersonCommand]:
    table = table_in_coup(replace(NO_BURN, second_person=frozenset(TakesTwo)))
    table.void()
    return table, c.VoidCoup(table.now, SUPERVISOR, "spilled water")


def test_every_code_has_its_situation() -> None:
    calls = [node for node in ast.walk(ast.parse(inspect.getsource(refusal_module))) if isinstance(node, ast.Call)]
    codes = {
        call.args[0].value
        for call in calls
        if isinstance(call.func, ast.Name) and call.func.id == "Refusal" and isinstance(call.args[0], ast.Constant)
    }
    assert {code for code, _ in SITUATIONS} == codes
    assert codes > MISSING_DETAIL


def test_where_the_house_trusts_its_dealers_they_void_and_key_in() -> None:
    table = table_in_coup(replace(ONE_PACK, supervisor_only=frozenset()))
    table.misread()
    table.resolve(Resolution.KEY_IN, DEALER, card="4S")
    table.give(c.VoidCoup(1, DEALER, "spilled water"))
    assert table.state.hold is None
