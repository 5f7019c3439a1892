"""Fold one event into the table's state; it never fails on an event that `decide` gave. Pure."""

from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.shoe import Composition
from dealer_table.procedure import events as e
from dealer_table.procedure.commands import ReadId
from dealer_table.procedure.coup_correction import finished_coup, shoe_with_finished, with_coup_corrected
from dealer_table.procedure.state import (
    BurnState,
    CoupState,
    DeckCheckState,
    HoldState,
    PlacedCard,
    Proposal,
    ShoeState,
    TableState,
)
from dealer_table.procedure.transitions import next_phase
from dealer_table.procedure.words import HoldKind, MisreadCause, Phase, Resolution, TakesTwo

# How many boots of scanners to remember: enough for reads of an earlier boot that arrive late.
_CURSORS_KEPT = 32

_SHOE_RESULT_COUNTS = (Phase.DEALING, Phase.RESULT)


def fold(events: Iterable[e.Event], state: TableState | None = None) -> TableState:
    """Fold `events` from `state`, or from the beginning; the first may be a ShoeLoaded, which needs no history."""
    for event in events:
        if state is None:
            state = TableState(phase=Phase.SHOE_CHANGE) if isinstance(event, e.ShoeLoaded) else TableState()
        state = evolve(state, event)
    return state or TableState()


def evolve(state: TableState, event: e.Event) -> TableState:
    """Return the state after `event`."""
    state = _evolve(replace(state, phase=next_phase(state.phase, event)), event)
    return state if state.proposal is None else _with_proposal_if_it_stands(state, event)


def _evolve(state: TableState, event: e.Event) -> TableState:
    match event:
        case e.RulesAdopted() | e.ProcessStarted() | e.ProcessStopped() | e.IntegrityChecked():
            return _process(state, event)
        case e.TableOpened() | e.TableClosing() | e.TableClosed() | e.ShiftTaken() | e.ShiftEnded():
            return _table(state, event)
        case e.ShoeLoaded() | e.ShoeRemoved() | e.ShoeEnded() | e.CutCardSeen() | e.CutCardSeenAgain():
            return _shoe(state, event)
        case e.BurnDue() | e.IndicatorDrawn() | e.CardBurned() | e.BurnCompleted():
            return _burn(state, event)
        case e.BettingOpened() | e.FreeCoupStarted() | e.BettingClosed():
            return _coup_begins(state, event)
        case e.CoupCompleted() | e.ResultConfirmed() | e.CoupSettled() | e.FreeCoupEnded() | e.CoupVoided():
            return _coup_ends(state, event)
        case e.CardRead() | e.CardRejected() | e.CardReadIdle() | e.MisreadRecorded() | e.DeviceReported():
            return _scanner_saw(state, event)
        case e.ShoeResultReported(outcome=outcome):
            # Before the coup's first card it is the word on the coup before, come late.
            begun = state.coup is not None and bool(state.coup.placed)
            heard = outcome if begun and state.phase in _SHOE_RESULT_COUNTS else None
            return replace(_recorded(state, event.read), shoe_result=heard)
        case e.ReadsLost() | e.ScannerOnline() | e.ScannerOffline() | e.ScannerSwapped():
            return _scanner_presence(state, event)
        case e.SpareRead(read=read):
            return _recorded(state, read)
        case e.DeckCheckStarted() | e.CardChecked() | e.DeckChecked():
            return _deck_check(state, event)
        case e.CardDealt() | e.CardHeld() | e.CardKept() | e.CardDiscarded() | e.CardKeyedIn() | e.CardWasOnFelt():
            return _card_goes(state, event)
        case e.HoldRaised() | e.RescanFailed() | e.HoldResolved():
            return _hold(state, event)
        case e.CardCorrected():
            return _corrected(state, event)
        case e.CoupCorrected():
            return with_coup_corrected(state, event)
        case e.VoidProposed() | e.CorrectionProposed():
            return replace(state, proposal=_proposal(event))
        case _:
            assert_never(event)


