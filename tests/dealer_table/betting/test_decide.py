"""What patrons and the cashier ask, and why it is refused. Pure."""

from dataclasses import replace

import pytest

from dealer_table.betting.commands import DepositFunds, LeaveTable, SeatPatron, SettleDebt, WithdrawFunds
from dealer_table.betting.decide import foreseen
from dealer_table.betting.events import (
    BetsAccepted,
    DebtSettled,
    FundsDeposited,
    FundsWithdrawn,
    PatronLeft,
    PatronSeated,
    SpotsOffered,
)
from dealer_table.betting.rules import BettingRules
from dealer_table.betting.words import Gesture, Left, Means, Patron, PatronLimits, Stake
from dealer_table.procedure import commands as c
from dealer_table.procedure.house import HouseProcedure
from dealer_table.procedure.words import Actor, BurnRule, Role
from tests.dealer_table.betting.felt_at_work import (
    ANN,
    BOB,
    CLEAR,
    FAY,
    REBET,
    REBET_X2,
    RULES,
    UNDO,
    FeltAtWork,
    felt_open,
    felt_with_shoe,
    place,
    restarted,
    with_money,
)
from tests.dealer_table.procedure.table_at_work import (
    ALL_BUT_THE_LAST,
    DEALER,
    PLAYER_NATURAL,
    TIE_OF_SIX_CARDS,
)

CASHIER = Actor(Role.ADMINISTRATOR, "Cora")


def accepted(felt: FeltAtWork) -> BetsAccepted:
    """Return the last bets that were accepted."""
    return [event for event in felt.journal if isinstance(event, BetsAccepted)][-1]


# ---- what is accepted ---------------------------------------------------------------------------------------------


def test_a_batch_is_confirmed_whole() -> None:
    felt = felt_open()
    felt.bet(ANN, place("tie", 200), place("player", 500), place("player", 100), UNDO, request="r1")
    assert accepted(felt) == BetsAccepted(
        felt.now, 1, ANN, "r1", (Stake("player", 500), Stake("tie", 200)), 700, "movement of 700", "rules-1", 0
    )
    assert felt.lies(ANN) == {"player": 500, "tie": 200}
    assert felt.totals("EUR") == {"player": 500, "tie": 200}


def test_the_next_batch_lies_on_top_and_takes_the_difference() -> None:
    felt = felt_open()
    felt.bet(ANN, place("player", 500))
    felt.bet(ANN, place("player", 100), place("tie", 100))
    assert felt.lies(ANN) == {"player": 600, "tie": 100}
    assert (accepted(felt).change, accepted(felt).movement) == (200, "movement of 200")


def test_clear_gives_everything_back() -> None:
    felt = felt_open()
    felt.bet(ANN, place("player", 500))
    felt.bet(ANN, CLEAR)
    assert (accepted(felt).stakes, accepted(felt).change, accepted(felt).movement) == ((), -500, "")
    assert felt.lies(ANN) == {}
    assert felt.totals("EUR") == {}
    felt.bet(ANN, UNDO)
    assert felt.lies(ANN) == {"player": 500}


def test_a_stake_may_move_from_spot_to_spot_for_nothing() -> None:
    felt = felt_open()
    felt.bet(ANN, place("player", 500))
    felt.bet(ANN, CLEAR, place("banker", 500))
    assert felt.lies(ANN) == {"banker": 500}
    assert (accepted(felt).change, accepted(felt).movement) == (0, "")


def test_undo_goes_back_batch_by_batch() -> None:
    felt = felt_open()
    felt.bet(ANN, place("player", 100))
    felt.bet(ANN, place("player", 200), place("tie", 100))
    felt.bet(ANN, UNDO)
    assert felt.lies(ANN) == {"player": 100}
    felt.bet(ANN, place("banker", 100))
    felt.bet(ANN, UNDO)
    assert felt.lies(ANN) == {"player": 100}
    felt.bet(ANN, UNDO)
    assert felt.lies(ANN) == {}
    assert felt.bet_refused(ANN, UNDO) == ("nothing_to_undo", {})


def test_rebet_places_what_lay_on_the_last_coup_that_the_patron_bet_on() -> None:
    felt = felt_open()
    felt.bet(ANN, place("player", 300), place("tie", 100))
    felt.play_out(PLAYER_NATURAL)
    felt.open_betting()
    felt.play_out(TIE_OF_SIX_CARDS)
    felt.open_betting()
    felt.bet(ANN, REBET)
    assert felt.lies(ANN) == {"player": 300, "tie": 100}
    felt.bet(ANN, UNDO)
    felt.bet(ANN, REBET_X2)
    assert felt.lies(ANN) == {"player": 600, "tie": 200}
    felt.play_out(PLAYER_NATURAL)
    felt.open_betting()
    felt.bet(ANN, REBET)
    assert felt.lies(ANN) == {"player": 600, "tie": 200}


