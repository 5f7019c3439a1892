"""A table with patrons, their money and an open coup, and nobody connected. I/O: SQLite on disk."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from itertools import cycle, pairwise
from pathlib import Path
from random import Random

from benchmarks.bare_commits import Commit, Entry, Row
from dealer_table.adapters.house_accounts import HouseAccounts
from dealer_table.adapters.purse_router import PurseRouter
from dealer_table.adapters.sqlite_journal import SqliteJournal
from dealer_table.adapters.system_clock import SystemClock
from dealer_table.baccarat.cards import Card
from dealer_table.betting.commands import DepositFunds, SeatPatron
from dealer_table.betting.rules import BettingRules, CurrencyLimits, SpotLimits
from dealer_table.betting.words import Patron
from dealer_table.controller import Controller
from dealer_table.gateway.patron_desk import PatronDesk
from dealer_table.procedure import commands as c
from dealer_table.procedure.house import HouseProcedure
from dealer_table.procedure.words import SYSTEM, Actor, BurnRule, Role
from dealer_table.wire.from_patron import BetRequest, PlaceChip

TABLE = "bench"
CURRENCY = "EUR"
DEALER = Actor(Role.DEALER, "benchmark")
_CASHIER = Actor(Role.ADMINISTRATOR, "benchmark")
_SCANNER, _BOOT = "shoe", "boot"
_FUNDS = 10_000_000
_LARGEST = 10**12

# Nothing but bets: no burn, and a countdown that does not end by itself.
HOUSE = HouseProcedure(burn=BurnRule.NONE, betting_seconds=3600, draw_timeout_seconds=0)
_SPOTS = tuple(spot.name for spot in BettingRules().spots)
RULES = BettingRules(
    currencies={
        CURRENCY: CurrencyLimits(2, 100, _LARGEST, {spot: SpotLimits(100, _LARGEST, _LARGEST) for spot in _SPOTS})
    },
    ask_after=0,
    leave_after=0,
)


class BettingTable:
    """The controller on its journal, the house's accounts, and the patrons' desk that the gateway has before them."""

    def __init__(self, path: Path, journal: SqliteJournal) -> None:
        self.journal = journal
        self._path = path
        self._clock = SystemClock()
        accounts = PurseRouter(HouseAccounts(journal))
        self.controller = Controller(journal, HOUSE, self._clock, rules=RULES, funds=accounts)
        self.controller.tell(accounts)
        self.desk = PatronDesk(
            self.controller,
            accounts,
            RULES,
            self._clock.now_ms,
            took=lambda patron, balance: None,
            gave_back=lambda patron: None,
        )
        self._reads = 0

    async def begin(self, patrons: Sequence[Patron]) -> None:
        """Load a shoe, seat patrons who have money, and open the betting."""
        now = self._clock.now_ms()
        await self.controller.adopt_rules(c.AdoptRules(now, SYSTEM, "rules"))
        await self.controller.submit_fact(c.RecordScannerStatus(now, _SCANNER, online=True))
        await self.controller.submit(c.OpenTable(now, DEALER))
        await self.controller.submit(c.LoadShoe(now, DEALER))
        deposits = (DepositFunds(now, _CASHIER, patron, _FUNDS, patron.name) for patron in patrons)
        await asyncio.gather(*(self.controller.submit(deposit) for deposit in deposits))
        await asyncio.gather(*(self.controller.submit(SeatPatron(now, patron)) for patron in patrons))
        await self.controller.submit(c.OpenBetting(now, DEALER))

    async def close_betting(self) -> None:
        """Take no more bets."""
        await self.controller.submit(c.CloseBetting(self._clock.now_ms(), DEALER))

    async def read(self, card: Card) -> None:
        """Let the scanner see a card."""
        self._reads += 1
        read = c.ReadId(_SCANNER, _BOOT, self._reads)
        await self.controller.submit_fact(c.RecordCardRead(self._clock.now_ms(), read, card))

    def commits(self, heads: Sequence[int]) -> list[Commit]:
        """Return the rows that were written from each of these positions to the next."""
        connection = sqlite3.connect(self._path)
        try:
            records: list[Row] = connection.execute(
                "SELECT * FROM records WHERE position > ? ORDER BY position", heads[:1]
            ).fetchall()
            entries: list[Entry] = connection.execute(
                "SELECT * FROM ledger_entries WHERE position > ? ORDER BY position, leg", heads[:1]
            ).fetchall()
        finally:
            connection.close()
        return list(_by_commit(heads, records, entries))


def _by_commit(heads: Sequence[int], records: Sequence[Row], entries: Sequence[Entry]) -> Iterator[Commit]:
    balances: dict[tuple[str, str], int] = {}
    for after, to in pairwise(heads):
        mine = [entry for entry in entries if after < entry[0] <= to]
        changed: dict[tuple[str, str], int] = {}
        for _, _, debit, credit, currency, amount, _ in mine:
            for name, change in ((debit, -amount), (credit, amount)):
                account = name, currency
                changed[account] = balances[account] = balances.get(account, 0) + change
        rows = [record for record in records if after < record[0] <= to]
        yield Commit(rows, mine, [(*account, balance) for account, balance in changed.items()])


@asynccontextmanager
async def betting_table(path: Path, patrons: Sequence[Patron]) -> AsyncIterator[BettingTable]:
    """Run a table on which `patrons` may bet, for as long as the block lasts."""
    with SqliteJournal(path, TABLE, SystemClock()) as journal:
        table = BettingTable(path, journal)
        async with asyncio.TaskGroup() as tasks:
            running = tasks.create_task(table.controller.run())
            await table.begin(patrons)
            yield table
            running.cancel()


def patrons_of(count: int) -> list[Patron]:
    """Return so many patrons."""
    return [Patron(f"patron-{number:05}", CURRENCY) for number in range(count)]


def bets_of(patrons: Sequence[Patron], count: int, seed: int = 1) -> list[tuple[Patron, BetRequest]]:
    """Return so many bets on the first coup, patron after patron: one to three chips on spots of their choice."""
    chance = Random(seed)
    found = []
    for number, patron in zip(range(count), cycle(patrons), strict=False):
        chips = tuple(
            PlaceChip(move="place", spot=chance.choice(_SPOTS), amount=100 * chance.randint(1, 20))
            for _ in range(chance.choice((1, 1, 2, 3)))
        )
        found.append((patron, BetRequest(type="bet", id=f"bet-{number}", coup=1, gestures=chips)))
    return found
