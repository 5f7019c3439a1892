"""What the people who run the table see beyond the public view: the hold, what they may do, what comes next. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.coup import Outcome
from dealer_table.baccarat.hand import Position
from dealer_table.baccarat.shoe import CARDS_A_PACK
from dealer_table.procedure import commands as c
from dealer_table.procedure.deck_check import differences
from dealer_table.procedure.house import HouseProcedure
from dealer_table.procedure.refusal import MISSING_DETAIL, Refusal, refusal
from dealer_table.procedure.state import TableState
from dealer_table.procedure.two_people import SECOND_WITHIN_MS
from dealer_table.procedure.words import Actor, HoldKind, Phase, Resolution, Role, TakesTwo
from dealer_table.projections.floor_tallies import DealerTally, DeckResult, FloorTallies, ScannerTally

_ANY_REASON = "reason"
# What a dealer may do about a hold at once, and what needs no command but a card shown to the scanner.
_DEALERS_TO_DO = (None, "show_card_again", "show_card_first")
_HOLD_ENDED_BY = (Role.DEALER, Role.SUPERVISOR)
# A name that no token has.
_ANOTHER = ""


@lru_cache(maxsize=16)  # asked at every decision, and there are few dealers in a shift
def _asked(role: Role, dealer: str) -> Mapping[str, c.PersonCommand]:
    """Return every command of a person by its stable name, as it would be given to learn whether it is refused.

    All but the one: taking over is what another dealer asks than `dealer`, who is on duty.
    """
    by = Actor(role, dealer)
    return {
        "open_table": c.OpenTable(0, by),
        "close_table": c.CloseTable(0, by),
        "load_shoe": c.LoadShoe(0, by),
        "change_shoe": c.ChangeShoe(0, by),
        "open_betting": c.OpenBetting(0, by),
        "close_betting": c.CloseBetting(0, by),
        "start_free_coup": c.StartFreeCoup(0, by),
        "confirm_result": c.ConfirmResult(0, by),
        "declare_cut_card": c.DeclareCutCard(0, by),
        "declare_face_up_card": c.DeclareFaceUpCard(0, by),
        "void_coup": c.VoidCoup(0, by, _ANY_REASON),
        "correct_coup": c.CorrectCoup(0, by, 0, (), (), _ANY_REASON),
        "swap_scanner": c.SwapScanner(0, by, ""),
        "start_deck_check": c.StartDeckCheck(0, by),
        "end_deck_check": c.EndDeckCheck(0, by),
        "take_shift": c.TakeShift(0, Actor(role, _ANOTHER)),
        "end_shift": c.EndShift(0, by),
    }


class Action(StrEnum):
    """The next thing to do at the table."""

    OPEN_TABLE = "open_table"
    CHECK_DECK = "check_deck"
    LOAD_SHOE = "load_shoe"
    DRAW_INDICATOR = "draw_indicator"
    BURN = "burn"
    OPEN_BETTING = "open_betting"
    WAIT_FOR_BETS = "wait_for_bets"
    DRAW = "draw"
    CONFIRM_RESULT = "confirm_result"
    RESOLVE_HOLD = "resolve_hold"
    CHANGE_SHOE = "change_shoe"
    WAIT = "wait"


@dataclass(frozen=True, slots=True)
class NextStep:
    """The next thing to do: for a draw its place, for a burn how many cards are still to go."""

    action: Action
    position: Position | None = None
    count: int | None = None


@dataclass(frozen=True, slots=True)
class ResolutionOffer:
    """A way out of the hold; `refusal` is the code why it is not open now."""

    resolution: Resolution
    refusal: str | None


@dataclass(frozen=True, slots=True)
class DeskHold:
    """The standing hold with all that is known; burned cards stay unnamed even here.

    `waits_for` is the supervisor where only a supervisor can end it in another way than by a void, or at all.
    """

    kind: HoldKind
    cause: str
    attempts: int
    since: int
    held: tuple[Card | None, ...]
    resolutions: tuple[ResolutionOffer, ...]
    waits_for: Role


@dataclass(frozen=True, slots=True)
class DeckCheckSection:
    """The deck check in progress. `extra` names a card once for each copy too many; `foreign` are codes of no card."""

    packs: int
    cards: int
    extra: tuple[Card, ...]
    foreign: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ProposalSection:
    """What waits for a second person, who gives the same command, until `closes_at`. A void names no cards."""

    what: TakesTwo
    by: str
    coup: int
    reason: str
    player: tuple[Card, ...]
    banker: tuple[Card, ...]
    closes_at: int


@dataclass(frozen=True, slots=True)
class DeskSection:
    """The desk's section for one role. `outcome` is the table's result before anybody has confirmed it.

    `commands` are as the dealer on duty finds them, `take_shift` as every other dealer does; `dealer` is
    who is on duty.
    `primary` is the scanner that the table deals by. `deck_result` is how the last deck check ended, until the shoe is
    loaded.
    """

    role: Role
    hold: DeskHold | None
    commands: Mapping[str, str | None]
    scanners: tuple[ScannerTally, ...]
    next: NextStep
    outcome: Outcome | None = None
    primary: str = ""
    dealer: str = ""
    deck_check: DeckCheckSection | None = None
    deck_result: DeckResult | None = None
    deck_verified: bool = False
    dealers: tuple[DealerTally, ...] = ()
    proposal: ProposalSection | None = None


def desk_section(state: TableState, house: HouseProcedure, tallies: FloorTallies, role: Role) -> DeskSection:
    """Return the desk's section as somebody in `role` sees it."""
    by = Actor(role, state.dealer)
    return DeskSection(
        role=role,
        hold=_desk_hold(state, house, by),
        commands={name: _code(refusal(state, asked, house)) for name, asked in _asked(role, state.dealer).items()},
        scanners=_scanners(state, house, tallies, by),
        next=next_step(state, house),
        outcome=state.coup.hands.outcome if state.coup is not None and state.phase is Phase.RESULT else None,
        primary=state.primary,
        dealer=state.dealer,
        deck_check=_deck_check(state),
        deck_result=tallies.deck_result,
        deck_verified=state.deck_verified,
        dealers=tuple(sorted(tallies.dealers.values(), key=lambda tally: tally.dealer)),
        proposal=_proposal(state),
    )


