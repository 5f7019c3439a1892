"""The machine's clock as the table's. I/O: the system clock."""

import time


class SystemClock:
    """Wall time that stands still, instead of running backwards, when the machine's clock is set back."""

    def __init__(self) -> None:
        self._latest = 0

    def now_ms(self) -> int:
        """Return milliseconds since the epoch."""
        self._latest = max(self._latest, time.time_ns() // 1_000_000)
        return self._latest
