"""What may stand in a journal: a table's or a Touch room's cards, and the bets on them. Pure."""

from collections.abc import Iterable

from dealer_table.betting.events import BettingEvent
from dealer_table.procedure.events import Event
from dealer_table.touch.events import TouchEvent

RecordedEvent = Event | BettingEvent | TouchEvent


def table_events(events: Iterable[RecordedEvent]) -> tuple[Event, ...]:
    """Return what the procedure knows of, in its order."""
    return tuple(event for event in events if not isinstance(event, BettingEvent | TouchEvent))
