from dealer_table.baccarat.cards import Card
from simulators.devices.camera import CardCamera


def test_a_card_is_in_view_and_then_it_is_not() -> None:
    lines = CardCamera(frames_in_view=2, frames_without=3).show(Card.ACE_OF_SPADES).splitlines()
    assert lines == [b'["1010"]'] * 2 + [b"[]"] * 3


def test_an_unread_card_is_an_empty_view() -> None:
    assert set(CardCamera().fail_to_read().splitlines()) == {b"[]"}
