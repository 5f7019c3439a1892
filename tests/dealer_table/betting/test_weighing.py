"""What was weighed before is used again where nothing that it stands on has changed, and nowhere else. Pure."""

from collections.abc import Callable

import pytest

from dealer_table.betting.commands import PlaceBets
from dealer_table.betting.decide import foreseen
from dealer_table.betting.events import BetsAccepted
from dealer_table.betting.rules import BettingRules
from dealer_table.betting.weighing import Weighed
from dealer_table.betting.words import PatronLimits
from dealer_table.errors import CommandRefused
from tests.dealer_table.betting.felt_at_work import (
    ANN,
    BOB,
    REBET,
    RULES,
    UNDO,
    FeltAtWork,
    felt_open,
    felt_with_shoe,
    limits,
    place,
    with_money,
)


def weighed(felt: FeltAtWork, command: PlaceBets) -> Weighed:
    """Return what a batch comes to now."""
    _, found = foreseen(felt.book, felt.state, command, felt.rules)
    assert found is not None
    return found


def again(felt: FeltAtWork, command: PlaceBets, before: Weighed) -> Weighed:
    """Return what the batch comes to, with what was weighed before at hand; it must be what it comes to without."""
    asked = with_money(command, before.needed, before)
    found = weighed(felt, asked)
    assert found == weighed(felt, command)
    return found


def test_a_batch_is_weighed_once_whatever_others_bet_meanwhile() -> None:
    felt = felt_open()
    command = felt.batch(ANN, place("player", 300), place("tie", 100), UNDO)
    before = weighed(felt, command)
    assert (before.needed, before.change, before.undone) == (300, 300, 0)
    felt.bet(BOB, place("player", 500), place("tie", 100))
    assert again(felt, command, before) is before


HAPPENINGS: dict[str, Callable[[FeltAtWork], object]] = {
    "another batch of the patron": lambda felt: felt.bet(ANN, place("tie", 100)),
    "what lay there taken back": lambda felt: felt.bet(ANN, UNDO),
    "other limits": lambda felt: felt.seat(ANN, limits=PatronLimits(spot_maximum=5_000)),
}


@pytest.mark.parametrize("happening", HAPPENINGS)
def test_a_batch_is_weighed_anew_when_something_of_the_patrons_own_happened(happening: str) -> None:
    felt = felt_open()
    felt.bet(ANN, place("banker", 100))
    command = felt.batch(ANN, place("player", 300))
    before = weighed(felt, command)
    HAPPENINGS[happening](felt)
    assert again(felt, command, before) is not before


def test_a_batch_is_weighed_anew_on_another_coup_and_with_other_stakes_to_lay_again() -> None:
    felt = felt_open()
    felt.bet(ANN, place("tie", 100))
    felt.tie()
    felt.open_betting()
    command = felt.batch(ANN, REBET, coup=2)
    before = weighed(felt, command)
    felt.bet(ANN, place("tie", 200))
    felt.tie()
    felt.open_betting()
    later = felt.batch(ANN, REBET, coup=3)
    assert (before.needed, again(felt, later, before).needed) == (100, 200)


def test_a_batch_is_weighed_anew_under_other_rules() -> None:
    felt = felt_open()
    command = felt.batch(ANN, place("tie", 100))
    before = weighed(felt, command)
    felt.rules = BettingRules(currencies={"EUR": limits(minimum=200)})
    with pytest.raises(CommandRefused, match="below_minimum"):
        foreseen(felt.book, felt.state, with_money(command, 100, before), felt.rules)


def test_others_may_leave_no_room_for_what_was_weighed() -> None:
    felt = felt_open()
    command = felt.batch(ANN, place("tie", 5_000), place("player", 1_000))
    asked = with_money(command, 6_000, weighed(felt, command))
    felt.bet(BOB, place("tie", 10_000))
    felt.ask(asked)
    assert felt.lies(ANN) == {"player": 1_000, "tie": 5_000}
    command = felt.batch(ANN, place("tie", 50))
    assert (
        felt.refused(command)
        == felt.refused(with_money(command, 50))
        == (
            "over_table_maximum",
            {"spot": "tie", "maximum": 15_000, "asked": 50, "room": 0},
        )
    )


@pytest.mark.parametrize("spot", ["tie", "player"])
def test_a_batch_for_which_no_room_was_left_is_refused_as_if_it_came_now(spot: str) -> None:
    felt = felt_open(patrons=(ANN, BOB))
    command = felt.batch(ANN, place(spot, 8_000))
    asked = with_money(command, 8_000, weighed(felt, command))
    felt.bet(BOB, place(spot, 8_000))
    code = "over_table_maximum" if spot == "tie" else "over_differential"
    refused = felt.refused(asked)
    assert refused == felt.refused(command)
    assert refused[0] == code


def test_the_window_the_seat_and_the_request_are_looked_at_every_time() -> None:
    felt = felt_with_shoe()
    felt.open_betting()
    command = felt.batch(ANN, place("tie", 100), request="r1")
    asked = with_money(command, 100, weighed(felt, command))
    felt.bet(ANN, place("tie", 100), request="r1")
    assert felt.ask(asked) == ()
    assert len([event for event in felt.journal if isinstance(event, BetsAccepted)]) == 1
    command = felt.batch(ANN, place("tie", 100), request="r2")
    asked = with_money(command, 100, weighed(felt, command))
    felt.close_betting()
    assert felt.refused(asked)[0] == "betting_closed"


def test_rules_alike_are_no_other_rules() -> None:
    felt = felt_open()
    command = felt.batch(ANN, place("tie", 100))
    before = weighed(felt, command)
    felt.rules = BettingRules(RULES.spots, dict(RULES.currencies), RULES.ask_after, RULES.leave_after)
    assert again(felt, command, before) is before
