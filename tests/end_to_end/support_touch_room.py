"""A Touch room with its pages, served by this very process: its shoes are known and it can be stopped. I/O: sockets."""

import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.async_api import expect
from prometheus_client import CollectorRegistry

from dealer_table.betting.words import Patron, PatronLimits
from dealer_table.gateway.metrics import GatewayMetrics
from dealer_table.gateway.server import Gateway
from dealer_table.touch.commitment import SealedShoe
from dealer_table.touch.rules import TouchRules
from dealer_table.wire.launch_token import Game, issue_patron
from tests.dealer_table.gateway.running_table import KEY
from tests.dealer_table.touch.rooms import ADA, RULES
from tests.dealer_table.touch_at_work import SetClock, Work, at_work
from tests.fixtures.browser import PHONE, Tab, Tabs

_TOKEN_MS = 3_600_000


class RunningClock(SetClock):
    """A clock that goes, from a time of its own; a test may put `now` forward."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 1_800_000_000_000
        self._since = time.monotonic()

    def now_ms(self) -> int:
        return self.now + int((time.monotonic() - self._since) * 1000)


@dataclass(frozen=True, slots=True)
class ServedRoom:
    """A room that browsers can be sent to."""

    work: Work
    address: str

    def link(self, patron: Patron = ADA, exit_to: str = "") -> str:
        """Return the page's address with a token of this patron, who leaves to `exit_to`."""
        now = self.work.clock.now_ms()
        token = issue_patron(
            KEY,
            patron=patron,
            place="room-1",
            game=Game.TOUCH,
            limits=PatronLimits(),
            expires_at=now + _TOKEN_MS,
            now=now,
            exit_to=exit_to,
        )
        return f"{self.address}/touch?lang=en#token={token}"

    async def open(self, tabs: Tabs, patron: Patron = ADA, size: tuple[int, int] = PHONE) -> Tab:
        """Open the page for a patron who wants no motion, and wait until it shows the balance."""
        tab = await tabs.new(size, still=True)
        await tab.open(self.link(patron))
        await expect(tab.at("balance")).to_have_text("€1,000")
        return tab


@asynccontextmanager
async def served_room(path: Path, shoes: Sequence[SealedShoe], rules: TouchRules = RULES) -> AsyncIterator[ServedRoom]:
    """Serve a room whose rounds are dealt from `shoes` in turn, the last one again and again; Ada has money there."""
    heads = _in_turn(shoes)
    async with at_work(path, RunningClock(), rules=rules, seal=lambda draw: next(heads)) as work:
        await work.deposit()
        gateway = Gateway(clock=work.clock.now_ms, metrics=GatewayMetrics(CollectorRegistry()), keys=[KEY])
        gateway.open_room("room-1", work.controller, work.room, limits={})
        async with gateway.running() as address:
            yield ServedRoom(work, address)


def _in_turn(shoes: Sequence[SealedShoe]) -> Iterator[SealedShoe]:
    yield from shoes
    while True:
        yield shoes[-1]
