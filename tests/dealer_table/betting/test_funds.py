"""What is decided by how much a patron has. Pure."""

from dataclasses import replace

import pytest

from dealer_table.betting.book import Book
from dealer_table.betting.commands import SeatPatron
from dealer_table.betting.events import (
    BetsAccepted,
    BetsSettled,
    DebtSettled,
    FundsDeposited,
    FundsWithdrawn,
    PatronSeated,
    SettlementCorrected,
)
from dealer_table.betting.funds import LARGEST_BALANCE, Uncommitted, asks_for_funds, play_money_for, within_funds
from dealer_table.betting.words import Means, PatronLimits, Stake
from dealer_table.errors import CommandRefused, InsufficientFunds
from dealer_table.procedure.words import SYSTEM
from tests.dealer_table.betting.felt_at_work import ANN, BOB, FAY, felt_open, place

DEPOSIT = FundsDeposited(1, SYSTEM, ANN, 500, "slip")
WITHDRAWAL = FundsWithdrawn(1, SYSTEM, ANN, 500, "slip")
PAID = DebtSettled(1, SYSTEM, ANN, 500, Means.CASH, "slip")


def correction(before: int, after: int) -> SettlementCorrected:
    returns = [(Stake("player", amount),) if amount else () for amount in (before, after)]
    return SettlementCorrected(1, 1, ANN, returns[0], returns[1])


@pytest.mark.parametrize("there", [500, 501])
def test_what_is_there_is_paid_out(there: int) -> None:
    assert within_funds([WITHDRAWAL], lambda _: there) == (WITHDRAWAL,)


def test_what_is_not_there_is_not_paid_out() -> None:
    with pytest.raises(InsufficientFunds) as refused:
        within_funds([WITHDRAWAL], lambda _: 499)
    assert refused.value.numbers == {"balance": 499, "needed": 500}


@pytest.mark.parametrize("event", [DEPOSIT, WITHDRAWAL])
def test_the_cashier_has_no_part_in_money_that_is_kept_elsewhere(event: FundsDeposited | FundsWithdrawn) -> None:
    with pytest.raises(CommandRefused, match="kept_elsewhere"):
        within_funds([event], lambda _: None)


def test_an_account_holds_no_more_than_every_reader_can_count() -> None:
    assert within_funds([DEPOSIT], lambda _: LARGEST_BALANCE - 500) == (DEPOSIT,)
    with pytest.raises(CommandRefused, match="account_full") as refused:
        within_funds([DEPOSIT], lambda _: LARGEST_BALANCE - 499)
    assert refused.value.numbers == {"balance": LARGEST_BALANCE - 499, "maximum": LARGEST_BALANCE, "asked": 500}


@pytest.mark.parametrize(
    ("before", "after", "there", "owed"),
    [(600, 0, 700, 0), (600, 0, 600, 0), (600, 0, 250, 350), (600, 100, 0, 500), (0, 600, 0, 0), (600, 0, None, 0)],
)
def test_what_cannot_be_taken_back_is_owed(before: int, after: int, there: int | None, owed: int) -> None:
    (event,) = within_funds([correction(before, after)], lambda _: there)
    assert isinstance(event, SettlementCorrected)
    assert event.owed == owed


@pytest.mark.parametrize(("owed", "paid"), [(0, 0), (200, 200), (350, 350), (900, 350)])
def test_a_later_correction_pays_only_what_is_still_owed(owed: int, paid: int) -> None:
    better = replace(correction(0, 600), owed=-350)
    assert within_funds([better], lambda _: 0, lambda _: owed) == (replace(better, owed=-paid),)


@pytest.mark.parametrize("means", Means)
def test_a_debt_is_settled_as_far_as_it_goes(means: Means) -> None:
    event = replace(PAID, means=means)
    assert within_funds([event], lambda _: 500, lambda _: 500) == (event,)
    with pytest.raises(CommandRefused, match="owes_less") as refused:
        within_funds([event], lambda _: 500, lambda _: 499)
    assert refused.value.numbers == {"owed": 499, "asked": 500}
    with pytest.raises(CommandRefused, match="owes_less"):
        within_funds([event], lambda _: 500)
    with pytest.raises(CommandRefused, match="kept_elsewhere"):
        within_funds([event], lambda _: None, lambda _: 500)


def test_only_out_of_the_account_is_a_debt_paid_with_what_is_there() -> None:
    with pytest.raises(InsufficientFunds) as refused:
        within_funds([replace(PAID, means=Means.ACCOUNT)], lambda _: 499, lambda _: 500)
    assert refused.value.numbers == {"balance": 499, "needed": 500}
    assert within_funds([PAID], lambda _: 0, lambda _: 500) == (PAID,)


def test_only_what_depends_on_funds_asks_for_them() -> None:
    seated = PatronSeated(1, ANN, PatronLimits())
    assert not asks_for_funds([seated])
    assert asks_for_funds([seated, DEPOSIT])
    assert asks_for_funds([PAID])
    assert within_funds([seated], lambda _: None) == (seated,)


def test_what_is_not_on_record_yet_counts_but_for_what_bets_took_before() -> None:
    made = Uncommitted(lambda _: 1_000)
    assert made.available(ANN) == 1_000
    made.events.append(BetsAccepted(1, 1, ANN, "r1", (Stake("tie", 300),), 300, "m", "d"))
    made.events.append(BetsAccepted(1, 1, BOB, "r2", (), -200, "", "d"))
    assert (made.available(ANN), made.available(BOB)) == (1_000, 1_200)
    made.events += [BetsSettled(1, 1, ANN, (Stake("tie", 300),), (Stake("tie", 2_700),), "d"), DEPOSIT]
    assert (made.available(ANN), made.available(BOB)) == (1_000 + 2_700 + 500, 1_200)


def test_what_is_owed_counts_what_is_not_on_record_yet() -> None:
    made = Uncommitted(lambda _: 1_000, lambda patron: 300 if patron == ANN else 0)
    made.events += [replace(correction(600, 0), owed=400), PAID]
    assert (made.owed(ANN), made.owed(BOB)) == (300 + 400 - 500, 0)
    assert made.available(ANN) == 1_000 - 200
    made.events.append(replace(PAID, amount=200, means=Means.ACCOUNT))
    assert (made.owed(ANN), made.available(ANN)) == (0, 1_000 - 200 - 200)


def test_of_money_kept_elsewhere_nobody_knows_what_a_batch_does_to_it() -> None:
    assert Uncommitted(lambda _: None, events=[DEPOSIT]).available(ANN) is None


def test_who_sits_down_with_no_play_money_is_given_some() -> None:
    command = SeatPatron(1, FAY)
    (given,) = play_money_for(command, Book(), lambda _: 0, 10_000)
    assert given == FundsDeposited(1, SYSTEM, FAY, 10_000, "play-money")
    assert play_money_for(command, Book(), lambda _: 1, 10_000) == ()
    assert play_money_for(command, Book(), lambda _: 0, 0) == ()


def test_play_money_is_for_play_and_for_those_without_a_stake() -> None:
    assert play_money_for(SeatPatron(1, ANN), Book(), lambda _: 0, 10_000) == ()
    felt = felt_open()
    felt.bet(FAY, place("player", 500))
    assert play_money_for(SeatPatron(1, FAY), felt.book, lambda _: 0, 10_000) == ()
