"""How a hold ends once a person has decided. Pure."""

from typing import assert_never

from dealer_table.procedure import commands as c
from dealer_table.procedure import events as e
from dealer_table.procedure.cards_placed import begin_dealing, place, place_waiting
from dealer_table.procedure.coup_ends import complete_coup, confirm, hear_shoe_result, remove_shoe, void_coup
from dealer_table.procedure.draft import Draft
from dealer_table.procedure.state import HoldState
from dealer_table.procedure.words import HoldKind, Phase, Resolution


def resolve_hold(draft: Draft, command: c.ResolveHold) -> None:
    """End the standing hold as `command` says; its legality has been checked."""
    hold = draft.state.hold
    assert hold is not None, "refusal() lets no resolution through without a hold"
    lost = draft.state.reads_lost
    draft.add(e.HoldResolved(draft.at, hold.kind, command.resolution, command.by, command.reason.strip()))
    _carry_out(draft, command, hold)
    if lost and draft.state.hold is None and draft.state.card_due:
        draft.add(e.HoldRaised(draft.at, HoldKind.READS_LOST, lost))


def _carry_out(draft: Draft, command: c.ResolveHold, hold: HoldState) -> None:
    match command.resolution:
        case Resolution.VOID:
            _void(draft, command)
        case Resolution.KEY_IN:
            assert command.card is not None, "refusal() asks for the card"
            draft.add(e.CardKeyedIn(draft.at, command.by, command.card))
            place_waiting(draft, keyed_by=command.by)
        case Resolution.CORRECT_CARD:
            _correct(draft, command)
        case Resolution.RESUME if hold.kind is HoldKind.OUTCOME_MISMATCH:
            _screen_is_right(draft, command)
        case Resolution.CONTINUE | Resolution.REPOSITION | Resolution.STAYS_VALID | Resolution.RESUME | Resolution.CALL:
            place_waiting(draft)
        case Resolution.RESUME_WITHOUT:
            for card in draft.state.waiting:
                draft.add(e.CardWasOnFelt(draft.at, card))
        case Resolution.BURN_IT:
            waiting = draft.state.waiting
            for index, card in enumerate(waiting, 1):
                draft.add(e.CardBurned(draft.at, card, index, len(waiting)))
            hear_shoe_result(draft)
        case Resolution.REMOVE:
            for card in draft.state.waiting:
                draft.add(e.CardDiscarded(draft.at, card, "face_up"))
        case Resolution.FIRST_OF_NEXT | Resolution.NEXT_BURN:
            for card in draft.state.waiting:
                draft.add(e.CardKept(draft.at, card, for_burn=command.resolution is Resolution.NEXT_BURN))
            hear_shoe_result(draft)
        case Resolution.FREE_COUP:
            _begin_free_coup(draft, command)
        case Resolution.RESCAN:
            raise AssertionError("a rescan resolves itself")
        case _:
            assert_never(command.resolution)


def _void(draft: Draft, command: c.ResolveHold) -> None:
    """Void the coup; a burn cannot be made good, so there it is the shoe that is invalid (Macau 55/2004 art. 2)."""
    if draft.state.phase is Phase.BURN:
        remove_shoe(draft, command.by, command.reason)
    else:
        void_coup(draft, command.by, command.reason)


def _begin_free_coup(draft: Draft, command: c.ResolveHold) -> None:
    """Deal a coup without bets from the cards drawn too many, after the one kept from before."""
    waiting = draft.state.waiting
    draft.add(e.FreeCoupStarted(draft.at, command.by, draft.shoe.coups + 1))
    begin_dealing(draft)
    for card in waiting:
        place(draft, card)


def _correct(draft: Draft, command: c.ResolveHold) -> None:
    position, after = command.position, command.card
    assert position is not None, "refusal() asks for the position"
    assert after is not None, "refusal() asks for the card"
    before = next(placed.card for placed in draft.coup.placed if placed.position is position)
    draft.add(e.CardCorrected(draft.at, command.by, position, before, after))
    if draft.coup.due is None:
        complete_coup(draft)
    place_waiting(draft)


def _screen_is_right(draft: Draft, command: c.ResolveHold) -> None:
    """Let the table's result stand against the second opinion; the supervisor's word confirms it."""
    waiting = draft.state.waiting
    if draft.state.phase is Phase.RESULT and not waiting:
        confirm(draft, command.by)
    place_waiting(draft)