def _proposal(event: e.VoidProposed | e.CorrectionProposed) -> Proposal:
    hands = (event.player, event.banker) if isinstance(event, e.CorrectionProposed) else ()
    return Proposal(event.at, event.by, event.coup, event.reason, *hands)


def _with_proposal_if_it_stands(state: TableState, event: e.Event) -> TableState:
    """Forget a proposal with its coup: a void when that is over, a correction when it is done or the shoe is gone."""
    proposal = state.proposal
    assert proposal is not None, "there is a proposal to stand"
    if proposal.what is TakesTwo.VOID:
        stands = state.coup_in_play
    else:
        stands = finished_coup(state, proposal.coup) is not None and not isinstance(event, e.CoupCorrected)
    return state if stands else replace(state, proposal=None)


def _process(
    state: TableState, event: e.RulesAdopted | e.ProcessStarted | e.ProcessStopped | e.IntegrityChecked
) -> TableState:
    match event:
        case e.RulesAdopted(digest=digest):
            return replace(state, rules_digest=digest)
        case e.ProcessStarted():
            return replace(state, altered=False)
        case e.ProcessStopped():
            return state
        case e.IntegrityChecked():
            return replace(state, altered=event.altered and event.no_new_coup)


def _table(
    state: TableState, event: e.TableOpened | e.TableClosing | e.TableClosed | e.ShiftTaken | e.ShiftEnded
) -> TableState:
    match event:
        case e.TableClosing():
            return replace(state, closing=True)
        case e.TableClosed():
            # The last coup stays in sight until the table opens again.
            state = replace(state, closing=False, shoe=None, burn=None, deck_check=None, deck_verified=False)
            return replace(state, dealer="")
        case e.TableOpened():
            return replace(state, coup=None)
        case e.ShiftTaken(by=by):
            return replace(state, dealer=by.name)
        case e.ShiftEnded():
            return replace(state, dealer="")


def _shoe(
    state: TableState, event: e.ShoeLoaded | e.ShoeRemoved | e.ShoeEnded | e.CutCardSeen | e.CutCardSeenAgain
) -> TableState:
    match event:
        case e.ShoeLoaded():
            return TableState(
                phase=state.phase,
                rules_digest=event.rules_digest,
                shoes=event.shoe,
                shoe=ShoeState(event.shoe, Composition(event.packs)),
                burn=BurnState(),
                cursors={(read.scanner, read.boot): read.seq for read in event.cursors},
                scanners_online=frozenset(event.scanners_online),
                primary=event.primary,
                dealer=event.dealer,
            )
        case e.ShoeRemoved():
            return replace(state, shoe=None, burn=None, coup=None)
        case e.ShoeEnded():
            return state
        case e.CutCardSeen():
            shoe = replace(_shoe_of(state), last_coup=event.last_coup)
            return replace(_recorded(state, event.read), shoe=shoe)
        case e.CutCardSeenAgain():
            return _recorded(state, event.read)


def _burn(state: TableState, event: e.BurnDue | e.IndicatorDrawn | e.CardBurned | e.BurnCompleted) -> TableState:
    match event:
        case e.BurnDue(burns=burns):
            return replace(state, burn=BurnState(due=burns))
        case e.IndicatorDrawn(card=card, burns=burns):
            state = _taken(state, card)
            shoe = _shoe_of(state)
            shoe = replace(shoe, indicator=card, burned=(*shoe.burned, card))
            return replace(state, shoe=shoe, burn=BurnState(due=burns))
        case e.CardBurned(card=card):
            state = _taken(state, card)
            shoe = _shoe_of(state)
            burn = state.burn
            if burn is not None and state.phase is Phase.BURN:
                burn = replace(burn, done=burn.done + 1)
            return replace(state, shoe=replace(shoe, burned=(*shoe.burned, card)), burn=burn)
        case e.BurnCompleted():
            return replace(state, burn=None)


