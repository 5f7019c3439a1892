"""Patrons that bet as people do: second thoughts, the same again, now and then too much or too late. I/O: WebSocket."""

import asyncio
import contextlib
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from dealer_table.betting.words import Gesture, Move
from dealer_table.client.patron_client import PatronClient, placed
from dealer_table.client.table_client import TableAway
from dealer_table.errors import CommandRefused
from dealer_table.wire.to_patron import BetResult, LastCoup

_LONGEST_THOUGHT = 1.5


@dataclass(slots=True)
class Tally:
    """What became of a bot's bets: accepted ones by coup as last confirmed, refusals by code, and what nobody answered.

    `settled` is what the table told each time a coup with stakes of the bot's was over.
    """

    accepted: dict[int, BetResult] = field(default_factory=dict)
    answers: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    unanswered: int = 0
    settled: dict[int, LastCoup] = field(default_factory=dict)

    @property
    def unsettled(self) -> set[int]:
        """Return the coups with accepted stakes of whose end nothing was told."""
        return {coup for coup, result in self.accepted.items() if result.stakes} - self.settled.keys()


class BotPlayer:
    """One patron at one table; `chance` decides what it does, so that a seed plays the same way again."""

    def __init__(
        self, url: str, *, token: str, chance: random.Random, spots: Sequence[str] = (), patience: float = 30.0
    ) -> None:
        self.client = PatronClient(url, token=token)
        self.tally = Tally()
        self._chance = chance
        self._only = tuple(spots)
        self._patience = patience
        self._done: int | None = None
        self._rests = False
        self._betting = False

    @property
    def is_waiting(self) -> bool:
        """Tell whether the table still owes this patron a word: an answer, or the end of a coup."""
        return self._betting or bool(self.tally.unsettled)

    def rest(self) -> None:
        """Bet no more from now on."""
        self._rests = True

    async def run(self) -> None:
        """Play until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self.client.run())
            tasks.create_task(self._play())

    async def _play(self) -> None:
        while True:
            since = self.client.table.changes
            self._note_settlement()
            coup = self.client.open_coup
            if coup is None:
                self._done = None
                if self._rests and self.tally.unsettled and self.client.table.connected:
                    await self._look_up()
            elif coup != self._done and self._seated and not self._rests:
                self._done = coup
                self._betting = True
                await self._bet_on(coup)
                self._betting = False
                continue  # what was told meanwhile has not been looked at
            await self.client.table.changed(since, 5.0)

    @property
    def _seated(self) -> bool:
        return self.client.me is not None and self.client.me.seated

    def _note_settlement(self) -> None:
        me = self.client.me
        if me is not None and me.last is not None:
            self.tally.settled[me.last.coup] = me.last

    async def _look_up(self) -> None:
        """Ask what became of coups that ended while the line was down: only the last of them is told by itself."""
        with contextlib.suppress(TableAway, CommandRefused):
            history = await self.client.history(limit=50, within=self._patience)
            for coup in reversed(history.coups):
                if coup.coup in self.tally.unsettled:
                    void = coup.status == "void"
                    ended = LastCoup(
                        coup=coup.coup, stakes=coup.stakes, returned=coup.returned, outcome=coup.outcome, void=void
                    )
                    self.tally.settled[coup.coup] = ended

    async def _bet_on(self, coup: int) -> None:
        for _ in range(self._chance.choice((1, 1, 1, 2, 3))):
            await asyncio.sleep(self._chance.uniform(0.0, _LONGEST_THOUGHT))
            await self._confirm(coup, self._gestures())

    async def _confirm(self, coup: int, gestures: Sequence[Gesture]) -> None:
        try:
            result = await self.client.bet(*gestures, coup=coup, within=self._patience)
        except CommandRefused as refused:
            self.tally.answers += 1
            self.tally.refused[refused.code] += 1
        except TableAway:
            self.tally.unanswered += 1
        else:
            self.tally.answers += 1
            # A number comes again with the next shoe.
            self.tally.settled.pop(coup, None)
            self.tally.accepted[coup] = result

    def _gestures(self) -> list[Gesture]:
        """Return what a hand does before it confirms."""
        kind = self._chance.random()
        if kind < 0.15 and self.client.me is not None and self.client.me.previous:
            return [Gesture(self._chance.choice((Move.REBET, Move.REBET, Move.REBET_X2)))]
        gestures = [self._chip() for _ in range(self._chance.randint(1, 4))]
        if kind < 0.30:
            gestures += [Gesture(Move.UNDO), self._chip()]
        elif kind < 0.35:
            gestures += [Gesture(Move.CLEAR), self._chip()]
        return gestures

    def _chip(self) -> Gesture:
        offer = self.client.table.view["offer"]
        assert self.client.me is not None, "only who is seated lays chips"
        limits = offer["currencies"][self.client.me.currency]["spots"]
        # Mostly the two even chances, as at any table.
        often = [spot for spot in ("player", "banker") if spot in limits]
        spots = self._only or (often if self._chance.random() < 0.7 else tuple(limits))
        spot = self._chance.choice(spots)
        least = limits[spot]["minimum"]
        # Once in a while more than the house takes: people try.
        most = limits[spot]["maximum"]
        amount = most + least if self._chance.random() < 0.02 else least * self._chance.randint(1, 5)
        return placed(spot, amount)
