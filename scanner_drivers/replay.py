"""Playing a recorded stream into a driver, on the record's own clock. Pure."""

from collections.abc import Iterable

from scanner_drivers.driver import Driver, Reaction
from scanner_drivers.sightings import Sighting

# After the last byte a driver still gets the time to give up on half a message, but not for ever: one that
# polls its device would never come to an end.
SETTLE_MS = 5_000.0


def replay(driver: Driver, chunks: Iterable[tuple[float, bytes]], *, settle_ms: float = SETTLE_MS) -> Reaction:
    """Feed chunks of (milliseconds since the one before, bytes), letting deadlines pass between; return all of it."""
    seen: list[Sighting] = []
    replies: list[bytes] = []
    now = 0.0

    def keep(reaction: Reaction) -> None:
        seen.extend(reaction.seen)
        replies.extend(reaction.replies)

    def wait_until(moment: float) -> None:
        while (deadline := driver.deadline) is not None and deadline <= moment:
            keep(driver.expire(deadline))
            if driver.deadline == deadline:
                raise AssertionError(f"{type(driver).__name__} keeps a deadline that has passed")

    for gap, data in chunks:
        now += gap
        wait_until(now)
        if data:
            keep(driver.feed(data, now))
    wait_until(now + settle_ms)
    return Reaction(tuple(seen), tuple(replies))
