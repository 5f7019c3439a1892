from collections import Counter

import pytest

from dealer_table.baccarat.cards import PACK, Card
from dealer_table.baccarat.shoe import Composition, full_shoe


@pytest.mark.parametrize("packs", [6, 8])
def test_a_full_shoe_holds_every_card_once_a_pack(packs: int) -> None:
    assert Counter(full_shoe(packs)) == dict.fromkeys(PACK, packs)
    assert Composition(packs).cards_left == packs * 52


def test_what_left_the_shoe_is_counted_card_by_card() -> None:
    shoe = Composition(8).with_gone(Card("8S")).with_gone(Card("8S")).with_gone(Card("KH"))
    assert [shoe.left(Card(name)) for name in ("8S", "KH", "2C")] == [6, 7, 8]
    assert (shoe.cards_gone, shoe.cards_left) == (3, 413)


def test_serials_are_kept_where_cards_carry_one() -> None:
    shoe = Composition(8).with_gone(Card("8S"), "0017").with_gone(Card("8S"))
    assert shoe.serials == {"0017"}


def test_a_card_that_had_not_left_after_all_is_counted_back() -> None:
    shoe = Composition(8).with_gone(Card("8S")).with_returned(Card("8S"))
    assert (shoe.left(Card("8S")), shoe.cards_gone) == (8, 0)


def test_an_earlier_composition_stays_as_it_was() -> None:
    before = Composition(8)
    before.with_gone(Card("8S"))
    assert before.cards_gone == 0
