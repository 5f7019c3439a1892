"""A Touch room in memory, told what to do event by event, and shoes that begin as a test wants. Pure."""

from collections import Counter
from dataclasses import dataclass, field
from random import Random

from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.shoe import full_shoe
from dealer_table.betting.events import BetsAccepted
from dealer_table.betting.rules import CurrencyLimits, SpotLimits
from dealer_table.betting.words import Gesture, Move, Patron, PatronLimits, Stake
from dealer_table.touch.commands import (
    BeginRound,
    BeginSession,
    EndSession,
    FinishRound,
    TouchCommand,
)
from dealer_table.touch.commitment import PACKS, SealedShoe, order_text
from dealer_table.touch.decide import decide, foreseen
from dealer_table.touch.events import RoomEvent
from dealer_table.touch.rounds import Round
from dealer_table.touch.rules import TouchRules
from dealer_table.touch.state import RoomState, Session, fold
from dealer_table.touch.words import SessionEnd, Unfinished

ADA = Patron("ada", "EUR")
NO_LIMITS = PatronLimits()
BOB = Patron("bob", "EUR")
MAXIMUM = {"player": 10_000, "banker": 10_000, "tie": 2_000}
LIMITS = CurrencyLimits(
    exponent=2,
    step=10,
    differential=10_000,
    spots={spot: SpotLimits(20, most, most) for spot, most in MAXIMUM.items()},
)
RULES = TouchRules({"EUR": LIMITS, "FUN": LIMITS}, Unfinished.RESUME, idle_minutes=15, digest="d" * 64)
REFUND = TouchRules({"EUR": LIMITS, "FUN": LIMITS}, Unfinished.REFUND, idle_minutes=15, digest="d" * 64)


def shoe(*head: str, seed: int = 0) -> SealedShoe:
    """Return a whole shoe that begins with these cards, and goes on as the seed says."""
    first = [Card(name) for name in head]
    rest = list((Counter(full_shoe(PACKS)) - Counter(first)).elements())
    chance = Random(seed)
    chance.shuffle(rest)
    return SealedShoe(order_text([*first, *rest]), chance.randbytes(32).hex())


# Player 8S KH = 8, a natural, against 5C TD = 5; the other way about; and a tie of naturals.
PLAYER_WINS = shoe("8S", "5C", "KH", "TD")
BANKER_WINS = shoe("5C", "8S", "TD", "KH")
TIE = shoe("8S", "8H", "KH", "KD")


def place(spot: str, amount: int) -> Gesture:
    """Return the gesture that lays a chip."""
    return Gesture(Move.PLACE, spot, amount)


CLEAR, REBET, REBET_X2 = Gesture(Move.CLEAR), Gesture(Move.REBET), Gesture(Move.REBET_X2)


@dataclass
class Room:
    """A room that carries out one command after the other; `next_shoe` is what it commits to next."""

    rules: TouchRules = RULES
    state: RoomState = field(default_factory=RoomState)
    now: int = 1_000
    next_shoe: SealedShoe = PLAYER_WINS
    sealed: dict[Patron, SealedShoe] = field(default_factory=dict)

    def do(self, command: TouchCommand) -> tuple[RoomEvent, ...]:
        events = decide(self.state, command, self.rules)
        self.state = fold(events, self.state)
        return events

    def sit(self, patron: Patron = ADA, limits: PatronLimits = NO_LIMITS, previous: tuple[Stake, ...] = ()) -> None:
        self.sealed.setdefault(patron, self.next_shoe)
        self.do(BeginSession(self.now, patron, limits, self.sealed[patron], previous))

    def begin(self, *gestures: Gesture, patron: Patron = ADA, request: str = "r1", number: int | None = None) -> Round:
        asked = self.session(patron).round if number is None else number
        command = BeginRound(self.now, patron, request, asked, gestures, self.sealed[patron], movement="m1")
        needed = foreseen(self.state, command, self.rules)
        events = self.do(
            BeginRound(self.now, patron, request, asked, gestures, self.sealed[patron], needed, "m1"),
        )
        assert sum(event.change for event in events if isinstance(event, BetsAccepted)) == needed
        playing = self.session(patron).in_play
        assert playing is not None
        return playing

    def finish(self, *, patron: Patron = ADA, present: bool = True) -> Round:
        self.sealed[patron] = self.next_shoe
        self.do(FinishRound(self.now, patron, self.next_shoe, present))
        last = self.session(patron).last
        assert last is not None
        return last

    def play(self, *gestures: Gesture, patron: Patron = ADA) -> Round:
        self.begin(*gestures, patron=patron)
        return self.finish(patron=patron)

    def leave(self, patron: Patron = ADA) -> None:
        self.do(EndSession(self.now, patron, SessionEnd.OWN_WISH))

    def session(self, patron: Patron = ADA) -> Session:
        return self.state.sessions[patron]
