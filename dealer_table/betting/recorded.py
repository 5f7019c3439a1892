"""What may stand in a journal: a table's or a Touch room's cards, and the bets on them. Pure."""

from collections.abc import Iterable

from dealer_table.betting.events import BettingEvent
from dealer_table.procedure.events import Event
from dealer_table.touch.events import TouchEvent

RecordedEvent = Event | BettingEvent | TouchEvent
# Named once: asked of every bet, the making of such a union took most of the time.
_ABOUT_BETS = BettingEvent | TouchEvent


def table_events(events: Iterable[RecordedEvent]) -> tuple[Event, ...]:
    """Return what the procedure knows of, in its order."""
    return tuple(event for event in events if not isinstance(event, _ABOUT_BETS))
