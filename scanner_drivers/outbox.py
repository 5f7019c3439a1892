"""What a scanner saw and the table has not yet committed: a bounded go-back-N sender. Pure.

MQTT's QoS 1 ends at the broker, and a broker or a consumer that dies forgets what it acknowledged. So a sighting is
kept here until the table itself confirms its commit, and sent again

    - after a reconnect,
    - when the table answers with a confirmation that is not new (it missed something),
    - after `patience_ms` without a new confirmation; then one at a time, until the table is heard again.

The table takes sightings strictly in order, so it is always "from here on again", never "this one again".

A number that no sighting carries tells the table of a loss. Two things leave such a gap: a device that says some
of its messages are missing, and an outbox that ran over.
"""

from collections import deque
from dataclasses import dataclass
from typing import Literal

from scanner_drivers.sightings import Sighting

# A dealer draws a card a second: an hour and more of a table that is down.
CAPACITY = 8_192
WINDOW = 32
PATIENCE_MS = 2_000.0
# A table that missed one of a window says so for each of the others: once is enough to go back.
_GO_BACK_ONCE_MS = 250.0

Confirmation = Literal["new", "repeated", "foreign", "impossible"]


@dataclass(frozen=True, slots=True)
class Kept:
    """A sighting that waits for its confirmation; `seen_at` is wall-clock milliseconds."""

    seq: int
    seen_at: int
    sighting: Sighting


class Outbox:
    """Keep sightings in order until they are confirmed, and say which one to send next."""

    def __init__(
        self, boot: str, *, capacity: int = CAPACITY, window: int = WINDOW, patience_ms: float = PATIENCE_MS
    ) -> None:
        self.boot = boot
        self._capacity = capacity
        self._full_window = window
        self._patience = patience_ms
        self._kept: deque[Kept] = deque()
        self._in_flight = 0  # how many of `_kept`, from the left, were sent and not confirmed
        self._window = window
        self._next_seq = 1
        self._confirmed = 0
        self._waiting_since = 0.0
        self._went_back_at = float("-inf")

    @property
    def waiting(self) -> int:
        """Return how many sightings are not confirmed yet."""
        return len(self._kept)

    @property
    def newest(self) -> int:
        """Return the number of the sighting added last; 0 when there was none."""
        return self._next_seq - 1

    @property
    def oldest(self) -> int:
        """Return the lowest number that can still be sent."""
        return self._kept[0].seq if self._kept else self._next_seq

    @property
    def deadline(self) -> float | None:
        """Return when `expire` is wanted: when patience with the table ends."""
        return self._waiting_since + self._patience if self._in_flight else None

    def add(self, sighting: Sighting, seen_at: int) -> Kept | None:
        """Keep a sighting under the next number; return the oldest one when it had to go for it, unconfirmed."""
        lost = None
        if len(self._kept) == self._capacity:
            lost = self._kept.popleft()
            self._in_flight = max(0, self._in_flight - 1)
        self._kept.append(Kept(self._next_seq, seen_at, sighting))
        self._next_seq += 1
        return lost

    def leave_gap(self, count: int) -> None:
        """Use up `count` numbers for what the device says is lost, so that the table learns of it."""
        self._next_seq += count

    def take(self, now: float) -> Kept | None:
        """Return the next sighting to send, and hold it as sent; None when there is none or the window is full."""
        if self._in_flight >= min(len(self._kept), self._window):
            return None
        if self._in_flight == 0:
            self._waiting_since = now
        self._in_flight += 1
        return self._kept[self._in_flight - 1]

    def go_back(self) -> None:
        """Send everything again from the oldest: the link is new."""
        self._in_flight = 0
        self._window = self._full_window

    def confirm(self, boot: str, seq: int, now: float) -> Confirmation:
        """Forget what the table has committed; say what kind of confirmation it was."""
        if boot != self.boot:
            return "foreign"
        if seq >= self._next_seq:
            return "impossible"
        if seq <= self._confirmed:
            if self._in_flight and now - self._went_back_at >= _GO_BACK_ONCE_MS:
                self._went_back_at = now
                self.go_back()
            return "repeated"
        self._confirmed = seq
        self._window = self._full_window
        self._waiting_since = now
        while self._kept and self._kept[0].seq <= seq:
            self._kept.popleft()
            self._in_flight = max(0, self._in_flight - 1)
        if self.oldest > seq + 1:
            # A gap is next, and what is in flight was sent when `oldest` was still before it: the table waits.
            self._in_flight = 0
        return "new"

    def expire(self, now: float) -> None:
        """Try the oldest again, alone, when the table has been silent for too long."""
        if self.deadline is not None and self.deadline <= now:
            self._in_flight = 0
            self._window = 1
