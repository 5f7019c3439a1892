"""The table of phases is whole: every command is in it, every phase can be reached and left. Pure."""

from typing import get_args

import pytest

from dealer_table.procedure import commands as c
from dealer_table.procedure import events as e
from dealer_table.procedure.transitions import COMMANDS, DURING_HOLD, NEXT_PHASE, PHASE_EVENTS, next_phase
from dealer_table.procedure.words import SYSTEM, Phase


def test_every_person_s_command_has_its_phases() -> None:
    assert set(COMMANDS) == set(get_args(c.PersonCommand))
    assert all(COMMANDS.values())
    assert set(COMMANDS) >= DURING_HOLD


@pytest.mark.parametrize("phase", Phase)
def test_every_phase_can_be_reached_and_left(phase: Phase) -> None:
    assert phase in NEXT_PHASE.values()
    assert phase in [before for before, _ in NEXT_PHASE]
    reached = {phase}
    for _ in Phase:
        reached |= {after for (before, _), after in NEXT_PHASE.items() if before in reached}
    assert reached == set(Phase)


def test_an_event_of_no_phase_leaves_the_phase_alone() -> None:
    event = e.RulesAdopted(1, SYSTEM, "f00d")
    assert type(event) not in PHASE_EVENTS
    assert all(next_phase(phase, event) is phase for phase in Phase)


def test_nothing_opens_betting_but_between_coups_with_the_burn_done() -> None:
    assert {before for before, event in NEXT_PHASE if event is e.BettingOpened} == {Phase.READY, Phase.SETTLED}
    assert COMMANDS[c.OpenBetting] == {Phase.READY, Phase.SETTLED}
