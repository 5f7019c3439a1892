"""Whom the controller tells what is on record. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from dealer_table.ports.journal import Record
from dealer_table.procedure.state import TableState


@dataclass(frozen=True, slots=True)
class Announced:
    """One decision, committed: its records and the state they led to."""

    records: tuple[Record, ...]
    state: TableState


class Announcements(Protocol):
    """Hears every decision once, in order, after its commit."""

    def announce(self, decisions: Sequence[Announced]) -> None:
        """Tell whoever listens; it neither blocks nor fails."""
        ...
