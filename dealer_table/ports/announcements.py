"""Whom the controller tells what is on record. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from dealer_table.betting.book import Book
from dealer_table.betting.recorded import table_events
from dealer_table.ports.journal import Record
from dealer_table.procedure.events import Event
from dealer_table.procedure.state import TableState


@dataclass(frozen=True, slots=True)
class Announced:
    """One decision, committed: its records, and the state of table and bets that they led to."""

    records: tuple[Record, ...]
    state: TableState
    book: Book = field(default_factory=Book)

    @property
    def table_events(self) -> tuple[Event, ...]:
        """Return what happened at the table itself; of many decisions that is nothing, they are about bets only."""
        return table_events(record.event for record in self.records)


class Announcements(Protocol):
    """Hears every decision once, in order, after its commit."""

    def announce(self, decisions: Sequence[Announced]) -> None:
        """Tell whoever listens; it neither blocks nor fails."""
        ...
