import pytest

from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.coup import Outcome
from dealer_table.baccarat.hand import Position, Side
from dealer_table.procedure.words import MisreadCause
from dealer_table.wire.card_read import parse_scanner_message
from scanner_drivers.messages import message_of, travels
from scanner_drivers.outbox import Kept
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
)


@pytest.mark.parametrize(
    ("sighting", "expected"),
    [
        (CardSeen(Card.ACE_OF_SPADES), {"kind": "card", "card": "AS"}),
        (
            CardSeen(Card.ACE_OF_SPADES, Position.BANKER_2, "17"),
            {"kind": "card", "card": "AS", "position": "banker_2", "serial": "17"},
        ),
        (
            BurnCardSeen(Card.ACE_OF_SPADES, "burned", 3),
            {"kind": "card", "card": "AS", "drawn": "burn", "detail": "burned 3"},
        ),
        (CardSeenOutside(Card.ACE_OF_SPADES, "lock"), {"kind": "card", "card": "AS", "drawn": "lock"}),
        (CutCardSeen(), {"kind": "cut_card"}),
        (Misread(MisreadCause.GARBLED, "x" * 500), {"kind": "misread", "cause": "garbled", "text": "x" * 200}),
        (
            CardRetransmitted(Card.ACE_OF_SPADES, Position.PLAYER_1),
            {"kind": "device", "what": "retransmitted AS player_1"},
        ),
        (DeviceEvent("error", 2), {"kind": "device", "what": "error", "code": 2}),
        (
            ShoeResultSeen(Outcome.TIE, (Side.BANKER,)),
            {"kind": "shoe_result", "outcome": "tie", "pairs": ["banker"]},
        ),
    ],
)
def test_a_sighting_is_a_message_that_the_table_can_read(sighting: Sighting, expected: dict[str, object]) -> None:
    assert travels(sighting)
    message = message_of(Kept(7, 1_700_000_000_000, sighting), "b1", oldest=5)
    head = {"boot": "b1", "seq": 7, "oldest": 5, "seen_at": 1_700_000_000_000}
    assert message.model_dump(mode="json", exclude_defaults=True) | {"kind": message.kind} == head | expected
    assert parse_scanner_message(message.model_dump_json().encode()) == message


@pytest.mark.parametrize("sighting", [Suppressed(Card.ACE_OF_SPADES), ReadsLost(1)])
def test_a_repeat_and_a_loss_are_no_messages(sighting: Sighting) -> None:
    assert not travels(sighting)
    with pytest.raises(AssertionError):
        message_of(Kept(1, 0, sighting), "b1", oldest=1)
