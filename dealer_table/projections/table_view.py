"""What a watcher may see of the table, as a fold: never a burned card, never one the felt does not show. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.coup import Coup, Outcome
from dealer_table.baccarat.hand import Hand, Position, Side
from dealer_table.procedure import events as e
from dealer_table.procedure.state import CoupState, TableState
from dealer_table.procedure.words import HoldKind, Phase
from dealer_table.projections.roads import Roads, RoadsSection
from dealer_table.projections.statistics import Statistics


@dataclass(frozen=True, slots=True)
class TableSection:
    """The table itself.

    `last_coup`: the coup in play, or the next one, is the last of this shoe. `dealer` is who is on duty, or empty.
    """

    phase: Phase = Phase.CLOSED
    closing: bool = False
    last_coup: bool = False
    dealer: str = ""


@dataclass(frozen=True, slots=True)
class ShoeSection:
    """The shoe: counts only. `burn_due` and `burn_done` count the burn in progress, the indicator not included."""

    number: int
    packs: int
    cards_left: int
    cards_out: int
    burned: int
    indicator: Card | None = None
    burn_due: int = 0
    burn_done: int = 0
    cut_card_out: bool = False
    coups: int = 0


@dataclass(frozen=True, slots=True)
class DealtCard:
    """A card on the felt."""

    position: Position
    card: Card
    keyed: bool = False


@dataclass(frozen=True, slots=True)
class CoupSection:
    """The coup in play, or the last one until the next begins. `cards` stand in the order they were dealt.

    `outcome` comes with the confirmation, not before: while people still look at the felt nothing is announced.
    """

    number: int
    free: bool = False
    cards: tuple[DealtCard, ...] = ()
    player_total: int | None = None
    banker_total: int | None = None
    due: Position | None = None
    outcome: Outcome | None = None
    natural: bool = False
    pairs: tuple[Side, ...] = ()
    confirmed: bool = False
    settled: bool = False
    void_reason: str | None = None


@dataclass(frozen=True, slots=True)
class BettingSection:
    """The betting window, in milliseconds since the epoch on the table's clock."""

    coup: int
    opened_at: int
    closes_at: int


@dataclass(frozen=True, slots=True)
class HoldSection:
    """Dealing has stopped; watchers learn why, not which card."""

    kind: HoldKind
    since: int


@dataclass(frozen=True, slots=True)
class _Finished:
    """A coup of this shoe that is over and counts."""

    number: int
    hands: Coup
    free: bool