def _coup_begins(state: TableState, event: e.BettingOpened | e.FreeCoupStarted | e.BettingClosed) -> TableState:
    shoe = _shoe_of(state)
    match event:
        case e.BettingOpened(coup=number, closes_at=closes_at):
            shoe = replace(shoe, coups=number)
            return replace(state, shoe=shoe, coup=CoupState(number), betting_closes_at=closes_at, shoe_result=None)
        case e.FreeCoupStarted(coup=number):
            shoe = replace(shoe, coups=number, free_coups=shoe.free_coups + 1)
            coup = CoupState(number, free=True)
            return replace(state, shoe=shoe, coup=coup, due_since=event.at, shoe_result=None)
        case e.BettingClosed(at=at):
            return replace(state, betting_closes_at=None, due_since=at)


def _coup_ends(
    state: TableState,
    event: e.CoupCompleted | e.ResultConfirmed | e.CoupSettled | e.FreeCoupEnded | e.CoupVoided,
) -> TableState:
    match event:
        case e.CoupCompleted():
            return replace(state, due_since=None)
        case e.ResultConfirmed():
            return state
        case e.CoupSettled() | e.FreeCoupEnded() | e.CoupVoided():
            coup = state.coup
            assert coup is not None, "a coup ends that began"
            shoe = _shoe_of(state)
            if not isinstance(event, e.CoupVoided):
                shoe = shoe_with_finished(shoe, coup)
            coup = replace(coup, voided=isinstance(event, e.CoupVoided))
            return replace(state, coup=coup, shoe=shoe, betting_closes_at=None, due_since=None, shoe_result=None)


def _scanner_saw(
    state: TableState, event: e.CardRead | e.CardRejected | e.CardReadIdle | e.MisreadRecorded | e.DeviceReported
) -> TableState:
    state = _recorded(state, event.read)
    if isinstance(event, e.CardRead):
        return _out_of_shoe(state, event.card, event.serial)
    check = state.deck_check
    if check is not None and isinstance(event, e.MisreadRecorded) and event.cause is MisreadCause.UNKNOWN_CODE:
        return replace(state, deck_check=replace(check, foreign=(*check.foreign, event.text)))
    return state


def _scanner_presence(
    state: TableState, event: e.ReadsLost | e.ScannerOnline | e.ScannerOffline | e.ScannerSwapped
) -> TableState:
    match event:
        case e.ReadsLost(scanner=scanner, boot=boot, last=last):
            return _missing(_recorded(state, ReadId(scanner, boot, last)), scanner, "reads_missing")
        case e.ScannerOnline(scanner=scanner):
            online = state.scanners_online | {scanner}
            return replace(state, scanners_online=online, primary=state.primary or scanner)
        case e.ScannerOffline(scanner=scanner):
            state = replace(state, scanners_online=state.scanners_online - {scanner})
            return _missing(state, scanner, "scanner_offline")
        case e.ScannerSwapped(after=after):
            return replace(state, primary=after)


def _deck_check(state: TableState, event: e.DeckCheckStarted | e.CardChecked | e.DeckChecked) -> TableState:
    match event:
        case e.DeckCheckStarted(packs=packs):
            return replace(state, deck_check=DeckCheckState(packs), deck_verified=False)
        case e.CardChecked(read=read, card=card):
            check = state.deck_check
            assert check is not None, "a card is checked in a deck check"
            return replace(_recorded(state, read), deck_check=replace(check, cards=(*check.cards, card)))
        case e.DeckChecked():
            whole = not (event.missing or event.extra or event.foreign)
            return replace(state, deck_check=None, deck_verified=whole)


def _missing(state: TableState, scanner: str, cause: str) -> TableState:
    """Remember, while another hold stands, that reads the table deals by were lost: that is the next hold."""
    return replace(state, reads_lost=cause) if state.hold is not None and scanner == state.primary else state


