"""How times and people are written in what is read from the record. Pure."""

from datetime import UTC, datetime

from dealer_table.procedure.words import Actor


def when(at: int) -> str:
    """Return a time of the journal as ISO 8601 writes it, in UTC, to the millisecond."""
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def named(actor: Actor) -> str:
    """Return a person's role and name."""
    return f"{actor.role.value} {actor.name}"