@dataclass(frozen=True, slots=True)
class TableView:
    """The sections a watcher gets; a fold over decisions, and a fresh shoe starts it anew."""

    table: TableSection = field(default_factory=TableSection)
    shoe: ShoeSection | None = None
    coup: CoupSection | None = None
    betting: BettingSection | None = None
    hold: HoldSection | None = None
    roads: RoadsSection = field(default_factory=lambda: Roads().section())
    statistics: Statistics = field(default_factory=Statistics)
    _finished: tuple[_Finished, ...] = ()
    _ending: CoupSection | None = None
    _complete: Coup | None = None

    def after(self, events: Iterable[e.Event], state: TableState) -> "TableView":
        """Return the view after one decision: its events, and the state they led to."""
        view = self
        for event in events:
            view = view._with(event)
        return replace(
            view,
            table=_table_section(state),
            shoe=_shoe_section(state),
            coup=_coup_section(state, view._ending),
            hold=HoldSection(state.hold.kind, state.hold.since) if state.hold else None,
        )

    def _with(self, event: e.Event) -> "TableView":
        match event:
            case e.ShoeLoaded():
                return TableView()
            case e.BettingOpened(coup=coup, at=at, closes_at=closes_at):
                betting = BettingSection(coup, opened_at=at, closes_at=closes_at)
                return replace(self, betting=betting, _ending=CoupSection(coup))
            case e.FreeCoupStarted(coup=coup):
                return replace(self, _ending=CoupSection(coup, free=True))
            case e.BettingClosed():
                return replace(self, betting=None)
            case e.CoupCompleted(player=player, banker=banker):
                return replace(self, _complete=Coup(Hand(player), Hand(banker)))
            case e.ResultConfirmed(outcome=outcome):
                return self._ends(outcome=outcome, confirmed=True)
            case e.CoupVoided(reason=reason):
                statistics = self.statistics.with_void()
                return replace(self._ends(void_reason=reason), betting=None, statistics=statistics)
            case e.CoupSettled() | e.FreeCoupEnded():
                return self._settled(event)
            case e.CoupCorrected():
                return self._corrected(event)
            case _:
                return self

    def _ends(
        self, *, outcome: Outcome | None = None, confirmed: bool = False, void_reason: str | None = None
    ) -> "TableView":
        ending = self._ending
        assert ending is not None, "a coup ends that began"
        ending = replace(ending, outcome=outcome, confirmed=confirmed, void_reason=void_reason)
        return replace(self, _ending=ending)

    def _settled(self, event: e.CoupSettled | e.FreeCoupEnded) -> "TableView":
        # Not from the state: when the table closes with this coup, that holds none any more.
        hands = self._complete
        assert hands is not None and self._ending is not None, "a coup is settled that was dealt"
        finished = _Finished(event.coup, hands, free=isinstance(event, e.FreeCoupEnded))
        return replace(
            self,
            roads=_roads((*self._finished, finished)),
            statistics=self.statistics.with_coup(hands, free=finished.free),
            _finished=(*self._finished, finished),
            _ending=replace(self._ending, settled=True),
        )

    def _corrected(self, event: e.CoupCorrected) -> "TableView":
        """Draw the roads and count again, as if the coup had been dealt so."""
        hands = Coup(Hand(event.player), Hand(event.banker))
        finished = tuple(replace(coup, hands=hands) if coup.number == event.coup else coup for coup in self._finished)
        statistics = Statistics(voids=self.statistics.voids)
        for coup in finished:
            statistics = statistics.with_coup(coup.hands, free=coup.free)
        ending = self._ending
        if ending is not None and ending.number == event.coup:
            ending = replace(ending, outcome=event.outcome)
        return replace(self, roads=_roads(finished), statistics=statistics, _finished=finished, _ending=ending)


def _roads(finished: Iterable[_Finished]) -> RoadsSection:
    roads = Roads()
    for coup in finished:
        roads = roads.with_coup(coup.hands.outcome, coup.hands.pairs, _natural(coup.hands))
    return roads.section()


def _table_section(state: TableState) -> TableSection:
    shoe = state.shoe
    last = False
    if shoe is not None and shoe.last_coup is not None and state.phase is not Phase.SHOE_OVER:
        last = shoe.coups + (not state.coup_in_play) >= shoe.last_coup
    return TableSection(state.phase, state.closing, last, state.dealer)


def _shoe_section(state: TableState) -> ShoeSection | None:
    shoe = state.shoe
    if shoe is None:
        return None
    burn = state.burn
    return ShoeSection(
        number=shoe.number,
        packs=shoe.composition.packs,
        cards_left=shoe.composition.cards_left,
        cards_out=shoe.composition.cards_gone,
        burned=len(shoe.burned),
        indicator=shoe.indicator,
        burn_due=(burn.due or 0) if burn else 0,
        burn_done=burn.done if burn else 0,
        cut_card_out=shoe.cut_card_out,
        coups=shoe.coups,
    )


def _coup_section(state: TableState, ending: CoupSection | None) -> CoupSection | None:
    coup = state.coup
    if coup is None or ending is None:
        return None
    hands = coup.hands
    return replace(
        ending,
        cards=tuple(DealtCard(placed.position, placed.card, placed.keyed) for placed in coup.placed),
        player_total=hands.player.total if hands.player.cards else None,
        banker_total=hands.banker.total if hands.banker.cards else None,
        due=_due(state, coup),
        natural=_natural(hands),
        pairs=hands.pairs,
    )


def _due(state: TableState, coup: CoupState) -> Position | None:
    return coup.due if state.phase is Phase.DEALING and state.hold is None else None


def _natural(hands: Coup) -> bool:
    return hands.player.is_natural or hands.banker.is_natural
