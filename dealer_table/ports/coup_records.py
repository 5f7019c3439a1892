"""What the gateway asks of the record for the people who run the table. Pure."""

from typing import Protocol

from dealer_table.wire.from_staff import CoupRecordRequest
from dealer_table.wire.to_staff import CoupRecord


class CoupRecords(Protocol):
    """Finds one coup with all that is on record of it; JournalError when the record cannot be read."""

    async def find(self, request: CoupRecordRequest) -> CoupRecord | None:
        """Return the coup, None when there is no such coup."""
        ...
