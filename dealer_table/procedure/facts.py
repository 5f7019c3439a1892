"""What follows from a physical fact: it is always recorded, and may stop the dealing; it is never refused. Pure."""

from typing import assert_never

from dealer_table.procedure import commands as c
from dealer_table.procedure import events as e
from dealer_table.procedure.cards_placed import place, put_aside
from dealer_table.procedure.coup_ends import hear_shoe_result, raise_mismatch
from dealer_table.procedure.deck_check import check_card
from dealer_table.procedure.draft import Draft
from dealer_table.procedure.house import COUPS_AFTER_CURRENT
from dealer_table.procedure.scanners import is_spare, reads_lost, scanner_status, spare_read
from dealer_table.procedure.state import CoupState
from dealer_table.procedure.words import SYSTEM, Actor, Drawn, HoldKind, ImpossibleCause, Phase, Resolution

_NO_SHOE_IN_USE = (Phase.CLOSED, Phase.SHOE_CHANGE, Phase.SHOE_OVER)
_RESCANNED = (HoldKind.MISREAD, HoldKind.IMPOSSIBLE_CARD)
_OUTSIDE_THE_GAME = (Drawn.LOCK, Drawn.ERROR, Drawn.SETTING)


def record_fact(draft: Draft, fact: c.Fact) -> None:
    """Record `fact` and what follows from it; a read that is recorded already changes nothing."""
    if isinstance(fact, c.RecordReadsLost):
        reads_lost(draft, fact)
        return
    if isinstance(fact, c.RecordScannerStatus):
        scanner_status(draft, fact)
        return
    if fact.read.seq <= draft.state.cursors.get((fact.read.scanner, fact.read.boot), 0):
        return
    if is_spare(draft, fact.read.scanner) and not isinstance(fact, c.RecordDeviceEvent):
        spare_read(draft, fact)
        return
    match fact:
        case c.RecordCardRead():
            _card_read(draft, fact)
        case c.RecordCutCard():
            cut_card(draft, fact.read, None)
        case c.RecordMisread():
            _misread(draft, fact)
        case c.RecordDeviceEvent():
            draft.add(e.DeviceReported(fact.at, fact.read, fact.what, fact.code))
        case c.RecordShoeResult():
            _shoe_result(draft, fact)
        case _:
            assert_never(fact)


def read_of(command: c.Command) -> c.ReadId | None:
    """Return the identity of the read that a command records, None for any other command."""
    match command:
        case (
            c.RecordCardRead(read=read)
            | c.RecordCutCard(read=read)
            | c.RecordMisread(read=read)
            | c.RecordDeviceEvent(read=read)
            | c.RecordShoeResult(read=read)
        ):
            return read
        case _:
            return None


def cut_card(draft: Draft, read: c.ReadId | None, by: Actor | None) -> None:
    """Record the cut card: between coups, and in the place of a first card, it belongs to the coup that comes."""
    state = draft.state
    shoe = state.shoe
    if shoe is None or state.phase is Phase.SHOE_OVER or shoe.cut_card_out:
        draft.add(e.CutCardSeenAgain(draft.at, read, by))
        return
    at_first, within = COUPS_AFTER_CURRENT[draft.house.cut_card_rule]
    in_play = state.phase in (Phase.BETTING, Phase.DEALING)
    current = shoe.coups if in_play else shoe.coups + 1
    held = state.hold.held if state.hold is not None else ()
    card_out = state.phase is Phase.DEALING and bool(draft.coup.placed or held)
    draft.add(e.CutCardSeen(draft.at, read, by, current + (within if card_out else at_first)))


def _card_read(draft: Draft, fact: c.RecordCardRead) -> None:
    if draft.state.deck_check is not None:
        check_card(draft, fact)
        return
    if draft.state.phase in _NO_SHOE_IN_USE:
        draft.add(e.CardReadIdle(fact.at, fact.read, fact.card))
        return
    cause = _impossible(draft, fact)
    if cause is not None:
        draft.add(e.CardRejected(fact.at, fact.read, fact.card, fact.serial, cause))
        _card_not_known(draft, HoldKind.IMPOSSIBLE_CARD, cause.value)
        return
    draft.add(e.CardRead(fact.at, fact.read, fact.card, fact.serial, fact.position, fact.drawn))
    if fact.drawn in _OUTSIDE_THE_GAME and not _is_rescan(draft, fact.drawn):
        put_aside(draft, fact.card, fact.drawn)
        return
    _end_waiting_for_card(draft)
    place(draft, fact.card, fact.position, drawn=fact.drawn)


def _is_rescan(draft: Draft, drawn: Drawn) -> bool:
    """Tell whether this is the card that could not be read: a shoe in error shows it again before it deals on."""
    hold = draft.state.hold
    return drawn is Drawn.ERROR and hold is not None and hold.kind in _RESCANNED


def _impossible(draft: Draft, fact: c.RecordCardRead) -> ImpossibleCause | None:
    composition = draft.shoe.composition
    if fact.serial is not None and fact.serial in composition.serials:
        return ImpossibleCause.SERIAL_TWICE
    if composition.left(fact.card) <= 0:
        return ImpossibleCause.TOO_MANY_COPIES
    return None


def _misread(draft: Draft, fact: c.RecordMisread) -> None:
    state = draft.state
    due = state.card_due and (state.hold is None or state.hold.kind in (*_RESCANNED, HoldKind.DRAW_TIMEOUT))
    due = due or state.deck_check is not None
    draft.add(e.MisreadRecorded(fact.at, fact.read, fact.cause, fact.text, due))
    _card_not_known(draft, HoldKind.MISREAD, fact.cause.value)


def _card_not_known(draft: Draft, kind: HoldKind, cause: str) -> None:
    """Hold for a rescan when the card that is due was not read; with no card due it is a warning only."""
    hold = draft.state.hold
    if hold is not None and hold.kind in _RESCANNED:
        draft.add(e.RescanFailed(draft.at, hold.attempts + 1))
        return
    if hold is not None and hold.kind is HoldKind.DRAW_TIMEOUT:
        _end_waiting_for_card(draft)
    if draft.state.hold is None and draft.state.card_due:
        draft.add(e.HoldRaised(draft.at, kind, cause))


def _end_waiting_for_card(draft: Draft) -> None:
    """Resolve, now that a card has come, the hold that only waited for it; reads lost meanwhile are the next hold."""
    hold, lost = draft.state.hold, draft.state.reads_lost
    if hold is None:
        return
    if hold.kind in _RESCANNED:
        draft.add(e.HoldResolved(draft.at, hold.kind, Resolution.RESCAN, SYSTEM, ""))
    elif hold.kind is HoldKind.DRAW_TIMEOUT:
        draft.add(e.HoldResolved(draft.at, hold.kind, Resolution.CALL, SYSTEM, ""))
    if lost and draft.state.hold is None:
        draft.add(e.HoldRaised(draft.at, HoldKind.READS_LOST, lost))


def _shoe_result(draft: Draft, fact: c.RecordShoeResult) -> None:
    draft.add(e.ShoeResultReported(fact.at, fact.read, fact.outcome, fact.pairs))
    coup = draft.state.coup
    if draft.state.coup_in_play or coup is None:
        hear_shoe_result(draft)
    elif draft.state.shoe is not None and draft.state.hold is None and _disagrees(coup, fact):
        # Too late to stop the settlement, not too late to tell people.
        raise_mismatch(draft, "shoe", fact.outcome)


def _disagrees(coup: CoupState, fact: c.RecordShoeResult) -> bool:
    return not coup.voided and coup.hands.outcome is not fact.outcome
