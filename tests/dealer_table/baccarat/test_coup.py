import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_table.baccarat.cards import PACK, Card
from dealer_table.baccarat.coup import Coup, Outcome
from dealer_table.baccarat.hand import Hand, Side

six_cards = st.lists(st.sampled_from(PACK), min_size=6, max_size=6)


def hand(*names: str) -> Hand:
    return Hand(tuple(Card(name) for name in names))


@given(six_cards)
def test_six_cards_always_decide_a_coup(cards: list[Card]) -> None:
    coup = Coup.dealt(cards)
    assert coup.is_complete
    assert 4 <= len(coup.player.cards + coup.banker.cards) <= 6


@given(six_cards)
def test_no_card_is_due_once_the_coup_is_complete(cards: list[Card]) -> None:
    with pytest.raises(ValueError, match="complete"):
        Coup.dealt(cards).with_card(cards[0])


def test_cards_go_player_banker_player_banker_then_the_third_cards() -> None:
    cards = [Card(name) for name in ("5S", "6D", "8S", "6H", "KD", "4C")]
    assert Coup.dealt(cards) == Coup(hand("5S", "8S", "KD"), hand("6D", "6H", "4C"))


def test_a_coup_takes_no_more_cards_than_it_needs() -> None:
    deck = iter([Card(name) for name in ("8S", "AC", "TH", "AD", "JH")])
    Coup.dealt(deck)
    assert list(deck) == [Card("JH")]


def test_too_few_cards_are_an_error() -> None:
    with pytest.raises(ValueError, match="ran out"):
        Coup.dealt([Card("2S"), Card("3S"), Card("2H"), Card("3H")])


@pytest.mark.parametrize(
    ("player", "banker", "outcome"),
    [
        (("8S", "TH"), ("AC", "AD"), Outcome.PLAYER),
        (("AC", "6D"), ("9S", "TH"), Outcome.BANKER),
        (("AC", "6D"), ("7S", "TH"), Outcome.TIE),
    ],
)
def test_the_higher_total_wins(player: tuple[str, ...], banker: tuple[str, ...], outcome: Outcome) -> None:
    assert Coup(hand(*player), hand(*banker)).outcome is outcome


def test_pairs_are_told_by_side() -> None:
    assert Coup(hand("8S", "TH"), hand("AC", "AD")).pairs == (Side.BANKER,)
    assert Coup(hand("4S", "4H"), hand("AC", "AD")).pairs == (Side.PLAYER, Side.BANKER)


def test_outcomes_are_written_by_their_first_letters() -> None:
    assert [outcome.letter for outcome in Outcome] == ["P", "B", "T"]
