"""Decide what follows from what a patron or the cashier asks. Pure.

Like the procedure's `decide`: the events of one command, or CommandRefused and then nothing has changed. The coup is
held to the rules that its first bet was accepted under; until then to those in force.
"""

from dataclasses import dataclass
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
from dealer_table.betting.coups import OpenCoup, Stakes, total_of
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
from dealer_table.betting.gestures import Batch, in_order
from dealer_table.betting.limits import Change, check_limits
from dealer_table.betting.rules import BettingRules
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


def foreseen(book: Book, table: TableState, command: PlaceBets, rules: BettingRules) -> int:
    """Return by how much the patron's stakes would grow: what must be taken before the bet is decided.

    Nought when they become less or the request was accepted before; refuses as `decide_bets` would.
    """
    weighed = _weigh(book, table, command, rules)
    return max(weighed.change, 0) if weighed else 0


@dataclass(frozen=True, slots=True)
class _Weighed:
    """A batch that may be accepted, if its money is there."""

    coup: OpenCoup
    stakes: Stakes
    change: int
    undone: int


def _place(
    book: Book, table: TableState, command: PlaceBets, rules: BettingRules, rules_digest: str
) -> tuple[BettingEvent, ...]:
    weighed = _weigh(book, table, command, rules)
    if weighed is None:
        return ()
    needed = max(weighed.change, 0)
    if command.taken != needed:
        numbers = {"taken": command.taken, "needed": needed}
        raise CommandRefused("stakes_changed", "something else of yours was accepted in between", numbers)
    offers: tuple[BettingEvent, ...] = ()
    offer = weighed.coup.offer
    if offer is None and (book.offer is None or book.offer.digest != rules_digest):
        offers = (SpotsOffered(command.at, rules_digest, rules),)
    accepted = BetsAccepted(
        command.at,
        command.coup,
        command.patron,
        command.request,
        weighed.stakes,
        weighed.change,
        command.movement if needed else "",
        rules_digest if offer is None else offer.digest,
        weighed.undone,
    )
    return (*offers, accepted)


def _weigh(book: Book, table: TableState, command: PlaceBets, rules: BettingRules) -> _Weighed | None:
    """Carry out the gestures and hold what then lies there to every limit; None for a request accepted before."""
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
    batch = Batch(coup.batches.get(patron, ()), book.previous_of(patron), currency.step)
    for gesture in command.gestures:
        batch.move(gesture)
    stakes = in_order(batch.lying, rules)
    before = coup.stakes.get(patron, ())
    if stakes == before:
        raise CommandRefused("nothing_to_confirm", "what lies there is what lay there before")
    change = Change(coup.number, dict(before), batch.lying, book.totals(patron.currency))
    check_limits(change, rules, currency, seat.limits)
    return _Weighed(coup, stakes, total_of(stakes) - total_of(before), batch.undone)


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
