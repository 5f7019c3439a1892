"""Commands to a shoe: one at a time, sent again until it answers, given up after the third try. Pure."""

from collections import deque

from scanner_drivers.driver import NOTHING, Reaction
from scanner_drivers.drivers.angel_eye.telegram import HostCommand, Refused
from scanner_drivers.sightings import DeviceEvent

TRIES = 3
_MOST_WAITING = 8
_SEND_AGAIN = (Refused.LINE_ERROR, Refused.CHECK_ERROR, Refused.NO_ETX)
_SEND_AGAIN_LATER = (Refused.BUSY, Refused.WRITE_IN_PROGRESS)


class HostCommands:
    """The commands on their way to the shoe, the first of them being on the line."""

    def __init__(self, *, check_covers_stx: bool, answer_within_ms: float) -> None:
        self._check_covers_stx = check_covers_stx
        self._answer_within = answer_within_ms
        self._waiting: deque[HostCommand] = deque()
        self._tries = 0
        self.deadline: float | None = None

    @property
    def answer_awaited(self) -> bool:
        """Tell whether an answer of the shoe would belong to a command."""
        return bool(self._waiting)

    def forget(self) -> None:
        """Drop all commands: the line is new, and the table will say again what it wants."""
        self._waiting.clear()
        self.deadline = None

    def give(self, command: HostCommand, now: float) -> Reaction:
        """Send a command, at once or behind those that wait; the one that was last asked for is not sent twice."""
        if self._waiting and (command == self._waiting[-1] or len(self._waiting) == _MOST_WAITING):
            return NOTHING
        self._waiting.append(command)
        return self._send_first(now) if len(self._waiting) == 1 else NOTHING

    def answered(self, refused: int | None, now: float) -> Reaction:
        """Take the shoe's answer: None when it took the command."""
        if not self._waiting:
            return NOTHING
        if refused in _SEND_AGAIN and self._tries < TRIES:
            return self._send(now)
        if refused in _SEND_AGAIN_LATER and self._tries < TRIES:
            return NOTHING  # the deadline stands, and sends it again
        told = () if refused is None else (DeviceEvent("command_refused", refused),)
        return Reaction(told, self._next(now).replies)

    def expire(self, now: float) -> Reaction:
        """Send again what was not answered in time, or give it up."""
        if self.deadline is None or now < self.deadline:
            return NOTHING
        if self._tries < TRIES:
            return self._send(now)
        return Reaction((DeviceEvent("command_unanswered"),), self._next(now).replies)

    def _next(self, now: float) -> Reaction:
        self._waiting.popleft()
        self.deadline = None
        return self._send_first(now) if self._waiting else NOTHING

    def _send_first(self, now: float) -> Reaction:
        self._tries = 0
        return self._send(now)

    def _send(self, now: float) -> Reaction:
        self._tries += 1
        self.deadline = now + self._answer_within
        return Reaction(replies=(self._waiting[0].to_bytes(check_covers_stx=self._check_covers_stx),))
