"""Why a person's command may not be carried out now: one answer for the decider and the desk's buttons. Pure."""

from dataclasses import dataclass

from dealer_table.baccarat.coup import Coup
from dealer_table.baccarat.shoe import Composition
from dealer_table.baccarat.tableau import next_position
from dealer_table.procedure import commands as c
from dealer_table.procedure.coup_correction import finished_coup, shoe_with_coup_corrected, whole_coup
from dealer_table.procedure.house import MOST_CARDS_A_COUP, HouseProcedure
from dealer_table.procedure.shifts import is_another_dealer
from dealer_table.procedure.state import CoupState, HoldState, TableState
from dealer_table.procedure.transitions import COMMANDS, DURING_HOLD
from dealer_table.procedure.two_people import repeats_itself
from dealer_table.procedure.words import Actor, HoldKind, Phase, Relief, Resolution, Role

# Refusals that only say what the person is still to tell.
MISSING_DETAIL = frozenset({"card_needed", "coup_needed", "position_needed", "reason_needed", "scanner_needed"})


@dataclass(frozen=True, slots=True)
class Refusal:
    """A stable code, and a sentence for the person."""

    code: str
    detail: str = ""


_ALTERED = Refusal("files_altered", "the program or its configuration is not what it was when it started")


def refusal(state: TableState, command: c.PersonCommand, house: HouseProcedure) -> Refusal | None:
    """Return why `command` is refused, None when it may be carried out, or proposed where it takes two."""
    refused = _refuse_one(state, command, house)
    if refused is None and repeats_itself(state, command, house):
        return Refusal("second_person_needed", "it is proposed; somebody else confirms it")
    return refused


def _refuse_one(state: TableState, command: c.PersonCommand, house: HouseProcedure) -> Refusal | None:
    if is_another_dealer(state.dealer, command.by) and not isinstance(command, c.TakeShift):
        return Refusal("other_dealer", f"{state.dealer} is on duty; first take over")
    if state.phase not in COMMANDS[type(command)]:
        return Refusal("wrong_phase", f"not while the table is in the phase {state.phase.value}")
    if state.hold is not None and type(command) not in DURING_HOLD:
        return Refusal("hold_stands", f"first resolve the hold: {state.hold.kind.value}")
    match command:
        case c.CloseTable():
            return _refuse_close(state)
        case c.ChangeShoe(by=by):
            if state.hold is not None and Resolution.VOID in house.supervisor_only and by.role is Role.DEALER:
                return Refusal("supervisor_needed", "a supervisor takes off a shoe while a hold stands")
        case c.OpenBetting():
            return _refuse_coup(state, house)
        case c.StartFreeCoup():
            return _refuse_free_coup(state, house) or _refuse_coup(state, house)
        case c.DeclareCutCard():
            if state.shoe is not None and state.shoe.cut_card_out:
                return Refusal("cut_card_out", "the cut card is out already")
        case c.VoidCoup():
            return _refuse_void(command, house)
        case c.ResolveHold():
            return refuse_resolution(state, command, house)
        case c.CorrectCoup():
            return _refuse_coup_correction(state, command)
        case c.SwapScanner(scanner=scanner):
            return _refuse_scanner(state, scanner)
        case c.LoadShoe() | c.StartDeckCheck() | c.EndDeckCheck():
            return _refuse_around_deck_check(state, command, house)
        case c.TakeShift(by=by):
            return _refuse_taking_shift(state, by, house)
        case c.EndShift(by=by):
            return _refuse_ending_shift(state, by, house)
        case _:
            pass
    return None


def _refuse_void(command: c.VoidCoup, house: HouseProcedure) -> Refusal | None:
    if Resolution.VOID in house.supervisor_only and command.by.role is Role.DEALER:
        return Refusal("supervisor_needed", "a supervisor voids a coup")
    if not command.reason.strip():
        return Refusal("reason_needed", "a void is told to everybody with its reason")
    return None


def _refuse_scanner(state: TableState, scanner: str) -> Refusal | None:
    if not scanner:
        return Refusal("scanner_needed", "say which scanner")
    if scanner == state.primary:
        return Refusal("already_primary", f"the table deals by {scanner}")
    if scanner not in state.scanners_online:
        return Refusal("scanner_offline", f"{scanner} is not there")
    return None


