"""What the table wants of a scanner at this moment, and what it thinks of the last read. Pure.

Neither ever names a card: a burned card is nobody's business, and the scanner knows what it read.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from dealer_table.baccarat.hand import Position
from dealer_table.procedure import events as e
from dealer_table.procedure.commands import ReadId
from dealer_table.procedure.state import TableState
from dealer_table.procedure.words import HoldKind, Phase


class Want(StrEnum):
    """What for a card is to be read."""

    NOTHING = "nothing"
    CARD = "card"
    BURN = "burn"
    DECK_CHECK = "deck_check"


class Verdict(StrEnum):
    """What became of a read: taken for the card that was due, not taken, or a card that has no place."""

    GOOD = "good"
    BAD = "bad"
    OVERDRAW = "overdraw"


@dataclass(frozen=True, slots=True)
class ScannerWant:
    """What a scanner is to read now; `position` for a card of the coup."""

    want: Want
    position: Position | None = None


NOTHING = ScannerWant(Want.NOTHING)

# The holds that wait for a card to be shown; in any other the next card must stay in the shoe.
_WAITING_FOR_A_CARD = (HoldKind.MISREAD, HoldKind.IMPOSSIBLE_CARD, HoldKind.DRAW_TIMEOUT, HoldKind.READS_LOST)


def wanted(state: TableState, scanner: str) -> ScannerWant:
    """Return what `scanner` is to read now: nothing, unless the table deals by it."""
    if scanner != state.primary:
        return NOTHING
    if state.deck_check is not None:
        return ScannerWant(Want.DECK_CHECK)
    if state.hold is not None and state.hold.kind not in _WAITING_FOR_A_CARD:
        return NOTHING
    if state.phase is Phase.BURN:
        return ScannerWant(Want.BURN)
    due = state.coup.due if state.phase is Phase.DEALING and state.coup is not None else None
    return NOTHING if due is None else ScannerWant(Want.CARD, due)


def verdict(events: Iterable[e.Event], state: TableState) -> tuple[ReadId, Verdict] | None:
    """Return which read a decision was about and what became of it; `state` is the one it led to."""
    read: ReadId | None = None
    given: Verdict | None = None
    for event in events:
        match event:
            case e.CardRead():
                read = event.read
            case e.CardChecked():
                read, given = event.read, Verdict.GOOD
            case e.CardRejected():
                read, given = event.read, Verdict.BAD
            case e.MisreadRecorded(due=due) if due or _was_asked_for(state):
                read, given = event.read, Verdict.BAD
            case e.CardDealt() | e.CardBurned() | e.IndicatorDrawn():
                given = Verdict.GOOD
            case e.CardHeld() | e.CardDiscarded():
                given = Verdict.GOOD if _was_asked_for(state) else Verdict.OVERDRAW
            case _:
                pass
    return None if read is None or given is None else (read, given)


def _was_asked_for(state: TableState) -> bool:
    """Tell whether what was shown, a card that waits in the hold or none, was because people look for lost reads."""
    return state.hold is not None and state.hold.kind is HoldKind.READS_LOST
