"""The whole procedure under random people, cards and scanners; what must hold is in procedure_ledger. Pure."""

from collections import Counter
from collections.abc import Sequence
from typing import TypeVar, get_args

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from dealer_table.procedure.events import Event
from dealer_table.procedure.words import HoldKind, Phase
from tests.properties import procedure_machine as at_the_table
from tests.properties.procedure_machine import HAPPENINGS, HOUSES, SeededChance, TableUnderProof

T = TypeVar("T")

# A run's weights: mostly the procedure goes on, and now and then something happens.
WALK = HAPPENINGS + (at_the_table.go_on,) * 25 + (at_the_table.go_on_a_while,) * 2


class DrawnChance:
    """Chance from Hypothesis, which looks for the shortest run that fails."""

    def __init__(self, data: st.DataObject) -> None:
        self.data = data

    def pick(self, options: Sequence[T]) -> T:
        return self.data.draw(st.sampled_from(options))


class Procedure(RuleBasedStateMachine):
    """Any house, anything that happens, in any order."""

    table: TableUnderProof

    @initialize(data=st.data(), house=st.sampled_from(sorted(HOUSES)), ahead=st.integers(0, 40))
    def begin(self, data: st.DataObject, house: str, ahead: int) -> None:
        self.table = TableUnderProof(HOUSES[house], DrawnChance(data))
        for _ in range(ahead):
            at_the_table.go_on(self.table)

    @rule(data=st.data(), happening=st.sampled_from(HAPPENINGS))
    def happens(self, data: st.DataObject, happening: at_the_table.Happening) -> None:
        self.table.chance = DrawnChance(data)
        happening(self.table)
        self.table.check_folds()


QUICK = settings(max_examples=50, stateful_step_count=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def test_whatever_happens_the_books_balance() -> None:
    run_state_machine_as_test(Procedure, settings=QUICK)


@pytest.mark.soak
def test_whatever_happens_for_long_the_books_balance() -> None:
    run_state_machine_as_test(Procedure, settings=settings(QUICK, max_examples=5_000, stateful_step_count=120))


def walk(house: str, seed: int, steps: int) -> tuple[TableUnderProof, set[Phase], set[HoldKind]]:
    """Let things happen from a seed; return the table, and the phases and holds it was in."""
    table = TableUnderProof(HOUSES[house], SeededChance(seed))
    phases, holds = set[Phase](), set[HoldKind]()
    for _ in range(steps):
        table.chance.pick(WALK)(table)
        phases.add(table.state.phase)
        if table.state.hold is not None:
            holds.add(table.state.hold.kind)
    table.check_folds()
    return table, phases, holds


def test_every_phase_hold_and_event_is_reached() -> None:
    phases, holds, events = set[Phase](), set[HoldKind](), Counter[type[Event]]()
    for seed in range(2):
        for house in HOUSES:
            table, phases_here, holds_here = walk(house, seed, 800)
            phases |= phases_here
            holds |= holds_here
            events.update(type(event) for event in table.events)
    assert phases == set(Phase)
    assert holds == set(HoldKind)
    assert set(events) == set(get_args(Event))


@pytest.mark.soak
@pytest.mark.parametrize("house", HOUSES)
def test_a_long_run_balances(house: str) -> None:
    for seed in range(100):
        walk(house, seed, 5_000)
