"""Which of a scanner's messages is the next, which is a repeat, which came too early, and what is lost. Pure.

QoS 1 may deliver twice, and after a broken link the bridge sends again from the oldest message it keeps. So what the
table takes is one unbroken sequence for each start (`boot`) of a scanner's bridge:

    seq <  expected                       a repeat
    seq == expected                       the next
    seq >  expected, oldest <= expected   too early: those between will come, and this one again behind them
    oldest > expected                     those from expected to oldest - 1 exist no more: lost, and told
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, auto

from dealer_table.errors import WireError
from dealer_table.procedure.commands import ReadId
from dealer_table.wire.card_read import ReadsCommitted, ScannerMessage


class Verdict(Enum):
    """What to do with a message."""

    ACCEPT = auto()
    REPEAT = auto()
    WAIT = auto()


@dataclass(frozen=True, slots=True)
class Gap:
    """Messages that no longer exist anywhere, from `first` to `last`."""

    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Arrival:
    """The verdict on a message, and the loss that it disclosed, to be told before it."""

    verdict: Verdict
    lost: Gap | None = None


class ReadSequence:
    """How far each boot of each scanner was taken, and how far of that is committed."""

    def __init__(self, cursors: Iterable[ReadId] = ()) -> None:
        """Start from what the journal holds: for each scanner and boot the last read on record."""
        self._committed = {(cursor.scanner, cursor.boot): cursor.seq for cursor in cursors}
        self._taken = dict(self._committed)

    def accept(self, scanner: str, message: ScannerMessage) -> Arrival:
        """Judge `message`; when it is accepted the next one is expected from now on."""
        if message.oldest > message.seq:
            raise WireError(f"seq {message.seq} is older than the oldest that is kept, {message.oldest}")
        key = (scanner, message.boot)
        # A boot heard for the first time starts where its bridge does: nothing of it was ever asked for.
        expected = self._taken.setdefault(key, message.oldest - 1) + 1
        self._committed.setdefault(key, message.oldest - 1)
        if message.seq < expected:
            return Arrival(Verdict.REPEAT)
        lost = Gap(expected, message.oldest - 1) if message.oldest > expected else None
        expected = max(expected, message.oldest)
        is_next = message.seq == expected
        self._taken[key] = expected if is_next else expected - 1
        return Arrival(Verdict.ACCEPT if is_next else Verdict.WAIT, lost)

    def commit(self, scanner: str, boot: str, seq: int) -> None:
        """Note that all of `boot` up to `seq` is on record."""
        key = (scanner, boot)
        self._committed[key] = max(seq, self._committed.get(key, 0))

    def fall_back(self) -> None:
        """Expect again everything that was taken and is not committed: the journal refused it."""
        self._taken = dict(self._committed)

    def committed(self, scanner: str, boot: str) -> ReadsCommitted:
        """Return what the bridge may forget."""
        return ReadsCommitted(boot=boot, seq=self._committed.get((scanner, boot), 0))
