"""Cutting bytes into packets that nothing marks: by a plausible header, the checksum, and silence. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass

from dealer_table.procedure.words import MisreadCause
from scanner_drivers.drivers.zebra_ssi.packet import CHECKSUM, FROM_SCANNER, FROM_SCANNER_OPCODES, HEADER, Packet

_NOISE_WORTH_A_WORD = 3
_SHORTEST_READ = HEADER + 1 + 1 + CHECKSUM  # a code type and one character


@dataclass(frozen=True, slots=True)
class BadCheck:
    """A packet of the right length whose checksum is wrong."""

    raw: bytes


@dataclass(frozen=True, slots=True)
class Fragment:
    """What was no packet, once the line fell silent or a packet followed."""

    raw: bytes
    cause: MisreadCause


class PacketStream:
    """Find packets: a byte that begins none is skipped, and what stays incomplete is given up when silence falls.

    What was skipped is told: in front of a packet when it is long enough to have been a read, and before silence when
    it is more than the byte or two that a line catches.
    """

    def __init__(self, character_timeout_ms: float) -> None:
        self._timeout = character_timeout_ms
        self._pending = bytearray()
        self._skipped = bytearray()
        self._heard_at = 0.0

    @property
    def deadline(self) -> float | None:
        """Return when what is incomplete is given up."""
        return self._heard_at + self._timeout if self._pending or self._skipped else None

    def feed(self, data: bytes, now: float) -> Iterator[Packet | BadCheck | Fragment]:
        """Take bytes and yield what they complete."""
        if data:
            self._heard_at = now
        self._pending += data
        yield from self._complete()

    def expire(self, now: float) -> list[Packet | BadCheck | Fragment]:
        """Give up what is incomplete, but not a whole packet that it swallowed."""
        if self.deadline is None or now < self.deadline:
            return []
        begun = len(self._pending) >= _NOISE_WORTH_A_WORD
        found: list[Packet | BadCheck | Fragment] = []
        while self._pending:
            self._skip()
            found += [piece for piece in self._complete() if not isinstance(piece, BadCheck)]
        cause = MisreadCause.TRUNCATED if begun and not found else MisreadCause.GARBLED
        rest = self.reset()
        if len(rest) >= (_SHORTEST_READ if found else _NOISE_WORTH_A_WORD):
            found.append(Fragment(rest, cause))
        return found

    def reset(self) -> bytes:
        """Forget what is incomplete, and return what there was of it."""
        rest = bytes(self._skipped + self._pending)
        self._pending.clear()
        self._skipped.clear()
        return rest

    def _complete(self) -> Iterator[Packet | BadCheck | Fragment]:
        while self._pending:
            if not _may_begin_packet(self._pending):
                self._skip()
                continue
            whole = self._pending[0] + CHECKSUM
            if len(self._pending) < whole:
                return
            raw = bytes(self._pending[:whole])
            del self._pending[:whole]
            skipped = bytes(self._skipped)
            self._skipped.clear()
            if len(skipped) >= _SHORTEST_READ:
                yield Fragment(skipped, MisreadCause.GARBLED)
            yield Packet.from_bytes(raw) or BadCheck(raw)

    def _skip(self) -> None:
        self._skipped.append(self._pending.pop(0))
        # Only the latest of endless noise is kept, to be shown.
        del self._skipped[:-80]


def _may_begin_packet(head: bytearray) -> bool:
    if head[0] < HEADER:
        return False
    if len(head) > 1 and head[1] not in FROM_SCANNER_OPCODES:
        return False
    return len(head) <= 2 or head[2] == FROM_SCANNER
