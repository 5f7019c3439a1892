"""Which events are told to watchers, and that none of them carries what is not for them. Pure."""

from typing import Any, get_args

import pytest

from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.coup import Outcome
from dealer_table.baccarat.hand import Position
from dealer_table.procedure import events as e
from dealer_table.procedure.commands import ReadId
from dealer_table.procedure.words import SYSTEM, Actor, BettingClosedBy, HoldKind, Resolution, Role, SpareSaw
from dealer_table.wire.event_codec import name_of
from dealer_table.wire.public_events import public_event

DEALER = Actor(Role.DEALER, "Dana")
CARD = Card("8S")
HANDS = ((Card("8S"), Card("KH")), (Card("5C"), Card("TD")))

# What a watcher is told, beside the event's name.
TOLD: list[tuple[e.Event, dict[str, Any]]] = [
    (e.TableOpened(1, DEALER), {}),
    (e.TableClosing(1, DEALER), {}),
    (e.TableClosed(1, DEALER), {}),
    (e.ShoeLoaded(1, DEALER, 3, 8, "digest", (), ("shoe",)), {"shoe": 3, "packs": 8}),
    (e.ShoeRemoved(1, DEALER, 3, "worn"), {"shoe": 3, "reason": "worn"}),
    (e.ShoeEnded(1, 3, 70, burned=9, dealt=350, discarded=0, left=57), {"shoe": 3, "coups": 70, "left": 57}),
    (e.IndicatorDrawn(1, CARD, 8), {"card": "8S", "burns": 8}),
    (e.BurnDue(1, 2), {"burns": 2}),
    (e.CardBurned(1, CARD, 1, 8), {"index": 1, "of": 8}),
    (e.BurnCompleted(1), {}),
    (e.BettingOpened(1, DEALER, 4, 9_000), {"coup": 4, "closes_at": 9_000}),
    (e.BettingClosed(1, BettingClosedBy.CARD), {"cause": "card"}),
    (e.FreeCoupStarted(1, DEALER, 4), {"coup": 4}),
    (
        e.CardDealt(1, 4, Position.BANKER_2, CARD),
        {"coup": 4, "position": "banker_2", "card": "8S", "keyed": False},
    ),
    (
        e.CardDealt(1, 4, Position.BANKER_2, CARD, keyed_by=DEALER),
        {"coup": 4, "position": "banker_2", "card": "8S", "keyed": True},
    ),
    (e.CutCardSeen(1, None, DEALER, 4), {"last_coup": 4}),
    (e.HoldRaised(1, HoldKind.MISREAD, "no_read"), {"kind": "misread"}),
    (
        e.HoldResolved(1, HoldKind.MISREAD, Resolution.RESCAN, SYSTEM, ""),
        {"kind": "misread", "resolution": "rescan"},
    ),
    (
        e.CardCorrected(1, DEALER, Position.PLAYER_1, CARD, Card("9S")),
        {"position": "player_1", "before": "8S", "after": "9S"},
    ),
    (e.CoupCompleted(1, 4, *HANDS, Outcome.PLAYER), {"coup": 4}),
    (e.ResultConfirmed(1, DEALER, Outcome.PLAYER), {"outcome": "player"}),
    (e.CoupSettled(1, 4, Outcome.PLAYER), {"coup": 4, "outcome": "player"}),
    (e.FreeCoupEnded(1, 4, Outcome.PLAYER), {"coup": 4, "outcome": "player"}),
    (
        e.CoupCorrected(1, DEALER, 4, (), (), *HANDS, Outcome.PLAYER, "a card was misread"),
        {
            "coup": 4,
            "player": ["8S", "KH"],
            "banker": ["5C", "TD"],
            "outcome": "player",
            "reason": "a card was misread",
        },
    ),
    (e.CoupVoided(1, DEALER, 4, "spilled water"), {"coup": 4, "reason": "spilled water"}),
]

# What only the journal knows. A new event is in neither list, and fails the test below until somebody has decided.
UNTOLD = {
    e.ProcessStarted,
    e.ProcessStopped,
    e.IntegrityChecked,
    e.RulesAdopted,
    e.ShiftTaken,
    e.VoidProposed,
    e.CorrectionProposed,
    e.ShiftEnded,
    e.CardRead,
    e.CardHeld,
    e.CardKept,
    e.CardDiscarded,
    e.CardRejected,
    e.CardKeyedIn,
    e.CardWasOnFelt,
    e.CardReadIdle,
    e.MisreadRecorded,
    e.DeviceReported,
    e.ShoeResultReported,
    e.ReadsLost,
    e.ScannerOnline,
    e.ScannerOffline,
    e.CutCardSeenAgain,
    e.RescanFailed,
    e.SpareRead,
    e.ScannerSwapped,
    e.DeckCheckStarted,
    e.CardChecked,
    e.DeckChecked,
}


@pytest.mark.parametrize(("event", "fields"), TOLD, ids=lambda value: type(value).__name__)
def test_an_event_is_told_under_its_name_with_what_is_public_of_it(event: e.Event, fields: dict[str, Any]) -> None:
    assert public_event(event) == {"type": name_of(event), **fields}


@pytest.mark.parametrize(
    "event",
    [
        e.CardRead(1, ReadId("shoe", "b", 1), CARD, None, None),
        e.CardHeld(1, CARD),
        e.CardKept(1, CARD, for_burn=True),
        e.CardDiscarded(1, CARD, "void"),
        e.CardKeyedIn(1, DEALER, CARD),
        e.CardReadIdle(1, ReadId("shoe", "b", 1), CARD),
        e.RulesAdopted(1, DEALER, "digest"),
        e.SpareRead(1, ReadId("spare", "b", 1), SpareSaw.CARD, CARD),
        e.CardChecked(1, ReadId("shoe", "b", 1), CARD, None),
        e.DeckChecked(1, DEALER, 8, 415, (CARD,), (), ()),
    ],
)
def test_a_card_that_does_not_lie_face_up_is_nobodys_business(event: e.Event) -> None:
    assert public_event(event) is None


def test_of_every_event_it_is_decided_whether_it_is_told() -> None:
    told = {type(event) for event, _ in TOLD}
    assert told & UNTOLD == set()
    assert told | UNTOLD == set(get_args(e.Event))


def test_no_persons_name_is_told() -> None:
    assert "Dana" not in repr([public_event(event) for event, _ in TOLD])