def test_a_void_coup_can_be_bet_again() -> None:
    felt = felt_open()
    felt.bet(ANN, place("player", 300))
    felt.void()
    felt.open_betting()
    felt.bet(ANN, REBET)
    assert felt.lies(ANN) == {"player": 300}


def test_patrons_of_one_name_in_two_currencies_are_two() -> None:
    felt = felt_open(patrons=(ANN, Patron("ann", "FUN")))
    felt.bet(ANN, place("player", 300))
    felt.bet(Patron("ann", "FUN"), place("player", 10_000))
    assert felt.totals("EUR") == {"player": 300}
    assert felt.totals("FUN") == {"player": 10_000}
    assert felt.totals("USD") == {}


# ---- once ---------------------------------------------------------------------------------------------------------


def test_a_request_is_carried_out_once_however_often_it_comes() -> None:
    felt = felt_open()
    (first,) = felt.bet(ANN, place("player", 500), request="r1")
    assert felt.bet(ANN, place("player", 500), request="r1") == ()
    assert felt.book.answered(ANN, "r1") == first
    assert felt.book.answered(BOB, "r1") is None
    assert foreseen(felt.book, felt.state, felt.batch(ANN, place("player", 500), request="r1"), RULES) == (0, None)
    assert felt.lies(ANN) == {"player": 500}


def test_a_request_that_comes_again_after_the_coup_has_its_answer_still() -> None:
    felt = felt_open()
    (first,) = felt.bet(ANN, place("player", 500), request="r1")
    felt.ask(LeaveTable(felt.now, ANN))
    felt.play_out(PLAYER_NATURAL)
    assert felt.bet(ANN, place("player", 500), request="r1", coup=1) == ()
    felt.open_betting()
    assert felt.bet(ANN, place("player", 500), request="r1", coup=1) == ()
    assert felt.book.answered(ANN, "r1") == first
    felt.play_out(PLAYER_NATURAL)
    assert felt.book.answered(ANN, "r1") is None


def test_a_name_used_for_the_next_coup_again_is_another_request() -> None:
    felt = felt_open()
    felt.bet(ANN, place("player", 500), request="r1")
    felt.play_out(PLAYER_NATURAL)
    felt.open_betting()
    (second,) = felt.bet(ANN, place("tie", 100), request="r1")
    assert felt.book.answered(ANN, "r1") == second


# ---- the window ---------------------------------------------------------------------------------------------------


def test_no_bet_before_the_betting_opens() -> None:
    felt = felt_with_shoe()
    assert felt.bet_refused(ANN, place("player", 100), coup=1) == ("betting_closed", {"at": felt.now})


def test_the_window_ends_on_the_clock_whether_or_not_the_table_has_said_so() -> None:
    felt = felt_open()
    opened = felt.now
    closes_at = felt.state.betting_closes_at
    assert closes_at is not None
    felt.now = closes_at - 1
    felt.bet(ANN, place("player", 100))
    felt.now = closes_at
    assert felt.bet_refused(ANN, place("player", 100)) == ("betting_closed", {"closes_at": closes_at, "at": closes_at})
    felt.give(c.CheckClock(felt.now))
    felt.now = opened
    assert felt.bet_refused(ANN, place("player", 100)) == ("betting_closed", {"closes_at": closes_at, "at": opened})


def test_no_bet_after_the_dealer_closed_or_a_card_came() -> None:
    felt = felt_open()
    felt.close_betting()
    assert felt.bet_refused(ANN, place("player", 100))[0] == "betting_closed"
    felt = felt_open()
    felt.read("4S")
    assert felt.held_for is not None
    assert felt.bet_refused(ANN, place("player", 100))[0] == "betting_closed"
    felt = felt_open()
    felt.play_out(ALL_BUT_THE_LAST)
    assert felt.bet_refused(ANN, CLEAR)[0] == "betting_closed"


def test_a_bet_that_was_meant_for_another_coup_is_not_one_on_this() -> None:
    felt = felt_open()
    felt.play_out(PLAYER_NATURAL)
    felt.open_betting()
    assert felt.bet_refused(ANN, place("player", 100), coup=1) == ("other_coup", {"asked": 1, "open": 2})
    assert felt.bet_refused(ANN, place("player", 100), coup=3) == ("other_coup", {"asked": 3, "open": 2})


def test_nobody_bets_on_a_free_coup() -> None:
    felt = felt_with_shoe(HouseProcedure(burn=BurnRule.NONE, free_coups=1))
    felt.give(c.StartFreeCoup(felt.now, DEALER))
    assert felt.bet_refused(ANN, place("player", 100), coup=1) == ("betting_closed", {"at": felt.now})


