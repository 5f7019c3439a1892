"""What the controller asks of the record: append-only, durable before it answers, chained by hashes. Pure.

Beside the record stands the ledger: what its events post between accounts, written with them or not at all.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Protocol

from dealer_table.betting.ledger import Balances
from dealer_table.betting.recorded import RecordedEvent
from dealer_table.procedure.events import ProcessStarted


@dataclass(frozen=True, slots=True)
class Record:
    """One event in its place; `decision` is the position of the first event of the same decision."""

    position: int
    decision: int
    at: int
    event: RecordedEvent


def by_decision(records: Iterable[Record]) -> list[tuple[Record, ...]]:
    """Return the records of each decision together."""
    return [tuple(together) for _, together in groupby(records, key=lambda record: record.decision)]


@dataclass(frozen=True, slots=True)
class Anchor:
    """The last record and its hash; position 0 carries the hash the chain starts from."""

    position: int
    hash: str


class Journal(Protocol):
    """The record of one table. One writer at a time; every method but `close` may raise JournalError."""

    @property
    def epoch(self) -> str:
        """Return the identity of this journal, for ever the same."""
        ...

    @property
    def head(self) -> Anchor:
        """Return the last committed record's place and hash."""
        ...

    def append(self, decisions: Sequence[Sequence[RecordedEvent]]) -> list[Record]:
        """Commit all events of `decisions` at once and for good; after a JournalError none of them is kept."""
        ...

    def read(self, after: int = 0) -> Iterator[Record]:
        """Stream the records behind position `after`, up to the head of now."""
        ...

    def balances(self) -> Balances:
        """Return the balance of every account, by what has been posted so far."""
        ...

    def cashier_references(self) -> Mapping[str, int]:
        """Return under which references the cashier ever moved money, and when: none may be used again."""
        ...

    def process_starts(self) -> Iterator[ProcessStarted]:
        """Stream every start of the table's process that is on record, the first first."""
        ...

    def last_shoe_position(self) -> int:
        """Return the position of the last ShoeLoaded, from which folding may start; 0 when there is none."""
        ...

    def last_room_position(self) -> int:
        """Return the position of the last RoomOpened, from which folding a Touch room may start; 0 without any."""
        ...

    def close(self) -> None:
        """Let the journal go; nothing may be asked of it afterwards."""
        ...
