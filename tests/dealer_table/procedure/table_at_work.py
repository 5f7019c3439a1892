"""A table that a test works at: every command goes through `decide`, every event through `evolve`. Pure."""

from collections import Counter
from typing import TypeVar

import pytest

from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.coup import Outcome
from dealer_table.baccarat.hand import Position
from dealer_table.errors import CommandRefused
from dealer_table.procedure import commands as c
from dealer_table.procedure import events as e
from dealer_table.procedure.decide import decide
from dealer_table.procedure.evolve import fold
from dealer_table.procedure.house import HouseProcedure
from dealer_table.procedure.state import CoupState, HoldState, ShoeState, TableState
from dealer_table.procedure.words import Actor, BurnRule, HoldKind, MisreadCause, Phase, Resolution, Role

E = TypeVar("E")

DEALER = Actor(Role.DEALER, "Dana")
SUPERVISOR = Actor(Role.SUPERVISOR, "Sam")

# Complete coups, in the order of the shoe: player, banker, player, banker, third cards.
PLAYER_NATURAL = "4S 2H 5S 3H"
BANKER_NATURAL = "2H 4S 3H 5S"
TIE_OF_SIX_CARDS = "KS KH QS QH 2S 2H"
# One card less than the tie above: the Banker's third card is due.
ALL_BUT_THE_LAST = "KS KH QS QH 2S"

NO_BURN = HouseProcedure(burn=BurnRule.NONE)


