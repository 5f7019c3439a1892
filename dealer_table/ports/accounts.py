"""What the table asks of whoever keeps the patrons' money. Pure.

Money moves in two ways. A stake is *taken* before its bet is decided: only the keeper of the money knows whether it is
there. Everything else (what a bet returns, what a void gives back) follows from the journal: the keeper hears of each
commit and owes it from then on, over failures and restarts. So nothing is paid that is not on record, and what is on
record is paid once.
"""

from dataclasses import dataclass
from typing import Protocol

from dealer_table.betting.words import Patron
from dealer_table.ports.announcements import Announcements


@dataclass(frozen=True, slots=True)
class Taken:
    """Money taken for a bet, under the name it is known by; the patron has `balance` left, in minor units."""

    movement: str
    balance: int


class Funds(Protocol):
    """What a decision may count on, known at once."""

    def available(self, patron: Patron) -> int | None:
        """Return how much of the patron's money nobody else is promised; None when it is kept elsewhere."""
        ...

    def owed(self, patron: Patron) -> int:
        """Return how much the patron owes here by corrections that took back more than there was."""
        ...


class Accounts(Announcements, Protocol):
    """Keeps patrons' money; as a listener it learns what was committed."""

    async def balance(self, patron: Patron) -> int:
        """Return what the patron may bet with now, in minor units; AccountsUnavailable when nobody can tell."""
        ...

    async def take(self, patron: Patron, amount: int, *, coup: int) -> Taken:
        """Take a stake; InsufficientFunds or AccountsUnavailable, and then nothing is taken for good."""
        ...

    def release(self, movement: str) -> None:
        """Give back what was taken: its bet was not accepted. Never fails; what cannot be done now is done later."""
        ...

    async def run(self) -> None:
        """Do what is owed until cancelled."""
        ...
