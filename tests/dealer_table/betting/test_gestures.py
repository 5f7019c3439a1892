"""A batch of gestures on top of what lies there confirmed. Pure."""

import pytest

from dealer_table.betting.gestures import Batch, in_order
from dealer_table.betting.rules import BettingRules
from dealer_table.betting.words import Gesture, Stake
from dealer_table.errors import CommandRefused
from tests.dealer_table.betting.felt_at_work import CLEAR, REBET, REBET_X2, UNDO, place

TWO_BATCHES = ((Stake("player", 100),), (Stake("player", 100), Stake("tie", 50)))
LAST_COUP = (Stake("banker", 200), Stake("tie", 50))


def after(*gestures: Gesture) -> Batch:
    batch = Batch(TWO_BATCHES, LAST_COUP, step=50)
    for gesture in gestures:
        batch.move(gesture)
    return batch


@pytest.mark.parametrize(
    ("gestures", "lying", "undone"),
    [
        ((), {"player": 100, "tie": 50}, 0),
        ((place("player", 150),), {"player": 250, "tie": 50}, 0),
        ((place("banker", 50), place("banker", 50)), {"player": 100, "tie": 50, "banker": 100}, 0),
        ((place("banker", 50), UNDO), {"player": 100, "tie": 50}, 0),
        ((UNDO,), {"player": 100}, 1),
        ((UNDO, UNDO), {}, 2),
        ((place("banker", 50), UNDO, UNDO), {"player": 100}, 1),
        ((UNDO, place("tie", 100)), {"player": 100, "tie": 100}, 1),
        ((UNDO, place("tie", 100), UNDO), {"player": 100}, 1),
        ((UNDO, place("tie", 100), UNDO, UNDO), {}, 2),
        ((CLEAR,), {}, 0),
        ((CLEAR, UNDO), {"player": 100, "tie": 50}, 0),
        ((CLEAR, place("tie", 50)), {"tie": 50}, 0),
        ((REBET,), {"player": 100, "tie": 100, "banker": 200}, 0),
        ((CLEAR, REBET_X2), {"banker": 400, "tie": 100}, 0),
        ((REBET, UNDO), {"player": 100, "tie": 50}, 0),
    ],
)
def test_gestures_lie_on_top_of_what_is_confirmed(
    gestures: tuple[Gesture, ...], lying: dict[str, int], undone: int
) -> None:
    batch = after(*gestures)
    assert batch.lying == lying
    assert batch.undone == undone


def refused(*gestures: Gesture) -> CommandRefused:
    with pytest.raises(CommandRefused) as error:
        after(*gestures)
    return error.value


def test_there_is_an_end_to_undoing() -> None:
    assert refused(UNDO, UNDO, UNDO).code == "nothing_to_undo"


@pytest.mark.parametrize("gesture", [REBET, REBET_X2])
def test_a_first_coup_has_none_before_it(gesture: Gesture) -> None:
    with pytest.raises(CommandRefused) as error:
        Batch((), (), step=50).move(gesture)
    assert error.value.code == "nothing_to_rebet"


@pytest.mark.parametrize("amount", [0, -50, 25, 75])
def test_a_chip_is_a_whole_multiple_of_the_step(amount: int) -> None:
    error = refused(place("player", amount))
    assert error.code == "wrong_step"
    assert error.numbers == {"step": 50, "amount": amount}


def test_stakes_are_told_in_the_order_of_the_rules() -> None:
    assert in_order({"tie": 1, "player": 2}, BettingRules()) == (Stake("player", 2), Stake("tie", 1))


def test_a_spot_that_is_not_there_is_named() -> None:
    with pytest.raises(CommandRefused) as error:
        in_order({"player": 2, "moon": 1}, BettingRules())
    assert error.value.code == "unknown_spot"
    assert error.value.numbers == {"spot": "moon"}
