"""What is decided by how much a patron has: paying out, taking back, and play money for those who have none. Pure."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from dealer_table.betting.book import Book
from dealer_table.betting.commands import SeatPatron
from dealer_table.betting.coups import total_of
from dealer_table.betting.events import (
    BetsAccepted,
    BettingEvent,
    DebtSettled,
    FundsDeposited,
    FundsWithdrawn,
    SettlementCorrected,
)
from dealer_table.betting.ledger import Account, entries_of, moved
from dealer_table.betting.recorded import RecordedEvent
from dealer_table.betting.words import Means, Patron
from dealer_table.errors import CommandRefused, InsufficientFunds
from dealer_table.procedure.words import SYSTEM

# How much of a patron's money is not spoken for; None when it is kept elsewhere, and nobody here knows.
Available = Callable[[Patron], int | None]
# How much a patron owes by corrections of all time; never below nought.
Owed = Callable[[Patron], int]

PLAY_MONEY_REFERENCE = "play-money"
# The largest whole number that every reader of JSON takes for what it is (RFC 8259 6).
LARGEST_BALANCE = 2**53 - 1
_ASKS_FOR_FUNDS = (FundsDeposited, FundsWithdrawn, DebtSettled, SettlementCorrected)


def nobody_owes(_: Patron) -> int:
    """Say of every patron that they owe nothing."""
    return 0


def asks_for_funds(events: Iterable[RecordedEvent]) -> bool:
    """Tell whether what a patron has decides about these events; for bets it was taken before."""
    return any(isinstance(event, _ASKS_FOR_FUNDS) for event in events)


def within_funds(
    events: Iterable[RecordedEvent], available: Available, owed: Owed = nobody_owes
) -> tuple[RecordedEvent, ...]:
    """Return the events of one decision, with what cannot be taken back owed; refuse to pay out what is not there."""
    return tuple(_within(event, available, owed) for event in events)


def _within(event: RecordedEvent, available: Available, owed: Owed) -> RecordedEvent:
    match event:
        case FundsDeposited() | FundsWithdrawn() | DebtSettled():
            there = available(event.patron)
            if there is None:
                raise CommandRefused("kept_elsewhere", "this patron's money is not kept here")
            _check_cashier(event, there, owed(event.patron))
            return event
        case SettlementCorrected(patron=patron) if event.owed < 0:
            # What the coup left owing may have been paid at the cage since: nobody pays it twice.
            return replace(event, owed=-min(-event.owed, owed(patron)))
        case SettlementCorrected(patron=patron, before=before, after=after):
            taken_back, there = total_of(before) - total_of(after), available(patron)
            if there is None or taken_back <= there:
                return event
            return replace(event, owed=taken_back - max(there, 0))
        case _:
            return event


def _check_cashier(event: FundsDeposited | FundsWithdrawn | DebtSettled, there: int, owed: int) -> None:
    """Refuse what the cashier cannot do with so much in the account and so much owed."""
    match event:
        case FundsDeposited(amount=amount) if amount > LARGEST_BALANCE - there:
            numbers = {"balance": there, "maximum": LARGEST_BALANCE, "asked": amount}
            raise CommandRefused("account_full", "no account holds that much", numbers)
        case DebtSettled(amount=amount) if amount > owed:
            raise CommandRefused("owes_less", "the patron owes less than that", {"owed": owed, "asked": amount})
        case FundsWithdrawn(amount=amount) | DebtSettled(amount=amount, means=Means.ACCOUNT) if amount > there:
            raise InsufficientFunds(balance=there, needed=amount)
        case _:
            pass


def play_money_for(command: SeatPatron, book: Book, available: Available, amount: int) -> tuple[BettingEvent, ...]:
    """Return the play money that a patron of it is given who sits down without any, on the felt or off it.

    So a patron gets it on the first visit, and again after having lost everything and come back.
    """
    patron = command.patron
    broke = patron.plays_for_fun and available(patron) == 0 and not book.stakes_of(patron)
    return (FundsDeposited(command.at, SYSTEM, patron, amount, PLAY_MONEY_REFERENCE),) if broke and amount else ()


@dataclass(slots=True)
class Uncommitted:
    """What was decided and is not on record yet; what it does to the funds is worked out only when somebody asks."""

    on_record: Available
    owed_on_record: Owed = nobody_owes
    events: list[RecordedEvent] = field(default_factory=list)
    _counted: int = 0
    _changes: dict[Account, int] = field(default_factory=dict)

    def available(self, patron: Patron) -> int | None:
        """Return how much of the patron's money is not spoken for, once all of this is on record."""
        known = self.on_record(patron)
        return None if known is None else known + self._changed().get(Account.of(patron), 0)

    def owed(self, patron: Patron) -> int:
        """Return how much the patron owes, once all of this is on record."""
        return self.owed_on_record(patron) - self._changed().get(Account.owed_by(patron), 0)

    def _changed(self) -> dict[Account, int]:
        postings = (
            entry.posting
            for event in self.events[self._counted :]
            # What a bet takes is no change: it was spoken for already.
            if not isinstance(event, BetsAccepted) or event.change < 0
            for entry in entries_of(0, event, elsewhere=False)
        )
        self._changes |= moved(self._changes, postings)
        self._counted = len(self.events)
        return self._changes
