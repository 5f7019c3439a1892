"""What each patron who is here has, asked for until it is sure. I/O: waits for whoever keeps the money."""

import asyncio
from collections.abc import Awaitable, Callable

from dealer_table.betting.words import Patron
from dealer_table.errors import AccountsUnavailable
from dealer_table.gateway.purses import Purses
from dealer_table.ports.accounts import Accounts

# How many are asked about at once.
_ASKERS = 8
# A payment that the record owes has mostly arrived by then.
_LOOK_AGAIN = 2_000


async def _nothing(_: Patron) -> None:
    """Do nothing."""


class Balances:
    """The balances of the patrons who are here, by what the record moves and by what their keeper says.

    `is_here` tells of a patron whether anybody wants to know. `changed` hears of each balance that is another after it
    was asked for, or can be told no more or again. `first` is what else a place has to do for a patron, before it asks.
    """

    def __init__(
        self,
        accounts: Accounts,
        clock: Callable[[], int],
        *,
        is_here: Callable[[Patron], bool],
        changed: Callable[[Patron], None],
        first: Callable[[Patron], Awaitable[None]] = _nothing,
    ) -> None:
        self._accounts = accounts
        self._clock = clock
        self._is_here = is_here
        self._changed = changed
        self._first = first
        self._purses = Purses()
        self._look_at: dict[Patron, int] = {}
        self._errands: asyncio.Queue[Patron] = asyncio.Queue()
        self._awaited: set[Patron] = set()

    def known(self, patron: Patron) -> tuple[int | None, bool]:
        """Return what the patron has, None as long as nobody told, and whether their keeper could be asked last."""
        return self._purses.balance(patron), not self._purses.is_unavailable(patron)

    def moved(self, patron: Patron, amount: int) -> None:
        """Count what the record gave to or took from a patron, and ask once the keeper has heard of it."""
        if amount and self._is_here(patron):
            self._purses.move(patron, amount)
            self.look_soon(patron)

    def took(self, patron: Patron, balance: int) -> None:
        """Learn what is left after a stake was taken."""
        if self._is_here(patron):
            self._purses.tell(patron, balance)

    def paid(self, patron: Patron, balance: int) -> None:
        """Learn what a patron has, now that whoever keeps the money has paid all that was owed."""
        if self._is_here(patron) and self.known(patron) == (balance, True):
            self._look_at.pop(patron, None)
        else:
            # It may have been overtaken by a stake that was taken since: ask, instead of believing either.
            self.look_soon(patron)

    def look(self, patron: Patron) -> None:
        """Ask for a balance now."""
        if patron not in self._awaited:
            self._awaited.add(patron)
            self._errands.put_nowait(patron)

    def look_soon(self, patron: Patron) -> None:
        """Ask for a balance in a while."""
        if self._is_here(patron):
            self._look_at[patron] = self._clock() + _LOOK_AGAIN

    def tick(self, now: int) -> None:
        """Let time pass."""
        for patron, at in tuple(self._look_at.items()):
            if at <= now:
                del self._look_at[patron]
                self.look(patron)

    def forget(self, patron: Patron) -> None:
        """Let go of a patron who is here no more."""
        self._purses.forget(patron)
        self._look_at.pop(patron, None)

    async def run(self, name: str) -> None:
        """Ask for balances, as tasks of this name, until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            for number in range(_ASKERS):
                tasks.create_task(self._run_errands(), name=f"{name} {number}")

    async def _run_errands(self) -> None:
        while True:
            patron = await self._errands.get()
            self._awaited.discard(patron)
            if self._is_here(patron):
                await self._first(patron)
            if self._is_here(patron):
                await self._ask(patron)

    async def _ask(self, patron: Patron) -> None:
        before, mark = self.known(patron), self._purses.asking(patron)
        try:
            balance: int | None = await self._accounts.balance(patron)
        except AccountsUnavailable:
            balance = None
        if not self._is_here(patron):
            return
        if not self._purses.answered(patron, mark, balance) or balance is None:
            self.look_soon(patron)
        if self.known(patron) != before:
            self._changed(patron)
