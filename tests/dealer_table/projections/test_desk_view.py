"""What the desk sees: buttons greyed by the very refusal, the next step, the hold, scanners, the deck check. Pure."""

from dataclasses import replace
from typing import Any, get_args

import pytest

from dealer_table.baccarat.cards import PACK, Card
from dealer_table.baccarat.coup import Outcome
from dealer_table.baccarat.hand import Position
from dealer_table.procedure import commands as c
from dealer_table.procedure.house import RESOLUTIONS, HouseProcedure
from dealer_table.procedure.refusal import MISSING_DETAIL, refusal
from dealer_table.procedure.words import Actor, BurnRule, HoldKind, MisreadCause, Phase, Resolution, Role
from dealer_table.projections.desk_view import (
    Action,
    DeckCheckSection,
    DeskHold,
    DeskSection,
    NextStep,
    desk_section,
    next_step,
)
from dealer_table.projections.floor_tallies import DeckResult, FloorTallies
from tests.dealer_table.procedure.table_at_work import (
    DEALER,
    NO_BURN,
    PLAYER_NATURAL,
    TableAtWork,
    table_in_coup,
    table_with_shoe,
)

ROLES = (Role.DEALER, Role.SUPERVISOR)
PERSON_COMMANDS = {
    "open_table": c.OpenTable,
    "close_table": c.CloseTable,
    "load_shoe": c.LoadShoe,
    "change_shoe": c.ChangeShoe,
    "open_betting": c.OpenBetting,
    "close_betting": c.CloseBetting,
    "start_free_coup": c.StartFreeCoup,
    "confirm_result": c.ConfirmResult,
    "declare_cut_card": c.DeclareCutCard,
    "declare_face_up_card": c.DeclareFaceUpCard,
    "void_coup": c.VoidCoup,
    "correct_coup": c.CorrectCoup,
    "swap_scanner": c.SwapScanner,
    "start_deck_check": c.StartDeckCheck,
    "end_deck_check": c.EndDeckCheck,
    "take_shift": c.TakeShift,
    "end_shift": c.EndShift,
}
# What a command needs beyond who and when; a scanner to swap to, and a coup to correct, is still to be named.
PARTICULARS: dict[str, tuple[Any, ...]] = {
    "void_coup": ("a reason",),
    "swap_scanner": ("",),
    "correct_coup": (0, (), (), "a reason"),
}
CONFIRMING = replace(NO_BURN, confirm_result=True)


def desk(table: TableAtWork, role: Role = Role.DEALER) -> DeskSection:
    return desk_section(table.state, table.house, FloorTallies(), role)


def hold_on(table: TableAtWork, role: Role = Role.DEALER) -> DeskHold:
    hold = desk(table, role).hold
    assert hold is not None
    return hold


def before_shoe(house: HouseProcedure = NO_BURN) -> TableAtWork:
    table = TableAtWork(house)
    table.give(c.OpenTable(1, DEALER))
    table.scanner(online=True)
    return table


def tables() -> dict[str, TableAtWork]:
    """Return a table in every phase, and some with a hold."""
    made = {"closed": TableAtWork(NO_BURN), "burn": table_with_shoe(HouseProcedure()), "ready": table_with_shoe()}
    made["shoe change"] = table_with_shoe()
    made["shoe change"].give(c.ChangeShoe(1, DEALER))
    made["deck check"] = before_shoe()
    made["deck check"].give(c.StartDeckCheck(1, DEALER))
    made["betting"] = table_with_shoe()
    made["betting"].open_betting()
    made["dealing"] = table_in_coup(cards="8S")
    made["settled"] = table_in_coup(cards=PLAYER_NATURAL)
    made["result"] = table_in_coup(CONFIRMING, PLAYER_NATURAL)
    made["shoe over"] = table_in_coup(cards="8S")
    made["shoe over"].cut_card()
    made["shoe over"].void()
    made["misread"] = table_in_coup(cards="8S")
    made["misread"].misread()
    made["excess card"] = table_in_coup(cards=PLAYER_NATURAL)
    made["excess card"].read("9C")
    return made


TABLES = tables()