class TableAtWork:
    """A table, its house, and what happened so far."""

    def __init__(self, house: HouseProcedure) -> None:
        self.house = house
        self.state = TableState()
        self.events: list[e.Event] = []
        self.decisions: list[tuple[e.Event, ...]] = []
        self.now = 1_000
        self.last_seq = Counter[str]()
        self.dealer = DEALER

    @property
    def seq(self) -> int:
        """Return the number of the last read of the scanner that the table deals by at first."""
        return self.last_seq["shoe"]

    def phase(self) -> Phase:
        """Return the phase; a method, so that a type checker does not believe it to stay."""
        return self.state.phase

    @property
    def shoe(self) -> ShoeState:
        assert self.state.shoe is not None
        return self.state.shoe

    @property
    def coup(self) -> CoupState:
        assert self.state.coup is not None
        return self.state.coup

    @property
    def hold(self) -> HoldState:
        assert self.state.hold is not None
        return self.state.hold

    @property
    def held_for(self) -> HoldKind | None:
        return self.state.hold.kind if self.state.hold else None

    def give(self, command: c.Command) -> tuple[e.Event, ...]:
        """Carry out a command and return what came of it."""
        events = decide(self.state, command, self.house)
        self.state = fold(events, self.state)
        self.events += events
        self.decisions.append(events)
        return events

    def refuses(self, command: c.Command) -> str:
        """Return the code with which `command` is refused; nothing may have changed."""
        with pytest.raises(CommandRefused) as refused:
            decide(self.state, command, self.house)
        return refused.value.code

    # ---- people ---------------------------------------------------------------------------------------------------

    def relieve(self, dealer: Actor) -> tuple[e.Event, ...]:
        """Let another dealer take over."""
        self.dealer = dealer
        return self.give(c.TakeShift(self.now, dealer))

    def open_betting(self) -> None:
        self.give(c.OpenBetting(self.now, self.dealer))

    def close_betting(self) -> None:
        self.give(c.CloseBetting(self.now, self.dealer))

    def begin_coup(self) -> None:
        self.open_betting()
        self.close_betting()

    def resolution(
        self, how: Resolution, by: Actor = SUPERVISOR, card: str = "", position: Position | None = None
    ) -> c.ResolveHold:
        return c.ResolveHold(self.now, by, how, Card(card) if card else None, position, reason="spilled water")

    def resolve(
        self, how: Resolution, by: Actor = SUPERVISOR, card: str = "", position: Position | None = None
    ) -> tuple[e.Event, ...]:
        return self.give(self.resolution(how, by, card, position))

    def void(self) -> tuple[e.Event, ...]:
        return self.give(c.VoidCoup(self.now, SUPERVISOR, "spilled water"))

    def correct_coup(self, number: int, player: str, banker: str) -> tuple[e.Event, ...]:
        """Put right a coup that is over."""
        return self.give(
            c.CorrectCoup(self.now, SUPERVISOR, number, cards(player), cards(banker), "a card was misread")
        )

    # ---- scanners and the clock -----------------------------------------------------------------------------------

    def next_read(self, scanner: str = "shoe") -> c.ReadId:
        self.last_seq[scanner] += 1
        return c.ReadId(scanner, "b1", self.last_seq[scanner])

    def read(
        self, card: str, serial: str | None = None, position: Position | None = None, scanner: str = "shoe"
    ) -> tuple[e.Event, ...]:
        return self.give(c.RecordCardRead(self.now, self.next_read(scanner), Card(card), serial, position))

    def deal(self, cards: str) -> list[e.Event]:
        """Read the cards of `cards`, which are written with spaces between them."""
        return [event for card in cards.split() for event in self.read(card)]

    def play(self, cards: str) -> list[e.Event]:
        """Deal a whole coup, bets and all."""
        self.begin_coup()
        return self.deal(cards)

    def misread(self, cause: MisreadCause = MisreadCause.NO_READ, scanner: str = "shoe") -> tuple[e.Event, ...]:
        return self.give(c.RecordMisread(self.now, self.next_read(scanner), cause, "??"))

    def cut_card(self, scanner: str = "shoe") -> tuple[e.Event, ...]:
        return self.give(c.RecordCutCard(self.now, self.next_read(scanner)))

    def shoe_says(self, outcome: Outcome, scanner: str = "shoe") -> tuple[e.Event, ...]:
        return self.give(c.RecordShoeResult(self.now, self.next_read(scanner), outcome))

    def lose_reads(self, count: int = 1, scanner: str = "shoe") -> tuple[e.Event, ...]:
        first = self.last_seq[scanner] + 1
        self.last_seq[scanner] += count
        return self.give(c.RecordReadsLost(self.now, scanner, "b1", first, self.last_seq[scanner]))

    def scanner(self, online: bool, name: str = "shoe") -> tuple[e.Event, ...]:
        return self.give(c.RecordScannerStatus(self.now, name, online, "cable"))

    def swap(self, scanner: str = "spare") -> tuple[e.Event, ...]:
        return self.give(c.SwapScanner(self.now, self.dealer, scanner))

    def wait(self, seconds: int) -> tuple[e.Event, ...]:
        self.now += seconds * 1000
        return self.give(c.CheckClock(self.now))


def table_with_shoe(house: HouseProcedure = NO_BURN) -> TableAtWork:
    """Return a table on which a shoe has just been loaded: ready at once in a house that burns nothing."""
    table = TableAtWork(house)
    table.give(c.OpenTable(table.now, DEALER))
    table.scanner(online=True)
    table.give(c.LoadShoe(table.now, DEALER))
    return table


def table_in_coup(house: HouseProcedure = NO_BURN, cards: str = "") -> TableAtWork:
    """Return a table that deals, with `cards` on the felt."""
    table = table_with_shoe(house)
    table.begin_coup()
    table.deal(cards)
    return table


def cards(text: str) -> tuple[Card, ...]:
    """Return the cards of `text`, which are written with spaces between them."""
    return tuple(Card(card) for card in text.split())


def kinds(events: tuple[e.Event, ...] | list[e.Event]) -> list[type[e.Event]]:
    """Return what happened without the particulars."""
    return [type(event) for event in events]


def only(kind: type[E], events: tuple[e.Event, ...] | list[e.Event]) -> E:
    """Return the one event of its kind."""
    (event,) = [event for event in events if isinstance(event, kind)]
    return event
