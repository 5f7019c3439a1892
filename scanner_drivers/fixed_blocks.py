"""Cutting a byte stream into blocks of one size, in step again after every pause. Pure.

A HID report or an input event comes whole or not at all; only a recording, or something that is no such device, brings
pieces. What has not become a block soon is then none, and the next byte begins another.
"""

_PATIENCE_MS = 100.0


class BlockFramer:
    """Hand out whole blocks, and keep what is left for a moment."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._partial = b""
        self.deadline: float | None = None

    def feed(self, data: bytes, now: float) -> list[bytes]:
        """Take more bytes and return the blocks they complete."""
        whole = self._partial + data
        end = len(whole) - len(whole) % self._size
        self._partial = whole[end:]
        self.deadline = now + _PATIENCE_MS if self._partial else None
        return [whole[start : start + self._size] for start in range(0, end, self._size)]

    def expire(self, now: float) -> bytes:
        """Give up an incomplete block whose time has come, and return it."""
        return self.reset() if self.deadline is not None and self.deadline <= now else b""

    def reset(self) -> bytes:
        """Forget an incomplete block, and return it."""
        partial, self._partial, self.deadline = self._partial, b"", None
        return partial
