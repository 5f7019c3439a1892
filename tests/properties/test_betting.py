"""Bets under whatever cards, people, rules and restarts; what must hold is in betting_ledger. Pure."""

from collections import Counter
from typing import get_args

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from dealer_table.betting.events import BettingEvent
from tests.properties import betting_machine as patrons
from tests.properties import procedure_machine as at_the_table
from tests.properties.betting_machine import BETTING_HAPPENINGS, FeltHappening, FeltUnderProof
from tests.properties.procedure_machine import HAPPENINGS, HOUSES, SeededChance
from tests.properties.test_procedure import DrawnChance

REFUSALS = {
    "not_seated",
    "betting_closed",
    "other_coup",
    "unknown_spot",
    "spot_closed",
    "wrong_step",
    "below_minimum",
    "over_maximum",
    "over_patron_limit",
    "over_table_maximum",
    "over_differential",
    "unknown_currency",
    "nothing_to_undo",
    "nothing_to_rebet",
    "nothing_to_confirm",
    "stakes_changed",
    "reference_used",
    "owes_less",
    "reason_needed",
    "insufficient_funds",
}

# Where coups follow each other fast enough for a short run to see everything.
BUSY_HOUSES = (
    "one pack, anybody decides",
    "checks its decks, spares take over",
    "burns between coups, settles at once",
    "the seed's",
)

# A run's weights: patrons bet, the procedure goes on, and now and then something happens.
WALK: tuple[FeltHappening, ...] = (
    *HAPPENINGS,
    *BETTING_HAPPENINGS,
    *(at_the_table.correct_a_coup,) * 8,
    *(patrons.withdraw,) * 6,
    *(patrons.cash_out,) * 10,
    *(patrons.settle_debt,) * 6,
    *(patrons.go_on_with_bets,) * 80,
)


class Betting(RuleBasedStateMachine):
    """Any house, any patron, anything that happens, in any order."""

    table: FeltUnderProof

    @initialize(data=st.data(), house=st.sampled_from(sorted(HOUSES)), ahead=st.integers(0, 20))
    def begin(self, data: st.DataObject, house: str, ahead: int) -> None:
        self.table = FeltUnderProof(HOUSES[house], DrawnChance(data))
        for _ in range(ahead):
            at_the_table.go_on(self.table)

    @rule(data=st.data(), happening=st.sampled_from(BETTING_HAPPENINGS * 3 + HAPPENINGS))
    def happens(self, data: st.DataObject, happening: FeltHappening) -> None:
        self.table.chance = DrawnChance(data)
        happening(self.table)
        self.table.check_folds()


QUICK = settings(max_examples=15, stateful_step_count=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def test_whatever_happens_money_is_conserved() -> None:
    run_state_machine_as_test(Betting, settings=QUICK)


@pytest.mark.soak
def test_whatever_happens_for_long_money_is_conserved() -> None:
    run_state_machine_as_test(Betting, settings=settings(QUICK, max_examples=3_000, stateful_step_count=100))


def walk(house: str, seed: int, steps: int) -> FeltUnderProof:
    """Let things happen from a seed."""
    table = FeltUnderProof(HOUSES[house], SeededChance(seed))
    for _ in range(steps):
        table.chance.pick(WALK)(table)
    table.check_folds()
    return table


def test_every_refusal_and_every_event_of_the_betting_is_reached() -> None:
    refusals, events = set[str](), Counter[type]()
    for seed, house in enumerate(BUSY_HOUSES, 1):
        table = walk(house, seed, 900)
        refusals |= table.refusals
        events.update(type(event) for event in table.journal)
    assert refusals >= REFUSALS
    assert set(events) >= set(get_args(BettingEvent))


@pytest.mark.soak
@pytest.mark.parametrize("house", HOUSES)
def test_a_long_run_conserves_money(house: str) -> None:
    for seed in range(100):
        walk(house, seed, 5_000)
