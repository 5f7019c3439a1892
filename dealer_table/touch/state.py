"""A Touch room as it stands: a fold of its events. Pure.

Folding may start at the last RoomOpened, and then from the cashier's references, which are of all time.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from immutables import Map

from dealer_table.baccarat.coup import Coup
from dealer_table.betting.events import BetsAccepted, BetsSettled, FundsDeposited, FundsWithdrawn, StakesReturned
from dealer_table.betting.words import Patron, PatronLimits, Stake
from dealer_table.touch import events as e
from dealer_table.touch.rounds import Round, begun

# The roads have room for as many; then a session begins a fresh card.
SCORECARD_COUPS = 100


@dataclass(frozen=True, slots=True)
class Session:
    """A patron at the own table. `round` is the next round's number and `commitment` its shoe's.

    `previous` is what a rebet lays, `active_at` when the patron last did something, `coups` what the roads show.
    """

    patron: Patron
    limits: PatronLimits
    active_at: int
    previous: tuple[Stake, ...]
    round: int = 0
    commitment: str = ""
    in_play: Round | None = None
    last: Round | None = None
    coups: tuple[Coup, ...] = ()


@dataclass(frozen=True, slots=True)
class RoomState:
    """All sessions, the number of the last round that anything was committed to, and the cashier's references."""

    rounds: int = 0
    sessions: Map[Patron, Session] = field(default_factory=Map)
    references: Map[str, int] = field(default_factory=Map)


def fold(events: Iterable[e.RoomEvent], state: RoomState | None = None) -> RoomState:
    """Return the state after `events`."""
    state = state or RoomState()
    for event in events:
        state = evolve(state, event)
    return state


def evolve(state: RoomState, event: e.RoomEvent) -> RoomState:
    """Return the state after `event`."""
    match event:
        case e.RoomOpened(rounds=rounds):
            return RoomState(rounds, references=state.references)
        case e.SessionBegun(at=at, patron=patron, limits=limits, previous=previous):
            known = state.sessions.get(patron)
            session = replace(known, limits=limits, active_at=at) if known else Session(patron, limits, at, previous)
            return _with(state, session)
        case e.SessionEnded(patron=patron):
            return replace(state, sessions=state.sessions.delete(patron))
        case e.RoundCommitted(patron=patron, round=number, commitment=commitment):
            session = replace(state.sessions[patron], round=number, commitment=commitment)
            return replace(_with(state, session), rounds=number)
        case e.RoundBegun(at=at, patron=patron):
            return _with(state, replace(state.sessions[patron], in_play=begun(event), active_at=at))
        case BetsAccepted() | e.RoundDealt() | e.RoundRefunded() | e.RoundVoided():
            return _with(state, _with_change(state.sessions[event.patron], event))
        case BetsSettled() | StakesReturned():
            return _with(state, _with_end(state.sessions[event.patron], event))
        case FundsDeposited(reference=reference) | FundsWithdrawn(reference=reference):
            return replace(state, references=state.references.set(reference, event.at))
        case _:
            return state


def _with(state: RoomState, session: Session) -> RoomState:
    return replace(state, sessions=state.sessions.set(session.patron, session))


def _with_change(session: Session, event: e.RoomEvent) -> Session:
    assert session.in_play is not None, "what happens to a round happens while it is in play"
    return replace(session, in_play=session.in_play.after(event))


def _with_end(session: Session, event: BetsSettled | StakesReturned) -> Session:
    assert session.in_play is not None, "a round is paid once"
    ended = session.in_play.after(event)
    coups = session.coups
    if ended.outcome is not None:
        coups = (*(coups if len(coups) < SCORECARD_COUPS else ()), ended.coup)
    return replace(session, in_play=None, last=ended, previous=ended.stakes, coups=coups)
