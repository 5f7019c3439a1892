"""How a coup ends: complete, confirmed, settled or void; and what comes after it. Pure."""

from dealer_table.baccarat.coup import Outcome
from dealer_table.procedure import events as e
from dealer_table.procedure.draft import Draft
from dealer_table.procedure.words import SYSTEM, Actor, HoldKind, Phase


def complete_coup(draft: Draft) -> None:
    """Record the outcome of a coup that draws no further card, and go on when nobody need confirm it."""
    hands = draft.coup.hands
    draft.add(
        e.CoupCompleted(draft.at, draft.coup.number, hands.player.cards, hands.banker.cards, hands.outcome),
    )
    hear_shoe_result(draft)


def hear_shoe_result(draft: Draft) -> None:
    """Compare a complete coup with the shoe's own result, and settle it when nothing more is awaited.

    A card that still waits for its place is one too many, and stops the coup before it is settled.
    """
    state, house = draft.state, draft.house
    if state.phase is not Phase.RESULT or state.hold is not None or state.waiting:
        return
    outcome = draft.coup.hands.outcome
    if state.shoe_result is not None and state.shoe_result is not outcome:
        raise_mismatch(draft, "shoe", state.shoe_result)
    elif not house.confirm_result and (state.shoe_result is not None or not house.waits_for_shoe_result):
        confirm(draft, SYSTEM)


def raise_mismatch(draft: Draft, source: str, outcome: Outcome) -> None:
    """Stop: somebody sees another result than the table's."""
    draft.add(e.HoldRaised(draft.at, HoldKind.OUTCOME_MISMATCH, f"{source}_says_{outcome.value}"))


def confirm(draft: Draft, by: Actor) -> None:
    """Let the result stand and settle the coup."""
    coup = draft.coup
    outcome = coup.hands.outcome
    draft.add(e.ResultConfirmed(draft.at, by, outcome))
    if coup.free:
        draft.add(e.FreeCoupEnded(draft.at, coup.number, outcome))
    else:
        draft.add(e.CoupSettled(draft.at, coup.number, outcome))
    after_coup(draft, by)


def void_coup(draft: Draft, by: Actor, reason: str) -> None:
    """Void the coup in play; cards that waited in a hold leave the game."""
    _discard_waiting(draft)
    draft.add(e.CoupVoided(draft.at, by, draft.coup.number, reason.strip()))
    after_coup(draft, by)


def remove_shoe(draft: Draft, by: Actor, reason: str) -> None:
    """Take the shoe off the table; cards that waited in a hold leave the game with it."""
    _discard_waiting(draft)
    draft.add(e.ShoeRemoved(draft.at, by, draft.shoe.number, reason.strip()))


def after_coup(draft: Draft, by: Actor) -> None:
    """End the shoe after its last coup, close a closing table, or burn the card between coups."""
    shoe = draft.shoe
    if shoe.last_coup is not None and shoe.coups >= shoe.last_coup:
        _end_shoe(draft)
    if draft.state.closing:
        draft.add(e.TableClosed(draft.at, by))
    elif draft.state.phase is Phase.SETTLED and draft.house.burn_between_coups:
        _burn_between(draft)


def _discard_waiting(draft: Draft) -> None:
    for card in draft.state.waiting:
        draft.add(e.CardDiscarded(draft.at, card, "void"))


def _end_shoe(draft: Draft) -> None:
    if draft.shoe.kept is not None:
        draft.add(e.CardDiscarded(draft.at, draft.shoe.kept, "shoe_ended"))
    shoe = draft.shoe
    draft.add(
        e.ShoeEnded(
            draft.at,
            shoe.number,
            shoe.coups,
            burned=len(shoe.burned),
            dealt=len(shoe.dealt),
            discarded=len(shoe.discarded),
            left=shoe.composition.cards_left,
        )
    )


def _burn_between(draft: Draft) -> None:
    burns = draft.house.burn_between_coups
    draft.add(e.BurnDue(draft.at, burns))
    shoe = draft.shoe
    if shoe.kept is not None and shoe.kept_for_burn:
        draft.add(e.CardBurned(draft.at, shoe.kept, 1, burns))
        if burns == 1:
            draft.add(e.BurnCompleted(draft.at))
