"""A live table with its patrons' place, real controller and ledger, and tabs that keep what they hear. I/O: tasks."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from prometheus_client import CollectorRegistry
from pydantic import BaseModel

from dealer_table.betting.words import Gesture, Patron, PatronLimits
from dealer_table.errors import AccountsUnavailable, JournalError
from dealer_table.gateway.audience import Audience
from dealer_table.gateway.broadcast import TableBroadcast
from dealer_table.gateway.metrics import GatewayMetrics
from dealer_table.gateway.patron_table import PatronTable
from dealer_table.gateway.server import Gateway
from dealer_table.gateway.table_feed import TableFeed
from dealer_table.ports.accounts import Accounts, Taken
from dealer_table.ports.coup_archive import CoupArchive, PatronCoups
from dealer_table.ports.journal import Journal
from dealer_table.procedure import commands as c
from dealer_table.wire.from_patron import BetRequest
from dealer_table.wire.offer_json import offer_json
from dealer_table.wire.to_client import Answer
from dealer_table.wire.to_patron import PatronView, RecalledCoup
from tests.dealer_table.betting.felt_at_work import RULES
from tests.dealer_table.gateway.running_table import until
from tests.dealer_table.procedure.table_at_work import SUPERVISOR
from tests.dealer_table.test_controller import DEALER
from tests.dealer_table.test_controller_bets import HOUSE, BettingTable

M = TypeVar("M", bound=BaseModel)
NO_LIMITS = PatronLimits()
PLAYER_NATURAL, BANKER_NATURAL = "4S 3C 5H 3D", "2S 3S 5C 5D"


class Tab:
    """A tab that hears everything at once and keeps it."""

    def __init__(self) -> None:
        self.said: list[BaseModel] = []
        self.shown: list[BaseModel] = []
        self.dismissed: list[tuple[str, str]] = []

    def say(self, message: BaseModel) -> None:
        self.said.append(message)

    def show(self, message: BaseModel) -> None:
        self.shown.append(message)

    def dismiss(self, code: str, detail: str) -> None:
        self.dismissed.append((code, detail))

    @property
    def view(self) -> PatronView:
        """Return how the patron was last told that things stand."""
        view = self.shown[-1]
        assert isinstance(view, PatronView)
        return view

    def last(self, kind: type[M]) -> M:
        message = self.said[-1]
        assert isinstance(message, kind), message
        return message


class KeeperAway:
    """Accounts that a test can send away, or hold up in the middle of a taking."""

    def __init__(self, kept: Accounts) -> None:
        self._kept = kept
        self.away = False
        self.takes = asyncio.Event()
        self.takes.set()
        self.taking = 0
        self.released: list[str] = []

    async def balance(self, patron: Patron) -> int:
        self._check()
        return await self._kept.balance(patron)

    async def take(self, patron: Patron, amount: int, *, coup: int) -> Taken:
        self._check()
        taken = await self._kept.take(patron, amount, coup=coup)
        self.taking += 1
        await self.takes.wait()
        return taken

    def release(self, movement: str) -> None:
        self.released.append(movement)
        self._kept.release(movement)

    def announce(self, decisions: Any) -> None:
        raise AssertionError("the keeper itself is told")

    async def run(self) -> None:
        await self._kept.run()

    def _check(self) -> None:
        if self.away:
            raise AccountsUnavailable("gone for lunch")


class Shelf:
    """An archive that counts how often it is looked into."""

    def __init__(self) -> None:
        self.looks = 0
        self.broken = False
        self.coups: tuple[RecalledCoup, ...] = ()

    async def of_patron(self, patron: Patron, *, before: int | None, limit: int) -> PatronCoups:
        self._look()
        return PatronCoups((), more=False)

    async def last(self, limit: int) -> tuple[RecalledCoup, ...]:
        self._look()
        return self.coups[:limit]

    def _look(self) -> None:
        self.looks += 1
        if self.broken:
            raise JournalError("the disk is gone")


class Hall:
    """Everybody of an audience, as one that keeps its frames."""

    def __init__(self) -> None:
        self.heard: list[tuple[Audience, bytes]] = []

    def send(self, audience: Audience, frame: bytes) -> None:
        self.heard.append((audience, frame))


class PatronsAtWork(BettingTable):
    """The table, its patrons' place, and who comes in."""

    def __init__(self, journal: Journal | None = None) -> None:
        super().__init__(journal)
        self.registry = CollectorRegistry()
        self.hall = Hall()
        self.shelf = Shelf()
        broadcast = TableBroadcast("t1", "e1", self.hall, history=8, clock=self.clock.now_ms)
        self._take_place("t1", broadcast, GatewayMetrics(self.registry), self.shelf)

    def _take_place(self, name: str, broadcast: TableBroadcast, metrics: GatewayMetrics, archive: CoupArchive) -> None:
        self.keeper = KeeperAway(self.accounts)
        self.place = PatronTable(
            name,
            broadcast,
            self.controller,
            self.keeper,
            RULES,
            archive=archive,
            clock=self.clock.now_ms,
            metrics=metrics,
        )
        self.controller.tell(self.place)

    @asynccontextmanager
    async def at_work(self) -> AsyncIterator["PatronsAtWork"]:
        async with super().at_work(), asyncio.TaskGroup() as tasks:
            errands = tasks.create_task(self.place.run())
            yield self
            errands.cancel()

    async def join(self, patron: Patron, limits: PatronLimits = NO_LIMITS) -> Tab:
        """Open a tab and wait until it is told the balance."""
        tab = Tab()
        await self.place.join(patron, limits, tab)
        await until(lambda: bool(tab.dismissed) or tab.view.balance is not None)
        return tab

    async def ask(self, tab: Tab, *gestures: Gesture, request: str = "a", coup: int | None = None) -> Answer:
        """Send a bet from a tab and return its answer."""
        await self.place.receive(tab, bet(*gestures, request=request, coup=coup or self.coup))
        return tab.last(Answer)

    @property
    def coup(self) -> int:
        coup = self.controller.book.open_coup
        return coup.number if coup is not None else 1

    async def play_coup(self, dealt: str = PLAYER_NATURAL) -> None:
        """Deal the open coup and open the betting for the next."""
        await self.play_out(dealt)
        await self.controller.submit(c.OpenBetting(self.clock.now, DEALER))

    async def void(self) -> None:
        """Void the coup in play."""
        await self.controller.submit(c.VoidCoup(self.clock.now, SUPERVISOR, "a card fell"))

    def count(self, name: str, **labels: str) -> float:
        return self.registry.get_sample_value(f"dealer_table_gateway_{name}", {"place": "t1", **labels}) or 0.0


def bet(*gestures: Gesture, request: str = "a", coup: int = 1) -> BetRequest:
    """Return a bet as it comes over the wire."""
    moves = [
        {"move": one.move.value, "spot": one.spot, "amount": one.amount} if one.spot else {"move": one.move.value}
        for one in gestures
    ]
    return BetRequest.model_validate({"type": "bet", "id": request, "coup": coup, "gestures": moves})


async def settle_down() -> None:
    """Let everything happen that waits for nothing."""
    for _ in range(20):
        await asyncio.sleep(0)


class ServedTable(PatronsAtWork):
    """The same table behind a gateway, seen by its watchers too."""

    def __init__(self, gateway: Gateway, metrics: GatewayMetrics, name: str, journal: Journal, archive: CoupArchive):
        BettingTable.__init__(self, journal)
        broadcast = gateway.open_broadcast(name, f"epoch of {name}")
        feed = TableFeed(HOUSE, broadcast, offer_json(RULES, "rules-1", HOUSE.packs))
        feed.restore(journal)
        self.controller.tell(feed)
        self._take_place(name, broadcast, metrics, archive)
        gateway.open_table(name, broadcast, self.controller, self.place)
