"""The balances of all accounts: a fold of what events post. Pure.

A balance is what the account was credited less what it was debited. A patron's is what they may bet with.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from dealer_table.betting.events import BettingEvent
from dealer_table.betting.postings import Posting, account_of, debt_of, postings_of
from dealer_table.betting.recorded import RecordedEvent
from dealer_table.betting.words import Patron


class Account(NamedTuple):
    """An account of the table in one currency."""

    name: str
    currency: str

    @classmethod
    def of(cls, patron: Patron) -> "Account":
        """Return the account of a patron whose money is kept here."""
        return cls(account_of(patron, elsewhere=False), patron.currency)

    @classmethod
    def owed_by(cls, patron: Patron) -> "Account":
        """Return the account of what a patron owes."""
        return cls(debt_of(patron), patron.currency)


Balances = Mapping[Account, int]


class Entry(NamedTuple):
    """A posting in the ledger: it follows from the record at `position`, which may have several."""

    position: int
    leg: int
    posting: Posting


def entries_of(position: int, event: RecordedEvent, *, elsewhere: bool) -> list[Entry]:
    """Return what the record at `position` posts."""
    if not isinstance(event, BettingEvent):
        return []
    postings = postings_of(event, elsewhere=elsewhere)
    return [Entry(position, leg, posting) for leg, posting in enumerate(postings, 1)]


def moved(before: Balances, postings: Iterable[Posting]) -> dict[Account, int]:
    """Return the balances that are others after `postings` than `before`, each as it then is."""
    after: dict[Account, int] = {}
    for posting in postings:
        for name, change in ((posting.debit, -posting.amount), (posting.credit, posting.amount)):
            account = Account(name, posting.currency)
            known = after.get(account)
            after[account] = change + (before.get(account, 0) if known is None else known)
    return after
