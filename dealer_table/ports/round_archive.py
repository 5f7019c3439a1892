"""What a Touch room asks of its record about rounds that are over. Pure."""

from typing import Protocol

from dealer_table.betting.words import Patron
from dealer_table.touch.rounds import Round


class RoundArchive(Protocol):
    """Finds a patron's rounds in the record, however long ago, without keeping the room waiting."""

    async def of_patron(self, patron: Patron, *, before: int | None, limit: int) -> tuple[Round, ...]:
        """Return the patron's rounds that are over, those numbered below `before`, newest first.

        JournalError when the record cannot be read.
        """
        ...
