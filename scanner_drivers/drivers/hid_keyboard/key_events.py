"""The kernel's input events, as a 64-bit Linux writes them. Pure.

struct input_event { u64 seconds; u64 microseconds; u16 type; u16 code; s32 value; }   24 bytes, little endian
"""

import struct
from dataclasses import dataclass

EVENT_BYTES = 24

EV_SYN, EV_KEY, EV_MSC = 0, 1, 4
SYN_REPORT, SYN_DROPPED = 0, 3
RELEASED, PRESSED, REPEATED = 0, 1, 2

_EVENT = struct.Struct("<QQHHi")
_LAST_TYPE = 0x1F
_MICROSECONDS = 1_000_000


@dataclass(frozen=True, slots=True)
class KeyEvent:
    """One input event; when it was, the driver is told by whoever read it."""

    type: int
    code: int
    value: int


def parse_event(data: bytes) -> KeyEvent | None:
    """Read an event; None when no kernel can have written it."""
    _, microseconds, type_, code, value = _EVENT.unpack(data)
    if microseconds >= _MICROSECONDS or type_ > _LAST_TYPE:
        return None
    if type_ == EV_KEY and value not in (RELEASED, PRESSED, REPEATED):
        return None
    return KeyEvent(type_, code, value)


def event_bytes(event: KeyEvent) -> bytes:
    """Write an event, of a time long ago."""
    return _EVENT.pack(0, 0, event.type, event.code, event.value)
