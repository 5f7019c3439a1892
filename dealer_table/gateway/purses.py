"""What each patron's balance is as far as it was told, and what the record has moved since. Pure.

Whoever keeps the money may be slow, and hears of a payment after the patron does. So what the record says is counted at
once, and what the keeper says counts only when nothing moved while it was asked.
"""

from dataclasses import dataclass

from dealer_table.betting.coups import total_of
from dealer_table.betting.events import (
    BetsAccepted,
    BetsSettled,
    BettingEvent,
    DebtSettled,
    FundsDeposited,
    FundsWithdrawn,
    SettlementCorrected,
    StakesReturned,
)
from dealer_table.betting.words import Means, Patron


def moved_by(event: BettingEvent) -> int:
    """Return what an event gives back to its patron; what a bet takes was taken before it was decided."""
    match event:
        case BetsAccepted(change=change):
            return max(-change, 0)
        case BetsSettled(returned=returned):
            return total_of(returned)
        case StakesReturned(stakes=stakes):
            return total_of(stakes)
        case SettlementCorrected(before=before, after=after, owed=owed):
            return total_of(after) - total_of(before) + owed
        case FundsDeposited(amount=amount):
            return amount
        case FundsWithdrawn(amount=amount) | DebtSettled(amount=amount, means=Means.ACCOUNT):
            return -amount
        case _:
            return 0


@dataclass(slots=True)
class _Purse:
    balance: int | None = None
    unavailable: bool = False
    moves: int = 0


class Purses:
    """The purses of patrons who are here."""

    def __init__(self) -> None:
        self._purses: dict[Patron, _Purse] = {}

    def balance(self, patron: Patron) -> int | None:
        """Return what the patron has, None as long as nobody told."""
        return self._of(patron).balance

    def is_unavailable(self, patron: Patron) -> bool:
        """Tell whether whoever keeps the money could not be asked last."""
        return self._of(patron).unavailable

    def move(self, patron: Patron, amount: int) -> None:
        """Count what the record gave or took; nobody has less than nothing."""
        purse = self._of(patron)
        purse.moves += 1
        if purse.balance is not None:
            purse.balance = max(purse.balance + amount, 0)

    def tell(self, patron: Patron, balance: int) -> None:
        """Take what was told with a stake that was taken: that is the newest there is."""
        purse = self._of(patron)
        purse.moves += 1
        purse.balance, purse.unavailable = balance, False

    def asking(self, patron: Patron) -> int:
        """Return a mark to come back with when the answer is here."""
        return self._of(patron).moves

    def answered(self, patron: Patron, mark: int, balance: int | None) -> bool:
        """Take what was answered, None when nobody could; False when something moved meanwhile: ask again.

        That nobody could tell is true whatever moved.
        """
        purse = self._of(patron)
        purse.unavailable = balance is None
        if balance is None:
            return True
        if purse.moves != mark:
            return False
        purse.balance = balance
        return True

    def forget(self, patron: Patron) -> None:
        """Let go of a patron who is here no more."""
        self._purses.pop(patron, None)

    def _of(self, patron: Patron) -> _Purse:
        purse = self._purses.get(patron)
        if purse is None:
            purse = self._purses[patron] = _Purse()
        return purse
