from dealer_table.baccarat.cards import PACK, RANK_LETTERS, Card, Rank, Suit


def test_a_pack_is_every_rank_in_every_suit_once() -> None:
    assert {(card.rank, card.suit) for card in PACK} == {(rank, suit) for rank in Rank for suit in Suit}
    assert len(PACK) == 52


def test_a_card_is_named_rank_then_suit() -> None:
    assert all(card.value == RANK_LETTERS[card.rank - 1] + card.suit.value for card in PACK)
    assert Card("TH").rank is Rank.TEN


def test_an_ace_is_one_and_tens_and_court_cards_are_nothing() -> None:
    assert [Card(f"{letter}S").points for letter in RANK_LETTERS] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0]
