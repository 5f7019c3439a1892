"""Where physical facts enter the controller. Pure."""

from typing import Protocol

from dealer_table.procedure.commands import Fact


class Intake(Protocol):
    """The controller's one queue, as scanners see it."""

    async def submit_fact(self, fact: Fact) -> None:
        """Queue `fact` before the first suspension, and return when it is committed; JournalError when it is not.

        Facts are committed in the order they were submitted. When one fails, every fact that waits behind it fails
        too: a later read must never be on record without the one before it.
        """
        ...
