"""Putting right a coup that is over: which coups may be, what is a whole coup, where the cards went. Pure."""

from dataclasses import replace

from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.coup import Coup
from dealer_table.baccarat.hand import Position, Side
from dealer_table.baccarat.tableau import next_position
from dealer_table.procedure.events import CoupCorrected
from dealer_table.procedure.state import CoupState, FinishedCoup, PlacedCard, ShoeState, TableState

# How many coups back a correction may go; what is older stands.
_COUPS_KEPT = 10


def finished_coup(state: TableState, number: int) -> FinishedCoup | None:
    """Return the coup with that number, None when it is not one of the last of this shoe that are over and count."""
    finished = () if state.shoe is None else state.shoe.finished
    return next((coup for coup in finished if coup.number == number), None)


def whole_coup(player: tuple[Card, ...], banker: tuple[Card, ...]) -> Coup | None:
    """Return the coup of these hands, None unless it could have been dealt so and was then over."""
    placed = _by_position(player, banker)
    coup = Coup()
    for position in Position:
        if position in placed:
            if next_position(coup.player, coup.banker) is not position:
                return None
            coup = coup.with_card(placed[position])
    whole = coup.is_complete and len(player) + len(banker) == len(placed)
    return coup if whole else None


def shoe_with_finished(shoe: ShoeState, coup: CoupState) -> ShoeState:
    """Return the shoe once `coup` is over."""
    hands = coup.hands
    finished = FinishedCoup(coup.number, hands.player.cards, hands.banker.cards)
    return replace(shoe, finished=(*shoe.finished, finished)[-_COUPS_KEPT:])


def shoe_with_coup_corrected(
    shoe: ShoeState, before: FinishedCoup, player: tuple[Card, ...], banker: tuple[Card, ...]
) -> ShoeState:
    """Return the shoe with the cards of a coup put right, position for position.

    A card that was called by another name had been another card all the time. One that no longer belongs to the coup
    was drawn for all that, and is put aside; one that belongs to it after all comes from there, if it is there.
    """
    old, new = _by_position(before.player, before.banker), _by_position(player, banker)
    dealt, discarded, composition = list(shoe.dealt), list(shoe.discarded), shoe.composition
    for position in Position:
        was, now = old.get(position), new.get(position)
        if was is now:
            continue
        if was is not None:
            _remove_last(dealt, was)
        if now is not None:
            dealt.append(now)
        if was is not None and now is None:
            discarded.append(was)
        elif was is None and now in discarded:
            _remove_last(discarded, now)
        elif now is not None:
            composition = (composition if was is None else composition.with_returned(was)).with_gone(now)
    finished = tuple(
        FinishedCoup(coup.number, player, banker) if coup.number == before.number else coup for coup in shoe.finished
    )
    return replace(shoe, dealt=tuple(dealt), discarded=tuple(discarded), composition=composition, finished=finished)


def with_coup_corrected(state: TableState, event: CoupCorrected) -> TableState:
    """Return the state after a correction; the felt shows it too, when the coup still lies there."""
    before = finished_coup(state, event.coup)
    assert state.shoe is not None and before is not None, "a coup is corrected that is over"
    state = replace(state, shoe=shoe_with_coup_corrected(state.shoe, before, event.player, event.banker))
    coup = state.coup
    if coup is None or coup.number != event.coup:
        return state
    lay = {placed.position: placed for placed in coup.placed}
    placed = tuple(
        lay[position] if position in lay and lay[position].card is card else PlacedCard(position, card, keyed=True)
        for position, card in _by_position(event.player, event.banker).items()
    )
    return replace(state, coup=replace(coup, placed=placed))


def _by_position(player: tuple[Card, ...], banker: tuple[Card, ...]) -> dict[Position, Card]:
    """Return where the cards lie, in the order of dealing; a fourth card of a side lies nowhere."""
    sides = {Side.PLAYER: player, Side.BANKER: banker}
    return {
        position: sides[position.side][position.nth - 1]
        for position in Position
        if position.nth <= len(sides[position.side])
    }


def _remove_last(cards: list[Card], card: Card) -> None:
    del cards[len(cards) - 1 - cards[::-1].index(card)]
