"""Faults come where they are planned, and by chance the same every time. Pure."""

from itertools import product

from simulators.fault_plan import FaultKind, FaultPlan, PlannedFault

PLACES = list(product((1, 2), range(1, 40), range(1, 7)))


def test_a_planned_fault_comes_at_its_place_as_often_as_it_says() -> None:
    plan = FaultPlan([PlannedFault(FaultKind.NO_READ, coup=2, card=3, times=2)])
    assert plan.at_card(1, 2, 3) == (FaultKind.NO_READ, FaultKind.NO_READ)
    assert plan.at_card(1, 2, 4) == plan.at_card(2, 2, 3) == ()


def test_a_card_too_many_belongs_to_the_end_of_a_coup() -> None:
    plan = FaultPlan([PlannedFault(FaultKind.EXCESS_CARD, coup=1)], {FaultKind.EXCESS_CARD: 1.0})
    assert plan.after_coup(1, 1) == (FaultKind.EXCESS_CARD, FaultKind.EXCESS_CARD)
    assert plan.at_card(1, 1, 1) == ()


def test_chance_does_not_depend_on_the_order_of_asking() -> None:
    rates = {FaultKind.SMEARED: 0.1, FaultKind.SPLIT: 0.3}
    forward = [FaultPlan(rates=rates, seed=5).at_card(*place) for place in PLACES]
    plan = FaultPlan(rates=rates, seed=5)
    backward = [plan.at_card(*place) for place in reversed(PLACES)]
    assert forward == backward[::-1]
    assert forward != [FaultPlan(rates=rates, seed=6).at_card(*place) for place in PLACES]


def test_a_kind_of_its_own_chance_leaves_the_others_as_they_were() -> None:
    alone = FaultPlan(rates={FaultKind.SMEARED: 0.2}, seed=5)
    together = FaultPlan(rates={FaultKind.SPLIT: 0.2, FaultKind.SMEARED: 0.2}, seed=5)
    for place in PLACES:
        assert (FaultKind.SMEARED in alone.at_card(*place)) is (FaultKind.SMEARED in together.at_card(*place))


def test_never_and_always() -> None:
    assert all(FaultPlan(rates={FaultKind.NOISE: 0.0}).at_card(*place) == () for place in PLACES)
    assert all(FaultPlan(rates={FaultKind.NOISE: 1.0}).at_card(*place) == (FaultKind.NOISE,) for place in PLACES)
