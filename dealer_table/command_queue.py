"""The one queue before a place's writer: commands in their order, and who waits for each. I/O: a queue and futures.

What has gathered in it is taken out together, to share a commit.
"""

import asyncio
from typing import Generic, NamedTuple, TypeVar

C = TypeVar("C")
R = TypeVar("R")

# Enough to share a commit under load, few enough that the first of them does not wait for long.
_LARGEST_BATCH = 256


class Waiting(NamedTuple, Generic[C, R]):
    """A command in the queue, and who waits for it; nobody does for what a place asks of itself."""

    command: C
    done: asyncio.Future[R] | None = None

    @property
    def is_given_up(self) -> bool:
        """Tell whether whoever waited does so no more."""
        return self.done is not None and self.done.cancelled()

    def answer(self, answer: R | Exception) -> None:
        """Tell whoever waits what came of it."""
        if self.done is None or self.done.done():
            return
        if isinstance(answer, Exception):
            self.done.set_exception(answer)
        else:
            self.done.set_result(answer)


class CommandQueue(Generic[C, R]):
    """Commands `C`, each answered with an `R` or an exception."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[Waiting[C, R]] = asyncio.Queue()

    def ask(self, command: C) -> asyncio.Future[R]:
        """Put a command at the end; what is returned has the answer once there is one."""
        done: asyncio.Future[R] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait(Waiting(command, done))
        return done

    def put(self, command: C) -> None:
        """Put a command at the end for which nobody waits."""
        self._queue.put_nowait(Waiting(command))

    async def batch(self, within: float | None) -> list[Waiting[C, R]]:
        """Wait for a command and return all that has gathered by then; nothing when none came `within` seconds."""
        try:
            async with asyncio.timeout(within):
                first = await self._queue.get()
        except TimeoutError:
            return []
        return [first, *self._gathered(_LARGEST_BATCH - 1)]

    def take_all(self) -> list[Waiting[C, R]]:
        """Return all that is in the queue; it is empty then."""
        return self._gathered(self._queue.qsize())

    def _gathered(self, at_most: int) -> list[Waiting[C, R]]:
        return [self._queue.get_nowait() for _ in range(min(at_most, self._queue.qsize()))]
