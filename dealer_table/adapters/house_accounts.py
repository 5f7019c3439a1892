"""Patrons' money in this house: the ledger's balances, less what is spoken for. I/O: names for movements.

Nothing is written here. A stake that is taken is set aside in memory; when its bet is announced, the ledger holds the
posting already, and what was set aside is forgotten in the same moment. After a restart nothing is set aside: what was
taken for a bet that is not on record was never taken from anybody.
"""

import asyncio
from collections.abc import Sequence
from itertools import count
from secrets import token_hex

from dealer_table.betting.events import BetsAccepted
from dealer_table.betting.ledger import Account, entries_of, moved
from dealer_table.betting.words import Patron
from dealer_table.errors import InsufficientFunds
from dealer_table.ports.accounts import Taken
from dealer_table.ports.announcements import Announced
from dealer_table.ports.journal import Journal, Record


class HouseAccounts:
    """Keep the money of one table's patrons, or their play money only, where the real is `elsewhere`."""

    def __init__(self, journal: Journal, *, elsewhere: bool = False) -> None:
        self._elsewhere = elsewhere
        self._balances = dict(journal.balances())
        self._position = journal.head.position
        self._set_aside: dict[str, tuple[Patron, int]] = {}
        self._promised: dict[Patron, int] = {}
        begun = token_hex(6)
        self._names = (f"house-{begun}-{number}" for number in count(1))

    def available(self, patron: Patron) -> int:
        """Return how much of the patron's money is not spoken for."""
        return self._balances.get(Account.of(patron), 0) - self._promised.get(patron, 0)

    def owed(self, patron: Patron) -> int:
        """Return how much the patron owes."""
        return -self._balances.get(Account.owed_by(patron), 0)

    def holds(self, movement: str) -> bool:
        """Tell whether this was taken here, and neither bet nor released."""
        return movement in self._set_aside

    async def balance(self, patron: Patron) -> int:
        return self.available(patron)

    async def take(self, patron: Patron, amount: int, *, coup: int) -> Taken:
        there = self.available(patron)
        if amount > there:
            raise InsufficientFunds(balance=there, needed=amount)
        movement = next(self._names)
        self._set_aside[movement] = (patron, amount)
        self._promised[patron] = self._promised.get(patron, 0) + amount
        return Taken(movement, there - amount)

    def release(self, movement: str) -> None:
        patron, amount = self._set_aside.pop(movement, (None, 0))
        if patron is None:
            return
        left = self._promised.pop(patron) - amount
        if left:
            self._promised[patron] = left

    def announce(self, decisions: Sequence[Announced]) -> None:
        for decision in decisions:
            for record in decision.records:
                self._follow(record)

    async def run(self) -> None:
        """Nothing is owed: the ledger was written before anybody heard of it."""
        await asyncio.get_running_loop().create_future()

    def _follow(self, record: Record) -> None:
        if record.position <= self._position:
            return
        self._position = record.position
        entries = entries_of(record.position, record.event, elsewhere=self._elsewhere)
        self._balances |= moved(self._balances, (entry.posting for entry in entries))
        if isinstance(record.event, BetsAccepted):
            self.release(record.event.movement)
