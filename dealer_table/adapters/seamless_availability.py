"""Whether the operator answers: after a few failures nobody asks any more, but a probe. I/O: waits and the log."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

import structlog

from dealer_table.adapters.seamless_metrics import PlaceWalletMetrics
from dealer_table.errors import AccountsUnavailable

log = structlog.get_logger(__name__)

_ALLOWED = 3  # failures in a row: one lost answer is no outage

Chance = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Waits:
    """Waits in seconds that double from `first` to `longest`; `chance`, from 0 to 1, keeps many from trying at once."""

    first: float
    longest: float
    chance: Chance

    def after(self, failures: int) -> float:
        """Return how long to wait after so many failures, from 1."""
        doubled = self.first * 2.0 ** min(failures - 1, 30)
        return min(self.longest, doubled) * (0.5 + 0.5 * self.chance())


class Availability:
    """Counts failures in a row, and says when to probe."""

    def __init__(self, metrics: PlaceWalletMetrics, waits: Waits) -> None:
        self._metrics = metrics
        self._waits = waits
        self._failures = 0
        self._up = asyncio.Event()
        self._up.set()
        self._down = asyncio.Event()
        self._why = ""
        self._listeners: list[Callable[[bool], None]] = []

    @property
    def up(self) -> bool:
        """Return whether the operator is asked at all."""
        return self._up.is_set()

    def listen(self, listener: Callable[[bool], None]) -> None:
        """Let `listener` hear every change."""
        self._listeners.append(listener)

    def check(self) -> None:
        """Raise AccountsUnavailable while nobody is to ask."""
        if not self.up:
            raise AccountsUnavailable(f"the operator does not answer: {self._why}")

    def succeeded(self) -> None:
        """Count an answer."""
        self._failures = 0
        if not self.up:
            log.info("operator answers again")
            self._change(up=True)

    def failed(self, why: str) -> None:
        """Count a request without an answer."""
        self._failures += 1
        self._why = why
        if self.up and self._failures >= _ALLOWED:
            log.error("operator does not answer", problem=why, failures=self._failures)
            self._change(up=False)

    async def wait_until_up(self) -> None:
        """Return when the operator may be asked."""
        await self._up.wait()

    async def wait_for_probe(self) -> None:
        """Return when the operator does not answer and it is time to try it."""
        await self._down.wait()
        await asyncio.sleep(self._waits.after(max(1, self._failures - _ALLOWED + 1)))

    def _change(self, *, up: bool) -> None:
        set_now, cleared = (self._up, self._down) if up else (self._down, self._up)
        set_now.set()
        cleared.clear()
        self._metrics.available.set(int(up))
        for listener in self._listeners:
            listener(up)
