"""Which keeper a patron's money has: play money is always kept here, real money where the table has it. I/O: theirs."""

import asyncio
from collections.abc import Sequence

from dealer_table.adapters.house_accounts import HouseAccounts
from dealer_table.betting.words import Patron
from dealer_table.ports.accounts import Accounts, Taken
from dealer_table.ports.announcements import Announced


class PurseRouter:
    """Ask the patron's own keeper; `operator` keeps the real money, where it is not this house."""

    def __init__(self, house: HouseAccounts, operator: Accounts | None = None) -> None:
        self._house = house
        self._operator = operator

    def available(self, patron: Patron) -> int | None:
        """Return how much of the patron's money nobody else is promised; None when the operator has it."""
        return self._house.available(patron) if self._keeper(patron) is self._house else None

    def owed(self, patron: Patron) -> int:
        """Return how much the patron owes in this house; what an operator's patrons owe is theirs to know."""
        return self._house.owed(patron)

    async def balance(self, patron: Patron) -> int:
        return await self._keeper(patron).balance(patron)

    async def take(self, patron: Patron, amount: int, *, coup: int) -> Taken:
        return await self._keeper(patron).take(patron, amount, coup=coup)

    def release(self, movement: str) -> None:
        if self._operator is None or self._house.holds(movement):
            self._house.release(movement)
        else:
            self._operator.release(movement)

    def announce(self, decisions: Sequence[Announced]) -> None:
        self._house.announce(decisions)
        if self._operator is not None:
            self._operator.announce(decisions)

    async def run(self) -> None:
        """Let both do what they owe, until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._house.run(), name="house accounts")
            if self._operator is not None:
                tasks.create_task(self._operator.run(), name="operator accounts")

    def _keeper(self, patron: Patron) -> Accounts:
        return self._house if self._operator is None or patron.plays_for_fun else self._operator
