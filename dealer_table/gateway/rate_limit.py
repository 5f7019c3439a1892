"""A token bucket on the caller's clock. Pure."""


class TokenBucket:
    """Allow `burst` at once and `per_second` in the long run; times are in milliseconds."""

    def __init__(self, burst: int, per_second: float, now: int) -> None:
        self._burst = float(burst)
        self._per_ms = per_second / 1000
        self._level = self._burst
        self._seen = now

    def take(self, now: int) -> bool:
        """Take one token when there is one; a clock set back fills nothing."""
        self._level = min(self._burst, self._level + max(0, now - self._seen) * self._per_ms)
        self._seen = now
        if self._level < 1:
            return False
        self._level -= 1
        return True
