"""Commands to a device and its answers: set up on connecting, asked one thing at a time, given up in time. Pure."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto

from scanner_drivers.decoding import Answer
from scanner_drivers.driver import NOTHING, Reaction
from scanner_drivers.sightings import DeviceEvent

_AGAIN_MS = 1000.0
"""How long a device that did not answer is left alone before it is asked again."""


class Purpose(Enum):
    """What a command is for, and so what becomes of it when it is not answered."""

    SETUP = auto()  # said again until it is answered: without it nothing that is read can be trusted
    TRIGGER = auto()  # said again until it is answered, or the opposite is wanted
    SIGNAL = auto()  # a beep that comes late is worse than none


@dataclass(frozen=True, slots=True)
class Command:
    """One command as it is written; `answered` where the device says whether it took it."""

    data: bytes
    purpose: Purpose
    answered: bool = False


class Conversation:
    """What was said to a device, and what it has not answered yet."""

    def __init__(self, setup: Sequence[Command], patience_ms: float) -> None:
        self._setup = tuple(setup)
        self._patience_ms = patience_ms
        self._waiting: deque[Command] = deque()
        self._said: Command | None = None
        self._silent = False
        self._set_up_refused = False
        self.deadline: float | None = None

    @property
    def ready(self) -> bool:
        """Tell whether the device is set up and does as it is told, as far as it lets that be known."""
        still_to_do = [*self._waiting, *([self._said] if self._said else [])]
        setting_up = any(command.purpose is Purpose.SETUP for command in still_to_do)
        return not (self._silent or self._set_up_refused or setting_up)

    def start(self, now: float) -> tuple[bytes, ...]:
        """Set the device up, on a new connection: whatever was asked on the old one is nobody's business any more."""
        self._silent = self._set_up_refused = False
        self._said = self.deadline = None
        self._waiting = deque(self._setup)
        return self._say_what_waits(now)

    def say(self, commands: Sequence[Command], now: float) -> tuple[bytes, ...]:
        """Say it now, or after what the device has still to answer; a later word on a matter replaces an earlier."""
        purposes = {command.purpose for command in commands}
        self._waiting = deque(earlier for earlier in self._waiting if earlier.purpose not in purposes)
        self._waiting.extend(commands)
        if self._silent and self._said is not None and self._said.purpose in purposes:
            self._said = self.deadline = None
        return self._say_what_waits(now)

    def hear(self, answer: Answer, now: float) -> Reaction:
        """Take an answer: late or unasked it is a sign of life, and a refusal is told either way."""
        self._silent = False
        said, self._said, self.deadline = self._said, None, None
        seen = (DeviceEvent("refused", answer.code),) if answer.refused else ()
        if answer.refused and said is not None and said.purpose is Purpose.SETUP:
            self._set_up_refused = True
        return Reaction(seen, self._say_what_waits(now))

    def alive(self) -> None:
        """Take a read for a sign of life."""
        self._silent = False

    def expire(self, now: float) -> Reaction:
        """Ask again, or give up, when an answer is overdue."""
        if self.deadline is None or self._said is None or now < self.deadline:
            return NOTHING
        seen = () if self._silent else (DeviceEvent("no_answer"),)
        if self._said.purpose is Purpose.SIGNAL:
            self._said = self.deadline = None
            return Reaction(seen, self._say_what_waits(now))
        self._silent = True
        self.deadline = now + _AGAIN_MS
        return Reaction(seen, (self._said.data,))

    def _say_what_waits(self, now: float) -> tuple[bytes, ...]:
        said: list[bytes] = []
        while self._waiting and self._said is None:
            command = self._waiting.popleft()
            said.append(command.data)
            if command.answered:
                self._said, self.deadline = command, now + self._patience_ms
        return tuple(said)
