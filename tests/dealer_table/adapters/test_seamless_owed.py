"""What each record makes the table owe at the operator, and under which name. Pure."""

import pytest

from dealer_table.adapters.seamless_owed import Owed, Place, owed_by
from dealer_table.betting.events import (
    BetsAccepted,
    BetsSettled,
    PatronLeft,
    SettlementCorrected,
    StakesReturned,
)
from dealer_table.betting.recorded import RecordedEvent
from dealer_table.betting.words import PLAY_MONEY, Left, Patron, Stake
from dealer_table.ports.journal import Record
from dealer_table.procedure.events import BurnDue
from dealer_table.wire.wallet import RollbackRequest

ANN = Patron("Ann", "EUR")
PLACE = Place("e" * 32, "table-1", 3)
LAY = (Stake("player", 500), Stake("tie", 100))


def owed(event: RecordedEvent) -> Owed | None:
    return owed_by(Record(42, 41, 1, event), PLACE)


@pytest.mark.parametrize(
    ("event", "operation", "amount", "reason"),
    [
        (BetsAccepted(1, 7, ANN, "r", LAY, -200, "", "d"), "credit", 200, "reduced"),
        (BetsSettled(1, 7, ANN, LAY, (Stake("player", 1000),), "d"), "credit", 1000, "settled"),
        (BetsSettled(1, 7, ANN, LAY, (), "d"), "credit", 0, "settled"),
        (StakesReturned(1, 7, ANN, LAY, "void"), "credit", 600, "returned"),
        (SettlementCorrected(1, 7, ANN, (), LAY), "credit", 600, "correction"),
        (SettlementCorrected(1, 7, ANN, LAY, ()), "debit", 600, "correction"),
        (SettlementCorrected(1, 7, ANN, LAY, (), owed=150), "debit", 450, "correction"),
    ],
)
def test_what_moves_money_is_owed_under_its_place_in_the_journal(
    event: RecordedEvent, operation: str, amount: int, reason: str
) -> None:
    each = owed(event)
    assert each is not None and not isinstance(each.request, RollbackRequest)
    request = each.request
    assert (request.amount, request.reason, each.patron) == (amount, reason, ANN)
    assert each.key == f"{operation}:{'e' * 32}.42"
    assert (request.table, request.shoe, request.coup) == ("table-1", 3, 7)


@pytest.mark.parametrize(
    "event",
    [
        BetsAccepted(1, 7, ANN, "r", LAY, 600, "seamless-1", "d"),
        BetsAccepted(1, 7, ANN, "r", LAY, 0, "", "d"),
        SettlementCorrected(1, 7, ANN, LAY, LAY),
        SettlementCorrected(1, 7, ANN, LAY, (), owed=600),
        PatronLeft(1, ANN, Left.OWN_WISH),
        BurnDue(1, 3),
        BetsSettled(1, 7, Patron("Ann", PLAY_MONEY), LAY, LAY, "d"),
        StakesReturned(1, 7, Patron("Ann", PLAY_MONEY), LAY, "void"),
    ],
)
def test_nothing_else_is_owed(event: RecordedEvent) -> None:
    assert owed(event) is None
