"""A dealer, bots that bet, and a table that dies where it is told to. I/O: processes, pty, sockets."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from random import Random

from dealer_table.client.table_client import TableClient
from dealer_table.procedure.words import Role
from simulators.bot_players import BotPlayer
from simulators.hands import Hands
from simulators.pace import FAST
from simulators.play import background
from simulators.rig import TABLE_PROCESS, Rig, RigSettings
from simulators.virtual_dealer import Shift, VirtualDealer
from simulators.virtual_shoe import VirtualShoe, drawn_from_text
from tests.end_to_end.support_bets import faults_of_bets

_PACKS, _CUT_CARD_DEPTH = 8, 14
# A win of each side and a tie, four cards each; a pair, naturals, and nothing that stops the dealer.
COUPS = ("8S 5C KH 2D", "2S 9C 3H KD", "9H 9D KS KC")
# Some bots have bet by then, some bet at that moment, some still think.
_INTO_BETTING_SECONDS = 0.5
_SCRIPT = tuple(card for coup in COUPS for card in coup.split())


class Moment(Enum):
    """When the table dies: while bets come in, while cards do, when the last of them is on its way."""

    BETTING = 0
    DEALING = 2
    SETTLEMENT = 4


@dataclass(frozen=True, slots=True)
class Evening:
    """How many bet, for how long each time, and in which coups the table dies and when; `patience` is everybody's."""

    directory: Path
    bots: int
    window: int
    kills: Sequence[tuple[int, Moment]] = ()
    coups: int = len(COUPS)
    seed: int = 1
    patience: float = 45.0


class BettingEvening:
    """The coups of an evening with bots at them."""

    def __init__(self, evening: Evening) -> None:
        self._evening = evening
        self.rig = Rig(RigSettings(evening.directory, {"burn": "none", "betting_seconds": evening.window}))
        url = self.rig.socket_address
        self._desk = TableClient(url, token=self.rig.token(Role.DEALER, "Dana"))
        self._supervisor = TableClient(url, token=self.rig.token(Role.SUPERVISOR, "Sam"))
        pace = replace(FAST, closes_betting=False, betting_seconds=evening.window)
        hands = Hands(_WatchedCable(self), self.rig, pace, lambda text: None)
        shift = Shift(self._shoe, coups=evening.coups, stuck_seconds=evening.patience)
        self.dealer = VirtualDealer(self._desk, self._supervisor, hands, shift)
        chance = Random(f"bots/{evening.seed}")
        self.bots = [
            BotPlayer(
                url,
                token=self.rig.patron_token(f"bot-{number}"),
                chance=Random(chance.getrandbits(64)),
                patience=evening.patience,
            )
            for number in range(evening.bots)
        ]
        self.killed: list[Moment] = []
        self._shown = asyncio.Event()

    async def spend(self) -> list[str]:
        """Deal, bet and die as told; return all that is wrong afterwards."""
        followers = (self._desk.run, self._supervisor.run, *(bot.run for bot in self.bots))
        async with self.rig, background(self.rig.watch_parts, *followers):
            await self._everybody_seated()
            async with asyncio.TaskGroup() as tasks:
                for coup, moment in self._evening.kills:
                    tasks.create_task(self._kill(coup, moment))
                await self.dealer.work()
            for bot in self.bots:
                bot.rest()
            await self._everybody_told()
        faults = await asyncio.to_thread(faults_of_bets, self.rig.journal, self.bots)
        if len(self.killed) != len(self._evening.kills):
            faults.append(f"the table died at {self.killed} only")
        return faults

    @property
    def accepted(self) -> int:
        """Return how many bets were accepted."""
        return sum(bot.tally.answers - bot.tally.refused.total() for bot in self.bots)

    def card_shown(self) -> None:
        """Let those look who wait for a card."""
        self._shown.set()

    def _shoe(self, number: int) -> VirtualShoe:
        script = [drawn_from_text(card) for card in _SCRIPT]
        return VirtualShoe.scripted(script, _PACKS, _CUT_CARD_DEPTH, Random(f"{self._evening.seed}/{number}"))

    async def _kill(self, coup: int, moment: Moment) -> None:
        if moment is Moment.BETTING:
            await self._desk.until(lambda view: (view["betting"] or {}).get("coup") == coup, self._evening.patience)
            await asyncio.sleep(_INTO_BETTING_SECONDS)
        else:
            felt = self.dealer.felt
            while felt.coup != coup or len(felt.cards) < moment.value:
                self._shown.clear()
                await self._shown.wait()
        self.rig.kill(TABLE_PROCESS)
        self.killed.append(moment)
        await self.rig.start(TABLE_PROCESS)

    async def _everybody_seated(self) -> None:
        for bot in self.bots:
            await bot.client.until(lambda client: client.me is not None and client.me.seated, self._evening.patience)

    async def _everybody_told(self) -> None:
        """Let the last answers, settlements and balances come; who still waits for one afterwards says so."""
        deadline = asyncio.get_running_loop().time() + self._evening.patience
        for bot in self.bots:
            while bot.is_waiting and asyncio.get_running_loop().time() < deadline:
                await bot.client.table.changed(bot.client.table.changes, 0.1)


class _WatchedCable:
    """The scanner's cable, which tells when a card went over it."""

    def __init__(self, table: BettingEvening) -> None:
        self._table = table
        self._scanner = table.rig.scanner
        self.device = self._scanner.device

    def plug(self) -> None:
        self._scanner.plug()

    def unplug(self) -> None:
        self._scanner.unplug()

    def write(self, data: bytes) -> bool:
        sent = self._scanner.write(data)
        self._table.card_shown()
        return sent
