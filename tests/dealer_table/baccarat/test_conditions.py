import pytest

from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.conditions import CONDITIONS, PairKind, Showing
from dealer_table.baccarat.coup import Coup, Outcome
from dealer_table.baccarat.hand import Hand


def coup_of(player: str, banker: str) -> Coup:
    return Coup(*(Hand(tuple(Card(name) for name in hand.split())) for hand in (player, banker)))


def holding(coup: Coup) -> set[str]:
    showing = Showing.of(coup)
    return {name for name, holds in CONDITIONS.items() if holds(showing)}


def test_conditions_of_a_natural_against_a_perfect_pair() -> None:
    assert holding(coup_of("8S TH", "AC AC")) == {
        "player_wins",
        "four_cards",
        "margin_6",
        "player_natural",
        "player_two_cards",
        "player_total_8",
        "banker_two_cards",
        "banker_total_2",
        "banker_pair",
        "banker_perfect_pair",
    }


def test_conditions_of_a_six_card_tie_with_mixed_pair() -> None:
    assert holding(coup_of("2S 2H 3D", "KD 3C 4C")) == {
        "tie",
        "six_cards",
        "margin_0",
        "player_pair",
        "player_three_cards",
        "player_total_7",
        "banker_three_cards",
        "banker_total_7",
    }


def test_conditions_of_a_five_card_banker_win() -> None:
    assert {"banker_wins", "five_cards", "margin_1", "player_two_cards", "banker_three_cards"} <= holding(
        coup_of("3S 3H", "2D KC 5C")
    )


def test_eight_of_three_cards_is_not_a_natural() -> None:
    assert not {"player_natural", "banker_natural"} & holding(coup_of("2S 3H 3D", "KD 3C 2C"))


def test_ten_and_king_are_worth_the_same_and_are_no_pair() -> None:
    assert PairKind.of(Hand((Card("TS"), Card("KS")))) is PairKind.NONE
    assert PairKind.of(Hand((Card("TS"), Card("TH")))) is PairKind.MIXED
    assert PairKind.of(Hand((Card("TS"), Card("TS")))) is PairKind.PERFECT


@pytest.mark.parametrize("outcome", Outcome)
def test_a_showing_has_the_outcome_of_its_coup(outcome: Outcome) -> None:
    coup = {
        Outcome.PLAYER: coup_of("8S TH", "AC AC"),
        Outcome.BANKER: coup_of("AC AC TS", "7S KH"),
        Outcome.TIE: coup_of("7S KH", "7H TC"),
    }[outcome]
    assert Showing.of(coup).outcome is coup.outcome is outcome


def test_an_unfinished_coup_shows_nothing() -> None:
    with pytest.raises(ValueError, match="before it is complete"):
        Showing.of(coup_of("2S 3H", "KD 3C"))
