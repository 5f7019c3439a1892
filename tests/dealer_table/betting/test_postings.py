"""What each event moves between which accounts. Pure."""

import pytest

from dealer_table.betting.events import (
    BetsAccepted,
    BetsSettled,
    BettingEvent,
    DebtSettled,
    FundsDeposited,
    FundsWithdrawn,
    PatronAsked,
    PatronLeft,
    PatronSeated,
    SettlementCorrected,
    SpotsOffered,
    StakesReturned,
)
from dealer_table.betting.postings import Posting, postings_of
from dealer_table.betting.rules import BettingRules
from dealer_table.betting.words import Left, Means, PatronLimits, Stake
from dealer_table.procedure.words import Actor, Role
from tests.dealer_table.betting.felt_at_work import ANN, FAY

CASHIER = Actor(Role.ADMINISTRATOR, "Cora")
STAKES = (Stake("player", 300), Stake("tie", 100))

Moved = list[tuple[str, str, int, str]]


def moved(event: BettingEvent, *, elsewhere: bool = False) -> Moved:
    postings = postings_of(event, elsewhere=elsewhere)
    assert all(posting.amount > 0 and posting.currency == "EUR" for posting in postings)
    return [(posting.debit, posting.credit, posting.amount, posting.about) for posting in postings]


def bets(change: int) -> BetsAccepted:
    return BetsAccepted(1, 1, ANN, "r1", STAKES, change, "m1", "d")


def settled(*returned: Stake) -> BetsSettled:
    return BetsSettled(1, 1, ANN, STAKES, returned, "d")


def debt(means: Means) -> DebtSettled:
    return DebtSettled(1, CASHIER, ANN, 700, means, "slip", "why")


def corrected(before: int, after: int, owed: int = 0) -> SettlementCorrected:
    return SettlementCorrected(1, 1, ANN, (Stake("tie", before),), (Stake("tie", after),), owed)


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (bets(400), [("patron:ann", "stakes", 400, "bet")]),
        (bets(-50), [("stakes", "patron:ann", 50, "bet_taken_back")]),
        (bets(0), []),
        (settled(), [("stakes", "house", 400, "loss")]),
        (
            settled(Stake("player", 300)),
            [("stakes", "patron:ann", 300, "stake_back"), ("stakes", "house", 100, "loss")],
        ),
        (settled(*STAKES), [("stakes", "patron:ann", 400, "stake_back")]),
        (
            settled(Stake("tie", 900)),
            [("stakes", "patron:ann", 400, "stake_back"), ("house", "patron:ann", 500, "win")],
        ),
        (StakesReturned(1, 1, ANN, STAKES, "spilled"), [("stakes", "patron:ann", 400, "void")]),
        (corrected(100, 900), [("house", "patron:ann", 800, "correction")]),
        (corrected(900, 100), [("patron:ann", "house", 800, "correction")]),
        (corrected(900, 900), []),
        (
            corrected(900, 100, owed=500),
            [("patron:ann", "house", 300, "correction"), ("owed:ann", "house", 500, "correction")],
        ),
        (corrected(900, 100, owed=800), [("owed:ann", "house", 800, "correction")]),
        (
            corrected(100, 900, owed=-500),
            [("house", "patron:ann", 300, "correction"), ("house", "owed:ann", 500, "correction")],
        ),
        (corrected(100, 900, owed=-800), [("house", "owed:ann", 800, "correction")]),
        (FundsDeposited(1, CASHIER, ANN, 700, "slip"), [("cage", "patron:ann", 700, "deposit")]),
        (FundsWithdrawn(1, CASHIER, ANN, 700, "slip"), [("patron:ann", "cage", 700, "withdrawal")]),
        (debt(Means.CASH), [("cage", "owed:ann", 700, "debt_paid")]),
        (debt(Means.ACCOUNT), [("patron:ann", "owed:ann", 700, "debt_paid")]),
        (debt(Means.FORGIVEN), [("house", "owed:ann", 700, "debt_forgiven")]),
        (PatronSeated(1, ANN, PatronLimits()), []),
        (PatronAsked(1, ANN, 5), []),
        (PatronLeft(1, ANN, Left.IDLE), []),
        (SpotsOffered(1, "d", BettingRules()), []),
    ],
)
def test_what_leaves_one_account_arrives_in_another(event: BettingEvent, expected: Moved) -> None:
    assert moved(event) == expected


def test_money_kept_elsewhere_is_between_the_table_and_who_keeps_it() -> None:
    assert moved(bets(400), elsewhere=True) == [("operator:ann", "stakes", 400, "bet")]
    assert moved(settled(*STAKES), elsewhere=True) == [("stakes", "operator:ann", 400, "stake_back")]


def test_play_money_is_always_kept_here() -> None:
    play = BetsAccepted(1, 1, FAY, "r1", STAKES, 400, "m1", "d")
    assert postings_of(play, elsewhere=True) == (Posting("patron:fay", "stakes", "FUN", 400, "bet"),)
