"""Decide what follows from what a patron or the cashier asks. Pure.

Like the procedure's `decide`: the events of one command, or CommandRefused and then nothing has changed. The coup is
held to the rules that its first bet was accepted under; until then to those in force.
"""

from typing import assert_never

from dealer_table.betting.book import Book
from dealer_table.betting.commands import (
    BettingCommand,
    DepositFunds,
    LeaveTable,
    PlaceBets,
    SeatPatron,
    SettleDebt,
    WithdrawFunds,
)
from dealer_table.betting.coups import OpenCoup
from dealer_table.betting.events import (
    BetsAccepted,
    BettingEvent,
    DebtSettled,
    FundsDeposited,
    FundsWithdrawn,
    PatronLeft,
    PatronSeated,
    SpotsOffered,
)
from dealer_table.betting.rules import BettingRules
from dealer_table.betting.weighing import Grounds, Weighed, weigh
from dealer_table.betting.words import Means
from dealer_table.errors import CommandRefused
from dealer_table.procedure.state import TableState
from dealer_table.procedure.words import Phase


def decide_bets(
    book: Book, table: TableState, command: BettingCommand, rules: BettingRules, rules_digest: str
) -> tuple[BettingEvent, ...]:
    """Return the events that follow from `command`.

    `rules` with the digest `rules_digest` are in force. A request that was accepted before gives no events: its answer
    is `book.answered`.
    """
    match command:
        case PlaceBets():
            return _place(book, table, command, rules, rules_digest)
        case SeatPatron():
            return _seat(book, command, rules)
        case LeaveTable(at=at, patron=patron, why=why):
            return (PatronLeft(at, patron, why),) if patron in book.seats else ()
        case DepositFunds() | WithdrawFunds():
            return _move_funds(book, command, rules)
        case SettleDebt():
            return _settle_debt(book, command)
        case _:
            assert_never(command)


def foreseen(book: Book, table: TableState, command: PlaceBets, rules: BettingRules) -> tuple[int, Weighed | None]:
    """Return by how much the patron's stakes would grow, and what was weighed for it; refuse as `decide_bets` would.

    So much must be taken before the bet is decided. It is nought when they become less, and when the request was
    accepted before.
    """
    weighed = _weigh(book, table, command, rules)
    return (weighed.needed if weighed else 0), weighed


def _place(
    book: Book, table: TableState, command: PlaceBets, rules: BettingRules, rules_digest: str
) -> tuple[BettingEvent, ...]:
    weighed = _weigh(book, table, command, rules)
    if weighed is None:
        return ()
    if command.taken != weighed.needed:
        numbers = {"taken": command.taken, "needed": weighed.needed}
        raise CommandRefused("stakes_changed", "something else of yours was accepted in between", numbers)
    assert book.open_coup is not None, "nothing is weighed without a coup to bet on"
    offers: tuple[BettingEvent, ...] = ()
    offer = book.open_coup.offer
    if offer is None and (book.offer is None or book.offer.digest != rules_digest):
        offers = (SpotsOffered(command.at, rules_digest, rules),)
    accepted = BetsAccepted(
        command.at,
        command.coup,
        command.patron,
        command.request,
        weighed.stakes,
        weighed.change,
        command.movement if weighed.needed else "",
        rules_digest if offer is None else offer.digest,
        weighed.undone,
    )
    return (*offers, accepted)


def _weigh(book: Book, table: TableState, command: PlaceBets, rules: BettingRules) -> Weighed | None:
    """Hold a request to all that it needs but money; None when it was accepted before."""
    patron = command.patron
    answered = book.answered(patron, command.request)
    if answered is not None and answered.coup == command.coup:
        return None
    seat = book.seats.get(patron)
    if seat is None:
        raise CommandRefused("not_seated", "you have no seat at this table")
    coup = _open_coup(book, table, command)
    if coup.offer is not None:
        rules = coup.offer.rules
    currency = rules.currencies.get(patron.currency)
    if currency is None:
        raise _unknown_currency(patron.currency)
    batches, previous = coup.batches.get(patron, ()), book.previous_of(patron)
    grounds = Grounds(coup.number, command.gestures, batches, previous, seat.limits, currency, rules)
    return weigh(grounds, book.totals(patron.currency), command.weighed)


def _open_coup(book: Book, table: TableState, command: PlaceBets) -> OpenCoup:
    """Return the coup that may be bet on, if that is the one that was meant and it is not too late."""
    coup = book.open_coup
    if coup is None:
        raise CommandRefused("betting_closed", "no bets are taken now", {"at": command.at})
    if table.phase is Phase.BETTING and command.coup != coup.number:
        raise CommandRefused("other_coup", "that was another coup", {"asked": command.coup, "open": coup.number})
    if table.phase is not Phase.BETTING or command.at >= coup.closes_at:
        raise CommandRefused("betting_closed", "no more bets", {"closes_at": coup.closes_at, "at": command.at})
    return coup


def _seat(book: Book, command: SeatPatron, rules: BettingRules) -> tuple[BettingEvent, ...]:
    if command.patron.currency not in rules.currencies:
        raise _unknown_currency(command.patron.currency)
    seat = book.seats.get(command.patron)
    if seat is not None and seat.limits == command.limits and not seat.idle_coups and not seat.asked:
        return ()
    return (PatronSeated(command.at, command.patron, command.limits),)


def _move_funds(book: Book, command: DepositFunds | WithdrawFunds, rules: BettingRules) -> tuple[BettingEvent, ...]:
    if command.patron.currency not in rules.currencies:
        raise _unknown_currency(command.patron.currency)
    _check_slip(book, command)
    event = FundsDeposited if isinstance(command, DepositFunds) else FundsWithdrawn
    return (event(command.at, command.by, command.patron, command.amount, command.reference),)


def _settle_debt(book: Book, command: SettleDebt) -> tuple[BettingEvent, ...]:
    """Let it become less; how much is owed the ledger knows, and in which currencies, whatever is taken today."""
    _check_slip(book, command)
    reason = command.reason.strip()
    if command.means is Means.FORGIVEN and not reason:
        raise CommandRefused("reason_needed", "a debt is forgiven with a reason")
    paid = (command.amount, command.means, command.reference, reason)
    return (DebtSettled(command.at, command.by, command.patron, *paid),)


def _check_slip(book: Book, command: DepositFunds | WithdrawFunds | SettleDebt) -> None:
    if command.amount <= 0:
        raise CommandRefused("wrong_step", "an amount is more than nought", {"step": 1, "amount": command.amount})
    if command.reference in book.references:
        raise CommandRefused("reference_used", "this was done before", {"at": book.references[command.reference]})


def _unknown_currency(currency: str) -> CommandRefused:
    return CommandRefused("unknown_currency", "this table does not take that currency", {"currency": currency})
