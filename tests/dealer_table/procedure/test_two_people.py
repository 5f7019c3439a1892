"""What nobody does alone: proposed by one, done by another, and both on record. Pure."""

from dataclasses import replace

import pytest

from dealer_table.procedure import commands as c
from dealer_table.procedure import events as e
from dealer_table.procedure.evolve import fold
from dealer_table.procedure.two_people import SECOND_WITHIN_MS
from dealer_table.procedure.words import Actor, Phase, Resolution, Role, TakesTwo
from tests.dealer_table.procedure.table_at_work import (
    DEALER,
    NO_BURN,
    PLAYER_NATURAL,
    SUPERVISOR,
    TableAtWork,
    cards,
    kinds,
    only,
    table_in_coup,
    table_with_shoe,
)

CAREFUL = replace(NO_BURN, second_person=frozenset(TakesTwo))
SUE = Actor(Role.SUPERVISOR, "Sue")


def correction(table: TableAtWork, by: Actor = SUPERVISOR, banker: str = "4H 5H") -> c.CorrectCoup:
    return c.CorrectCoup(table.now, by, 1, cards("4S 5S"), cards(banker), "seen on the film")


def test_a_void_is_proposed_and_done_when_another_says_so_too() -> None:
    table = table_in_coup(CAREFUL, "4S")
    assert table.void() == (e.VoidProposed(table.now, SUPERVISOR, 1, "spilled water"),)
    assert table.phase() is Phase.DEALING
    assert table.refuses(c.VoidCoup(table.now, SUPERVISOR, "really")) == "second_person_needed"
    voided = only(e.CoupVoided, table.give(c.VoidCoup(table.now, SUE, "I saw it")))
    assert (voided.by, voided.reason) == (SUE, "I saw it")
    assert table.state.proposal is None


def test_the_void_that_ends_a_hold_takes_two_as_well_by_either_way() -> None:
    table = table_in_coup(CAREFUL, "4S")
    table.misread()
    assert kinds(table.resolve(Resolution.VOID)) == [e.VoidProposed]
    assert table.state.hold is not None
    assert only(e.CoupVoided, table.give(c.VoidCoup(table.now, SUE, "unreadable"))).by == SUE
    assert table.state.hold is None


def test_a_proposal_is_too_old_after_a_minute_and_may_be_made_again() -> None:
    table = table_in_coup(replace(CAREFUL, draw_timeout_seconds=0), "4S")
    table.void()
    table.now += SECOND_WITHIN_MS + 1
    assert kinds(table.give(c.VoidCoup(table.now, SUE, "late"))) == [e.VoidProposed]
    assert kinds(table.void())[-1] is e.CoupVoided


def test_a_void_that_nobody_seconded_goes_with_its_coup() -> None:
    table = table_in_coup(CAREFUL)
    table.void()
    table.deal(PLAYER_NATURAL)
    assert table.state.proposal is None
    table.begin_coup()
    assert kinds(table.give(c.VoidCoup(table.now, SUE, "another coup"))) == [e.VoidProposed]


def test_a_correction_stands_over_the_next_coup_and_takes_the_same_cards() -> None:
    table = table_in_coup(CAREFUL, PLAYER_NATURAL)
    assert kinds(table.give(correction(table))) == [e.CorrectionProposed]
    table.begin_coup()
    assert kinds(table.give(correction(table, SUE, "3H 5H"))) == [e.CorrectionProposed]
    assert only(e.CoupCorrected, table.give(correction(table, SUPERVISOR, "3H 5H"))).by == SUPERVISOR
    assert table.state.proposal is None


def test_what_would_be_refused_is_not_even_proposed() -> None:
    table = table_in_coup(CAREFUL, "4S")
    assert table.refuses(c.VoidCoup(table.now, DEALER, "no")) == "supervisor_needed"
    assert table.refuses(c.VoidCoup(table.now, SUPERVISOR, " ")) == "reason_needed"


def test_one_person_with_two_roles_is_one_person() -> None:
    table = table_in_coup(CAREFUL)
    table.void()
    again = c.VoidCoup(table.now, Actor(Role.ADMINISTRATOR, SUPERVISOR.name), "me again")
    assert table.refuses(again) == "second_person_needed"


@pytest.mark.parametrize("what", TakesTwo)
def test_a_house_chooses_what_takes_two(what: TakesTwo) -> None:
    table = table_in_coup(replace(NO_BURN, second_person=frozenset({what})), PLAYER_NATURAL)
    corrected = kinds(table.give(correction(table)))
    table.begin_coup()
    voided = kinds(table.void())
    assert (corrected[0] is e.CorrectionProposed, voided[0] is e.VoidProposed) == (
        what is TakesTwo.CORRECT_COUP,
        what is TakesTwo.VOID,
    )


def test_a_shoe_whose_burn_fails_is_taken_off_by_one() -> None:
    table = table_with_shoe(replace(CAREFUL, burn=NO_BURN.burn))
    table.give(c.ChangeShoe(table.now, SUPERVISOR, "wet"))
    assert table.phase() is Phase.SHOE_CHANGE
    assert fold(table.events) == table.state
