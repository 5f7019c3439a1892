"""The table's one clock, by which every record is dated (GLI-19 2.2.1). Pure."""

from typing import Protocol


class Clock(Protocol):
    """Tells the time; it never runs backwards."""

    def now_ms(self) -> int:
        """Return milliseconds since the epoch."""
        ...
