"""Writing a sighting as the message that travels to the table. Pure."""

from collections.abc import Mapping
from typing import TypedDict, assert_never

from dealer_table.procedure.words import Drawn
from dealer_table.wire.card_read import (
    CardReadMessage,
    CutCardMessage,
    DeviceMessage,
    MisreadMessage,
    ScannerMessage,
    ShoeResultMessage,
)
from scanner_drivers.outbox import Kept
from scanner_drivers.sightings import (
    BurnCardSeen,
    BurnPlace,
    CardRetransmitted,
    CardSeen,
    CardSeenOutside,
    CutCardSeen,
    DeviceEvent,
    Misread,
    OutsideMode,
    ReadsLost,
    ShoeResultSeen,
    Sighting,
    Suppressed,
)

_LONGEST_TEXT = 200
_DRAWN: Mapping[BurnPlace | OutsideMode, Drawn] = {
    "first": Drawn.FIRST,
    "burned": Drawn.BURN,
    "lock": Drawn.LOCK,
    "error": Drawn.ERROR,
    "setting": Drawn.SETTING,
}


class _Head(TypedDict):
    boot: str
    seq: int
    oldest: int
    seen_at: int


def travels(sighting: Sighting) -> bool:
    """Tell whether the table hears of it as a message; a repeat is for the technician, a loss is a missing number."""
    return not isinstance(sighting, Suppressed | ReadsLost)


def message_of(kept: Kept, boot: str, oldest: int) -> ScannerMessage:
    """Return the message for a sighting that travels."""
    head: _Head = {"boot": boot, "seq": kept.seq, "oldest": oldest, "seen_at": kept.seen_at}
    match kept.sighting:
        case CardSeen(card, position, serial):
            return CardReadMessage(**head, card=card, position=position, serial=serial)
        case BurnCardSeen(card, place, index):
            return CardReadMessage(**head, card=card, drawn=_DRAWN[place], detail=f"{place} {index}")
        case CardSeenOutside(card, mode):
            return CardReadMessage(**head, card=card, drawn=_DRAWN[mode])
        case CutCardSeen():
            return CutCardMessage(**head)
        case Misread(cause, text):
            return MisreadMessage(**head, cause=cause, text=text[:_LONGEST_TEXT])
        case CardRetransmitted(card, position):
            # Never a card read: it opens nothing and overwrites nothing, it is evidence.
            return DeviceMessage(**head, what=f"retransmitted {card} {position}")
        case DeviceEvent(what, code):
            return DeviceMessage(**head, what=what, code=code)
        case ShoeResultSeen(outcome, pairs):
            return ShoeResultMessage(**head, outcome=outcome, pairs=pairs)
        case Suppressed() | ReadsLost():
            raise AssertionError(f"{kept.sighting} does not travel")
        case _:
            assert_never(kept.sighting)
