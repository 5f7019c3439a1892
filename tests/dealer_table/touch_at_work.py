"""A Touch room at work on a journal of its own, with house accounts and patrons' tabs. I/O: SQLite, tasks."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

from prometheus_client import CollectorRegistry
from pydantic import BaseModel

from dealer_table.adapters.house_accounts import HouseAccounts
from dealer_table.adapters.purse_router import PurseRouter
from dealer_table.adapters.seamless_accounts import SeamlessAccounts
from dealer_table.adapters.sqlite_journal import SqliteJournal
from dealer_table.adapters.sqlite_round_archive import SqliteRoundArchive
from dealer_table.betting.commands import DepositFunds
from dealer_table.betting.recorded import RecordedEvent
from dealer_table.betting.words import Patron, PatronLimits
from dealer_table.errors import JournalError
from dealer_table.gateway.metrics import GatewayMetrics
from dealer_table.gateway.touch_room import TouchRoom
from dealer_table.ports.journal import Record
from dealer_table.procedure.words import Actor, Role
from dealer_table.touch.commitment import SealedShoe, sealed_shoe
from dealer_table.touch.rules import TouchRules
from dealer_table.touch.shuffle import DrawBytes
from dealer_table.touch_controller import MoneyFollows, TouchController
from dealer_table.wire.from_client import PatronRequest
from dealer_table.wire.from_patron import DealRequest
from dealer_table.wire.to_client import Answer
from dealer_table.wire.touch_messages import TouchRound, TouchView
from tests.dealer_table.touch.rooms import ADA, NO_LIMITS, RULES
from tests.fixtures.broker_talk import until

CASHIER = Actor(Role.ADMINISTRATOR, "Eve")
PURSE = 100_000
PLAY_MONEY = 5_000


class SetClock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 1_000

    def now_ms(self) -> int:
        return self.now


class SeededChance:
    """Chance that a test can have again."""

    def __init__(self, seed: int = 1) -> None:
        self.draw = Random(seed).randbytes


class FaultyJournal(SqliteJournal):
    """A journal that fails for as long as `disk_full`, and stops for good after `stop_after` more commits."""

    disk_full = False
    stop_after: int | None = None
    commits = 0

    def append(self, decisions: Sequence[Sequence[RecordedEvent]]) -> list[Record]:
        if decisions and self.stop_after is not None:
            self.stop_after -= 1
        if decisions and (self.disk_full or (self.stop_after is not None and self.stop_after < 0)):
            raise JournalError("the disk is full")
        self.commits += bool(decisions)
        return super().append(decisions)


class Tab:
    """A voice that keeps what it is told."""

    def __init__(self) -> None:
        self.told: list[BaseModel] = []
        self.dismissed: str | None = None

    def say(self, message: BaseModel) -> None:
        self.told.append(message)

    def show(self, message: BaseModel) -> None:
        self.told.append(message)

    def dismiss(self, code: str, detail: str) -> None:
        self.dismissed = code

    @property
    def views(self) -> list[TouchView]:
        return [one for one in self.told if isinstance(one, TouchView)]

    @property
    def view(self) -> TouchView:
        return self.views[-1]

    @property
    def rounds(self) -> list[TouchRound]:
        return [one for one in self.told if isinstance(one, TouchRound)]

    @property
    def answers(self) -> list[Answer]:
        return [one for one in self.told if isinstance(one, Answer)]


class Work:
    """One run of the room's process."""

    def __init__(
        self,
        path: Path,
        clock: SetClock,
        rules: TouchRules,
        seal: Callable[[DrawBytes], SealedShoe],
        seed: int,
        follow: Callable[[SqliteJournal], SeamlessAccounts] | None,
    ) -> None:
        self.clock = clock
        self.journal = FaultyJournal(path, "room-1", clock, elsewhere=follow is not None)
        house = HouseAccounts(self.journal, elsewhere=follow is not None)
        self.operator = follow(self.journal) if follow is not None else None
        self.accounts = PurseRouter(house, self.operator)
        self.controller = TouchController(
            self.journal,
            rules,
            clock,
            SeededChance(seed),
            funds=self.accounts,
            play_money=PLAY_MONEY,
            seal=seal,
        )
        self.controller.tell(MoneyFollows(self.accounts))
        self.controller.open()
        self.registry = CollectorRegistry()
        self.room = TouchRoom(
            "room-1",
            self.controller,
            self.accounts,
            archive=SqliteRoundArchive(path),
            clock=clock.now_ms,
            metrics=GatewayMetrics(self.registry),
        )

    async def deposit(self, patron: Patron = ADA, amount: int = PURSE, reference: str = "") -> None:
        named = reference or f"till-{patron.name}"
        await self.controller.submit(DepositFunds(self.clock.now, CASHIER, patron, amount, named))

    async def join(self, patron: Patron = ADA, limits: PatronLimits = NO_LIMITS) -> Tab:
        tab = Tab()
        await self.room.join(patron, limits, tab)
        return tab

    async def ask(self, tab: Tab, request: PatronRequest) -> Answer:
        before = len(tab.answers)
        await self.room.receive(tab, request)
        return tab.answers[before]

    async def deal(self, tab: Tab, *moves: tuple[str, int] | str, name: str = "r", number: int | None = None) -> Answer:
        return await self.ask(tab, deal(tab.view.round if number is None else number, *moves, name=name))

    async def play(self, tab: Tab, *moves: tuple[str, int] | str, name: str = "r") -> TouchRound:
        """Deal, and wait for the round and the view behind it."""
        number, told = tab.view.round, len(tab.rounds)
        answer = await self.deal(tab, *moves, name=f"{name}-{number}")
        assert answer.ok, answer
        await until(lambda: len(tab.rounds) > told and tab.view.round != number)
        return tab.rounds[-1]


def deal(number: int, *moves: tuple[str, int] | str, name: str = "r") -> DealRequest:
    """Return the request that lays these chips, or makes these moves, and deals."""
    gestures = [
        {"move": move} if isinstance(move, str) else {"move": "place", "spot": move[0], "amount": move[1]}
        for move in moves
    ]
    return DealRequest.model_validate({"type": "deal", "id": name, "round": number, "gestures": gestures})


@asynccontextmanager
async def at_work(
    path: Path,
    clock: SetClock | None = None,
    *,
    rules: TouchRules = RULES,
    seal: Callable[[DrawBytes], SealedShoe] = sealed_shoe,
    seed: int = 1,
    follow: Callable[[SqliteJournal], SeamlessAccounts] | None = None,
) -> AsyncIterator[Work]:
    """Run the room on the journal at `path` for as long as the block lasts; again on the same one is a restart.

    `follow` makes who keeps the real money of the journal; without it that is the house.
    """
    work = Work(path, clock or SetClock(), rules, seal, seed, follow)
    try:
        async with asyncio.TaskGroup() as tasks:
            parts = (work.controller.run(), work.room.run(), work.accounts.run())
            running = [tasks.create_task(part) for part in parts]
            yield work
            for one in running:
                one.cancel()
    finally:
        if work.operator is not None:
            work.operator.close()
        work.journal.close()
