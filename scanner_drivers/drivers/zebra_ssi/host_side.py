"""Commands on their way to a scanner that may be asleep or may not have understood. Pure."""

from collections.abc import Sequence

_RESENDS = 2
_WAKE_UP = b"\x00"


class HostSide:
    """Write commands, after a wake-up where the scanner needs one, and again where it asks for that."""

    def __init__(self, wake_up_ms: float) -> None:
        self._wake_up = wake_up_ms
        self._waiting: list[bytes] = []
        self._last: bytes | None = None
        self._resends = 0
        self.deadline: float | None = None

    def forget(self) -> None:
        """Drop what waits: the line is new."""
        self._waiting.clear()
        self._last = self.deadline = None

    def send(self, commands: Sequence[bytes], now: float) -> tuple[bytes, ...]:
        """Return what to write now for these commands."""
        if not commands:
            return ()
        self._resends = 0
        if not self._wake_up:
            self._last = commands[-1]
            return tuple(commands)
        self._waiting += commands
        if self.deadline is not None:
            return ()
        self.deadline = now + self._wake_up
        return (_WAKE_UP,)

    def expire(self, now: float) -> tuple[bytes, ...]:
        """Return the commands, now that the scanner is awake."""
        if self.deadline is None or now < self.deadline:
            return ()
        commands = tuple(self._waiting)
        self._waiting.clear()
        self.deadline, self._last = None, commands[-1]
        return commands

    def resend(self) -> tuple[bytes, ...]:
        """Return the last command once more; nothing when that was tried often enough."""
        if self._last is None or self._resends == _RESENDS:
            return ()
        self._resends += 1
        return (self._last,)
