"""Chance from the system's cryptographically secure generator. I/O: the system's random source."""

import secrets


class SystemChance:
    """The generator that the system seeds and reseeds itself; there is no seed here to learn or to repeat."""

    def draw(self, count: int) -> bytes:
        return secrets.token_bytes(count)
