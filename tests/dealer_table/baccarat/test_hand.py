import pytest

from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.hand import Hand, Position, Side


def hand(*names: str) -> Hand:
    return Hand(tuple(Card(name) for name in names))


@pytest.mark.parametrize(
    ("cards", "total"), [((), 0), (("9S", "9H"), 8), (("TS", "KH", "QD"), 0), (("7S", "8H", "9D"), 4)]
)
def test_a_total_is_the_points_modulo_ten(cards: tuple[str, ...], total: int) -> None:
    assert hand(*cards).total == total


@pytest.mark.parametrize(
    ("cards", "natural"),
    [(("8S", "TH"), True), (("4S", "5H"), True), (("3S", "4H"), False), (("2S", "3H", "3D"), False)],
)
def test_a_natural_is_eight_or_nine_of_two_cards(cards: tuple[str, ...], natural: bool) -> None:
    assert hand(*cards).is_natural is natural


@pytest.mark.parametrize(
    ("cards", "pair"), [(("KS", "KH"), True), (("KS", "QS"), False), (("2S", "3H", "3D"), False), (("2S",), False)]
)
def test_a_pair_is_of_the_first_two_ranks(cards: tuple[str, ...], pair: bool) -> None:
    assert hand(*cards).is_pair is pair


def test_every_place_on_the_felt_has_its_side_and_number() -> None:
    assert {Position.of(side, nth) for side in Side for nth in (1, 2, 3)} == set(Position)
    assert all(Position.of(position.side, position.nth) is position for position in Position)


def test_there_is_no_fourth_card() -> None:
    with pytest.raises(ValueError, match="player_4"):
        Position.of(Side.PLAYER, 4)
