"""A virtual shoe deals each card once, in one order, with the cut card where it belongs. Pure."""

from collections import Counter
from random import Random

import pytest

from dealer_table.baccarat.cards import PACK, Card
from simulators.virtual_shoe import CUT_CARD, Drawn, VirtualShoe, drawn_from_text


def drawn_out(shoe: VirtualShoe) -> list[Drawn]:
    cards = []
    while shoe.at_mouth is not None:
        cards.append(shoe.draw())
    return cards


def test_a_shoe_holds_every_card_as_often_as_it_has_packs_and_one_cut_card() -> None:
    counts = Counter(drawn_out(VirtualShoe.shuffled(6, 14, Random(7))))
    assert counts == Counter([*PACK * 6, CUT_CARD])


def test_the_cut_card_has_its_depth_behind_it() -> None:
    cards = drawn_out(VirtualShoe.shuffled(8, 14, Random(7)))
    assert len(cards) - 1 - cards.index(CUT_CARD) == 14


def test_one_seed_gives_one_order() -> None:
    assert drawn_out(VirtualShoe.shuffled(8, 14, Random("a"))) == drawn_out(VirtualShoe.shuffled(8, 14, Random("a")))
    assert drawn_out(VirtualShoe.shuffled(8, 14, Random("a"))) != drawn_out(VirtualShoe.shuffled(8, 14, Random("b")))


def test_a_script_comes_first_and_its_cards_are_not_there_twice() -> None:
    script: list[Drawn] = [Card("8S"), CUT_CARD, Card("5C")]
    cards = drawn_out(VirtualShoe.scripted(script, 1, 6, Random(1)))
    assert cards[:3] == script
    assert Counter(cards) == Counter([*PACK, CUT_CARD])


def test_a_script_cannot_hold_more_copies_than_the_packs() -> None:
    with pytest.raises(ValueError, match="8S"):
        VirtualShoe.scripted([Card("8S")] * 2, 1, 6, Random(1))


def test_the_cut_card_can_be_brought_forward_once() -> None:
    shoe = VirtualShoe.shuffled(8, 14, Random(7))
    shoe.draw()
    assert shoe.bring_cut_card_forward()
    assert shoe.at_mouth is CUT_CARD
    assert shoe.cards_left == 8 * 52 - 1
    shoe.draw()
    assert not shoe.bring_cut_card_forward()


def test_an_empty_shoe_gives_nothing() -> None:
    shoe = VirtualShoe([Card("8S")])
    shoe.draw()
    assert shoe.at_mouth is None
    with pytest.raises(ValueError, match="empty"):
        shoe.draw()


def test_names_of_what_is_drawn() -> None:
    assert drawn_from_text("CUT") is CUT_CARD
    assert drawn_from_text("TH") is Card("TH")
    with pytest.raises(ValueError, match="10H"):
        drawn_from_text("10H")
