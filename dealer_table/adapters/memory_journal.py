"""A journal that lasts as long as its process, for tests and experiments. Pure."""

from collections.abc import Iterator, Mapping, Sequence

from dealer_table.betting.events import DebtSettled, FundsDeposited, FundsWithdrawn
from dealer_table.betting.ledger import Account, Balances, entries_of, moved
from dealer_table.betting.recorded import RecordedEvent
from dealer_table.ports.journal import Anchor, Record
from dealer_table.procedure.events import ProcessStarted
from dealer_table.wire.event_codec import decode
from dealer_table.wire.hash_chain import Link, chained, genesis


class MemoryJournal:
    """Keeps the links themselves, so that an event which cannot be written fails here too."""

    def __init__(
        self, table: str = "table-1", epoch: str = "0" * 32, created_at: int = 0, *, elsewhere: bool = False
    ) -> None:
        self._epoch = epoch
        self._links: list[Link] = []
        self._elsewhere = elsewhere
        self._balances: dict[Account, int] = {}
        self._start = Anchor(0, genesis(epoch, table, created_at))

    @property
    def epoch(self) -> str:
        return self._epoch

    @property
    def head(self) -> Anchor:
        return Anchor(self._links[-1].position, self._links[-1].hash) if self._links else self._start

    def append(self, decisions: Sequence[Sequence[RecordedEvent]]) -> list[Record]:
        links = chained(decisions, self.head.position, self.head.hash)
        records = [_record(link) for link in links]
        self._links += links
        entries = (
            entry
            for record in records
            for entry in entries_of(record.position, record.event, elsewhere=self._elsewhere)
        )
        self._balances |= moved(self._balances, (entry.posting for entry in entries))
        return records

    def balances(self) -> Balances:
        return dict(self._balances)

    def read(self, after: int = 0) -> Iterator[Record]:
        return (_record(link) for link in self._links[after:])

    def cashier_references(self) -> Mapping[str, int]:
        events = (record.event for record in self.read())
        slips = FundsDeposited | FundsWithdrawn | DebtSettled
        return {event.reference: event.at for event in events if isinstance(event, slips)}

    def process_starts(self) -> Iterator[ProcessStarted]:
        return (record.event for record in self.read() if isinstance(record.event, ProcessStarted))

    def last_shoe_position(self) -> int:
        return self._last("shoe_loaded")

    def last_room_position(self) -> int:
        return self._last("room_opened")

    def close(self) -> None:
        """There is nothing to let go of."""

    def _last(self, name: str) -> int:
        return next((link.position for link in reversed(self._links) if link.name == name), 0)


def _record(link: Link) -> Record:
    return Record(link.position, link.decision, link.at, decode(link.name, link.version, link.body))