def test_the_tables_of_these_tests_stand_in_every_phase() -> None:
    assert {table.state.phase for table in TABLES.values()} == set(Phase)


def test_every_command_of_a_person_has_its_button() -> None:
    assert {*PERSON_COMMANDS.values(), c.ResolveHold} == set(get_args(c.PersonCommand))
    assert set(desk(TABLES["ready"]).commands) == set(PERSON_COMMANDS)


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("where", TABLES)
def test_a_button_is_grey_exactly_when_its_command_would_be_refused(where: str, role: Role) -> None:
    table = TABLES[where]
    for name, code in desk(table, role).commands.items():
        by = Actor(role, "somebody else" if name == "take_shift" else table.state.dealer or "anybody")
        command = PERSON_COMMANDS[name](1, by, *PARTICULARS.get(name, ()))
        refused = refusal(table.state, command, table.house)
        missing = refused is not None and refused.code in MISSING_DETAIL
        assert code == (None if missing else refused and refused.code), name


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("where", ["misread", "excess card"])
def test_a_way_out_of_a_hold_is_grey_exactly_when_it_would_be_refused(where: str, role: Role) -> None:
    table = TABLES[where]
    hold = hold_on(table, role)
    assert [offer.resolution for offer in hold.resolutions] == list(RESOLUTIONS[hold.kind])
    for offer in hold.resolutions:
        command = c.ResolveHold(1, Actor(role, table.state.dealer), offer.resolution, reason="a reason")
        refused = refusal(table.state, command, table.house)
        missing = refused is not None and refused.code in MISSING_DETAIL
        assert offer.refusal == (None if missing else refused and refused.code)


def test_a_hold_waits_for_whoever_can_end_it() -> None:
    assert hold_on(TABLES["excess card"], Role.SUPERVISOR).waits_for is Role.DEALER
    assert hold_on(TABLES["misread"]).waits_for is Role.DEALER
    unread = table_in_coup(replace(NO_BURN, misread_tries=1), "8S")
    unread.misread()
    assert hold_on(unread).waits_for is Role.SUPERVISOR
    mismatch = table_in_coup(CONFIRMING, PLAYER_NATURAL)
    mismatch.give(c.ConfirmResult(mismatch.now, DEALER, Outcome.TIE))
    assert hold_on(mismatch).waits_for is Role.SUPERVISOR


def test_the_desk_tells_who_is_on_duty_and_another_dealer_whether_to_take_over() -> None:
    assert (desk(TABLES["closed"]).dealer, desk(TABLES["ready"]).dealer) == ("", DEALER.name)
    assert desk(TABLES["ready"]).commands["take_shift"] is None
    assert desk(TABLES["dealing"]).commands["take_shift"] == "coup_in_play"


def test_what_a_person_is_still_to_tell_greys_nothing() -> None:
    table = table_in_coup(replace(NO_BURN, misread_tries=1), "8S")
    table.misread()
    offers = {offer.resolution: offer.refusal for offer in hold_on(table, Role.SUPERVISOR).resolutions}
    assert offers[Resolution.KEY_IN] is None
    assert offers[Resolution.RESCAN] == "show_card_again"


def test_a_hold_shows_its_cards_to_the_desk_but_not_a_burned_ones_face() -> None:
    assert hold_on(TABLES["excess card"]).held == (Card("9C"),)
    burning = table_with_shoe(replace(NO_BURN, burn=BurnRule.FIXED, burn_fixed=3))
    burning.lose_reads()
    burning.read("KD")
    assert hold_on(burning).kind is HoldKind.READS_LOST
    assert hold_on(burning).held == (None,)


def test_a_hold_tells_how_often_the_card_was_tried_and_since_when() -> None:
    table = table_in_coup(cards="8S")
    table.misread()
    table.misread()
    hold = hold_on(table)
    assert (hold.kind, hold.cause, hold.attempts, hold.since) == (HoldKind.MISREAD, "no_read", 2, table.now)


