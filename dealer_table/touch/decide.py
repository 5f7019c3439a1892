"""Decide what follows from what a Touch room is asked. Pure.

As at the live table, `decide` gives the events of one command, to be journaled before anybody is told, or raises
CommandRefused and nothing has changed. A round goes through two decisions: it begins when its bets are taken and its
shoe is unsealed, and it is dealt and paid in the next, so that a stop between the two leaves a round on record.
"""

from typing import assert_never

from dealer_table.betting.book import Book
from dealer_table.betting.commands import DepositFunds, WithdrawFunds
from dealer_table.betting.coups import Stakes, total_of
from dealer_table.betting.decide import decide_bets
from dealer_table.betting.events import BetsAccepted, BetsSettled, SpotsOffered, StakesReturned
from dealer_table.betting.settle import Settlement
from dealer_table.betting.words import Patron
from dealer_table.errors import CommandRefused
from dealer_table.procedure.state import TableState
from dealer_table.touch import commands as c
from dealer_table.touch import events as e
from dealer_table.touch.commitment import SealedShoe
from dealer_table.touch.laying import laid
from dealer_table.touch.rounds import Round, dealt
from dealer_table.touch.rules import TouchRules
from dealer_table.touch.state import RoomState, Session, fold
from dealer_table.touch.words import SessionEnd, Unfinished

Events = tuple[e.RoomEvent, ...]


def decide(state: RoomState, command: c.TouchCommand, rules: TouchRules) -> Events:
    """Return the events that follow from `command`; CommandRefused when a patron may not ask that now."""
    match command:
        case c.OpenRoom():
            return _open(state, command.at, rules)
        case c.CheckClock(at=at):
            return _idle(state, at, rules)
        case c.BeginSession():
            return _begin_session(state, command, rules)
        case c.EndSession():
            return _end_session(state, command)
        case c.BeginRound():
            return _begin_round(state, command, rules)
        case c.FinishRound():
            playing = _in_play(state, command.patron)
            resumed = command.present or rules.unfinished is Unfinished.RESUME
            ended = _dealt(playing, command.at, rules) if resumed else _refunded(playing, command.at, "patron_away")
            return (*ended, _committed(state, command.patron, command.at, command.shoe))
        case c.VoidRound():
            ended = _voided(_in_play(state, command.patron), command.at, command.reason)
            return (*ended, _committed(state, command.patron, command.at, command.shoe))
        case DepositFunds() | WithdrawFunds():
            known = Book(references=state.references)
            return decide_bets(known, TableState(), command, rules.betting, rules.digest)
        case _:
            assert_never(command)


def foreseen(state: RoomState, command: c.BeginRound, rules: TouchRules) -> int:
    """Return what must be taken from the patron before this is decided; the same refusals as deciding it."""
    return total_of(_stakes(state, command, rules))


def next_deadline(state: RoomState, rules: TouchRules) -> int | None:
    """Return when, in milliseconds, the first session will have been idle for too long; None when none can be."""
    waiting = [session.active_at for session in state.sessions.values() if session.in_play is None]
    return min(waiting) + _patience(rules) if waiting and rules.idle_minutes else None


def _open(state: RoomState, at: int, rules: TouchRules) -> Events:
    events: list[e.RoomEvent] = []
    for session in _sessions(state):
        if session.in_play is not None:
            resumed = rules.unfinished is Unfinished.RESUME
            playing = session.in_play
            events += _dealt(playing, at, rules) if resumed else _refunded(playing, at, "room_restarted")
        events.append(e.SessionEnded(at, session.patron, SessionEnd.ROOM_RESTARTED))
    return (*events, e.RoomOpened(at, state.rounds), SpotsOffered(at, rules.digest, rules.betting))


def _sessions(state: RoomState) -> list[Session]:
    """Return all sessions, in the same order on every run."""
    return [state.sessions[patron] for patron in sorted(state.sessions)]