def _proposal(state: TableState) -> ProposalSection | None:
    told = state.proposal
    if told is None:
        return None
    closes_at = told.at + SECOND_WITHIN_MS
    return ProposalSection(told.what, told.by.name, told.coup, told.reason, told.player, told.banker, closes_at)


def _scanners(state: TableState, house: HouseProcedure, tallies: FloorTallies, by: Actor) -> tuple[ScannerTally, ...]:
    return tuple(
        replace(tallies.scanners[name], swap=_code(refusal(state, c.SwapScanner(0, by, name), house)))
        for name in sorted(tallies.scanners)
    )


def _deck_check(state: TableState) -> DeckCheckSection | None:
    check = state.deck_check
    if check is None:
        return None
    _, extra = differences(check.cards, check.packs)
    return DeckCheckSection(check.packs, len(check.cards), extra, check.foreign)


def next_step(state: TableState, house: HouseProcedure) -> NextStep:
    """Return what the table waits for."""
    if state.hold is not None:
        return NextStep(Action.RESOLVE_HOLD)
    match state.phase:
        case Phase.CLOSED:
            return NextStep(Action.OPEN_TABLE)
        case Phase.SHOE_CHANGE:
            return _before_shoe(state, house)
        case Phase.BURN:
            burn = state.burn
            if burn is None or burn.due is None:
                return NextStep(Action.DRAW_INDICATOR)
            return NextStep(Action.BURN, count=burn.due - burn.done)
        case Phase.READY | Phase.SETTLED:
            return NextStep(Action.OPEN_BETTING)
        case Phase.BETTING:
            return NextStep(Action.WAIT_FOR_BETS)
        case Phase.DEALING:
            return NextStep(Action.DRAW, position=state.coup.due if state.coup else None)
        case Phase.RESULT:
            return NextStep(Action.CONFIRM_RESULT)
        case Phase.SHOE_OVER:
            return NextStep(Action.CHANGE_SHOE)


def _before_shoe(state: TableState, house: HouseProcedure) -> NextStep:
    check = state.deck_check
    if check is not None:
        return NextStep(Action.CHECK_DECK, count=check.packs * CARDS_A_PACK - len(check.cards))
    if house.deck_check_required and not state.deck_verified:
        return NextStep(Action.CHECK_DECK)
    return NextStep(Action.LOAD_SHOE)


def _desk_hold(state: TableState, house: HouseProcedure, by: Actor) -> DeskHold | None:
    hold = state.hold
    if hold is None:
        return None
    offers = _offers(state, house, hold.kind, by)
    held = tuple(None if state.phase is Phase.BURN else card for card in hold.held)
    return DeskHold(hold.kind, hold.cause, hold.attempts, hold.since, held, offers, _waits_for(state, house, hold.kind))


def _waits_for(state: TableState, house: HouseProcedure, kind: HoldKind) -> Role:
    dealers, supervisors = (_offers(state, house, kind, Actor(role, state.dealer)) for role in _HOLD_ENDED_BY)
    for dealer, supervisor in zip(dealers, supervisors, strict=True):
        if (
            dealer.refusal == "supervisor_needed"
            and supervisor.refusal is None
            and dealer.resolution is not Resolution.VOID
        ):
            return Role.SUPERVISOR
    return Role.DEALER if any(offer.refusal in _DEALERS_TO_DO for offer in dealers) else Role.SUPERVISOR


def _offers(state: TableState, house: HouseProcedure, kind: HoldKind, by: Actor) -> tuple[ResolutionOffer, ...]:
    return tuple(
        ResolutionOffer(choice, _code(refusal(state, c.ResolveHold(0, by, choice, reason=_ANY_REASON), house)))
        for choice in house.allowed(kind)
    )


def _code(refused: Refusal | None) -> str | None:
    """Return the code to grey a button with; what the person is still to tell is no reason to grey it."""
    return None if refused is None or refused.code in MISSING_DETAIL else refused.code