def _refuse_around_deck_check(
    state: TableState, command: c.LoadShoe | c.StartDeckCheck | c.EndDeckCheck, house: HouseProcedure
) -> Refusal | None:
    match command:
        case c.StartDeckCheck():
            if not state.can_read:
                return Refusal("scanner_offline", "the scanner that the table deals by is not there")
        case c.EndDeckCheck():
            if state.deck_check is None:
                return Refusal("no_deck_check", "no deck check is going on")
        case c.LoadShoe():
            # Nor a shoe: what it begins with, whoever folds from there, is a table that may deal.
            if state.altered:
                return _ALTERED
            if state.deck_check is not None:
                return Refusal("deck_check_running", "first end the deck check")
            if house.deck_check_required and not state.deck_verified:
                return Refusal("deck_not_checked", "this house loads no shoe whose cards were not checked and whole")
    return None


def _refuse_taking_shift(state: TableState, by: Actor, house: HouseProcedure) -> Refusal | None:
    if by.role is not Role.DEALER:
        return Refusal("dealers_only", "only a dealer is on duty")
    if state.dealer and state.dealer == by.name:
        return Refusal("on_duty", f"{by.name} is on duty already")
    if state.dealer and house.relief is Relief.SUPERVISOR:
        return Refusal("supervisor_needed", f"a supervisor lets {state.dealer} go")
    if state.dealer and state.coup_in_play:
        return Refusal("coup_in_play", "dealers relieve one another between coups")
    return None


def _refuse_ending_shift(state: TableState, by: Actor, house: HouseProcedure) -> Refusal | None:
    if not state.dealer:
        return Refusal("nobody_on_duty", "no dealer is on duty")
    if by.role is not Role.DEALER:
        return None
    if house.relief is Relief.SUPERVISOR:
        return Refusal("supervisor_needed", f"a supervisor lets {state.dealer} go")
    if state.coup_in_play:
        return Refusal("coup_in_play", "dealers relieve one another between coups")
    return None


def _refuse_close(state: TableState) -> Refusal | None:
    if state.closing:
        return Refusal("already_closing", "the table closes after this coup")
    if state.hold is not None and not state.coup_in_play:
        return Refusal("hold_stands", f"first resolve the hold: {state.hold.kind.value}")
    return None


def _refuse_coup(state: TableState, house: HouseProcedure) -> Refusal | None:
    shoe = state.shoe
    assert shoe is not None, "between coups there is a shoe"
    if state.altered:
        return _ALTERED
    if house.scanner_required and not state.can_read:
        return Refusal("scanner_offline", "the scanner that the table deals by is not there")
    if shoe.composition.cards_left < MOST_CARDS_A_COUP:
        return Refusal("not_enough_cards", f"{shoe.composition.cards_left} cards left; a coup may take six")
    return None


def _refuse_free_coup(state: TableState, house: HouseProcedure) -> Refusal | None:
    shoe = state.shoe
    assert shoe is not None, "between coups there is a shoe"
    if shoe.free_coups >= house.free_coups:
        return Refusal("free_coups_used", f"this house allows {house.free_coups} on a new shoe")
    if shoe.coups > shoe.free_coups:
        return Refusal("shoe_not_new", "free coups come before the first coup with bets")
    return None


def refuse_resolution(state: TableState, command: c.ResolveHold, house: HouseProcedure) -> Refusal | None:
    """Return why the standing hold may not be resolved so, None when it may."""
    hold, resolution = state.hold, command.resolution
    if hold is None:
        return Refusal("no_hold", "no hold stands")
    if resolution not in house.allowed(hold.kind):
        allowed = ", ".join(choice.value for choice in house.allowed(hold.kind))
        return Refusal("resolution_not_allowed", f"this house allows: {allowed}")
    # A second opinion stops the coup for the supervisor, whatever the house leaves to its dealers.
    supervised = resolution in house.supervisor_only or hold.kind is HoldKind.OUTCOME_MISMATCH
    if supervised and command.by.role is Role.DEALER:
        return Refusal("supervisor_needed", f"a supervisor decides {resolution.value}")
    return _refuse_particular(state, hold, command, house)


