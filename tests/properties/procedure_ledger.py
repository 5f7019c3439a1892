"""What must hold of the procedure's events, checked from its own books, which share no rule with the table. Pure."""

from collections import Counter
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import NamedTuple

from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.coup import Outcome
from dealer_table.procedure import events as e
from dealer_table.procedure.state import TableState
from dealer_table.procedure.words import HoldKind, Phase

# The Banker's row of the printed chart: the Player's third cards on which a Banker with that total draws.
CHART = {0: "0123456789", 1: "0123456789", 2: "0123456789", 3: "012345679", 4: "234567", 5: "4567", 6: "67", 7: ""}


class OnPaper(NamedTuple):
    """A coup worked out by hand: where its cards lie, whether it is over, who is ahead."""

    places: tuple[str, ...]
    over: bool
    outcome: Outcome


def on_paper(cards: tuple[Card, ...]) -> OnPaper:
    """Work a coup out from the printed rules, in the order its cards came."""
    values = [0 if card.value[0] in "TJQK" else "A23456789".index(card.value[0]) + 1 for card in cards]
    places = ["player_1", "banker_1", "player_2", "banker_2"][: len(values)]
    player, banker = sum(values[0:4:2]) % 10, sum(values[1:4:2]) % 10
    over = False
    if len(values) >= 4:
        rest = values[4:]
        natural = player >= 8 or banker >= 8
        player_draws = not natural and player <= 5
        if player_draws and rest:
            third = rest.pop(0)
            places.append("player_3")
            player = (player + third) % 10
            banker_draws = str(third) in CHART[banker]
        else:
            banker_draws = not natural and not player_draws and banker <= 5
        if banker_draws and rest:
            banker = (banker + rest.pop(0)) % 10
            places.append("banker_3")
        assert not rest, "more cards than the rules draw"
        wanted = 4 + player_draws + banker_draws
        over = len(values) == wanted and (not player_draws or "player_3" in places)
    outcome = Outcome.TIE if player == banker else Outcome.PLAYER if player > banker else Outcome.BANKER
    return OnPaper(tuple(places), over, outcome)


