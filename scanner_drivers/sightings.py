"""What a scanner can have seen, as values, and the words they are written in. Pure."""

from dataclasses import dataclass
from typing import Literal, assert_never

from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.coup import Outcome
from dealer_table.baccarat.hand import Position, Side
from dealer_table.procedure.words import MisreadCause

BurnPlace = Literal["first", "burned"]
OutsideMode = Literal["lock", "error", "setting"]
Words = dict[str, str | int | bool | list[str]]


@dataclass(frozen=True, slots=True)
class CardSeen:
    """A card was read; `position` and `serial` only where the device knows them."""

    card: Card
    position: Position | None = None
    serial: str | None = None


@dataclass(frozen=True, slots=True)
class BurnCardSeen:
    """A shoe that knows the burn read one of its cards: the face-up first one, or a burned one."""

    card: Card
    place: BurnPlace
    index: int


@dataclass(frozen=True, slots=True)
class CardSeenOutside:
    """A card left the shoe while the shoe itself was not dealing: locked, in error, being set up."""

    card: Card
    mode: OutsideMode


@dataclass(frozen=True, slots=True)
class CardRetransmitted:
    """A device told again of a card it had told before: evidence, never a second card."""

    card: Card
    position: Position


@dataclass(frozen=True, slots=True)
class CutCardSeen:
    """The cut card was read."""


@dataclass(frozen=True, slots=True)
class Misread:
    """Something was seen that is no card; `text` is what came, made printable."""

    cause: MisreadCause
    text: str = ""


@dataclass(frozen=True, slots=True)
class ReadsLost:
    """The device's own numbering shows that so many of its messages never arrived."""

    missing: int


@dataclass(frozen=True, slots=True)
class DeviceEvent:
    """The device said something about itself, in the driver's stable words."""

    what: str
    code: int | None = None


@dataclass(frozen=True, slots=True)
class ShoeResultSeen:
    """A shoe that applies the rules itself reported a result: a second opinion."""

    outcome: Outcome
    pairs: tuple[Side, ...] = ()


@dataclass(frozen=True, slots=True)
class Suppressed:
    """The same code came again within the repeat interval and was taken for the same card (None: the cut card)."""

    card: Card | None


Sighting = (
    CardSeen
    | BurnCardSeen
    | CardSeenOutside
    | CardRetransmitted
    | CutCardSeen
    | Misread
    | ReadsLost
    | DeviceEvent
    | ShoeResultSeen
    | Suppressed
)


def in_words(sighting: Sighting) -> Words:
    """Write a sighting in the words of captures, monitors and test vectors."""
    match sighting:
        case CardSeen(card, position, serial):
            return {"card": card.value} | _place(position) | ({"serial": serial} if serial else {})
        case BurnCardSeen(card, place, index):
            return {"card": card.value, "burn": place, "index": index}
        case CardSeenOutside(card, mode):
            return {"card": card.value, "outside": mode}
        case CardRetransmitted(card, position):
            return {"retransmitted": card.value} | _place(position)
        case CutCardSeen():
            return {"cut_card": True}
        case Misread(cause):
            return {"misread": cause.value}
        case ReadsLost(missing):
            return {"lost": missing}
        case DeviceEvent(what, code):
            return {"device": what} if code is None else {"device": what, "code": code}
        case ShoeResultSeen(outcome, pairs):
            return {"result": outcome.value, "pairs": [side.value for side in pairs]}
        case Suppressed(card):
            return {"suppressed": "cut_card" if card is None else card.value}
        case _:
            assert_never(sighting)


def _place(position: Position | None) -> Words:
    return {} if position is None else {"hand": position.side.value, "index": position.nth}


def printable(data: bytes, limit: int = 80) -> str:
    """Return bytes as text that a log, a screen and JSON can show; longer than `limit` is cut with an ellipsis."""
    text = "".join(chr(byte) if 0x20 <= byte < 0x7F else f"\\x{byte:02x}" for byte in data[: limit + 1])
    return text if len(data) <= limit and len(text) <= 2 * limit else f"{text[: 2 * limit]}…"


def spaced_hex(data: bytes) -> str:
    """Return bytes as upper-case hex pairs with spaces, as scanner manuals print them."""
    return data.hex(" ").upper()
