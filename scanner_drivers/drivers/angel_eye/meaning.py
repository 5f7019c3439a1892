"""What a shoe's telegram means: its codes and the bits of its payload. Pure.

A payload byte has bit 7 set. Below it, bits 6-4 and bits 3-0 are two numbers.
"""

from collections.abc import Mapping
from typing import Literal

from dealer_table.baccarat.cards import Card, Suit
from dealer_table.baccarat.coup import Outcome
from dealer_table.baccarat.hand import Position, Side
from dealer_table.procedure.words import MisreadCause
from scanner_drivers.drivers.angel_eye.telegram import ShoeError, Telegram
from scanner_drivers.sightings import (
    BurnCardSeen,
    CardRetransmitted,
    CardSeen,
    CardSeenOutside,
    CutCardSeen,
    DeviceEvent,
    Misread,
    OutsideMode,
    ShoeResultSeen,
    Sighting,
    printable,
)

RetransmissionMeaning = Literal["retransmission", "redeal"]

_SUITS = {0b001: Suit.DIAMONDS, 0b010: Suit.CLUBS, 0b011: Suit.SPADES, 0b100: Suit.HEARTS}
_CARDS: Mapping[int, Card] = {
    bits << 4 | card.rank: card for bits, suit in _SUITS.items() for card in Card if card.suit is suit
}
_SIDES = {0b000: Side.PLAYER, 0b001: Side.BANKER}
_BURNED, _FIRST, _BURN_COUNT = 0b010, 0b100, 0b101
_MODES: Mapping[int, OutsideMode] = {0b000: "lock", 0b001: "error", 0b010: "setting"}
_OUTCOMES = {0b001: Outcome.PLAYER, 0b010: Outcome.TIE, 0b100: Outcome.BANKER}
_FORCED_END = 0b111
_IN_ERROR_MODE = 0x40
_ERROR_CODE = 0x3F
_UNREAD_CARD = {ShoeError.CANNOT_READ: MisreadCause.NO_READ, ShoeError.CARD_CODE_ERROR: MisreadCause.UNKNOWN_CODE}


class Meaning:
    """How telegrams are understood where sources differ."""

    def __init__(self, *, retransmission: RetransmissionMeaning, bit_7_required: bool) -> None:
        self._redeal = retransmission == "redeal"
        self._bit_7 = 0x80 if bit_7_required else 0

    def of(self, telegram: Telegram) -> Sighting:
        """Return what a telegram says; what no card can be is never made one."""
        match telegram.code, self._payload(telegram):
            case "S", ():
                return DeviceEvent("start")
            case "P", ():
                return DeviceEvent("standby")
            case "C", ():
                return CutCardSeen()
            case "D", (target, face):
                return _drawn(target, face) or _garbled(telegram)
            case "d", (state, face) if (card := _CARDS.get(face)) and (mode := _MODES.get(state >> 4)):
                return CardSeenOutside(card, mode)
            case "D" | "d", _:
                return _garbled(telegram)
            case "R", _ if self._redeal:
                return DeviceEvent("redeal")
            case "R", (target, face) if (card := _CARDS.get(face)) and (position := _position(target)):
                return CardRetransmitted(card, position)
            case "G", (result,) if result >> 4 == _FORCED_END:
                return DeviceEvent("forced_end")
            case "G", (result,) if outcome := _OUTCOMES.get(result >> 4):
                return ShoeResultSeen(outcome, _pairs(result))
            case "E", (error,):
                return _error(error)
            case "e", (code,):
                return DeviceEvent("error_cleared", code)
            case "L", (lock,):
                return DeviceEvent("locked" if lock & 1 else "unlocked")
            case "M", None if telegram.data.isdigit() and len(telegram.data) == 6:
                return DeviceEvent(f"preset_{telegram.data[:2].decode('ascii')}", int(telegram.data[2:]))
            case "G" | "E" | "e" | "L" | "M" | "R" | "S" | "P" | "C", _:
                return DeviceEvent("malformed_telegram", ord(telegram.code))
            case _:
                return DeviceEvent("unknown_telegram", ord(telegram.code))

    def _payload(self, telegram: Telegram) -> tuple[int, ...] | None:
        """Return the bytes below bit 7; None when they are not that kind."""
        if telegram.code == "M" or any(byte & self._bit_7 != self._bit_7 for byte in telegram.data):
            return None
        return tuple(byte & 0x7F for byte in telegram.data)


def error_in(telegram: Telegram) -> int | None:
    """Return the error that stands after an E or e: its code, 0 when none; None for any other telegram."""
    match telegram.code, telegram.data:
        case "E", bytes(data) if len(data) == 1 and data[0] & _IN_ERROR_MODE:
            return data[0] & _ERROR_CODE
        case "e", _:
            return 0
        case _:
            return None


def _drawn(target: int, face: int) -> Sighting | None:
    place, index = target >> 4, target & 0x0F
    if place == _BURN_COUNT:
        return DeviceEvent("burn_count", index)
    card = _CARDS.get(face)
    if card is None:
        return None
    if place in (_BURNED, _FIRST):
        return BurnCardSeen(card, "burned" if place == _BURNED else "first", index)
    position = _position(target)
    return CardSeen(card, position) if position else None


def _position(target: int) -> Position | None:
    side, index = _SIDES.get(target >> 4), target & 0x0F
    return Position.of(side, index) if side is not None and 1 <= index <= 3 else None


def _pairs(result: int) -> tuple[Side, ...]:
    return tuple(side for bit, side in ((1, Side.PLAYER), (2, Side.BANKER)) if result & bit)


def _error(error: int) -> Sighting:
    code = error & _ERROR_CODE
    cause = _UNREAD_CARD.get(ShoeError(code)) if code in set(ShoeError) else None
    if cause is not None:
        return Misread(cause, ShoeError(code).name.lower())
    return DeviceEvent("error", code)


def _garbled(telegram: Telegram) -> Misread:
    return Misread(MisreadCause.GARBLED, printable(telegram.to_bytes()))
