from dealer_table.baccarat.cards import Card
from dealer_table.procedure.words import MisreadCause
from scanner_drivers.acknowledging import ACK, NAK, Acknowledger
from scanner_drivers.sightings import CardSeen, Misread, Suppressed

DAMAGED = Misread(MisreadCause.GARBLED)


def test_what_arrived_whole_is_acknowledged_whatever_it_means() -> None:
    for sighting in (CardSeen(Card("5C")), Suppressed(None), Misread(MisreadCause.NO_READ)):
        assert Acknowledger().answer(sighting) == (ACK,)


def test_what_was_damaged_is_asked_for_again_but_not_for_ever() -> None:
    acknowledger = Acknowledger()
    assert [acknowledger.answer(DAMAGED) for _ in range(4)] == [(NAK,), (NAK,), (ACK,), (NAK,)]


def test_a_whole_one_between_starts_the_count_again() -> None:
    acknowledger = Acknowledger()
    sightings = (DAMAGED, CardSeen(Card("5C")), DAMAGED, DAMAGED)
    assert [acknowledger.answer(one) for one in sightings] == [(NAK,), (ACK,), (NAK,), (NAK,)]
