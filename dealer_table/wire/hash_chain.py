"""The chain of hashes that makes the journal tamper-evident (GLI-19 2.8.1). Pure.

Each record's hash covers its place, its content and the hash before it; the first covers the journal's identity. So a
record that was changed, removed or moved breaks the chain at its position. A tail cut off breaks nothing: for that
the table publishes its head (an anchor), and the anchor's hash must be found in the chain.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256

from dealer_table.betting.recorded import RecordedEvent
from dealer_table.wire.event_codec import encode


@dataclass(frozen=True, slots=True)
class Link:
    """A record as it is stored."""

    position: int
    decision: int
    at: int
    name: str
    version: int
    body: str
    hash: str


@dataclass(frozen=True, slots=True)
class Break:
    """The first place where a chain does not hold, and why."""

    position: int
    problem: str


def genesis(epoch: str, table: str, created_at: int) -> str:
    """Return the hash that the first record builds on."""
    return sha256(f"dealer-table journal\n{epoch}\n{created_at}\n{table}".encode("utf-8", "surrogatepass")).hexdigest()


def link(prev_hash: str, position: int, decision: int, at: int, name: str, version: int, body: str) -> str:
    """Return the hash of the record at `position`, hexadecimal SHA-256."""
    # No field but the last can hold a line break, so the text has one reading only.
    text = f"{prev_hash}\n{position}\n{decision}\n{at}\n{name}\n{version}\n{body}"
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def chained(decisions: Sequence[Sequence[RecordedEvent]], position: int, prev_hash: str) -> list[Link]:
    """Write the events of `decisions` as links behind the record at `position`."""
    links: list[Link] = []
    for decision in decisions:
        first = position + 1
        for event in decision:
            position += 1
            name, version, body = encode(event)
            prev_hash = link(prev_hash, position, first, event.at, name, version, body)
            links.append(Link(position, first, event.at, name, version, body, prev_hash))
    return links


def checked(links: Iterable[Link], start: str) -> Iterator[Link | Break]:
    """Pass on the links of a chain that starts from hash `start` as far as they hold; a Break, if any, comes last."""
    prev_hash, expected = start, 1
    for record in links:
        problem = fault(record, expected, prev_hash)
        if problem:
            yield Break(expected, problem)
            return
        yield record
        prev_hash, expected = record.hash, expected + 1


def fault(record: Link, expected: int, prev_hash: str) -> str:
    """Say why `record` does not stand at position `expected` behind `prev_hash`; nothing when it does."""
    if record.position != expected:
        return f"record {expected} is missing: {record.position} stands in its place"
    content = (record.position, record.decision, record.at, record.name, record.version, record.body)
    if link(prev_hash, *content) != record.hash:
        return "the record was changed, or it does not follow the one before it"
    return ""
