"""A table whose dealer and supervisor do as a test says, card by card. I/O: pty, sockets."""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

from dealer_table.baccarat.cards import Card
from dealer_table.client.table_client import TableClient
from dealer_table.procedure.words import Role
from simulators.play import background
from simulators.rig import Rig

_PATIENCE = 60.0
_LONG_BETTING = 600
# From whatever state, the first of these that is not greyed leads nearer to a fresh shoe.
_TO_A_SHOE = ("void_coup", "change_shoe", "open_table", "load_shoe")


class StaffedTable:
    """The staff at their own clients; every act is done when their screens show it."""

    def __init__(self, rig: Rig) -> None:
        self.rig = rig
        self.desk = TableClient(rig.socket_address, token=rig.token(Role.DEALER, "Dana"))
        self.supervisor = TableClient(rig.socket_address, token=rig.token(Role.SUPERVISOR, "Sam"))

    @property
    def shoe(self) -> int:
        """Return the number of the shoe on the table."""
        return int(self.desk.view["shoe"]["number"])

    async def until(self, condition: Callable[[Mapping[str, Any]], bool]) -> None:
        """Wait until the dealer's screen meets `condition`."""
        await self.desk.until(condition, _PATIENCE)

    async def new_shoe(self) -> None:
        """Load a fresh shoe, whatever state the table is in."""
        await self.until(lambda view: any(scanner["online"] for scanner in view["desk"]["scanners"]))
        command = ""
        while command != "load_shoe":
            await self.supervisor.until(lambda view: "desk" in view, _PATIENCE)
            open_to = self.supervisor.view["desk"]["commands"]
            command = next(name for name in _TO_A_SHOE if open_to[name] is None)
            details = {"reason": "the next story begins"} if command in ("void_coup", "change_shoe") else {}
            await self.supervise(command, **details)
        await self.until(lambda view: view["table"]["phase"] == "burn")

    async def fresh_shoe(self) -> None:
        """Load a shoe and burn the one card that an ace asks for."""
        await self.new_shoe()
        await self.show("AS", "2C")
        await self.until(lambda view: view["table"]["phase"] == "ready")

    async def close(self) -> None:
        """Close the table, between coups."""
        await self.ask("close_table")
        await self.until(lambda view: view["table"]["phase"] == "closed")

    async def ask(self, command: str, **details: Any) -> None:
        """Let the dealer press a button."""
        await self.desk.command(command, within=_PATIENCE, **details)

    async def supervise(self, command: str, **details: Any) -> None:
        """Let the supervisor press a button that is greyed thereafter."""
        await self.supervisor.command(command, within=_PATIENCE, **details)
        await self.supervisor.until(lambda view: view["desk"]["commands"][command] is not None, _PATIENCE)

    async def start_coup(self) -> None:
        """Open the betting and close it."""
        await self.ask("open_betting", seconds=_LONG_BETTING)
        await self.ask("close_betting")
        await self.until(lambda view: view["table"]["phase"] == "dealing")

    async def deal(self, cards: str) -> None:
        """Deal a whole coup: "8S 5C KH 2D"."""
        await self.start_coup()
        await self.show(*cards.split())
        await self.until(lambda view: view["table"]["phase"] in ("settled", "result", "shoe_over"))

    async def show(self, *cards: str) -> None:
        """Lay cards under the scanner, each when the table has read the one before."""
        for card in cards:
            await self._lay(self.rig.scanner.device.show(Card(card)))

    async def smear(self, card: str) -> None:
        """Lay a card under the scanner that is read as no card's code."""
        await self._lay(self.rig.scanner.device.read_smeared(Card(card)))

    async def hide(self) -> None:
        """Lay a card under the scanner that it cannot read."""
        await self._lay(self.rig.scanner.device.fail_to_read())

    async def show_cut_card(self) -> None:
        """Lay the cut card under the scanner."""
        self.rig.scanner.write(self.rig.scanner.device.show_cut_card())
        await self.until(lambda view: bool(view["shoe"]["cut_card_out"]))

    async def _lay(self, read: bytes) -> None:
        before = _signs(self.desk.view)
        assert self.rig.scanner.write(read)
        await self.until(lambda view: _signs(view) > before)


@asynccontextmanager
async def staffed(rig: Rig) -> AsyncIterator[StaffedTable]:
    """Seat the staff at a running rig, with a table that is not of another story."""
    table = StaffedTable(rig)
    async with background(table.desk.run, table.supervisor.run):
        await table.until(lambda view: "desk" in view)
        await table.supervisor.until(lambda view: "desk" in view, _PATIENCE)
        yield table


def _signs(view: Mapping[str, Any]) -> int:
    """Return how often the scanners gave a sign, of a card or of one they could not read."""
    return sum(scanner["reads"] + scanner["misreads"] for scanner in view["desk"]["scanners"])
