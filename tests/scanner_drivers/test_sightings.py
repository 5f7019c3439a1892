import pytest

from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.coup import Outcome
from dealer_table.baccarat.hand import Position, Side
from dealer_table.procedure.words import MisreadCause
from scanner_drivers.sightings import (
    BurnCardSeen,
    CardRetransmitted,
    CardSeen,
    CardSeenOutside,
    CutCardSeen,
    DeviceEvent,
    Misread,
    ReadsLost,
    ShoeResultSeen,
    Sighting,
    Suppressed,
    Words,
    in_words,
    printable,
    spaced_hex,
)


@pytest.mark.parametrize(
    ("sighting", "words"),
    [
        (CardSeen(Card.ACE_OF_SPADES), {"card": "AS"}),
        (CardSeen(Card.EIGHT_OF_SPADES, Position.PLAYER_1), {"card": "8S", "hand": "player", "index": 1}),
        (CardSeen(Card.ACE_OF_SPADES, serial="17"), {"card": "AS", "serial": "17"}),
        (BurnCardSeen(Card.THREE_OF_HEARTS, "first", 0), {"card": "3H", "burn": "first", "index": 0}),
        (BurnCardSeen(Card.NINE_OF_HEARTS, "burned", 1), {"card": "9H", "burn": "burned", "index": 1}),
        (CardSeenOutside(Card.NINE_OF_HEARTS, "error"), {"card": "9H", "outside": "error"}),
        (
            CardRetransmitted(Card.EIGHT_OF_SPADES, Position.BANKER_3),
            {"retransmitted": "8S", "hand": "banker", "index": 3},
        ),
        (CutCardSeen(), {"cut_card": True}),
        (Misread(MisreadCause.NO_READ, "NR"), {"misread": "no_read"}),
        (ReadsLost(1), {"lost": 1}),
        (DeviceEvent("start"), {"device": "start"}),
        (DeviceEvent("error", 2), {"device": "error", "code": 2}),
        (ShoeResultSeen(Outcome.PLAYER), {"result": "player", "pairs": []}),
        (ShoeResultSeen(Outcome.TIE, (Side.PLAYER, Side.BANKER)), {"result": "tie", "pairs": ["player", "banker"]}),
        (Suppressed(Card.ACE_OF_SPADES), {"suppressed": "AS"}),
        (Suppressed(None), {"suppressed": "cut_card"}),
    ],
)
def test_words(sighting: Sighting, words: Words) -> None:
    assert in_words(sighting) == words


def test_printable_shows_every_byte_and_bounds_its_length() -> None:
    assert printable(b"A\x02\xff~") == "A\\x02\\xff~"
    assert printable(b"7" * 80) == "7" * 80
    assert printable(b"7" * 81).endswith("…")
    assert len(printable(b"\xff" * 5000)) <= 200


def test_spaced_hex() -> None:
    assert spaced_hex(b"\x04\xd0\xff") == "04 D0 FF"
