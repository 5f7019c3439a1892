import hashlib
from collections import Counter
from random import Random

import pytest

from dealer_table.baccarat.cards import PACK, Card
from dealer_table.touch.commitment import SealedShoe, cards_of, order_text, sealed_shoe


def test_a_sealed_shoe_is_eight_whole_packs_and_a_nonce() -> None:
    shoe = sealed_shoe(Random(1).randbytes)
    assert Counter(cards_of(shoe.order)) == Counter(PACK * 8)
    assert len(bytes.fromhex(shoe.nonce)) == 32


def test_two_shoes_have_two_orders_two_nonces_and_two_commitments() -> None:
    draw = Random(1).randbytes
    one, other = sealed_shoe(draw), sealed_shoe(draw)
    assert one.order != other.order
    assert one.nonce != other.nonce
    assert one.commitment != other.commitment


def test_the_commitment_is_what_a_shell_computes() -> None:
    """The command is `printf '%s %s' "$order" "$nonce" | sha256sum`."""
    shoe = SealedShoe("8S KH", "00" * 32)
    assert shoe.commitment == hashlib.sha256(b"8S KH " + b"0" * 64).hexdigest()


def test_an_order_comes_back_from_its_text() -> None:
    assert cards_of(order_text(PACK)) == PACK


@pytest.mark.parametrize("order", ["", "8S  KH", "8S KX", "8s"])
def test_a_text_that_names_no_cards_is_refused(order: str) -> None:
    with pytest.raises(ValueError, match="not a valid Card"):
        cards_of(order)


def test_the_nonce_hides_an_order_that_was_guessed() -> None:
    assert SealedShoe(Card.ACE_OF_SPADES, "00").commitment != SealedShoe(Card.ACE_OF_SPADES, "01").commitment
