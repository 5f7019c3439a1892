"""The keepers of money that tests/contracts/test_accounts.py is run on: add one to KEEPERS. I/O: what they do."""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Protocol

from dealer_table.adapters.house_accounts import HouseAccounts
from dealer_table.adapters.sqlite_journal import SqliteJournal
from dealer_table.adapters.system_clock import SystemClock
from dealer_table.betting.events import FundsDeposited
from dealer_table.betting.recorded import RecordedEvent
from dealer_table.betting.words import Patron
from dealer_table.ports.accounts import Accounts
from dealer_table.ports.announcements import Announced
from dealer_table.procedure.state import TableState
from dealer_table.procedure.words import SYSTEM
from tests.fixtures.seamless_table import SeamlessTable


class Keeper(Protocol):
    """A table's accounts and its journal, running."""

    @property
    def accounts(self) -> Accounts:
        """Return the accounts of now; after a restart they are others."""
        ...

    def open(self, patron: Patron, balance: int) -> None:
        """Give the patron an account with so much in it."""
        ...

    def commit(self, *events: RecordedEvent) -> None:
        """Put one decision on record, and announce it as the controller does."""
        ...

    def announce_again(self) -> None:
        """Announce the whole journal once more, as no controller does: nothing may come of it."""
        ...

    async def restart(self) -> None:
        """Let the table die and start again on the same files."""
        ...

    async def paid(self) -> None:
        """Return when all is paid that is owed by now."""
        ...


class SeamlessKeeper:
    """An operator behind HTTP."""

    def __init__(self, table: SeamlessTable) -> None:
        self._table = table

    @property
    def accounts(self) -> Accounts:
        return self._table.accounts

    def open(self, patron: Patron, balance: int) -> None:
        self._table.operator.ledger.open_account(patron, balance)

    def commit(self, *events: RecordedEvent) -> None:
        self._table.commit(*events)

    def announce_again(self) -> None:
        self._table.announce_again()

    async def restart(self) -> None:
        await self._table.restart_table()

    async def paid(self) -> None:
        await self._table.paid()


@asynccontextmanager
async def seamless(folder: Path) -> AsyncIterator[Keeper]:
    async with SeamlessTable(folder).running() as table:
        yield SeamlessKeeper(table)


class HouseKeeper:
    """The table's own ledger."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._journal = SqliteJournal(path, "table-1", SystemClock())
        self.accounts = HouseAccounts(self._journal)

    def open(self, patron: Patron, balance: int) -> None:
        self.commit(FundsDeposited(1, SYSTEM, patron, balance, f"slip of {patron.name}"))

    def commit(self, *events: RecordedEvent) -> None:
        self.accounts.announce([Announced(tuple(self._journal.append([events])), TableState())])

    def announce_again(self) -> None:
        self.accounts.announce([Announced(tuple(self._journal.read()), TableState())])

    async def restart(self) -> None:
        self.close()
        self._journal = SqliteJournal(self._path, "table-1", SystemClock())
        self.accounts = HouseAccounts(self._journal)

    async def paid(self) -> None:
        """Nothing is ever owed."""

    def close(self) -> None:
        """Close the journal."""
        self._journal.close()


@asynccontextmanager
async def house(folder: Path) -> AsyncIterator[Keeper]:
    keeper = HouseKeeper(folder / "house.journal")
    try:
        yield keeper
    finally:
        keeper.close()


KEEPERS: Mapping[str, Callable[[Path], AbstractAsyncContextManager[Keeper]]] = {"seamless": seamless, "house": house}
