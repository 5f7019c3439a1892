"""How long to wait before trying again. Pure."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Backoff:
    """Waits in seconds that double from `first` to `longest`, each shortened by chance: many never try at once."""

    first: float = 0.1
    longest: float = 2.0

    def wait(self, attempt: int, chance: Callable[[], float]) -> float:
        """Return the wait after failure number `attempt` (from 0); `chance` returns a number from 0 to 1."""
        doubled = self.first * 2.0 ** min(attempt, 30)
        return min(self.longest, doubled) * (0.5 + 0.5 * chance())
