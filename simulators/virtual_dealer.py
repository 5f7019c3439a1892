"""A dealer who reads the desk's screen, draws from a shoe and presses buttons. I/O: through client and hands."""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

import structlog

from dealer_table.baccarat.cards import Card
from dealer_table.client.table_client import TableAway, TableClient
from dealer_table.errors import CommandRefused
from dealer_table.procedure.words import Phase, Resolution
from simulators.dealers_mind import Ask, Draw, Habits, Move, Rest, ShowAgain, next_move
from simulators.fault_plan import BURN, FaultKind, FaultPlan
from simulators.felt import Felt
from simulators.hands import Hands, Note
from simulators.pace import Pace
from simulators.screen import HoldOnScreen, Screen, read_screen
from simulators.virtual_shoe import CUT_CARD, VirtualShoe

_LOG = structlog.get_logger(__name__)

Shoes = Callable[[int], VirtualShoe]


class DealerStuck(Exception):
    """The screen asks for nothing and does not change: the run cannot come to its end."""


@dataclass(frozen=True, slots=True)
class Shift:
    """What a dealer is to do: deal `shoes`, by number, suffer `plan`, stop after `coups` coups (None: never)."""

    shoes: Shoes
    plan: FaultPlan = field(default_factory=FaultPlan)
    coups: int | None = None
    takes_cut_card_early: bool = False
    stuck_seconds: float | None = None


