"""What the gateway asks of a place where patrons play, the live table or a Touch room, and what it lends it. Pure."""

from typing import Protocol

from pydantic import BaseModel

from dealer_table.betting.words import Patron, PatronLimits
from dealer_table.wire.from_client import PatronRequest


class Voice(Protocol):
    """One tab of a patron, as a place speaks to it; it neither blocks nor fails, whatever became of the socket."""

    def say(self, message: BaseModel) -> None:
        """Send this behind all that was said before: answers, and what the patron asked for."""

    def show(self, message: BaseModel) -> None:
        """Send this, which is whole every time; a tab that lags gets the newest of its kind when it has caught up."""

    def dismiss(self, code: str, detail: str) -> None:
        """Tell that the patron plays here no more, by a fault of this code; from now on the tab is a watcher's.

        The place need not be told: it has forgotten the voice already.
        """


class Place(Protocol):
    """A place where patrons play: it knows every tab of each patron, and tells all of them what concerns the patron.

    A conversation waits for `join` and `receive`, and gets nothing else done meanwhile; other conversations do, so two
    tabs of one patron may be in `receive` at once.
    """

    async def join(self, patron: Patron, limits: PatronLimits, voice: Voice) -> None:
        """Let a tab in, and show it where the patron stands; said again after a hello with a fresh token."""

    def leave(self, voice: Voice) -> None:
        """Forget a tab: its socket is gone, or it said hello as somebody else. Unknown voices are no fault."""

    async def receive(self, voice: Voice, request: PatronRequest) -> None:
        """Do what a patron asks, and say the one answer to it; what is not done here is answered `not_here`."""

    def tick(self, now: int) -> None:
        """Let time pass: twice a second, in milliseconds since the epoch."""
