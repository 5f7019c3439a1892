"""What a house lets nobody do alone: one person proposes it, and within a minute another does the same. Pure.

The second gives the very command of the first, so both are refused for the same reasons, and each is on record with
their own words.
"""

from dealer_table.procedure import commands as c
from dealer_table.procedure import events as e
from dealer_table.procedure.draft import Draft
from dealer_table.procedure.house import HouseProcedure
from dealer_table.procedure.state import Proposal, TableState
from dealer_table.procedure.words import Resolution

# How long a proposal stands.
SECOND_WITHIN_MS = 60_000


def asks_alone(state: TableState, command: c.PersonCommand, house: HouseProcedure) -> bool:
    """Tell whether `command` is, where it stands, the first person's half of what takes two."""
    asked = _asked(state, command)
    if asked is None or asked.what not in house.second_person:
        return False
    standing = state.proposal
    return standing is None or not _is_of_one_thing(standing, asked) or standing.by.name == asked.by.name


def repeats_itself(state: TableState, command: c.PersonCommand, house: HouseProcedure) -> bool:
    """Tell whether somebody proposes once more what they have just proposed."""
    asked, standing = _asked(state, command), state.proposal
    if asked is None or standing is None or not asks_alone(state, command, house):
        return False
    return _is_of_one_thing(standing, asked)


def propose(draft: Draft, command: c.PersonCommand) -> None:
    """Put on record what the first person wants done."""
    asked = _asked(draft.state, command)
    assert asked is not None, "only what takes two is proposed"
    if asked.player:
        cards = (asked.player, asked.banker)
        draft.add(e.CorrectionProposed(asked.at, asked.by, asked.coup, *cards, asked.reason))
    else:
        draft.add(e.VoidProposed(asked.at, asked.by, asked.coup, asked.reason))


def _asked(state: TableState, command: c.PersonCommand) -> Proposal | None:
    """Return a command as the proposal that it may be."""
    match command:
        case c.CorrectCoup():
            reason = command.reason.strip()
            return Proposal(command.at, command.by, command.coup, reason, command.player, command.banker)
        case c.VoidCoup() | c.ResolveHold(resolution=Resolution.VOID):
            if state.coup is None or not state.coup_in_play:
                return None  # in a burn it is the shoe that is taken off
            return Proposal(command.at, command.by, state.coup.number, command.reason.strip())
        case _:
            return None


def _is_of_one_thing(standing: Proposal, asked: Proposal) -> bool:
    """Tell whether a proposal still stands for what is asked, whatever the reasons."""
    same = (standing.coup, standing.player, standing.banker) == (asked.coup, asked.player, asked.banker)
    return same and asked.at - standing.at <= SECOND_WITHIN_MS