def _idle(state: RoomState, at: int, rules: TouchRules) -> Events:
    deadline = next_deadline(state, rules)
    if deadline is None or at < deadline:
        return ()
    due = at - _patience(rules)
    idle = [one for one in _sessions(state) if one.in_play is None and one.active_at <= due]
    return tuple(e.SessionEnded(at, session.patron, SessionEnd.IDLE) for session in idle)


def _patience(rules: TouchRules) -> int:
    return rules.idle_minutes * 60_000


def _begin_session(state: RoomState, command: c.BeginSession, rules: TouchRules) -> Events:
    if command.patron.currency not in rules.currencies:
        raise CommandRefused(
            "unknown_currency", "that currency is not taken here", {"currency": command.patron.currency}
        )
    session = state.sessions.get(command.patron)
    events: list[e.RoomEvent] = []
    if session is None or session.limits != command.limits:
        events.append(e.SessionBegun(command.at, command.patron, command.limits, command.previous))
    if session is None:
        events.append(_committed(fold(events, state), command.patron, command.at, command.shoe))
    return tuple(events)


def _end_session(state: RoomState, command: c.EndSession) -> Events:
    if _session(state, command.patron).in_play is not None:
        raise CommandRefused("round_in_play", "a round is being dealt")
    return (e.SessionEnded(command.at, command.patron, command.why),)


def _begin_round(state: RoomState, command: c.BeginRound, rules: TouchRules) -> Events:
    stakes = _stakes(state, command, rules)
    needed = total_of(stakes)
    if command.taken != needed:
        numbers = {"taken": command.taken, "needed": needed}
        raise CommandRefused("stakes_changed", "another request came between", numbers)
    at, patron, number, shoe = command.at, command.patron, command.round, command.shoe
    session = state.sessions[patron]
    assert shoe is not None and shoe.commitment == session.commitment, (
        "a round is dealt from the shoe that was committed to"
    )
    return (
        e.RoundBegun(at, patron, number, command.request, shoe.order, shoe.nonce),
        BetsAccepted(at, number, patron, command.request, stakes, needed, command.movement, rules.digest),
    )


def _stakes(state: RoomState, command: c.BeginRound, rules: TouchRules) -> Stakes:
    session = _session(state, command.patron)
    if session.in_play is not None:
        raise CommandRefused("round_in_play", "a round is being dealt", {"round": session.in_play.number})
    if command.round != session.round:
        raise CommandRefused("other_round", "that round is over", {"asked": command.round, "open": session.round})
    return laid(command.gestures, session, rules)


def _session(state: RoomState, patron: Patron) -> Session:
    session = state.sessions.get(patron)
    if session is None:
        raise CommandRefused("not_seated", "the session is over")
    return session


def _in_play(state: RoomState, patron: Patron) -> Round:
    session = state.sessions.get(patron)
    assert session is not None and session.in_play is not None, "only a round in play can end"
    return session.in_play


def _committed(state: RoomState, patron: Patron, at: int, shoe: SealedShoe | None) -> e.RoundCommitted:
    assert shoe is not None, "a round is committed to with a shoe"
    return e.RoundCommitted(at, patron, state.rounds + 1, shoe.commitment)


def _dealt(playing: Round, at: int, rules: TouchRules) -> Events:
    try:
        coup = dealt(playing.shoe)
    except ValueError as error:
        return _voided(playing, at, f"malfunction: {error}")
    returned = Settlement.of(rules.betting, coup).returned(playing.stakes)
    number, patron = playing.number, playing.patron
    return (
        e.RoundDealt(at, patron, number, coup.player.cards, coup.banker.cards, coup.outcome),
        BetsSettled(at, number, patron, playing.stakes, returned, rules.digest),
    )


def _refunded(playing: Round, at: int, reason: str) -> Events:
    return (e.RoundRefunded(at, playing.patron, playing.number, reason), _stakes_back(playing, at, reason))


def _voided(playing: Round, at: int, reason: str) -> Events:
    return (e.RoundVoided(at, playing.patron, playing.number, reason), _stakes_back(playing, at, reason))


def _stakes_back(playing: Round, at: int, reason: str) -> StakesReturned:
    return StakesReturned(at, playing.number, playing.patron, playing.stakes, reason)
