"""What the gateway asks of the record about coups that are over. Pure."""

from dataclasses import dataclass
from typing import Protocol

from dealer_table.betting.words import Patron
from dealer_table.wire.to_patron import PatronCoup, RecalledCoup


@dataclass(frozen=True, slots=True)
class PatronCoups:
    """A page of a patron's coups, newest first, and whether there are more before them."""

    coups: tuple[PatronCoup, ...]
    more: bool


class CoupArchive(Protocol):
    """Finds coups in the record, however long ago, without keeping the table waiting; JournalError when it cannot."""

    async def of_patron(self, patron: Patron, *, before: int | None, limit: int) -> PatronCoups:
        """Return the coups on which this patron had a stake, from the one before the cursor `before` backwards."""
        ...

    async def last(self, limit: int) -> tuple[RecalledCoup, ...]:
        """Return the table's last coups, free ones left out, newest first."""
        ...
