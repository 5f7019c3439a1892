"""The demo that runs until somebody stops it: a dealer, bots that bet, a panel to disturb them. I/O: all of it."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from random import Random
from typing import Any

from simulators.bot_players import BotPlayer
from simulators.fault_plan import FaultKind
from simulators.hands import Hands, Note
from simulators.pace import BRISK, REAL, Pace
from simulators.play import background, seat_dealer, shift_of
from simulators.rig import BRIDGE, BROKER, PARTS, TABLE_PROCESS, Rig
from simulators.scenario import Scenario
from simulators.virtual_dealer import VirtualDealer

# Now and then a card is not read at once, so that a stranger sees what the table does about it.
SPICE = {FaultKind.NO_READ: 0.015, FaultKind.SMEARED: 0.01, FaultKind.REPEATED: 0.03, FaultKind.SPLIT: 0.02}
# Enough that something lies on most spots.
_BOTS = 6


class LiveDemo:
    """A rig with its dealer and its bots, and what the panel's buttons do to them."""

    def __init__(self, rig: Rig, scenario: Scenario, pace: Pace, note: Note) -> None:
        self._rig = rig
        self._note = note
        dealer, clients = seat_dealer(rig, shift_of(scenario, None), pace, note)
        self._dealer: VirtualDealer = dealer
        self._hands: Hands = dealer.hands
        self._clients = clients
        self._wanted = set(PARTS)
        # With tokens, so made once: a state that is the same is not told again.
        self._pages = _pages_of(rig)
        self._bots = [
            BotPlayer(
                rig.socket_address,
                token=rig.patron_token(f"bot-{number}"),
                chance=Random(f"{scenario.seed}/bot-{number}"),
            )
            for number in range(1, _BOTS + 1)
        ]
        self._buttons: Mapping[str, Callable[[], Awaitable[None]]] = {
            "unplug": self._unplug,
            "plug": self._plug,
            "smear": self._next_card(FaultKind.SMEARED, "the next card is smeared"),
            "no_read": self._next_card(FaultKind.NO_READ, "the next card will not be read"),
            "repeat": self._next_card(FaultKind.REPEATED, "the next card is read twice"),
            "excess": self._one_too_many,
            "cut_card": self._cut_card,
            "kill_broker": self._kill(BROKER),
            "start_broker": self._start(BROKER),
            "kill_bridge": self._kill(BRIDGE),
            "start_bridge": self._start(BRIDGE),
            "kill_table": self._restart_table,
            "slow": self._at_pace(REAL),
            "fast": self._at_pace(BRISK),
            "pause": self._pause,
            "resume": self._resume,
            "draw": self._draw,
        }

    @property
    def buttons(self) -> frozenset[str]:
        """Return every command that `obey` knows."""
        return frozenset(self._buttons)

    @property
    def table_origin(self) -> str:
        """Return the origin of the table's own pages."""
        return self._rig.address.rstrip("/")

    async def run(self) -> None:
        """Deal until cancelled; a part that ends by itself is started again, as a table's PC would."""
        desk, supervisor = self._clients
        async with background(desk.run, supervisor.run, self._keep_parts, *(bot.run for bot in self._bots)):
            await self._dealer.work()

    def state(self) -> Mapping[str, Any]:
        """Return what the panel shows."""
        return {
            "watcher": self._rig.address,
            "pages": self._pages,
            "cable": self._rig.scanner.plugged,
            "parts": {part: self._rig.serving(part) for part in PARTS},
            "pace": self._hands.pace.name,
            "paused": self._dealer.paused,
        }

    async def obey(self, command: str) -> bool:
        """Do what a button asks; False when there is no such button."""
        button = self._buttons.get(command)
        if button is None:
            return False
        await button()
        return True

    async def _keep_parts(self) -> None:
        while True:
            for part in PARTS:
                if part in self._wanted and not self._rig.running(part):
                    self._note(f"the {part} ended by itself and is started again")
                    await self._rig.start(part)
            await asyncio.sleep(0.5)

    async def _unplug(self) -> None:
        if self._rig.scanner.plugged:
            self._rig.scanner.unplug()
            self._note("you pulled the scanner's cable")

    async def _plug(self) -> None:
        if not self._rig.scanner.plugged:
            self._rig.scanner.plug()
            self._note("you plugged the scanner back in")

    def _next_card(self, fault: FaultKind, text: str) -> Callable[[], Awaitable[None]]:
        async def press() -> None:
            self._dealer.next_faults.append(fault)
            self._note(text)

        return press

    async def _one_too_many(self) -> None:
        self._dealer.draw_one_too_many()
        self._note("the dealer will draw one card too many")

    async def _cut_card(self) -> None:
        moved = self._dealer.bring_cut_card_forward()
        self._note("the cut card comes next" if moved else "the cut card is out already")

    def _kill(self, part: str) -> Callable[[], Awaitable[None]]:
        async def press() -> None:
            if self._rig.running(part):
                self._wanted.discard(part)
                self._rig.kill(part)
                self._note(f"you killed the {part}")

        return press

    def _start(self, part: str) -> Callable[[], Awaitable[None]]:
        async def press() -> None:
            if not self._rig.running(part):
                self._note(f"the {part} is started")
                await self._rig.start(part)
                self._wanted.add(part)

        return press

    async def _restart_table(self) -> None:
        if TABLE_PROCESS not in self._wanted:
            return
        self._wanted.discard(TABLE_PROCESS)
        self._note("you killed the table; it starts again from its journal")
        await self._rig.crash(TABLE_PROCESS)
        self._wanted.add(TABLE_PROCESS)
        self._note("the table is back")

    def _at_pace(self, pace: Pace) -> Callable[[], Awaitable[None]]:
        async def press() -> None:
            self._hands.pace = pace
            self._note(f"the dealer works at {pace.name} pace")

        return press

    async def _pause(self) -> None:
        self._dealer.paused = True
        self._note("the dealer has left the seat: open the dealer's page and take it")

    async def _resume(self) -> None:
        self._dealer.paused = False
        self._note("the dealer is back")

    async def _draw(self) -> None:
        if self._dealer.paused:
            await self._dealer.draw_by_hand()


def _pages_of(rig: Rig) -> Mapping[str, str]:
    return {
        "dealer": rig.dealer_address(),
        "floor": rig.floor_address(),
        "patron": rig.patron_address(),
        "touch": rig.touch_address(),
        "lobby": f"{rig.address}lobby#token={rig.patron_token('visitor')}",
        "wall": f"{rig.address}wall",
    }
