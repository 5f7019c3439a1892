"""What the table says to one scanner, as the intents of its driver. Pure."""

from typing import assert_never

from dealer_table.wire.scanner_wants import ReadVerdict, ScannerWanted, Verdict, Want
from scanner_drivers.intents import BadRead, GoodRead, Intent, NothingWanted, Overdraw, ReadWanted


class Wishes:
    """Follow one scanner's reads, and tell what the table's word means for the device now."""

    def __init__(self, boot: str) -> None:
        self._boot = boot
        self._last_read = 0
        self._wanted: Intent | None = None

    def read(self, seq: int) -> None:
        """Learn the number of the scanner's newest read."""
        self._last_read = seq

    def hear_wanted(self, message: ScannerWanted) -> tuple[Intent, ...]:
        """Return what follows from what is wanted."""
        self._wanted = NothingWanted() if message.want is Want.NOTHING else ReadWanted(message.position)
        return (self._wanted,)

    def hear_verdict(self, message: ReadVerdict) -> tuple[Intent, ...]:
        """Return what follows from a verdict: nothing when the scanner has read on, for a late beep misleads."""
        if (message.boot, message.seq) != (self._boot, self._last_read):
            return ()
        match message.verdict:
            case Verdict.GOOD:
                return (GoodRead(),)
            case Verdict.BAD:
                return (BadRead(),)
            case Verdict.OVERDRAW:
                # A device may lock itself for it; when a card is wanted all the same, that stands.
                return (Overdraw(), self._wanted) if isinstance(self._wanted, ReadWanted) else (Overdraw(),)
            case _:
                assert_never(message.verdict)
