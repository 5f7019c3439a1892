from dataclasses import asdict

from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.coup import Coup
from dealer_table.baccarat.hand import Hand
from dealer_table.projections.statistics import Statistics


def coup_of(player: str, banker: str) -> Coup:
    return Coup(*(Hand(tuple(Card(name) for name in hand.split())) for hand in (player, banker)))


PLAYER_NATURAL_BANKER_PAIR = coup_of("8S TH", "AC AC")
TIED_NATURALS = coup_of("8S TH", "8C KD")
BANKER_WIN_PLAYER_PAIR = coup_of("3S 3H", "2D KC 5C")


def counts(statistics: Statistics) -> dict[str, int]:
    return {name: count for name, count in asdict(statistics).items() if count}


def test_a_shoe_is_counted_coup_by_coup() -> None:
    statistics = Statistics()
    for coup in (PLAYER_NATURAL_BANKER_PAIR, TIED_NATURALS, BANKER_WIN_PLAYER_PAIR, BANKER_WIN_PLAYER_PAIR):
        statistics = statistics.with_coup(coup)
    assert counts(statistics) == {
        "coups": 4,
        "player": 1,
        "banker": 2,
        "tie": 1,
        "player_pairs": 2,
        "banker_pairs": 1,
        "player_naturals": 2,
        "banker_naturals": 1,
    }


def test_a_free_coup_counts_and_is_told_apart() -> None:
    statistics = Statistics().with_coup(BANKER_WIN_PLAYER_PAIR, free=True)
    assert counts(statistics) == {"coups": 1, "banker": 1, "player_pairs": 1, "free": 1}


def test_a_voided_coup_is_no_coup() -> None:
    assert counts(Statistics().with_void()) == {"voids": 1}


def test_the_fold_changes_no_earlier_count() -> None:
    before = Statistics()
    before.with_coup(TIED_NATURALS)
    assert before == Statistics()
