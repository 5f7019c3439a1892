"""What each event moves between accounts, double entry: everything that leaves one arrives in another. Pure.

A posting takes `amount` from the account it debits to the one it credits, so the balances of all accounts together are
always nought. The accounts of a table, each once per currency:

    patron:NAME    what a patron may bet with, never below nought; kept here
    operator:NAME  in its place where somebody else keeps the patron's money: what they owe the table, or it them
    stakes         what lies on the felt, of everybody
    house          what the house has won, less what it has lost
    cage           what the cashier paid out, less what came in
    owed:NAME      what a patron owes, below nought, by a correction that took back more than there was, until it is
                   paid or forgiven
"""

from dataclasses import dataclass
from typing import assert_never

from dealer_table.betting.coups import total_of
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
from dealer_table.betting.words import Means, Patron

STAKES = "stakes"
HOUSE = "house"
CAGE = "cage"
DEBTS = "owed:"  # what the accounts of debts begin with
_SETTLED = {Means.CASH: "debt_paid", Means.ACCOUNT: "debt_paid", Means.FORGIVEN: "debt_forgiven"}


@dataclass(frozen=True, slots=True)
class Posting:
    """An amount, more than nought in minor units, from the account debited to the one credited; `about` says why."""

    debit: str
    credit: str
    currency: str
    amount: int
    about: str


def postings_of(event: BettingEvent, *, elsewhere: bool) -> tuple[Posting, ...]:
    """Return what `event` moves; `elsewhere` when the table's patrons have their real money with somebody else."""
    match event:
        case BetsAccepted(patron=patron, change=change):
            account = account_of(patron, elsewhere=elsewhere)
            if change > 0:
                return _posted(account, STAKES, patron, change, "bet")
            return _posted(STAKES, account, patron, -change, "bet_taken_back")
        case BetsSettled(patron=patron):
            return _settlement(event, account_of(patron, elsewhere=elsewhere))
        case StakesReturned(patron=patron, stakes=stakes):
            return _posted(STAKES, account_of(patron, elsewhere=elsewhere), patron, total_of(stakes), "void")
        case SettlementCorrected(patron=patron):
            return _correction(event, account_of(patron, elsewhere=elsewhere))
        case FundsDeposited(patron=patron, amount=amount):
            return _posted(CAGE, account_of(patron, elsewhere=elsewhere), patron, amount, "deposit")
        case FundsWithdrawn(patron=patron, amount=amount):
            return _posted(account_of(patron, elsewhere=elsewhere), CAGE, patron, amount, "withdrawal")
        case DebtSettled(patron=patron, amount=amount, means=means):
            return _posted(_payer(patron, means, elsewhere=elsewhere), debt_of(patron), patron, amount, _SETTLED[means])
        case SpotsOffered() | PatronSeated() | PatronAsked() | PatronLeft():
            return ()
        case _:
            assert_never(event)


def account_of(patron: Patron, *, elsewhere: bool) -> str:
    """Return the account of a patron's money; play money is kept here wherever the real money is."""
    return f"operator:{patron.name}" if elsewhere and not patron.plays_for_fun else f"patron:{patron.name}"


def debt_of(patron: Patron) -> str:
    """Return the account of what a patron owes."""
    return f"{DEBTS}{patron.name}"


def _payer(patron: Patron, means: Means, *, elsewhere: bool) -> str:
    match means:
        case Means.CASH:
            return CAGE
        case Means.ACCOUNT:
            return account_of(patron, elsewhere=elsewhere)
        case Means.FORGIVEN:
            return HOUSE


def _settlement(event: BetsSettled, account: str) -> tuple[Posting, ...]:
    stakes, returned = total_of(event.stakes), total_of(event.returned)
    back = min(stakes, returned)
    return (
        *_posted(STAKES, account, event.patron, back, "stake_back"),
        *_posted(HOUSE, account, event.patron, returned - back, "win"),
        *_posted(STAKES, HOUSE, event.patron, stakes - back, "loss"),
    )


def _correction(event: SettlementCorrected, account: str) -> tuple[Posting, ...]:
    patron, more = event.patron, total_of(event.after) - total_of(event.before)
    debt = debt_of(patron)
    if more > 0:
        return (
            *_posted(HOUSE, account, patron, more + event.owed, "correction"),
            *_posted(HOUSE, debt, patron, -event.owed, "correction"),
        )
    return (
        *_posted(account, HOUSE, patron, -more - event.owed, "correction"),
        *_posted(debt, HOUSE, patron, event.owed, "correction"),
    )


def _posted(debit: str, credit: str, patron: Patron, amount: int, about: str) -> tuple[Posting, ...]:
    return (Posting(debit, credit, patron.currency, amount, about),) if amount else ()
