"""Tells the operator what is owed: each patron's in order, several patrons at once, until it is heard. I/O: waits."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable

from dealer_table.adapters.seamless_availability import Availability, Waits
from dealer_table.adapters.seamless_client import SeamlessClient
from dealer_table.adapters.seamless_owed import Owed
from dealer_table.betting.words import Patron
from dealer_table.errors import AccountsUnavailable
from dealer_table.wire.wallet import Answer, Refusal

_AT_ONCE = 16  # patrons: fewer than the client asks at once, so that stakes find a place too

Heard = Callable[[Owed, Answer | Refusal], None]


class Deliveries:
    """Keeps in memory what the outbox keeps on disk; `heard` is told of each that needs no more telling."""

    def __init__(self, client: SeamlessClient, availability: Availability, heard: Heard, waits: Waits) -> None:
        self._client = client
        self._availability = availability
        self._heard = heard
        self._waits = waits
        self._waiting: dict[Patron, deque[Owed]] = {}
        self._ready: asyncio.Queue[Patron] = asyncio.Queue()
        self._attempts: dict[Patron, int] = {}
        self._count = 0

    @property
    def count(self) -> int:
        """Return how much waits to be heard."""
        return self._count

    def owes(self, patron: Patron) -> bool:
        """Tell whether the operator must still hear something about this patron."""
        return patron in self._waiting

    def add(self, owed: Iterable[Owed]) -> None:
        """Tell these too, each behind what its patron has waiting."""
        for each in owed:
            self._count += 1
            queue = self._waiting.get(each.patron)
            if queue is None:
                self._waiting[each.patron] = deque((each,))
                self._ready.put_nowait(each.patron)
            else:
                queue.append(each)

    async def run(self) -> None:
        """Tell until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            for number in range(_AT_ONCE):
                tasks.create_task(self._deliver(), name=f"wallet delivery {number}")

    async def _deliver(self) -> None:
        while True:
            patron = await self._ready.get()
            await self._availability.wait_until_up()
            queue = self._waiting[patron]
            try:
                said = await self._client.ask(queue[0].request)
            except AccountsUnavailable:
                self._try_later(patron)
                continue
            self._attempts.pop(patron, None)
            self._count -= 1
            owed = queue.popleft()
            if queue:
                self._ready.put_nowait(patron)
            else:
                del self._waiting[patron]
            self._heard(owed, said)

    def _try_later(self, patron: Patron) -> None:
        """Let the patron come back by the clock, so that whoever cannot be served holds no place."""
        attempt = self._attempts.get(patron, 0) + 1
        self._attempts[patron] = attempt
        asyncio.get_running_loop().call_later(self._waits.after(attempt), self._ready.put_nowait, patron)
