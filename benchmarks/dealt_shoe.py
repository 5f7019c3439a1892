"""Whole shoes as the commands that deal them, with nobody waiting for anybody. Pure."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from dealer_table.baccarat.cards import Card
from dealer_table.procedure import commands as c
from dealer_table.procedure.decide import decide
from dealer_table.procedure.events import Event
from dealer_table.procedure.evolve import evolve
from dealer_table.procedure.house import HouseProcedure
from dealer_table.procedure.state import TableState
from dealer_table.procedure.words import Actor, Role
from dealer_table.projections.desk_view import Action, next_step
from simulators.virtual_shoe import VirtualShoe

HOUSE = HouseProcedure()
_DEALER = Actor(Role.DEALER, "benchmark")
_SCANNER, _BOOT = "shoe", "boot"
_BEGIN = 1_800_000_000_000
_STEP_MS = 1000


class Dealt(NamedTuple):
    """A command, what it led to, and the state after it."""

    command: c.Command
    events: tuple[Event, ...]
    state: TableState


def deal(shoes: int) -> Iterator[Dealt]:
    """Yield the commands of so many shoes, each dealt from its burn to its last coup, cut card and all."""
    table = _Table()
    yield table.give(c.RecordScannerStatus(table.at, _SCANNER, online=True))
    while table.state.shoes < shoes or next_step(table.state, HOUSE).action is not Action.CHANGE_SHOE:
        yield table.give(table.next_command())


class _Table:
    """A table, its shoe, and a dealer who does what comes next."""

    def __init__(self) -> None:
        self.state = TableState()
        self.at = _BEGIN
        self._seq = 0
        self._shoe = VirtualShoe(())

    def give(self, command: c.Command) -> Dealt:
        events = decide(self.state, command, HOUSE)
        for event in events:
            self.state = evolve(self.state, event)
        self.at += _STEP_MS
        return Dealt(command, events, self.state)

    def next_command(self) -> c.Command:
        match next_step(self.state, HOUSE).action:
            case Action.OPEN_TABLE:
                return c.OpenTable(self.at, _DEALER)
            case Action.LOAD_SHOE:
                seed = Random(self.state.shoes)
                self._shoe = VirtualShoe.shuffled(HOUSE.packs, HOUSE.cut_card_depth, seed)
                return c.LoadShoe(self.at, _DEALER)
            case Action.OPEN_BETTING:
                return c.OpenBetting(self.at, _DEALER)
            case Action.WAIT_FOR_BETS:
                return c.CloseBetting(self.at, _DEALER)
            case Action.DRAW_INDICATOR | Action.BURN | Action.DRAW:
                return self._draw()
            case Action.CHANGE_SHOE:
                return c.ChangeShoe(self.at, _DEALER)
            case action:
                raise AssertionError(f"nothing goes wrong here, and yet the table wants to {action}")

    def _draw(self) -> c.Command:
        self._seq += 1
        read = c.ReadId(_SCANNER, _BOOT, self._seq)
        drawn = self._shoe.draw()
        return c.RecordCardRead(self.at, read, drawn) if isinstance(drawn, Card) else c.RecordCutCard(self.at, read)