def _card_goes(
    state: TableState,
    event: e.CardDealt | e.CardHeld | e.CardKept | e.CardDiscarded | e.CardKeyedIn | e.CardWasOnFelt,
) -> TableState:
    if isinstance(event, e.CardKeyedIn):
        return _out_of_shoe(state, event.card, None)
    state = _taken(state, event.card)
    shoe = _shoe_of(state)
    match event:
        case e.CardDealt(position=position, card=card):
            coup = state.coup
            assert coup is not None, "a card is dealt in a coup"
            placed = PlacedCard(position, card, keyed=event.keyed_by is not None)
            coup = replace(coup, placed=(*coup.placed, placed))
            shoe = replace(shoe, dealt=(*shoe.dealt, card))
            return replace(state, coup=coup, shoe=shoe, due_since=event.at)
        case e.CardHeld(card=card):
            hold = state.hold
            assert hold is not None, "a card is held in a hold"
            return replace(state, hold=replace(hold, held=(*hold.held, card)))
        case e.CardKept(card=card, for_burn=for_burn):
            return replace(state, shoe=replace(shoe, kept=card, kept_for_burn=for_burn))
        case e.CardDiscarded(card=card):
            return replace(state, shoe=replace(shoe, discarded=(*shoe.discarded, card)))
        case e.CardWasOnFelt(card=card):
            return replace(state, shoe=replace(shoe, composition=shoe.composition.with_returned(card)))


def _hold(state: TableState, event: e.HoldRaised | e.RescanFailed | e.HoldResolved) -> TableState:
    match event:
        case e.HoldRaised(kind=kind, cause=cause, at=at):
            return replace(state, hold=HoldState(kind, cause, since=at))
        case e.RescanFailed(attempts=attempts):
            hold = state.hold
            assert hold is not None, "a rescan fails in a hold"
            return replace(state, hold=replace(hold, attempts=attempts))
        case e.HoldResolved(at=at, kind=kind, resolution=resolution):
            held = state.hold.held if state.hold else ()
            state = replace(state, hold=None, waiting=held + state.waiting, due_since=at, reads_lost="")
            overruled = kind is HoldKind.OUTCOME_MISMATCH and resolution is not Resolution.CORRECT_CARD
            return replace(state, shoe_result=None) if overruled else state


def _corrected(state: TableState, event: e.CardCorrected) -> TableState:
    coup, shoe = state.coup, _shoe_of(state)
    assert coup is not None, "a card is corrected in a coup"
    placed = tuple(
        PlacedCard(card.position, event.after, keyed=True) if card.position is event.position else card
        for card in coup.placed
    )
    dealt = list(shoe.dealt)
    dealt[len(dealt) - 1 - dealt[::-1].index(event.before)] = event.after
    composition = shoe.composition.with_returned(event.before).with_gone(event.after)
    shoe = replace(shoe, dealt=tuple(dealt), composition=composition)
    coup = replace(coup, placed=placed)
    # The second opinion is asked again about the corrected cards; not where another card must come first.
    shoe_result = state.shoe_result if coup.due is None else None
    return replace(state, coup=coup, shoe=shoe, due_since=event.at, shoe_result=shoe_result)


def _shoe_of(state: TableState) -> ShoeState:
    assert state.shoe is not None, "the event needs a shoe on the table"
    return state.shoe


def _out_of_shoe(state: TableState, card: Card, serial: str | None) -> TableState:
    shoe = _shoe_of(state)
    shoe = replace(shoe, composition=shoe.composition.with_gone(card, serial))
    return replace(state, shoe=shoe, waiting=(*state.waiting, card))


def _taken(state: TableState, card: Card) -> TableState:
    """Take `card` from what waits, or else the card kept from before."""
    if card in state.waiting:
        waiting = list(state.waiting)
        waiting.remove(card)
        return replace(state, waiting=tuple(waiting))
    shoe = _shoe_of(state)
    assert shoe.kept is card, "a card is placed that nobody drew"
    return replace(state, shoe=replace(shoe, kept=None, kept_for_burn=False))


def _recorded(state: TableState, read: ReadId | None) -> TableState:
    """Move the cursor of the read's scanner and boot; the least recently heard boots are forgotten.

    The first scanner that is heard of is the table's, also where it reads before anybody said that it is there.
    """
    if read is None:
        return state
    key = (read.scanner, read.boot)
    cursors = {known: seq for known, seq in state.cursors.items() if known != key}
    cursors[key] = max(read.seq, state.cursors.get(key, 0))
    for oldest in list(cursors)[:-_CURSORS_KEPT]:
        del cursors[oldest]
    return replace(state, cursors=cursors, primary=state.primary or read.scanner)
