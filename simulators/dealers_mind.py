"""What a dealer does next, from the screen and the felt alone. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.coup import Coup
from dealer_table.baccarat.hand import Position
from dealer_table.procedure.words import HoldKind, Phase, Resolution
from simulators.felt import Felt
from simulators.screen import HoldOnScreen, Screen


@dataclass(frozen=True, slots=True)
class Ask:
    """Press a button at the desk."""

    command: str
    details: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw the next card of the shoe over the scanner; `unasked` when the screen asks for none."""

    unasked: bool = False


@dataclass(frozen=True, slots=True)
class ShowAgain:
    """Show a card, or the cut card (None), to the scanner again; `failed` when the screen says that it was not read."""

    card: Card | None
    failed: bool = False


@dataclass(frozen=True, slots=True)
class Rest:
    """Wait for the screen to change."""


Move = Ask | Draw | ShowAgain | Rest


@dataclass(frozen=True, slots=True)
class Habits:
    """How this dealer works."""

    betting_seconds: int = 1
    closes_betting: bool = True
    takes_cut_card_early: bool = False


def next_move(
    screen: Screen, felt: Felt, habits: Habits, *, cut_card_at_mouth: bool = False, draws_unasked: bool = False
) -> Move:
    """Return what the dealer does now; a greyed button is not pressed."""
    if screen.hold is not None:
        return _in_hold(screen, screen.hold, felt)
    move = _between_holds(screen, felt, habits, cut_card_at_mouth, draws_unasked)
    return Rest() if isinstance(move, Ask) and move.command in screen.greyed else move


def _between_holds(screen: Screen, felt: Felt, habits: Habits, cut_card_at_mouth: bool, draws_unasked: bool) -> Move:
    if not felt.agrees_with(screen):
        return Ask("void_coup", {"reason": "the screen does not show what lies on the felt"})
    if felt.cut_card_out and screen.shoe == felt.shoe and not screen.cut_card_out:
        return ShowAgain(None)
    if (card := felt.in_hand(screen)) is not None:
        return ShowAgain(card)
    match screen.action:
        case "draw_indicator" | "burn" | "draw":
            return Draw()
        case "open_betting" if draws_unasked:
            return Draw(unasked=True)
        case "open_betting" if cut_card_at_mouth and habits.takes_cut_card_early:
            return Draw()
        case "open_betting":
            return Ask("open_betting", {"seconds": habits.betting_seconds})
        case "wait_for_bets" if draws_unasked:
            return Draw(unasked=True)
        case "wait_for_bets" if habits.closes_betting:
            return Ask("close_betting")
        case "confirm_result":
            return Ask("confirm_result", {"outcome": Coup.dealt(felt.cards).outcome.value})
        case "open_table" | "load_shoe" | "change_shoe":
            return Ask(screen.action)
        case _:
            return Rest()


def _in_hold(screen: Screen, hold: HoldOnScreen, felt: Felt) -> Move:
    match hold.kind:
        case HoldKind.MISREAD | HoldKind.IMPOSSIBLE_CARD:
            return _show_until_read(screen, hold, felt)
        case HoldKind.READS_LOST:
            return _compare_felt_and_screen(screen, hold, felt)
        case HoldKind.OUTCOME_MISMATCH:
            return _put_right(screen, hold, felt)
        case _:
            return _first_choice(hold)


def _show_until_read(screen: Screen, hold: HoldOnScreen, felt: Felt) -> Move:
    card = felt.in_hand(screen)
    if card is None:
        # Noise alone made the line: nothing was drawn yet, and the card that is due settles it.
        return Draw()
    if Resolution.KEY_IN in hold.open_to:
        return _resolve(Resolution.KEY_IN, card=card.value)
    return ShowAgain(card, failed=True)


def _compare_felt_and_screen(screen: Screen, hold: HoldOnScreen, felt: Felt) -> Move:
    if not screen.scanner_online:
        return Rest()
    on_felt, held = felt.laid(screen), hold.held
    placed = list(screen.cards)
    if screen.phase is Phase.BURN:
        # A burned card has no face on any screen: there only the count can be compared.
        placed = on_felt[: screen.burn_seen]
        held = tuple(on_felt[len(placed) :][: len(hold.held)])
    with_held: list[Card | None] = [*placed, *held]
    if with_held == on_felt:
        return _resolve(Resolution.RESUME)
    if placed == on_felt:
        return _resolve(Resolution.RESUME_WITHOUT)
    if with_held == on_felt[: len(with_held)]:
        return ShowAgain(on_felt[len(with_held)])
    return _void("the screen does not show what lies on the felt")


def _put_right(screen: Screen, hold: HoldOnScreen, felt: Felt) -> Move:
    wrong = [n for n, (seen, lies) in enumerate(zip(screen.cards, felt.cards, strict=False)) if seen is not lies]
    if not wrong and len(screen.cards) == len(felt.cards) and Resolution.RESUME in hold.open_to:
        return _resolve(Resolution.RESUME)
    if len(wrong) == 1 and wrong[0] < 4 and Resolution.CORRECT_CARD in hold.open_to:
        place = list(Position)[wrong[0]]
        return _resolve(Resolution.CORRECT_CARD, card=felt.cards[wrong[0]].value, position=place.value)
    return _void("the result on the felt is another than on the screen")


def _first_choice(hold: HoldOnScreen) -> Move:
    choice = next((choice for choice in hold.open_to if choice is not Resolution.RESCAN), None)
    if choice is None:
        return Rest()
    return _void(f"{hold.kind.value.replace('_', ' ')}") if choice is Resolution.VOID else _resolve(choice)


def _void(reason: str) -> Ask:
    return _resolve(Resolution.VOID, reason=reason)


def _resolve(resolution: Resolution, **details: str) -> Ask:
    return Ask("resolve_hold", {"resolution": resolution.value, **details})
