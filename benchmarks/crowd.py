"""The crowd of watchers as its benchmark sees it. I/O: a child process."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from benchmarks.line_process import LineProcess, started

_JOIN_SECONDS = 120.0
_PATIENCE = 30.0


@dataclass(frozen=True, slots=True)
class Group:
    """Watchers to be: `kind` is "gateway", or "raw" where nobody shakes hands."""

    kind: str
    port: int
    count: int


@dataclass(frozen=True, slots=True)
class Seen:
    """An update that a whole group has read; times in nanoseconds of the monotonic clock."""

    first: int
    last: int
    text: str


class Crowd:
    """Ask for what its members have seen, in order."""

    def __init__(self, groups: Sequence[Group]) -> None:
        self.seen: dict[str, asyncio.Queue[Seen]] = {group.kind: asyncio.Queue() for group in groups}
        self.arrivals: asyncio.Queue[int] = asyncio.Queue()

    async def next(self, kind: str) -> Seen:
        async with asyncio.timeout(_PATIENCE):
            return await self.seen[kind].get()

    async def until(self, kind: str, wanted: Callable[[Seen], bool]) -> Seen:
        while not wanted(seen := await self.next(kind)):
            pass
        return seen

    async def arrival(self) -> int:
        """Return when the next message on the reads' topic arrived at a subscriber."""
        async with asyncio.timeout(_PATIENCE):
            return await self.arrivals.get()

    def forget(self) -> None:
        """Let nothing that came so far be taken for what comes next."""
        for seen in self.seen.values():
            _empty(seen)
        _empty(self.arrivals)

    async def follow(self, child: LineProcess) -> None:
        while True:
            self._take(await child.hear(_JOIN_SECONDS))

    def _take(self, line: dict[str, Any]) -> None:
        if "arrived" in line:
            self.arrivals.put_nowait(line["arrived"])
        else:
            self.seen[line["group"]].put_nowait(Seen(line["first"], line["last"], line["text"]))


def _empty(queue: asyncio.Queue[Any]) -> None:
    while not queue.empty():
        queue.get_nowait()


@asynccontextmanager
async def crowd_of(*groups: Group, reads: tuple[int, str] | None = None) -> AsyncIterator[Crowd]:
    """Gather a crowd for as long as the block lasts; `reads` is a broker's port and a topic to listen to."""
    spec = {
        "groups": [{"kind": group.kind, "port": group.port, "count": group.count} for group in groups],
        "reads": None if reads is None else {"port": reads[0], "topic": reads[1]},
    }
    async with started("crowd_process", json.dumps(spec)) as child:
        await child.hear(_JOIN_SECONDS)
        crowd = Crowd(groups)
        async with asyncio.TaskGroup() as tasks:
            following = tasks.create_task(crowd.follow(child))
            yield crowd
            following.cancel()
