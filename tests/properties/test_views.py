"""Whatever happens at a table, every audience can be told, no more than it may know, and a restart tells the same."""

import json
import re
from collections.abc import Mapping
from typing import Any

import pytest

from dealer_table.adapters.memory_journal import MemoryJournal
from dealer_table.baccarat.cards import Card
from dealer_table.gateway.audience import Audience
from dealer_table.gateway.broadcast import TableBroadcast
from dealer_table.gateway.table_feed import TableFeed
from dealer_table.ports.announcements import Announced
from dealer_table.procedure import commands as c
from dealer_table.procedure import events as e
from dealer_table.procedure.house import HouseProcedure
from tests.properties.procedure_machine import HOUSES, SeededChance, TableUnderProof
from tests.properties.test_procedure import WALK

_FACES = re.compile(rf'"({"|".join(card.value for card in Card)})"')


class ToldTable(TableUnderProof):
    """A table under proof whose every decision is told to all audiences."""

    def __init__(self, house: HouseProcedure, seed: int) -> None:
        super().__init__(house, SeededChance(seed))
        self.journal = MemoryJournal()
        self.live = Audiences(self.journal, house)
        self.face_up: set[str] = set()

    def give(self, command: c.Command) -> tuple[e.Event, ...]:
        events = super().give(command)
        if events:
            self._turn_up(events)
            self.live.feed.announce([Announced(tuple(self.journal.append([events])), self.state)])
            for told in self.live.told[Audience.WATCHERS][-1:]:
                assert set(_FACES.findall(json.dumps(told))) <= self.face_up
        return events

    def _turn_up(self, events: tuple[e.Event, ...]) -> None:
        for event in events:
            match event:
                case e.ShoeLoaded():
                    self.face_up = set()
                case e.IndicatorDrawn(card=card) | e.CardDealt(card=card) | e.CardCorrected(after=card):
                    self.face_up.add(card.value)
                case e.CoupCorrected(player=player, banker=banker):
                    self.face_up |= {card.value for card in (*player, *banker)}
                case _:
                    pass


class Audiences:
    """A feed on a journal, and all that is told of it."""

    def __init__(self, journal: MemoryJournal, house: HouseProcedure) -> None:
        self.told: dict[Audience, list[Mapping[str, Any]]] = {audience: [] for audience in Audience}
        self.broadcast = TableBroadcast("t1", journal.epoch, self, history=10_000, clock=lambda: 0)
        self.feed = TableFeed(house, self.broadcast)
        self.feed.restore(journal)

    def send(self, audience: Audience, frame: bytes) -> None:
        self.told[audience].append(json.loads(frame[{126: 4, 127: 10}.get(frame[1], 2) :]))


@pytest.mark.parametrize("house", HOUSES)
def test_whatever_happens_can_be_told_and_a_restart_tells_the_same(house: str) -> None:
    table = ToldTable(HOUSES[house], seed=3)
    for _ in range(200):
        table.chance.pick(WALK)(table)
    again = Audiences(table.journal, HOUSES[house])
    for audience in Audience:
        told = again.told[audience]
        assert again.broadcast.snapshot(audience) == table.live.broadcast.snapshot(audience)
        assert told == table.live.told[audience][len(table.live.told[audience]) - len(told) :]
