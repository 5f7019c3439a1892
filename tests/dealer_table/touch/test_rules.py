from dealer_table.touch.rules import RETURNS_TO_PLAYER, SPOTS


def test_the_returns_are_those_that_the_seeds_print() -> None:
    assert RETURNS_TO_PLAYER == {"banker": "98.94", "player": "98.76", "tie": "85.64"}


def test_the_spots_are_player_banker_and_tie() -> None:
    assert [spot.name for spot in SPOTS] == ["player", "banker", "tie"]
