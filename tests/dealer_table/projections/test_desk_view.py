"""What the desk sees: buttons greyed by the very refusal, the next step, the hold, and the scanners' doings. Pure."""

from dataclasses import replace
from typing import get_args

import pytest

from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.coup import Outcome
from dealer_table.baccarat.hand import Position
from dealer_table.procedure import commands as c
from dealer_table.procedure import events as e
from dealer_table.procedure.house import RESOLUTIONS, HouseProcedure
from dealer_table.procedure.refusal import MISSING_DETAIL, refusal
from dealer_table.procedure.words import Actor, BurnRule, HoldKind, MisreadCause, Phase, Resolution, Role
from dealer_table.projections.desk_view import (
    Action,
    DeskHold,
    DeskSection,
    NextStep,
    ScannerTallies,
    ScannerTally,
    desk_section,
    next_step,
)
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
}
CONFIRMING = replace(NO_BURN, confirm_result=True)


def desk(table: TableAtWork, role: Role = Role.DEALER) -> DeskSection:
    return desk_section(table.state, table.house, ScannerTallies(), role)


def hold_on(table: TableAtWork, role: Role = Role.DEALER) -> DeskHold:
    hold = desk(table, role).hold
    assert hold is not None
    return hold


def tables() -> dict[str, TableAtWork]:
    """Return a table in every phase, and some with a hold."""
    made = {"closed": TableAtWork(NO_BURN), "burn": table_with_shoe(HouseProcedure()), "ready": table_with_shoe()}
    made["shoe change"] = table_with_shoe()
    made["shoe change"].give(c.ChangeShoe(1, DEALER))
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
        by = Actor(role, "somebody")
        command = c.VoidCoup(1, by, "a reason") if name == "void_coup" else PERSON_COMMANDS[name](1, by)
        refused = refusal(table.state, command, table.house)
        assert code == (refused and refused.code), name


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("where", ["misread", "excess card"])
def test_a_way_out_of_a_hold_is_grey_exactly_when_it_would_be_refused(where: str, role: Role) -> None:
    table = TABLES[where]
    hold = hold_on(table, role)
    assert [offer.resolution for offer in hold.resolutions] == list(RESOLUTIONS[hold.kind])
    for offer in hold.resolutions:
        command = c.ResolveHold(1, Actor(role, ""), offer.resolution, reason="a reason")
        refused = refusal(table.state, command, table.house)
        missing = refused is not None and refused.code in MISSING_DETAIL
        assert offer.refusal == (None if missing else refused and refused.code)


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
    assert next_step(TABLES[where].state) == step


def test_a_burn_counts_down() -> None:
    table = table_with_shoe(HouseProcedure())
    table.deal("3S KH")
    assert next_step(table.state) == NextStep(Action.BURN, count=2)


def test_the_desk_sees_the_result_that_it_is_to_confirm() -> None:
    assert desk(TABLES["result"]).outcome is Outcome.PLAYER
    assert desk(TABLES["settled"]).outcome is None
    assert desk(TABLES["dealing"]).outcome is None


def tallied(*events: e.Event, burning: bool = False) -> ScannerTally:
    (tally,) = ScannerTallies().after(events, burning).scanners.values()
    return tally


def read_at(at: int) -> e.CardRead:
    return e.CardRead(at, c.ReadId("shoe", "b1", at), Card("8S"), None, None)


def test_a_scanners_reads_are_counted_with_the_last_card_and_when() -> None:
    tally = tallied(e.ScannerOnline(1, "shoe"), read_at(2), read_at(3))
    assert tally == ScannerTally("shoe", online=True, reads=2, misreads=0, last_card=Card("8S"), last_at=3)


def test_of_a_burned_card_the_desk_learns_only_that_it_was_read() -> None:
    tally = tallied(read_at(2), burning=True)
    assert (tally.reads, tally.last_card, tally.last_at) == (1, None, 2)


def test_a_misread_hides_the_last_card_and_an_absence_keeps_the_counts() -> None:
    misread = e.MisreadRecorded(5, c.ReadId("shoe", "b1", 4), MisreadCause.NO_READ, "??", due=True)
    tally = tallied(read_at(2), misread, e.ScannerOffline(6, "shoe", "cable"))
    assert tally == ScannerTally("shoe", online=False, reads=1, misreads=1, last_card=None, last_at=5)


def test_a_fresh_shoe_counts_anew_for_the_scanners_that_are_there() -> None:
    before = ScannerTallies().after([read_at(2), e.ScannerOnline(1, "spare")], burning=False)
    loaded = e.ShoeLoaded(9, DEALER, 2, 8, "d", (), ("shoe",))
    assert before.after([loaded], burning=True).scanners == {"shoe": ScannerTally("shoe", online=True)}


def test_what_no_scanner_did_counts_for_none() -> None:
    assert ScannerTallies().after([e.TableOpened(1, DEALER)], burning=False).scanners == {}
