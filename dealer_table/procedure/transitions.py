"""The table's phases as data: what people may ask in each, and which event leads where. Pure.

`refusal()` reads COMMANDS, `evolve` reads NEXT_PHASE, and the drawing in docs/procedure.md is generated from both.
What is not in the table is not legal.
"""

from collections.abc import Mapping

from dealer_table.procedure import commands as c
from dealer_table.procedure import events as e
from dealer_table.procedure.words import Phase

_ANY_SHOE = frozenset({Phase.BURN, Phase.READY, Phase.BETTING, Phase.DEALING, Phase.RESULT, Phase.SETTLED})
_BETWEEN = frozenset({Phase.READY, Phase.SETTLED})
_OPEN = frozenset(Phase) - {Phase.CLOSED}

# A person's command -> the phases in which it may be given.
COMMANDS: Mapping[type[c.PersonCommand], frozenset[Phase]] = {
    c.OpenTable: frozenset({Phase.CLOSED}),
    c.CloseTable: _OPEN,
    c.LoadShoe: frozenset({Phase.SHOE_CHANGE}),
    c.ChangeShoe: _BETWEEN | {Phase.BURN, Phase.SHOE_OVER},
    c.OpenBetting: _BETWEEN,
    c.CloseBetting: frozenset({Phase.BETTING}),
    c.StartFreeCoup: _BETWEEN,
    c.ConfirmResult: frozenset({Phase.RESULT}),
    c.DeclareCutCard: _ANY_SHOE,
    c.DeclareFaceUpCard: _ANY_SHOE - {Phase.RESULT},
    c.VoidCoup: frozenset({Phase.BETTING, Phase.DEALING, Phase.RESULT}),
    c.ResolveHold: _OPEN,
    c.CorrectCoup: _ANY_SHOE | {Phase.SHOE_OVER},
    c.SwapScanner: frozenset(Phase),
    c.StartDeckCheck: frozenset({Phase.SHOE_CHANGE}),
    c.EndDeckCheck: frozenset({Phase.SHOE_CHANGE}),
    c.TakeShift: frozenset(Phase),
    c.EndShift: frozenset(Phase),
}

# The commands that make sense while a hold stands.
DURING_HOLD: frozenset[type[c.PersonCommand]] = frozenset(
    {
        c.ResolveHold,
        c.VoidCoup,
        c.ChangeShoe,
        c.DeclareCutCard,
        c.CloseTable,
        c.SwapScanner,
        c.CorrectCoup,
        c.TakeShift,
        c.EndShift,
    }
)

# (phase, event) -> the phase after it; an event that is not here leaves the phase as it is.
NEXT_PHASE: Mapping[tuple[Phase, type[e.Event]], Phase] = {
    (Phase.CLOSED, e.TableOpened): Phase.SHOE_CHANGE,
    (Phase.SHOE_CHANGE, e.ShoeLoaded): Phase.BURN,
    (Phase.SHOE_CHANGE, e.TableClosed): Phase.CLOSED,
    (Phase.BURN, e.BurnCompleted): Phase.READY,
    (Phase.BURN, e.ShoeRemoved): Phase.SHOE_CHANGE,
    (Phase.BURN, e.TableClosed): Phase.CLOSED,
    (Phase.READY, e.BettingOpened): Phase.BETTING,
    (Phase.READY, e.FreeCoupStarted): Phase.DEALING,
    (Phase.READY, e.ShoeRemoved): Phase.SHOE_CHANGE,
    (Phase.READY, e.TableClosed): Phase.CLOSED,
    (Phase.BETTING, e.BettingClosed): Phase.DEALING,
    (Phase.BETTING, e.CoupVoided): Phase.SETTLED,
    (Phase.DEALING, e.CoupCompleted): Phase.RESULT,
    (Phase.DEALING, e.CoupVoided): Phase.SETTLED,
    (Phase.RESULT, e.CardCorrected): Phase.DEALING,
    (Phase.RESULT, e.CoupSettled): Phase.SETTLED,
    (Phase.RESULT, e.FreeCoupEnded): Phase.SETTLED,
    (Phase.RESULT, e.CoupVoided): Phase.SETTLED,
    (Phase.SETTLED, e.BettingOpened): Phase.BETTING,
    (Phase.SETTLED, e.FreeCoupStarted): Phase.DEALING,
    (Phase.SETTLED, e.BurnDue): Phase.BURN,
    (Phase.SETTLED, e.ShoeEnded): Phase.SHOE_OVER,
    (Phase.SETTLED, e.ShoeRemoved): Phase.SHOE_CHANGE,
    (Phase.SETTLED, e.TableClosed): Phase.CLOSED,
    (Phase.SHOE_OVER, e.ShoeRemoved): Phase.SHOE_CHANGE,
    (Phase.SHOE_OVER, e.TableClosed): Phase.CLOSED,
}

PHASE_EVENTS: frozenset[type[e.Event]] = frozenset(event for _, event in NEXT_PHASE)


def next_phase(phase: Phase, event: e.Event) -> Phase:
    """Return the phase after `event`; AssertionError when a phase-changing event comes where it may not."""
    kind = type(event)
    if kind not in PHASE_EVENTS:
        return phase
    after = NEXT_PHASE.get((phase, kind))
    if after is None and (phase, kind) in _STAYS:
        return phase
    assert after is not None, f"{kind.__name__} in phase {phase.value}"
    return after


# Phase events that in these phases change other things only.
_STAYS: frozenset[tuple[Phase, type[e.Event]]] = frozenset({(Phase.BURN, e.BurnDue)})
