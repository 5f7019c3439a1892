"""Which scanners are there: what their bridges say, and what silence means once the broker was away. I/O: timers."""

import asyncio
from collections.abc import Callable, Iterable

Changed = Callable[[str, bool, str], None]


class ScannerPresence:
    """Tells `changed(scanner, online, reason)` when a scanner comes or goes, not when it only says so again."""

    def __init__(self, online: Iterable[str], away_after: float, changed: Changed) -> None:
        self._online = set(online)
        self._away_after = away_after
        self._changed = changed
        self._doubts: dict[str, asyncio.TimerHandle] = {}

    def hear(self, scanner: str, *, online: bool, reason: str) -> None:
        """Take the word of the scanner's bridge, or of its last will."""
        doubt = self._doubts.pop(scanner, None)
        if doubt is not None:
            doubt.cancel()
        self._set(scanner, online=online, reason=reason)

    def doubt_all(self) -> None:
        """Give every scanner that should be there `away_after` seconds to be heard of."""
        loop = asyncio.get_running_loop()
        for scanner in self._online - self._doubts.keys():
            self._doubts[scanner] = loop.call_later(self._away_after, self._give_up, scanner)

    def close(self) -> None:
        """Wait for nobody any more."""
        for doubt in self._doubts.values():
            doubt.cancel()
        self._doubts.clear()

    def _give_up(self, scanner: str) -> None:
        del self._doubts[scanner]
        self._set(scanner, online=False, reason="not heard of since the broker was away")

    def _set(self, scanner: str, *, online: bool, reason: str) -> None:
        if online is (scanner in self._online):
            return
        (self._online.add if online else self._online.discard)(scanner)
        self._changed(scanner, online, reason)