# ---- refusals -----------------------------------------------------------------------------------------------------


def test_a_patron_without_a_seat_does_not_bet() -> None:
    felt = felt_open(patrons=(ANN,))
    assert felt.bet_refused(BOB, place("player", 100)) == ("not_seated", {})


@pytest.mark.parametrize("gestures", [(), (CLEAR,), (place("player", 100), UNDO)])
def test_there_must_be_something_to_confirm(gestures: tuple[Gesture, ...]) -> None:
    assert felt_open().bet_refused(ANN, *gestures) == ("nothing_to_confirm", {})


def test_a_batch_is_refused_whole() -> None:
    felt = felt_open()
    felt.bet(ANN, place("player", 100))
    refused = felt.bet_refused(ANN, place("player", 100), place("tie", 50))
    assert refused == ("below_minimum", {"spot": "tie", "minimum": 100, "asked": 50})
    assert felt.lies(ANN) == {"player": 100}


def test_the_limits_of_the_seat_count() -> None:
    felt = felt_open(patrons=())
    felt.seat(ANN, limits=PatronLimits(spot_maximum=300))
    numbers = {"spot": "player", "maximum": 300, "asked": 400}
    assert felt.bet_refused(ANN, place("player", 400)) == ("over_patron_limit", numbers)


def test_what_others_have_there_counts_in_one_currency_only() -> None:
    felt = felt_open()
    felt.bet(BOB, place("tie", 10_000))
    felt.bet(FAY, place("tie", 10_000))
    numbers = {"spot": "tie", "maximum": 15_000, "asked": 5_050, "room": 5_000}
    assert felt.bet_refused(ANN, place("tie", 5_050)) == ("over_table_maximum", numbers)
    felt.bet(ANN, place("tie", 5_000))


def test_a_rebet_is_held_to_the_limits_too() -> None:
    felt = felt_open()
    felt.bet(ANN, place("player", 6_000))
    felt.play_out(PLAYER_NATURAL)
    felt.open_betting()
    numbers = {"spot": "player", "maximum": 10_000, "asked": 12_000}
    assert felt.bet_refused(ANN, REBET_X2) == ("over_maximum", numbers)


def test_what_was_taken_must_be_what_is_needed() -> None:
    felt = felt_open()
    command = felt.batch(ANN, place("player", 500))
    assert felt.refused(with_money(command, 400)) == ("stakes_changed", {"taken": 400, "needed": 500})
    assert felt.refused(with_money(command, 600)) == ("stakes_changed", {"taken": 600, "needed": 500})
    felt.bet(ANN, place("player", 500))
    back = felt.batch(ANN, CLEAR)
    assert felt.refused(with_money(back, 500)) == ("stakes_changed", {"taken": 500, "needed": 0})


# ---- seats --------------------------------------------------------------------------------------------------------


def test_a_seat_is_taken_and_renewed() -> None:
    felt = felt_with_shoe(patrons=())
    assert felt.ask(SeatPatron(felt.now, ANN)) == (PatronSeated(felt.now, ANN, PatronLimits()),)
    assert felt.ask(SeatPatron(felt.now, ANN)) == ()
    less = PatronLimits(coup_maximum=1_000)
    assert felt.ask(SeatPatron(felt.now, ANN, less)) == (PatronSeated(felt.now, ANN, less),)
    assert felt.book.seats[ANN].limits == less


def test_a_patron_whose_money_the_table_does_not_take_has_no_seat() -> None:
    felt = felt_with_shoe()
    assert felt.refused(SeatPatron(felt.now, Patron("kim", "KRW"))) == ("unknown_currency", {"currency": "KRW"})


def test_a_currency_that_is_taken_no_more_takes_no_more_bets() -> None:
    felt = felt_open()
    felt.rules = BettingRules(currencies={"FUN": RULES.currencies["FUN"]})
    felt.give(c.AdoptRules(felt.now, DEALER, "rules-2"))
    assert felt.bet_refused(ANN, place("player", 100)) == ("unknown_currency", {"currency": "EUR"})


def test_a_patron_leaves_once_and_bets_stand() -> None:
    felt = felt_open()
    felt.bet(ANN, place("player", 100))
    assert felt.ask(LeaveTable(felt.now, ANN)) == (PatronLeft(felt.now, ANN, Left.OWN_WISH),)
    assert felt.ask(LeaveTable(felt.now, ANN)) == ()
    assert felt.lies(ANN) == {"player": 100}
    assert felt.bet_refused(ANN, CLEAR) == ("not_seated", {})


# ---- the cashier --------------------------------------------------------------------------------------------------