@dataclass(slots=True)
class Ledger:
    """Books of one shoe, kept from its events alone."""

    out: Counter[Card] = field(default_factory=Counter)
    felt: list[Card] = field(default_factory=list)
    coups: int = 0
    last_coup: int | None = None
    burning: bool = True
    burns: int = 0
    burned: int = 0
    betting: bool = False
    in_play: bool = False
    hold: HoldKind | None = None
    aside: list[Card] = field(default_factory=list)

    def enter(self, event: e.Event) -> None:
        """Enter one event, and fail when it may not follow what is in the books."""
        match event:
            case e.IndicatorDrawn() | e.BurnDue() | e.CardBurned() | e.BurnCompleted():
                self._burn(event)
            case e.BettingOpened() | e.FreeCoupStarted() | e.BettingClosed() | e.CutCardSeen():
                self._begin(event)
            case e.CardDealt() | e.CardCorrected() | e.CoupCompleted():
                self._deal(event)
            case e.CoupSettled() | e.FreeCoupEnded() | e.CoupVoided():
                self._end(event)
            case e.CardRead(card=card) | e.CardKeyedIn(card=card):
                self.out[card] += 1
            case e.CardWasOnFelt(card=card):
                self.out[card] -= 1
            case e.HoldRaised(kind=kind):
                assert self.hold is None, "one hold at a time"
                self.hold = kind
            case e.HoldResolved(kind=kind):
                assert self.hold is kind
                self.hold = None
            case e.CardDiscarded(card=card):
                self.aside.append(card)
            case e.CoupCorrected():
                self._correct(event)
            case e.ShoeEnded():
                assert event.coups == self.coups == self.last_coup
            case _:
                pass

    def _burn(self, event: e.IndicatorDrawn | e.BurnDue | e.CardBurned | e.BurnCompleted) -> None:
        match event:
            case e.IndicatorDrawn(burns=burns):
                assert self.burning and not self.burns and 1 <= burns <= 11
                self.burns = burns
            case e.BurnDue(burns=burns):
                assert not self.in_play and burns > 0
                self.burning, self.burns, self.burned = True, burns, 0
            case e.CardBurned(index=index, of=of):
                assert 1 <= index <= of
                if self.burning:
                    self.burned += 1
                    assert (index, of) == (self.burned, self.burns)
            case e.BurnCompleted():
                assert self.burning and self.burned == self.burns
                self.burning = False

    def _begin(self, event: e.BettingOpened | e.FreeCoupStarted | e.BettingClosed | e.CutCardSeen) -> None:
        match event:
            case e.BettingOpened(coup=coup) | e.FreeCoupStarted(coup=coup):
                assert not self.burning, "the burn comes before the first coup"
                assert not self.in_play and coup == self.coups + 1
                assert self.last_coup is None or coup <= self.last_coup, "nothing opens after the last coup"
                self.coups, self.in_play, self.felt = coup, True, []
                self.betting = isinstance(event, e.BettingOpened)
            case e.BettingClosed():
                assert self.betting
                self.betting = False
            case e.CutCardSeen(last_coup=last_coup):
                assert self.last_coup is None
                assert self.coups <= last_coup <= self.coups + 2 and last_coup > 0
                self.last_coup = last_coup

    def _deal(self, event: e.CardDealt | e.CardCorrected | e.CoupCompleted) -> None:
        assert self.in_play and self.hold is None and not self.betting
        match event:
            case e.CardDealt(card=card, position=position, coup=coup):
                assert coup == self.coups and not on_paper(tuple(self.felt)).over
                self.felt.append(card)
                assert on_paper(tuple(self.felt)).places[-1] == position
            case e.CardCorrected(position=position, before=before, after=after):
                place = on_paper(tuple(self.felt)).places.index(position)
                assert self.felt[place] is before
                self.felt[place] = after
                self.out.subtract([before])
                self.out[after] += 1
            case e.CoupCompleted(player=player, banker=banker, outcome=outcome):
                paper = on_paper(tuple(self.felt))
                assert paper.over and paper.outcome is outcome and 4 <= len(player) + len(banker) <= 6
                sides = {"player": player, "banker": banker}
                for name, card in zip(paper.places, self.felt, strict=True):
                    assert sides[name[:-2]][int(name[-1]) - 1] is card

    def _correct(self, event: e.CoupCorrected) -> None:
        in_order = [card for pair in zip(event.player, event.banker, strict=False) for card in pair][:4]
        paper = on_paper((*in_order, *event.player[2:], *event.banker[2:]))
        assert paper.over and paper.outcome is event.outcome and 1 <= event.coup <= self.coups
        pairs = [*zip_longest(event.player_before, event.player), *zip_longest(event.banker_before, event.banker)]
        for was, now in pairs:
            if was is now:
                continue
            if was is not None and now is not None:
                self.out.subtract([was])
                self.out[now] += 1
            elif was is not None:
                self.aside.append(was)
            elif now in self.aside:
                self.aside.remove(now)
            else:
                self.out[now] += 1

    def _end(self, event: e.CoupSettled | e.FreeCoupEnded | e.CoupVoided) -> None:
        assert self.in_play and self.hold is None and event.coup == self.coups
        if not isinstance(event, e.CoupVoided):
            assert event.outcome is on_paper(tuple(self.felt)).outcome
            assert 4 <= len(self.felt) <= 6 and on_paper(tuple(self.felt)).over
        self.in_play = self.betting = False


def check_cards(state: TableState, ledger: Ledger) -> None:
    """Fail unless burned + dealt + discarded + kept + held + left make the whole shoe, card by card."""
    shoe = state.shoe
    if shoe is None:
        return
    kept = () if shoe.kept is None else (shoe.kept,)
    held = state.hold.held if state.hold is not None else ()
    placed = Counter((*shoe.burned, *shoe.dealt, *shoe.discarded, *kept, *held))
    packs = shoe.composition.packs
    for card in Card:
        assert placed[card] == ledger.out[card], f"{card.value} is somewhere it never went"
        assert placed[card] + shoe.composition.left(card) == packs
        assert shoe.composition.left(card) >= 0
    assert placed.total() + shoe.composition.cards_left == packs * 52


def check_state(state: TableState, ledger: Ledger) -> None:
    """Fail when a state is one that no table should ever be in."""
    assert not state.waiting
    assert state.hold is None or state.phase not in (Phase.CLOSED, Phase.SHOE_CHANGE, Phase.BETTING)
    assert state.hold is not None or not state.reads_lost
    assert (state.betting_closes_at is not None) == (state.phase is Phase.BETTING) == ledger.betting
    assert (state.burn is not None) == (state.phase is Phase.BURN)
    assert state.coup_in_play == ledger.in_play
    assert state.coup_in_play or not state.closing
    assert (state.shoe is None) == (state.phase in (Phase.CLOSED, Phase.SHOE_CHANGE))
    if state.coup is not None:
        paper = on_paper(state.coup.cards)
        assert tuple(placed.position.value for placed in state.coup.placed) == paper.places
        assert (state.phase is Phase.RESULT) <= paper.over
        assert state.phase is not Phase.DEALING or not paper.over
    check_cards(state, ledger)
