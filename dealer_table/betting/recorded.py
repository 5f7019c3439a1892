"""What stands in a table's journal: what happened to its cards, and to the bets on them. Pure."""

from collections.abc import Iterable

from dealer_table.betting.events import BettingEvent
from dealer_table.procedure.events import Event

RecordedEvent = Event | BettingEvent


def table_events(events: Iterable[RecordedEvent]) -> tuple[Event, ...]:
    """Return what the procedure knows of, in its order."""
    return tuple(event for event in events if not isinstance(event, BettingEvent))
