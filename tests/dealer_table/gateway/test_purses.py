import pytest

from dealer_table.betting.events import (
    BetsAccepted,
    BetsSettled,
    BettingEvent,
    DebtSettled,
    FundsDeposited,
    FundsWithdrawn,
    PatronAsked,
    SettlementCorrected,
    StakesReturned,
)
from dealer_table.betting.words import Means, Stake
from dealer_table.gateway.purses import Purses, moved_by
from dealer_table.procedure.words import Actor, Role
from tests.dealer_table.betting.felt_at_work import ANN, BOB

CASHIER = Actor(Role.ADMINISTRATOR, "Cora")
PLAYER, TIE = Stake("player", 300), Stake("tie", 100)


@pytest.mark.parametrize(
    ("event", "amount"),
    [
        (BetsAccepted(1, 1, ANN, "r", (PLAYER,), 300, "m", "d"), 0),
        (BetsAccepted(1, 1, ANN, "r", (), -300, "", "d"), 300),
        (BetsSettled(1, 1, ANN, (PLAYER,), (Stake("player", 600), TIE), "d"), 700),
        (StakesReturned(1, 1, ANN, (PLAYER, TIE), "void"), 400),
        (SettlementCorrected(1, 1, ANN, (PLAYER,), (TIE,)), -200),
        (SettlementCorrected(1, 1, ANN, (PLAYER,), (), owed=250), -50),
        (FundsDeposited(1, CASHIER, ANN, 70, "r"), 70),
        (FundsWithdrawn(1, CASHIER, ANN, 70, "r"), -70),
        (DebtSettled(1, CASHIER, ANN, 70, Means.ACCOUNT, "r"), -70),
        (DebtSettled(1, CASHIER, ANN, 70, Means.CASH, "r"), 0),
        (DebtSettled(1, CASHIER, ANN, 70, Means.FORGIVEN, "r", "why"), 0),
        (PatronAsked(1, ANN, 5), 0),
    ],
)
def test_what_the_record_gives_back(event: BettingEvent, amount: int) -> None:
    assert moved_by(event) == amount


def test_what_is_not_known_stays_so_whatever_moves() -> None:
    purses = Purses()
    purses.move(ANN, 500)
    assert purses.balance(ANN) is None


def test_what_moved_while_it_was_asked_is_asked_again() -> None:
    purses = Purses()
    mark = purses.asking(ANN)
    purses.tell(ANN, 700)
    assert not purses.answered(ANN, mark, 1_000)
    assert purses.balance(ANN) == 700
    mark = purses.asking(ANN)
    purses.move(BOB, 5)
    assert purses.answered(ANN, mark, 650)
    assert purses.balance(ANN) == 650


def test_nobody_has_less_than_nothing() -> None:
    purses = Purses()
    purses.tell(ANN, 100)
    purses.move(ANN, -300)
    assert purses.balance(ANN) == 0


def test_a_keeper_that_is_away_takes_nothing_from_what_is_known() -> None:
    purses = Purses()
    purses.tell(ANN, 100)
    assert purses.answered(ANN, purses.asking(ANN), None)
    assert (purses.balance(ANN), purses.is_unavailable(ANN)) == (100, True)
    purses.tell(ANN, 50)
    assert not purses.is_unavailable(ANN)
    purses.forget(ANN)
    assert purses.balance(ANN) is None
