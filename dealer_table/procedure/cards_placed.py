"""Where a card that left the shoe goes: the burn, the next place of the coup, or a hold. Pure."""

from dealer_table.baccarat.cards import Card, Rank
from dealer_table.baccarat.hand import Position
from dealer_table.procedure import events as e
from dealer_table.procedure.coup_ends import complete_coup
from dealer_table.procedure.draft import Draft
from dealer_table.procedure.house import HouseProcedure
from dealer_table.procedure.words import Actor, BettingClosedBy, Drawn, HoldKind, Phase

_FOR_BURN = (Drawn.FIRST, Drawn.BURN)


def place(
    draft: Draft,
    card: Card,
    claimed: Position | None = None,
    keyed_by: Actor | None = None,
    drawn: Drawn = Drawn.GAME,
) -> None:
    """Place a card that waits. `claimed` and `drawn` are what its scanner says it was drawn for, when it knows."""
    state = draft.state
    if state.hold is not None:
        draft.add(e.CardHeld(draft.at, card))
    elif state.phase is Phase.BURN:
        _burn(draft, card, claimed)
    elif state.phase is Phase.DEALING:
        _deal(draft, card, drawn if drawn in _FOR_BURN else claimed, keyed_by)
    elif state.phase is Phase.BETTING:
        close_betting(draft, BettingClosedBy.CARD)
        _hold(draft, card, HoldKind.CARD_BEFORE_CLOSE, "betting_open")
    else:
        _hold(draft, card, HoldKind.EXCESS_CARD, "no_card_due")


def put_aside(draft: Draft, card: Card, drawn: Drawn) -> None:
    """Keep out of the game a card that the shoe gave while it was not dealing; people say what becomes of it."""
    hold, cause = draft.state.hold, f"drawn_in_{drawn.value}_mode"
    if hold is not None and hold.kind is HoldKind.EXCESS_CARD:
        draft.add(e.CardHeld(draft.at, card))
    elif hold is not None:
        # What the standing hold asks is not about this card, and its answer must not deal it.
        draft.add(e.CardDiscarded(draft.at, card, cause))
    elif draft.state.phase is Phase.BETTING:
        close_betting(draft, BettingClosedBy.CARD)
        _hold(draft, card, HoldKind.CARD_BEFORE_CLOSE, cause)
    elif draft.state.phase is Phase.BURN:
        _hold(draft, card, HoldKind.WRONG_POSITION, cause)
    else:
        _hold(draft, card, HoldKind.EXCESS_CARD, cause)


def place_waiting(draft: Draft, keyed_by: Actor | None = None) -> None:
    """Place, in their order, the cards that a resolved hold released."""
    for card in draft.state.waiting:
        place(draft, card, keyed_by=keyed_by)


def close_betting(draft: Draft, cause: BettingClosedBy) -> None:
    """Let no more bets in, and begin to deal."""
    draft.add(e.BettingClosed(draft.at, cause))
    begin_dealing(draft)


def begin_dealing(draft: Draft) -> None:
    """Put down, as the coup's first card, the one kept from before, if any."""
    shoe = draft.shoe
    if shoe.kept is not None and not shoe.kept_for_burn:
        _deal(draft, shoe.kept, None, None)


def indicator_burns(card: Card, house: HouseProcedure) -> int:
    """Return how many cards the indicator burns: its value, 10 for a ten or court card (seed 002)."""
    if card.rank is Rank.ACE:
        return house.burn_ace
    return card.points or 10


def _burn(draft: Draft, card: Card, claimed: Position | None) -> None:
    burn = draft.state.burn
    assert burn is not None, "the burn phase has a burn"
    if claimed is not None:
        _hold(draft, card, HoldKind.WRONG_POSITION, f"{claimed.value}_for_burn")
        return
    if burn.due is None:
        draft.add(e.IndicatorDrawn(draft.at, card, indicator_burns(card, draft.house)))
        return
    draft.add(e.CardBurned(draft.at, card, burn.done + 1, burn.due))
    if burn.done + 1 >= burn.due:
        draft.add(e.BurnCompleted(draft.at))


def _deal(draft: Draft, card: Card, claimed: Position | Drawn | None, keyed_by: Actor | None) -> None:
    due = draft.coup.due
    assert due is not None, "while dealing, a card is due"
    if claimed is not None and claimed is not due:
        _hold(draft, card, HoldKind.WRONG_POSITION, f"{claimed.value}_for_{due.value}")
        return
    draft.add(e.CardDealt(draft.at, draft.coup.number, due, card, keyed_by))
    if draft.coup.due is None:
        complete_coup(draft)


def _hold(draft: Draft, card: Card, kind: HoldKind, cause: str) -> None:
    draft.add(e.HoldRaised(draft.at, kind, cause), e.CardHeld(draft.at, card))
