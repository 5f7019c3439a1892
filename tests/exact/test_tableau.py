"""The tableau, against the chart that rooms print: a row a Banker's total, a column a third card of the Player."""

from itertools import product

import pytest

from dealer_table.baccarat.cards import PACK, Card
from dealer_table.baccarat.hand import Hand, Position
from dealer_table.baccarat.tableau import next_position

#          Player's third card: none 0 1 2 3 4 5 6 7 8 9
CHART = """
    0                           D    D D D D D D D D D D
    1                           D    D D D D D D D D D D
    2                           D    D D D D D D D D D D
    3                           D    D D D D D D D D S D
    4                           D    S S D D D D D D S S
    5                           D    S S S S D D D D S S
    6                           S    S S S S S S D D S S
    7                           S    S S S S S S S S S S
"""
ROWS = {int(row[0]): row[1:] for row in (line.split() for line in CHART.strip().splitlines())}
TWO_CARDS = list(product(range(10), repeat=2))

CARD_OF_POINTS = {card.points: card for card in PACK}


def hand(*points: int) -> Hand:
    return Hand(tuple(CARD_OF_POINTS[value] for value in points))


def total(points: tuple[int, ...]) -> int:
    return sum(points) % 10


@pytest.mark.parametrize("player", TWO_CARDS)
def test_the_third_cards_go_where_the_chart_says(player: tuple[int, int]) -> None:
    for banker in TWO_CARDS:
        due = next_position(hand(*player), hand(*banker))
        if total(player) >= 8 or total(banker) >= 8:
            assert due is None
        elif total(player) >= 6:
            assert due == (Position.BANKER_3 if ROWS[total(banker)][0] == "D" else None)
        else:
            assert due is Position.PLAYER_3
            for third in range(10):
                drawn = ROWS[total(banker)][1 + third] == "D"
                assert next_position(hand(*player, third), hand(*banker)) == (Position.BANKER_3 if drawn else None)


def test_nothing_is_due_after_the_bankers_third_card() -> None:
    assert next_position(hand(0, 0, 0), hand(0, 0, 0)) is None
    assert next_position(hand(0, 6), hand(0, 0, 0)) is None


def test_the_opening_goes_player_banker_player_banker() -> None:
    card = Card("2S")
    assert [
        next_position(Hand((card,) * player), Hand((card,) * banker))
        for player, banker in ((0, 0), (1, 0), (1, 1), (2, 1))
    ] == [Position.PLAYER_1, Position.BANKER_1, Position.PLAYER_2, Position.BANKER_2]
