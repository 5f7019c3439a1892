"""What goes wrong at a simulated operator, on demand or by seeded chance. I/O: waits."""

import random
from collections import deque
from dataclasses import dataclass
from enum import StrEnum
from threading import Event, Lock


class Fault(StrEnum):
    """What becomes of one request."""

    SLOW = "slow"  # done and answered, but late
    ERROR = "error"  # HTTP 500, nothing done
    ERROR_AFTER = "error_after"  # HTTP 500, and done all the same
    LOST = "lost"  # the line breaks before anything is done
    ANSWER_LOST = "answer_lost"  # done, and the line breaks before the answer
    TWICE = "twice"  # it comes a second time, as a proxy in between may have it
    LATE = "late"  # the line breaks at once, and it is done later: behind what was sent after it


@dataclass(frozen=True, slots=True)
class Misfortune:
    """A fault, and how long it takes, in seconds, where that matters."""

    fault: Fault
    seconds: float = 0.0


class FaultBox:
    """Deals faults to requests: first those put in, in order, then by chance."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._waiting: dict[str, deque[Misfortune]] = {}
        self._chance = random.Random(0)
        self._share = 0.0
        self._seconds = 0.0
        self._hurry = Event()
        self.down = False

    def put(self, fault: Fault, *, operation: str = "", seconds: float = 0.0, times: int = 1) -> None:
        """Let it happen to the next requests, of one operation or of any."""
        with self._lock:
            self._waiting.setdefault(operation, deque()).extend([Misfortune(fault, seconds)] * times)

    def weather(self, seed: int, share: float, *, seconds: float = 0.0) -> None:
        """Let any fault happen to a share of all requests from now on."""
        with self._lock:
            self._chance, self._share, self._seconds = random.Random(seed), share, seconds

    def clear(self) -> None:
        """Let nothing go wrong any more."""
        with self._lock:
            self._waiting.clear()
            self._share = 0.0
            self.down = False
            self._hurry.set()
            self._hurry = Event()

    def wait(self, seconds: float) -> None:
        """Take so long, or until nothing goes wrong any more."""
        self._hurry.wait(seconds)

    @property
    def to_come(self) -> int:
        """Return how many faults were put in and have not happened yet."""
        with self._lock:
            return sum(map(len, self._waiting.values()))

    def next(self, operation: str) -> Misfortune | None:
        """Return what happens to the request that just came."""
        with self._lock:
            for waiting in (self._waiting.get(operation), self._waiting.get("")):
                if waiting:
                    return waiting.popleft()
            if self._chance.random() < self._share:
                return Misfortune(self._chance.choice(list(Fault)), self._seconds)
            return None
