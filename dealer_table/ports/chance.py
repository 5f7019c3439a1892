"""Where chance comes from. Pure."""

from typing import Protocol


class Chance(Protocol):
    """A source of bytes that nobody can foresee."""

    def draw(self, count: int) -> bytes:
        """Return `count` random bytes."""
        ...