def test_money_comes_in_and_goes_out_once_a_reference() -> None:
    felt = felt_with_shoe()
    assert felt.ask(DepositFunds(felt.now, CASHIER, ANN, 500, "slip 1")) == (
        FundsDeposited(felt.now, CASHIER, ANN, 500, "slip 1"),
    )
    assert felt.ask(WithdrawFunds(felt.now, CASHIER, ANN, 200, "slip 2")) == (
        FundsWithdrawn(felt.now, CASHIER, ANN, 200, "slip 2"),
    )
    for again in (DepositFunds, WithdrawFunds):
        assert felt.refused(again(felt.now + 5, CASHIER, BOB, 1, "slip 1")) == ("reference_used", {"at": felt.now})


@pytest.mark.parametrize("means", Means)
def test_a_debt_is_settled_once_a_reference_in_whatever_currency(means: Means) -> None:
    felt = felt_with_shoe()
    kim = Patron("kim", "KRW")
    assert felt.ask(SettleDebt(felt.now, CASHIER, kim, 500, means, "slip 1", " misread card ")) == (
        DebtSettled(felt.now, CASHIER, kim, 500, means, "slip 1", "misread card"),
    )
    again = SettleDebt(felt.now + 5, CASHIER, ANN, 1, means, "slip 1", "r")
    assert felt.refused(again) == ("reference_used", {"at": felt.now})
    assert felt.refused(DepositFunds(felt.now, CASHIER, ANN, 1, "slip 1")) == ("reference_used", {"at": felt.now})
    assert felt.refused(replace(again, reference="slip 2", amount=0)) == ("wrong_step", {"step": 1, "amount": 0})


def test_a_debt_is_forgiven_with_a_reason() -> None:
    felt = felt_with_shoe()
    assert felt.refused(SettleDebt(felt.now, CASHIER, ANN, 5, Means.FORGIVEN, "s", " ")) == ("reason_needed", {})
    assert felt.ask(SettleDebt(felt.now, CASHIER, ANN, 5, Means.CASH, "s"))


@pytest.mark.parametrize("amount", [0, -500])
def test_an_amount_is_more_than_nought(amount: int) -> None:
    felt = felt_with_shoe()
    refused = felt.refused(DepositFunds(felt.now, CASHIER, ANN, amount, "slip 1"))
    assert refused == ("wrong_step", {"step": 1, "amount": amount})


def test_the_cashier_has_no_account_in_a_currency_that_is_not_taken() -> None:
    felt = felt_with_shoe()
    refused = felt.refused(WithdrawFunds(felt.now, CASHIER, Patron("kim", "KRW"), 100, "slip 1"))
    assert refused == ("unknown_currency", {"currency": "KRW"})


# ---- the rules a coup is bet under --------------------------------------------------------------------------------


def test_rules_that_come_in_mid_coup_are_for_the_next() -> None:
    felt = felt_open()
    felt.bet(ANN, place("player", 500))
    felt.rules = replace(RULES, currencies={"EUR": replace(RULES.currencies["EUR"], step=1_000)})
    felt.give(c.AdoptRules(felt.now, DEALER, "rules-2"))
    felt.bet(BOB, place("player", 150))
    assert accepted(felt).rules_digest == "rules-1"
    felt.play_out(PLAYER_NATURAL)
    felt.open_betting()
    assert felt.bet_refused(BOB, place("player", 150)) == ("wrong_step", {"step": 1_000, "amount": 150})
    felt.bet(BOB, place("player", 1_000))
    assert accepted(felt).rules_digest == "rules-2"


def test_rules_that_come_before_the_first_bet_are_for_this_coup() -> None:
    felt = felt_open()
    felt.give(c.AdoptRules(felt.now, DEALER, "rules-2"))
    felt.bet(BOB, place("player", 150))
    assert accepted(felt).rules_digest == "rules-2"


def test_the_first_bet_brings_the_offer_where_the_journal_has_none() -> None:
    felt = FeltAtWork(rules=BettingRules())
    for command in (c.OpenTable(felt.now, DEALER), c.LoadShoe(felt.now, DEALER)):
        felt.give(command)
    felt.scanner(online=True)
    felt.open_betting()
    assert not [event for event in felt.journal if isinstance(event, SpotsOffered)]
    felt.rules = RULES
    felt.seat(ANN, BOB)
    felt.bet(ANN, place("player", 500))
    felt.bet(BOB, place("player", 500))
    assert only_offer(felt) == SpotsOffered(felt.now, "rules-1", RULES)
    assert restarted(felt) == felt.book


def only_offer(felt: FeltAtWork) -> SpotsOffered:
    (offer,) = [event for event in felt.journal if isinstance(event, SpotsOffered)]
    return offer