@pytest.mark.parametrize(
    ("where", "step"),
    {
        "closed": NextStep(Action.OPEN_TABLE),
        "shoe change": NextStep(Action.LOAD_SHOE),
        "deck check": NextStep(Action.CHECK_DECK, count=416),
        "burn": NextStep(Action.DRAW_INDICATOR),
        "ready": NextStep(Action.OPEN_BETTING),
        "betting": NextStep(Action.WAIT_FOR_BETS),
        "dealing": NextStep(Action.DRAW, position=Position.BANKER_1),
        "result": NextStep(Action.CONFIRM_RESULT),
        "settled": NextStep(Action.OPEN_BETTING),
        "shoe over": NextStep(Action.CHANGE_SHOE),
        "misread": NextStep(Action.RESOLVE_HOLD),
    }.items(),
)
def test_the_next_step_is_what_the_table_waits_for(where: str, step: NextStep) -> None:
    assert next_step(TABLES[where].state, TABLES[where].house) == step


def test_a_burn_counts_down() -> None:
    table = table_with_shoe(HouseProcedure())
    table.deal("3S KH")
    assert next_step(table.state, table.house) == NextStep(Action.BURN, count=2)


def test_the_desk_sees_the_result_that_it_is_to_confirm() -> None:
    assert desk(TABLES["result"]).outcome is Outcome.PLAYER
    assert desk(TABLES["settled"]).outcome is None
    assert desk(TABLES["dealing"]).outcome is None


# ---- scanners -----------------------------------------------------------------------------------------------------


def with_spare_away() -> tuple[TableAtWork, FloorTallies]:
    """Return a table with a spare that is there and one that is away, and the floor's tallies."""
    table = table_with_shoe()
    for name in ("spare", "attic"):
        table.scanner(online=True, name=name)
    table.scanner(online=False, name="attic")
    return table, FloorTallies().after(table.events, burning=False)


def test_each_scanner_says_why_the_table_may_not_deal_by_it() -> None:
    table, tallies = with_spare_away()
    section = desk_section(table.state, table.house, tallies, Role.DEALER)
    assert section.primary == "shoe"
    assert {scanner.scanner: scanner.swap for scanner in section.scanners} == {
        "attic": "scanner_offline",
        "shoe": "already_primary",
        "spare": None,
    }
    assert section.commands["swap_scanner"] is None


def test_after_a_swap_the_other_scanner_is_on_offer() -> None:
    table, tallies = with_spare_away()
    table.swap()
    section = desk_section(table.state, table.house, tallies, Role.DEALER)
    assert section.primary == "spare"
    assert {scanner.scanner: scanner.swap for scanner in section.scanners}["shoe"] is None


# ---- the deck check -----------------------------------------------------------------------------------------------


def test_a_deck_check_in_progress_shows_what_is_wrong_already() -> None:
    table = before_shoe(replace(NO_BURN, packs=1))
    assert desk(table).deck_check is None
    table.give(c.StartDeckCheck(1, DEALER))
    table.deal("8S KH 8S 8S")
    table.misread(MisreadCause.UNKNOWN_CODE)
    assert desk(table).deck_check == DeckCheckSection(1, 4, (Card("8S"), Card("8S")), ("??",))
    assert next_step(table.state, table.house) == NextStep(Action.CHECK_DECK, count=48)


def test_a_finished_deck_check_shows_what_it_found() -> None:
    table = before_shoe(replace(NO_BURN, packs=1))
    table.give(c.StartDeckCheck(1, DEALER))
    table.deal(" ".join(card.value for card in PACK))
    table.give(c.EndDeckCheck(1, DEALER))
    tallies = FloorTallies().after(table.events, burning=False)
    section = desk_section(table.state, table.house, tallies, Role.DEALER)
    assert section.deck_verified
    assert section.deck_result == DeckResult(1, 52, (), (), (), whole=True)


def test_a_house_that_checks_its_decks_is_told_to_before_the_shoe_is_loaded() -> None:
    table = before_shoe(replace(NO_BURN, packs=1, deck_check_required=True))
    assert next_step(table.state, table.house) == NextStep(Action.CHECK_DECK)
    assert desk(table).commands["load_shoe"] == "deck_not_checked"
    table.give(c.StartDeckCheck(1, DEALER))
    table.deal(" ".join(card.value for card in PACK))
    table.give(c.EndDeckCheck(1, DEALER))
    assert next_step(table.state, table.house) == NextStep(Action.LOAD_SHOE)