class VirtualDealer:
    """Work a shift at the desk. `felt` is the dealer's own truth of what was dealt, `holds` what stopped it."""

    def __init__(
        self,
        desk: TableClient,
        supervisor: TableClient,
        hands: Hands,
        shift: Shift,
        note: Note = lambda text: None,
    ) -> None:
        self.felt = Felt()
        self.holds: list[str] = []
        self.paused = False
        self.next_faults: deque[FaultKind] = deque()
        self._desk = desk
        self._supervisor = supervisor
        self.hands = hands
        self._shift = shift
        self._note = note
        self._shoe = VirtualShoe(())
        self._faults: deque[FaultKind] = deque()
        self._after_coup: deque[FaultKind] = deque()
        self._screen: Screen | None = None
        self._surroundings: object = None
        self._hold: object = None
        self._quiet_since = self._acted_at = self._changed_at = time.monotonic()
        self._shown_in: object = None
        self._shown_at: dict[object, float] = {}

    @property
    def pace(self) -> Pace:
        """Return how fast he works; the hands keep it, and it may be changed at any time."""
        return self.hands.pace

    @property
    def done(self) -> bool:
        """Tell whether all the coups he was asked for are over."""
        return self._shift.coups is not None and len(self.felt.coups) >= self._shift.coups

    async def work(self) -> None:
        """Deal; DealerStuck when nothing goes on any more."""
        while not self.done:
            since = self._desk.changes
            await self._let_supervisor_see()
            screen = self._look()
            if self.done:
                return
            self._check_not_stuck()
            move = self._next_move(screen) if screen is not None and not self.paused else Rest()
            pause = self._pause_before(move, screen)
            if screen is None or pause > 0:
                await self._desk.changed(since, min(pause, 1.0))
            else:
                await self._perform(move, screen)
                self._acted_at = time.monotonic()

    async def draw_by_hand(self) -> None:
        """Draw the next card for a person who has taken the dealer's seat."""
        if (screen := self._look()) is not None:
            await self._draw(screen)

    def draw_one_too_many(self) -> None:
        """Draw a card nobody asked for, as soon as no card is due."""
        self._after_coup.append(FaultKind.EXCESS_CARD)

    def bring_cut_card_forward(self) -> bool:
        """Let the cut card be what comes out next; False when it is out."""
        return self._shoe.bring_cut_card_forward()

    # ---- looking --------------------------------------------------------------------------------------------------

    def _look(self) -> Screen | None:
        """Read the screen and follow it; None while it is dark."""
        screen = None
        if self._desk.connected and self._supervisor.connected:
            screen = read_screen(self._desk.view, self._supervisor.view)
            self._follow(screen)
        surroundings = screen and (screen.phase, screen.scanner_online, screen.hold and screen.hold.since)
        if surroundings != self._surroundings:
            self._surroundings = surroundings
            self._quiet_since = time.monotonic()
        if screen != self._screen:
            self._screen = screen
            self._changed_at = time.monotonic()
        return screen

    async def _let_supervisor_see(self) -> None:
        """Wait for the supervisor's screen to show what the dealer's does: what it has open counts in a hold."""
        since = self._supervisor.changes
        if self._desk.connected and self._desk.mirror.version != self._supervisor.mirror.version:
            await self._supervisor.changed(since, 0.2)

    def _follow(self, screen: Screen) -> None:
        shoe, coups = self.felt.shoe, len(self.felt.coups)
        self._follow_hold(screen.hold)
        self.felt.follow(screen)
        if self.felt.shoe != shoe:
            self._shoe = self._shift.shoes(self.felt.shoe)
            self._note(f"shoe {self.felt.shoe} is on the table")
        if len(self.felt.coups) > coups:
            over = self.felt.coups[-1]
            self._after_coup.extend(self._shift.plan.after_coup(over.shoe, over.coup))
            self._note(f"coup {over.coup}: {'void' if over.void else screen.outcome and screen.outcome.value}")

    def _follow_hold(self, hold: HoldOnScreen | None) -> None:
        standing = hold and (hold.kind, hold.since)
        if hold is not None and standing != self._hold:
            self.holds.append(hold.kind.value)
            self._note(f"hold: {hold.kind.value.replace('_', ' ')}")
        self._hold = standing

    def _check_not_stuck(self) -> None:
        idle = time.monotonic() - self._changed_at
        if self._shift.stuck_seconds is not None and not self.paused and idle > self._shift.stuck_seconds:
            desk = self._desk.view.get("desk") if self._desk.connected else "no connection"
            raise DealerStuck(f"nothing happened for {idle:.0f} s; the desk shows: {desk}")

    # ---- deciding -------------------------------------------------------------------------------------------------

    def _next_move(self, screen: Screen) -> Move:
        habits = Habits(self.pace.betting_seconds, self.pace.closes_betting, self._shift.takes_cut_card_early)
        return next_move(
            screen,
            self.felt,
            habits,
            cut_card_at_mouth=self._shoe.at_mouth is CUT_CARD,
            draws_unasked=bool(self._after_coup),
        )

    def _pause_before(self, move: Move, screen: Screen | None) -> float:
        """Return for how many seconds he does not do `move` yet."""
        now = time.monotonic()
        if screen is None or (isinstance(move, Draw | ShowAgain) and not screen.scanner_online):
            return 1.0
        match move:
            case Rest():
                return 1.0
            case Draw():
                next_card = self._shoe.at_mouth
                return max(self._acted_at + self.pace.card, self._free_again(next_card)) - now
            case ShowAgain(card=card, failed=failed):
                return max(self._waited_enough(screen, failed=failed), self._free_again(card)) - now
            case Ask(command=command):
                return self._acted_at + self._thinking(command) - now

    def _waited_enough(self, screen: Screen, *, failed: bool) -> float:
        """Return from when on a card may be shown again: at once only when the screen says that it was not read."""
        if failed and self._hold_shown(screen) != self._shown_in:
            return self._acted_at + self.pace.rescan
        return self._quiet_since + (self.pace.silence if screen.hold is None else self.pace.patience)

    def _thinking(self, command: str) -> float:
        match command:
            case "open_betting" | "load_shoe" | "change_shoe":
                return self.pace.between_coups
            case "resolve_hold" | "void_coup":
                return self.pace.rescan
            case _:
                return self.pace.card

    def _free_again(self, card: object) -> float:
        """Return from when on the scanner takes `card` for another copy, not for one it still sees."""
        return self._shown_at.get(card, 0.0) + self.pace.same_card_seconds

    @staticmethod
    def _hold_shown(screen: Screen) -> object:
        return screen.hold and (screen.hold.kind, screen.hold.since, screen.hold.attempts)

    # ---- doing ----------------------------------------------------------------------------------------------------

    async def _perform(self, move: Move, screen: Screen) -> None:
        match move:
            case Ask():
                await self._ask(move)
            case Draw(unasked=unasked):
                if unasked:
                    self._after_coup.clear()
                    self._note("fault: a card too many")
                await self._draw(screen)
            case ShowAgain(card=card):
                await self._show(card, screen)
            case Rest():
                pass

    async def _draw(self, screen: Screen) -> None:
        card = self._shoe.draw()
        if card is CUT_CARD:
            self.felt.cut_card_out = True
            self._note("the cut card is out")
            await self._show(None, screen)
            return
        self.felt.drawn(card, screen)
        coup = BURN if screen.phase is Phase.BURN else screen.coup
        place = len(self.felt.burnt) if coup == BURN else len(self.felt.cards)
        self._faults = deque(self._shift.plan.at_card(self.felt.shoe, coup, place))
        while self.next_faults:
            self._faults.appendleft(self.next_faults.pop())
        await self._show(card, screen)

    async def _show(self, card: Card | None, screen: Screen) -> None:
        """Show a card, or the cut card (None), under the fault that waits for it."""
        self._shown_in = self._hold_shown(screen)
        self._quiet_since = time.monotonic()
        self._shown_at[card] = self._quiet_since
        if card is None:
            self.hands.show_cut_card()
            return
        fault = self._faults.popleft() if self._faults else None
        then = self._second_of_pair(card, screen) if fault is FaultKind.MERGED else None
        await self.hands.show(card, fault, then=then)
        # Showing may have taken its time: a cable was pulled, a machine came back.
        self._quiet_since = self._shown_at[card] = self._shown_at[then] = time.monotonic()

    def _second_of_pair(self, card: Card, screen: Screen) -> Card | None:
        """Draw a second card along with the first, where it is certain to be due and no twin of the first."""
        follows = self._shoe.at_mouth
        if screen.phase is not Phase.DEALING or len(self.felt.cards) > 3 or follows == card:
            return None
        if not isinstance(follows, Card):
            return None
        self._shoe.draw()
        self.felt.drawn(follows, screen)
        return follows

    async def _ask(self, ask: Ask) -> None:
        since = self._desk.changes
        if self.felt.aside is not None and ask.command == "resolve_hold":
            self.felt.aside_asked = Resolution(ask.details["resolution"])
        try:
            try:
                await self._desk.command(ask.command, **ask.details)
            except CommandRefused as refused:
                if refused.code != "supervisor_needed":
                    raise
                await self._supervisor.command(ask.command, **ask.details)
        except CommandRefused as refused:
            self.felt.aside_asked = None
            self._note(f"refused: {ask.command}, {refused.code}")
            _LOG.info("refused", command=ask.command, code=refused.code, detail=refused.detail)
            await self._desk.changed(since, 0.5)
        except TableAway as away:
            _LOG.info("no_answer", command=ask.command, why=str(away))
        else:
            await self._desk.changed(since, 2.0)
