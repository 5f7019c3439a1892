"""The third-card rules, as the table every baccarat room prints. Pure.

Seed 002 prints the Banker's table without its marks; 58 Pa. Code 629a.10 table 1 and the published chart agree on it.
"""

from dealer_table.baccarat.hand import Hand, Position, Side

PLAYER_DRAWS_ON: frozenset[int] = frozenset(range(6))

# What the Banker draws on when the Player stood.
BANKER_DRAWS_ON: frozenset[int] = frozenset(range(6))

_ANY = frozenset(range(10))

# Banker's total -> the values of the Player's third card on which the Banker draws.
BANKER_DRAWS_AGAINST: dict[int, frozenset[int]] = {
    0: _ANY,
    1: _ANY,
    2: _ANY,
    3: _ANY - {8},
    4: frozenset({2, 3, 4, 5, 6, 7}),
    5: frozenset({4, 5, 6, 7}),
    6: frozenset({6, 7}),
    7: frozenset(),
}

_OPENING = (Position.PLAYER_1, Position.BANKER_1, Position.PLAYER_2, Position.BANKER_2)


def banker_draws(banker_total: int, player_third_points: int | None) -> bool:
    """Tell whether a Banker on `banker_total` (0-7) draws; `player_third_points` is None when the Player stood."""
    if player_third_points is None:
        return banker_total in BANKER_DRAWS_ON
    return player_third_points in BANKER_DRAWS_AGAINST[banker_total]


def next_position(player: Hand, banker: Hand) -> Position | None:
    """Return where the next card goes, None when both hands are complete.

    Cards go Player, Banker, Player, Banker, then third cards; a natural of either hand stops the drawing.
    """
    dealt = len(player.cards) + len(banker.cards)
    if dealt < len(_OPENING):
        return _OPENING[dealt]
    if player.is_natural or banker.is_natural or len(banker.cards) == 3:
        return None
    if len(player.cards) == 2 and player.total in PLAYER_DRAWS_ON:
        return Position.PLAYER_3
    third = player.cards[2].points if len(player.cards) == 3 else None
    return Position.of(Side.BANKER, 3) if banker_draws(banker.total, third) else None
