"""Decide what follows from a command: the dealer's procedure. Pure.

`decide` gives the events of one command, to be journaled and announced together, or raises CommandRefused and then
nothing has changed. It asks nothing but its arguments: time, people and chance come in on the command.
"""

from typing import assert_never

from dealer_table.errors import CommandRefused
from dealer_table.procedure import commands as c
from dealer_table.procedure import events as e
from dealer_table.procedure.cards_placed import begin_dealing, close_betting
from dealer_table.procedure.coup_correction import finished_coup, whole_coup
from dealer_table.procedure.coup_ends import confirm, raise_mismatch, remove_shoe, void_coup
from dealer_table.procedure.deck_check import check_deck
from dealer_table.procedure.draft import Draft
from dealer_table.procedure.facts import cut_card, record_fact
from dealer_table.procedure.house import HouseProcedure
from dealer_table.procedure.refusal import refusal
from dealer_table.procedure.resolve import resolve_hold
from dealer_table.procedure.shifts import begin_shift, change_shift
from dealer_table.procedure.state import TableState
from dealer_table.procedure.two_people import asks_alone, propose
from dealer_table.procedure.words import Actor, BettingClosedBy, BurnRule, HoldKind, Phase, Resolution


def decide(state: TableState, command: c.Command, house: HouseProcedure) -> tuple[e.Event, ...]:
    """Return the events that follow from `command`; CommandRefused when a person may not ask that now."""
    draft = Draft(state, house, command.at)
    match command:
        case c.CheckClock():
            _check_clock(draft)
        case c.AdoptRules():
            if command.digest != state.rules_digest:
                draft.add(e.RulesAdopted(command.at, command.by, command.digest))
        case c.RecordProcess(happened=happened):
            draft.add(happened)
        case (
            c.RecordCardRead()
            | c.RecordCutCard()
            | c.RecordMisread()
            | c.RecordDeviceEvent()
            | c.RecordShoeResult()
            | c.RecordReadsLost()
            | c.RecordScannerStatus()
        ):
            record_fact(draft, command)
        case _:
            refused = refusal(state, command, house)
            if refused is not None:
                raise CommandRefused(refused.code, refused.detail)
            if not isinstance(command, c.TakeShift):
                begin_shift(draft, command.by)
            if asks_alone(state, command, house):
                propose(draft, command)
            else:
                _carry_out(draft, command)
    assert not draft.state.waiting, "every card has its place at the end of a decision"
    return tuple(draft.events)


def next_deadline(state: TableState, house: HouseProcedure) -> int | None:
    """Return when, in milliseconds, the clock must be looked at again; None when nothing runs."""
    if state.hold is not None:
        return None
    if state.phase is Phase.BETTING:
        return state.betting_closes_at
    if state.phase is Phase.DEALING and state.due_since is not None and house.draw_timeout_seconds:
        return state.due_since + house.draw_timeout_seconds * 1000
    return None


def _check_clock(draft: Draft) -> None:
    deadline = next_deadline(draft.state, draft.house)
    if deadline is None or draft.at < deadline:
        return
    if draft.state.phase is Phase.BETTING:
        close_betting(draft, BettingClosedBy.COUNTDOWN)
    else:
        draft.add(e.HoldRaised(draft.at, HoldKind.DRAW_TIMEOUT, "no_card_read"))


def _carry_out(draft: Draft, command: c.PersonCommand) -> None:
    at, by = command.at, command.by
    match command:
        case c.OpenTable():
            draft.add(e.TableOpened(at, by))
        case c.CloseTable():
            draft.add(e.TableClosing(at, by) if draft.state.coup_in_play else e.TableClosed(at, by))
        case c.LoadShoe():
            _load_shoe(draft, command)
        case c.ChangeShoe(reason=reason):
            _end_hold(draft, command, reason)
            remove_shoe(draft, by, reason)
        case c.OpenBetting(seconds=seconds):
            closes_at = at + (seconds or draft.house.betting_seconds) * 1000
            draft.add(e.BettingOpened(at, by, draft.shoe.coups + 1, closes_at))
        case c.CloseBetting():
            close_betting(draft, BettingClosedBy.DEALER)
        case c.StartFreeCoup():
            _start_free_coup(draft, by)
        case c.ConfirmResult():
            _confirm_result(draft, command)
        case c.DeclareCutCard():
            cut_card(draft, None, by)
        case c.DeclareFaceUpCard():
            _declare_face_up_card(draft)
        case c.VoidCoup(reason=reason):
            _end_hold(draft, command, reason)
            void_coup(draft, by, reason)
        case c.ResolveHold():
            resolve_hold(draft, command)
        case c.CorrectCoup():
            _correct_coup(draft, command)
        case c.SwapScanner(scanner=scanner):
            draft.add(e.ScannerSwapped(at, by, draft.state.primary, scanner))
        case c.StartDeckCheck() | c.EndDeckCheck():
            check_deck(draft, command)
        case c.TakeShift() | c.EndShift():
            change_shift(draft, command)
        case _:
            assert_never(command)


def _load_shoe(draft: Draft, command: c.LoadShoe) -> None:
    state, house = draft.state, draft.house
    draft.add(
        e.ShoeLoaded(
            command.at,
            command.by,
            state.shoes + 1,
            house.packs,
            state.rules_digest,
            state.cursor_list,
            tuple(sorted(state.scanners_online)),
            state.primary,
            state.deck_verified,
            state.dealer,
        )
    )
    if house.burn is not BurnRule.INDICATOR:
        burns = {BurnRule.FIXED: house.burn_fixed, BurnRule.PACKS: house.packs}.get(house.burn, 0)
        draft.add(e.BurnDue(command.at, burns) if burns else e.BurnCompleted(command.at))


def _start_free_coup(draft: Draft, by: Actor) -> None:
    draft.add(e.FreeCoupStarted(draft.at, by, draft.shoe.coups + 1))
    begin_dealing(draft)


def _confirm_result(draft: Draft, command: c.ConfirmResult) -> None:
    outcome = command.outcome
    if outcome is not None and outcome is not draft.coup.hands.outcome:
        raise_mismatch(draft, command.by.role.value, outcome)
    else:
        confirm(draft, command.by)


def _correct_coup(draft: Draft, command: c.CorrectCoup) -> None:
    before = finished_coup(draft.state, command.coup)
    coup = whole_coup(command.player, command.banker)
    assert before is not None and coup is not None, "what is refused is not carried out"
    cards = (before.player, before.banker, command.player, command.banker)
    reason = command.reason.strip()
    draft.add(e.CoupCorrected(draft.at, command.by, command.coup, *cards, coup.outcome, reason))


def _declare_face_up_card(draft: Draft) -> None:
    if draft.state.phase is Phase.BETTING:
        close_betting(draft, BettingClosedBy.CARD)
    draft.add(e.HoldRaised(draft.at, HoldKind.FACE_UP_CARD, "declared"))


def _end_hold(draft: Draft, command: c.VoidCoup | c.ChangeShoe, reason: str) -> None:
    hold = draft.state.hold
    if hold is not None:
        draft.add(e.HoldResolved(draft.at, hold.kind, Resolution.VOID, command.by, reason.strip()))
