"""Every limit, with the numbers that explain a refusal. Pure."""

from collections.abc import Mapping

import pytest

from dealer_table.betting.limits import Change, check_limits
from dealer_table.betting.rules import BettingRules, CurrencyLimits, SpotLimits
from dealer_table.betting.words import PatronLimits
from dealer_table.errors import CommandRefused
from tests.dealer_table.betting.felt_at_work import limits

# A patron: 100 to 10,000 a spot; all together 15,000, and 12,000 between the sides.
EUR = limits()
FREE = PatronLimits()

Lying = Mapping[str, int]


def change(before: Lying, after: Lying, totals: Lying | None = None, coup: int = 1) -> Change:
    """Return a patron's change; without others there, `totals` are what lay of the patron."""
    return Change(coup, before, after, before if totals is None else totals)


def allowed(asked: Change, patron: PatronLimits = FREE) -> bool:
    check_limits(asked, BettingRules(), EUR, patron)
    return True


def refused(asked: Change, patron: PatronLimits = FREE) -> tuple[str, Mapping[str, int | str]]:
    with pytest.raises(CommandRefused) as error:
        check_limits(asked, BettingRules(), EUR, patron)
    return error.value.code, error.value.numbers


def test_the_minimum_is_for_a_spot_with_anything_on_it() -> None:
    assert allowed(change({}, {"tie": 100}))
    assert allowed(change({"tie": 100}, {}))
    assert refused(change({}, {"tie": 50})) == ("below_minimum", {"spot": "tie", "minimum": 100, "asked": 50})
    assert refused(change({"tie": 200}, {"tie": 50}))[0] == "below_minimum"


def test_the_maximum_is_for_all_that_lies_of_a_patron_on_a_spot() -> None:
    assert allowed(change({"tie": 5_000}, {"tie": 10_000}))
    numbers = {"spot": "tie", "maximum": 10_000, "asked": 10_050}
    assert refused(change({"tie": 5_000}, {"tie": 10_050})) == ("over_maximum", numbers)


def test_a_token_may_allow_less_than_the_house() -> None:
    patron = PatronLimits(spot_maximum=500, coup_maximum=800)
    assert allowed(change({}, {"tie": 500, "player": 300}), patron)
    numbers: dict[str, int | str] = {"spot": "tie", "maximum": 500, "asked": 550}
    assert refused(change({}, {"tie": 550}), patron) == ("over_patron_limit", numbers)
    assert refused(change({"tie": 500}, {"tie": 500, "player": 350}), patron) == (
        "over_patron_limit",
        {"maximum": 800, "asked": 850},
    )


def test_what_is_over_a_limit_already_may_become_less() -> None:
    patron = PatronLimits(spot_maximum=500, coup_maximum=800)
    assert allowed(change({"tie": 900, "player": 900}, {"tie": 700, "player": 900}), patron)
    assert allowed(change({"tie": 20_000}, {"tie": 19_000}))


def test_all_patrons_together_have_a_maximum_but_for_the_two_sides() -> None:
    assert allowed(change({}, {"tie": 1_000}, {"tie": 14_000}))
    numbers = {"spot": "tie", "maximum": 15_000, "asked": 1_050, "room": 1_000}
    assert refused(change({}, {"tie": 1_050}, {"tie": 14_000})) == ("over_table_maximum", numbers)
    assert refused(change({}, {"tie": 100}, {"tie": 16_000}))[1]["room"] == 0
    assert allowed(change({}, {"player": 10_000}, {"player": 90_000, "banker": 90_000}))


def test_the_sides_may_differ_by_the_differential() -> None:
    assert allowed(change({}, {"player": 2_000}, {"player": 10_000}))
    numbers = {"differential": 12_000, "asked": 2_050, "room": 2_000}
    assert refused(change({}, {"player": 2_050}, {"player": 10_000})) == ("over_differential", numbers)
    assert refused(change({}, {"banker": 2_050}, {"banker": 10_000})) == ("over_differential", numbers)


def test_a_stake_on_one_side_makes_room_on_the_other() -> None:
    assert allowed(change({}, {"player": 5_000}, {"player": 90_000, "banker": 85_000}))
    assert allowed(change({}, {"player": 5_000, "banker": 3_000}, {"player": 100_000, "banker": 90_000}))
    asked = change({}, {"banker": 10_000}, {"player": 1_000, "banker": 4_000})
    assert refused(asked) == ("over_differential", {"differential": 12_000, "asked": 10_000, "room": 9_000})


def test_a_stake_may_not_be_taken_back_from_under_the_other_side() -> None:
    asked = change({"player": 5_000}, {}, {"player": 5_000, "banker": 17_000})
    assert refused(asked) == ("over_differential", {"differential": 12_000, "asked": 5_000, "room": 0})
    assert allowed(change({"player": 5_000}, {"player": 4_000}, {"player": 5_000, "banker": 16_000}))


def test_too_far_apart_already_the_sides_may_come_closer() -> None:
    assert allowed(change({}, {"player": 1_000}, {"banker": 20_000}))
    assert allowed(change({"banker": 2_000}, {"banker": 1_000}, {"banker": 20_000}))
    assert refused(change({}, {"banker": 100}, {"banker": 20_000}))[1]["room"] == 0


@pytest.mark.parametrize(("spot", "last"), [("player_pair", 60), ("banker_pair", 60), ("lucky_six", 50)])
def test_a_spot_closes_in_the_course_of_a_shoe(spot: str, last: int) -> None:
    assert allowed(change({}, {spot: 100}, coup=last))
    numbers = {"spot": spot, "closes_after": last, "coup": last + 1}
    assert refused(change({}, {spot: 100}, coup=last + 1)) == ("spot_closed", numbers)


def test_a_spot_without_limits_in_a_currency_is_not_there_for_it() -> None:
    only_tie = CurrencyLimits(2, 50, 12_000, {"tie": SpotLimits(100, 200, 300)})
    with pytest.raises(CommandRefused) as error:
        check_limits(change({}, {"player": 100}), BettingRules(), only_tie, FREE)
    assert (error.value.code, error.value.numbers) == ("unknown_spot", {"spot": "player"})
