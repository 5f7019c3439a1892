"""Which packets tell something new: retransmissions, damage on the way, messages of several packets. Pure."""

from dataclasses import dataclass
from typing import Literal

from scanner_drivers.drivers.zebra_ssi.packet import CHECKSUM, Opcode, Packet, Status
from scanner_drivers.drivers.zebra_ssi.packet_stream import BadCheck

_LONGEST_MESSAGE = 4096
_STATUS = 3  # where the status byte stands in a packet
_STATUSES = frozenset({*range(4), *range(0x80, 0x84)})  # what it may be in a packet of the scanner's
# A segment: its number, then a part of a message. The message: opcode, four bytes, code type, a byte, length(2), text.
_INNER_TYPE, _INNER_LENGTH, _INNER_TEXT = 5, 7, 9


Novelty = Literal["new", "known", "unsure"]


@dataclass(frozen=True, slots=True)
class Decoded:
    """A bar code as the scanner read it."""

    code_type: int
    text: bytes


@dataclass(frozen=True, slots=True)
class Unusable:
    """A message whose parts make no whole."""

    raw: bytes


class Retransmissions:
    """Tell a packet that is only sent again, because our acknowledgement was lost, from one that first came damaged."""

    def __init__(self, within_ms: float) -> None:
        self._within = within_ms
        self._last: tuple[int, bytes] | None = None
        self._last_at = 0.0
        self._damaged: bytes = b""
        self._damaged_at = 0.0

    @property
    def deadline(self) -> float | None:
        """Return when a packet that came damaged will not be sent again."""
        return self._damaged_at + self._within if self._damaged else None

    def damaged(self, bad: BadCheck, now: float) -> None:
        """Note a packet that came damaged and was asked for again."""
        self._damaged, self._damaged_at = bad.raw, now

    def give_up(self) -> bytes:
        """Wait no longer for a packet that came damaged; return how it came."""
        damaged, self._damaged = self._damaged, b""
        return damaged

    def take(self, packet: Packet, now: float) -> Novelty:
        """Tell whether this packet was taken before; if not, it is from now on."""
        content = packet.opcode, packet.data
        again = packet.is_retransmission and content == self._last and now - self._last_at <= self._within
        self._last, self._last_at = content, now
        damaged = self.give_up()
        if not again:
            return "new"
        if not damaged:
            return "known"
        was_retransmission = _maybe_retransmission(damaged)
        return "unsure" if len(was_retransmission) > 1 else "known" if was_retransmission == {True} else "new"


class Assembly:
    """Put a message together from its packets."""

    def __init__(self) -> None:
        self._type: int | None = None
        self._text = b""
        self._segments: list[bytes] = []

    @property
    def is_open(self) -> bool:
        """Tell whether a message waits for its next segment."""
        return bool(self._segments)

    def decode_data(self, packet: Packet) -> Decoded | Unusable | None:
        """Take decode data: a code type and text, which may go on in the next packet."""
        if not packet.data or (self._type is not None and packet.data[0] != self._type):
            self.reset()
            return Unusable(packet.data)
        self._type = packet.data[0]
        self._text += packet.data[1:]
        if len(self._text) > _LONGEST_MESSAGE:
            self.reset()
            return Unusable(packet.data)
        if packet.status & Status.CONTINUED:
            return None
        decoded = Decoded(self._type, self._text)
        self.reset()
        return decoded

    def segment(self, packet: Packet) -> Decoded | Unusable | None:
        """Take a segment: its number, and the next part of a message that says its own length."""
        number, part = packet.data[:1], packet.data[1:]
        if number == b"\x00":
            self.reset()
        if number != bytes([len(self._segments) & 0xFF]) or len(self._segments) * 0xFF > _LONGEST_MESSAGE:
            self.reset()
            return Unusable(packet.data)
        self._segments.append(part)
        message = b"".join(self._segments)
        if message[:1] != bytes([Opcode.DECODE_DATA]) or len(message) < _INNER_TEXT:
            self.reset()
            return Unusable(message)
        length = int.from_bytes(message[_INNER_LENGTH:_INNER_TEXT], "big")
        if len(message) < _INNER_TEXT + length:
            return None
        self.reset()
        return Decoded(message[_INNER_TYPE], message[_INNER_TEXT : _INNER_TEXT + length])

    def reset(self) -> None:
        """Forget a message that is not whole."""
        self._type, self._text = None, b""
        self._segments.clear()


def _maybe_retransmission(raw: bytes) -> set[bool]:
    """Return whether a damaged packet was a retransmission, both when that cannot be known.

    Its status byte says so, unless that is what changed; then the checksum tells what it was.
    """
    status = raw[_STATUS]
    mended = status - (sum(raw[:-CHECKSUM]) + int.from_bytes(raw[-CHECKSUM:], "big") & 0xFFFF)
    candidates = {status, mended if mended >= 0 else mended + 0x10000}
    return {bool(one & Status.RETRANSMISSION) for one in candidates if one == status or one in _STATUSES}