def _refuse_particular(
    state: TableState, hold: HoldState, command: c.ResolveHold, house: HouseProcedure
) -> Refusal | None:
    match command.resolution:
        case Resolution.RESCAN:
            return Refusal("show_card_again", "a rescan needs no command: show the card to the scanner again")
        case Resolution.KEY_IN:
            if hold.attempts < house.misread_tries:
                return Refusal("too_few_tries", f"{hold.attempts} of {house.misread_tries} tries; rescan the card")
            return _refuse_card(state, command)
        case Resolution.CORRECT_CARD:
            return _refuse_correction(state, command)
        case Resolution.VOID:
            if not (state.coup_in_play or state.phase is Phase.BURN):
                return Refusal("no_coup", "no coup is in play")
            if not command.reason.strip():
                return Refusal("reason_needed", "a void is told to everybody with its reason")
        case Resolution.FIRST_OF_NEXT | Resolution.NEXT_BURN:
            return _refuse_keeping(state, hold, command.resolution, house)
        case Resolution.FREE_COUP:
            if state.coup_in_play:
                return Refusal("coup_in_play", "a coup is in play")
            return _refuse_coup(state, house)
        case Resolution.REMOVE:
            if not hold.held:
                return Refusal("show_card_first", "show the card to the scanner before it is removed")
        case Resolution.RESUME if hold.kind is HoldKind.READS_LOST:
            if house.scanner_required and not state.can_read:
                return Refusal("scanner_offline", "the scanner that the table deals by is not there")
        case _:
            pass
    return None


def _refuse_card(state: TableState, command: c.ResolveHold) -> Refusal | None:
    if command.card is None:
        return Refusal("card_needed", "say which card it is")
    shoe = state.shoe
    if shoe is not None and shoe.composition.left(command.card) <= 0:
        return Refusal("card_impossible", f"all {shoe.composition.packs} {command.card.value} are out already")
    return None


def _refuse_keeping(
    state: TableState, hold: HoldState, resolution: Resolution, house: HouseProcedure
) -> Refusal | None:
    shoe = state.shoe
    assert shoe is not None, "an excess card comes from a shoe"
    if len(hold.held) > 1 or shoe.kept is not None:
        return Refusal("more_than_one_card", "only one card can wait for the next coup or burn")
    if resolution is Resolution.NEXT_BURN and not house.burn_between_coups:
        return Refusal("no_burn_follows", "this house burns no card between coups")
    if state.closing or (shoe.last_coup is not None and shoe.coups >= shoe.last_coup):
        return Refusal("last_coup", "no coup follows in this shoe")
    return None


def _refuse_correction(state: TableState, command: c.ResolveHold) -> Refusal | None:
    if state.phase is not Phase.RESULT or state.coup is None:
        return Refusal("no_coup", "no coup is in play")
    wrong = next((placed for placed in state.coup.placed if placed.position is command.position), None)
    if wrong is None or command.position is None:
        return Refusal("position_needed", "say which card of the coup is wrong")
    if command.card is None:
        return Refusal("card_needed", "say which card it is")
    shoe = state.shoe
    assert shoe is not None, "a coup is dealt from a shoe"
    composition: Composition = shoe.composition.with_returned(wrong.card)
    if composition.left(command.card) <= 0:
        return Refusal("card_impossible", f"all {composition.packs} {command.card.value} are out already")
    if not _fits_tableau(state.coup, command):
        return Refusal("tableau_disagrees", "with that card the others would not have been drawn: void the coup")
    return None


def _refuse_coup_correction(state: TableState, command: c.CorrectCoup) -> Refusal | None:
    if command.by.role is Role.DEALER:
        return Refusal("supervisor_needed", "a supervisor puts right a coup that is over")
    if state.shoe is None or not state.shoe.finished:
        return Refusal("no_coup", "no coup of this shoe is over")
    before = finished_coup(state, command.coup)
    if before is None:
        numbers = ", ".join(str(coup.number) for coup in state.shoe.finished)
        return Refusal("coup_needed", f"only the last coups that are over can be put right: {numbers}")
    if not command.reason.strip():
        return Refusal("reason_needed", "a correction is told to everybody with its reason")
    if whole_coup(command.player, command.banker) is None:
        return Refusal("not_a_coup", "with these cards the coup would not have ended, or not have gone on")
    if (command.player, command.banker) == (before.player, before.banker):
        return Refusal("same_cards", "the coup stands so already")
    composition = shoe_with_coup_corrected(state.shoe, before, command.player, command.banker).composition
    impossible = next((card for card in (*command.player, *command.banker) if composition.left(card) < 0), None)
    if impossible is not None:
        return Refusal("card_impossible", f"all {composition.packs} {impossible.value} are out already")
    return None


def _fits_tableau(coup: CoupState, command: c.ResolveHold) -> bool:
    hands = Coup()
    for placed in coup.placed:
        if next_position(hands.player, hands.banker) is not placed.position:
            return False
        card = placed.card
        if placed.position is command.position and command.card is not None:
            card = command.card
        hands = hands.with_card(card)
    return True
