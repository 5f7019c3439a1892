from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_table.baccarat.cards import PACK
from dealer_table.baccarat.coup import Coup
from dealer_table.touch.commitment import SealedShoe, cards_of, sealed_shoe
from dealer_table.touch.rounds import dealing_order, dealt, shoe_fault
from tests.dealer_table.touch.rooms import PLAYER_WINS, Room, place


@given(st.randoms(use_true_random=False))
def test_a_round_takes_the_head_of_its_shoe_and_nothing_else(chance: Random) -> None:
    shoe = sealed_shoe(chance.randbytes)
    coup = dealt(shoe)
    order = dealing_order(coup)
    assert coup.is_complete
    assert order == cards_of(shoe.order)[: len(order)]
    assert Coup.dealt(order) == coup


def test_no_coup_has_no_order() -> None:
    assert dealing_order(Coup()) == ()


@pytest.mark.parametrize(
    ("order", "fault"),
    [
        (" ".join(PACK * 8), ""),
        (" ".join(PACK * 7), "not 8 whole packs"),
        (" ".join((*PACK * 8, "AS")), "not 8 whole packs: look at AS"),
        ("AS XX", "no card is called 'XX'"),
    ],
)
def test_a_shoe_is_eight_whole_packs_or_none(order: str, fault: str) -> None:
    assert shoe_fault(SealedShoe(order, "00")).startswith(fault)
    assert bool(shoe_fault(SealedShoe(order, "00"))) == bool(fault)


def test_an_impossible_shoe_is_not_dealt_from() -> None:
    with pytest.raises(ValueError, match="whole packs"):
        dealt(SealedShoe("AS", "00"))


def test_a_round_is_the_fold_of_its_events() -> None:
    room = Room()
    room.sit()
    playing = room.begin(place("player", 100))
    assert (playing.number, playing.request, playing.shoe, playing.movement) == (1, "r1", PLAYER_WINS, "m1")
    assert playing.end is None
    played = room.finish()
    assert played.coup == dealt(PLAYER_WINS)
    assert room.session().in_play is None
