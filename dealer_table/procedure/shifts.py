"""Who deals: one dealer is on duty, and only that one is heard until another takes over. Pure.

Whoever gives the first command is on duty from then on. Supervisors and administrators have no shift and are never in
one another's way.
"""

from dealer_table.procedure import commands as c
from dealer_table.procedure import events as e
from dealer_table.procedure.draft import Draft
from dealer_table.procedure.words import Actor, Role


def is_another_dealer(on_duty: str, by: Actor) -> bool:
    """Tell whether `by` is a dealer while another is on duty."""
    return by.role is Role.DEALER and on_duty not in ("", by.name)


def begin_shift(draft: Draft, by: Actor) -> None:
    """Put the dealer who gives a command on duty, where nobody is."""
    if by.role is Role.DEALER and not draft.state.dealer:
        draft.add(e.ShiftTaken(draft.at, by, before=""))


def change_shift(draft: Draft, command: c.TakeShift | c.EndShift) -> None:
    """Let a dealer take over, or be off duty."""
    match command:
        case c.TakeShift(by=by):
            draft.add(e.ShiftTaken(draft.at, by, draft.state.dealer))
        case c.EndShift(by=by):
            draft.add(e.ShiftEnded(draft.at, by, draft.state.dealer))
