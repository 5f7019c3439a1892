"""What a house may choose, and the arithmetic with which it is refused what cannot be dealt. Pure."""

from dataclasses import replace

import pytest

from dealer_table.procedure.house import RESOLUTIONS, HouseProcedure, cards_needed_behind_cut, check_house
from dealer_table.procedure.words import CutCardRule, HoldKind, Resolution

SEED = HouseProcedure()

DEPTHS = [
    # rule, cards burned between coups, cards needed behind the cut card
    (CutCardRule.CURRENT_IS_LAST, 0, 6),
    (CutCardRule.ONE_MORE_UNLESS_FIRST, 0, 5 + 6),
    (CutCardRule.ONE_MORE, 0, 6 + 6),
    (CutCardRule.TWO_INCLUDING_CURRENT, 0, 6 + 6),
    (CutCardRule.CURRENT_IS_LAST, 1, 1 + 6),
    (CutCardRule.ONE_MORE_UNLESS_FIRST, 1, 5 + 1 + 6),
    (CutCardRule.ONE_MORE, 1, 1 + 6 + 1 + 6),
    (CutCardRule.TWO_INCLUDING_CURRENT, 1, 1 + 6 + 1 + 6),
]


def test_the_seed_s_house_can_deal() -> None:
    assert check_house(SEED) == []


@pytest.mark.parametrize(("rule", "burn", "needed"), DEPTHS)
def test_behind_the_cut_card_there_must_be_enough_for_the_coups_that_it_leaves(
    rule: CutCardRule, burn: int, needed: int
) -> None:
    house = replace(SEED, cut_card_rule=rule, burn_between_coups=burn, cut_card_depth=needed)
    assert check_house(house) == []
    (fault,) = check_house(replace(house, cut_card_depth=needed - 1))
    assert fault.key == "cut_card_depth"
    assert f"{needed - 1} cards behind the cut card are too few" in str(fault)
    assert f"at most {needed} cards" in str(fault)
    assert f"set cut_card_depth to {needed} or more" in str(fault)


def test_the_arithmetic_is_told() -> None:
    house = replace(SEED, cut_card_rule=CutCardRule.ONE_MORE, burn_between_coups=1)
    needed, text = cards_needed_behind_cut(house)
    assert needed == 14
    assert text == (
        "the cut card comes before a coup: 2 coup(s) of up to 6 cards, 1 burned before each, at most 14 cards"
    )
    _, text = cards_needed_behind_cut(replace(SEED, cut_card_rule=CutCardRule.ONE_MORE_UNLESS_FIRST))
    assert text == "the cut card comes after a coup's first card: 2 coup(s) of up to 6 cards, at most 11 cards"


@pytest.mark.parametrize("depth", [7, 10, 11, 12, 14, 15, 16])
def test_the_depths_in_use_are_good_for_the_seed_s_rule(depth: int) -> None:
    assert check_house(replace(SEED, cut_card_depth=depth)) == []


@pytest.mark.parametrize(
    ("key", "house"),
    [
        ("packs", replace(SEED, packs=0)),
        ("packs", replace(SEED, packs=13)),
        ("burn_fixed", replace(SEED, burn_fixed=9)),
        ("burn_ace", replace(SEED, burn_ace=2)),
        ("burn_between_coups", replace(SEED, burn_between_coups=2)),
        ("free_coups", replace(SEED, free_coups=4)),
        ("betting_seconds", replace(SEED, betting_seconds=0)),
        ("draw_timeout_seconds", replace(SEED, draw_timeout_seconds=-1)),
        ("misread_tries", replace(SEED, misread_tries=0)),
        ("cut_card_depth", replace(SEED, cut_card_depth=209)),
        ("resolutions.misread", replace(SEED, resolutions={HoldKind.MISREAD: ()})),
        ("resolutions.misread", replace(SEED, resolutions={HoldKind.MISREAD: (Resolution.CALL,)})),
    ],
)
def test_what_no_table_can_deal_is_a_fault_with_its_key_and_a_remedy(key: str, house: HouseProcedure) -> None:
    faults = check_house(house)
    assert key in [fault.key for fault in faults]
    assert all(fault.remedy for fault in faults)


def test_a_house_that_chose_nothing_for_a_hold_has_the_default() -> None:
    house = replace(SEED, resolutions={HoldKind.MISREAD: (Resolution.VOID,)})
    assert house.allowed(HoldKind.MISREAD) == (Resolution.VOID,)
    assert house.allowed(HoldKind.EXCESS_CARD) == RESOLUTIONS[HoldKind.EXCESS_CARD]


def test_every_hold_has_its_ways_out() -> None:
    assert set(RESOLUTIONS) == set(HoldKind)
    assert {choice for choices in RESOLUTIONS.values() for choice in choices} == set(Resolution)
