"""What a journal says must have been told, beside what the witnesses of a run were told. I/O: reads files."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from dealer_table.adapters.sqlite_journal_file import SqliteJournalFile
from dealer_table.baccarat.cards import Card
from dealer_table.betting.events import SpotsOffered
from dealer_table.betting.recorded import RecordedEvent, table_events
from dealer_table.procedure import events as e
from dealer_table.procedure.commands import ReadId
from dealer_table.procedure.evolve import fold
from dealer_table.procedure.house import HouseProcedure
from dealer_table.procedure.state import TableState
from dealer_table.projections.table_view import TableView
from dealer_table.wire.event_codec import decode
from dealer_table.wire.hash_chain import Break, Link, checked
from dealer_table.wire.offer_json import offer_json
from dealer_table.wire.public_events import public_event
from dealer_table.wire.view_json import changed_sections

Message = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Told:
    """A public update as the journal demands it, and the whole view after it."""

    update: Message
    view: Message


class WholeRecord:
    """A journal, read from its first record and folded here: what the table itself made of it is not asked."""

    def __init__(self, journal: Path) -> None:
        with SqliteJournalFile(journal) as file:
            links = list(file.links())
            start = file.identity.genesis
        breaks = [link for link in checked(links, start) if isinstance(link, Break)]
        self.faults = [f"the chain breaks at {broken.position}: {broken.problem}" for broken in breaks]
        self.hashes = {start, *(link.hash for link in links)}
        self.events = [decode(link.name, link.version, link.body) for link in links]
        self.told = {told.update["version"]: told for told in _updates(links, self.events)}

    @property
    def last_version(self) -> int:
        """Return the version at which every watcher must end."""
        return max(self.told, default=0)

    def cards_out(self) -> dict[int, list[Card]]:
        """Return, for each shoe, the cards that were placed, in their order: burned, dealt or discarded."""
        shoes: dict[int, list[Card]] = {}
        shoe: list[Card] = []
        for event in self.events:
            match event:
                case e.ShoeLoaded(shoe=number):
                    shoe = shoes.setdefault(number, [])
                case e.IndicatorDrawn() | e.CardBurned() | e.CardDealt() | e.CardDiscarded():
                    shoe.append(event.card)
                case _:
                    pass
        return shoes

    def reads(self) -> list[ReadId]:
        """Return the identity of every read on record."""
        found = (getattr(event, "read", None) for event in self.events)
        return [read for read in found if isinstance(read, ReadId)]

    def of_type(self, kind: type[RecordedEvent]) -> list[RecordedEvent]:
        """Return the events of one kind."""
        return [event for event in self.events if isinstance(event, kind)]


def _updates(links: Sequence[Link], events: Sequence[RecordedEvent]) -> Iterator[Told]:
    state, view, prev, offer = TableState(), TableView(), 0, None
    packs = next((event.packs for event in events if isinstance(event, e.ShoeLoaded)), HouseProcedure().packs)
    for _, group in groupby(zip(links, events, strict=True), key=lambda pair: pair[0].decision):
        decision = list(group)
        happened = table_events(event for _, event in decision)
        state = fold(happened, state)
        before, view = view, view.after(happened, state)
        public = [told for event in happened if (told := public_event(event)) is not None]
        changes = changed_sections(view, before)
        if any(isinstance(event, e.RulesAdopted) for event in happened):
            # What is offered under the rules is put on record with them.
            (offered,) = [event for _, event in decision if isinstance(event, SpotsOffered)]
            offer = offer_json(offered.rules, offered.digest, packs)
            changes |= {"offer": offer}
        if public or changes:
            version, at = decision[-1][0].position, decision[-1][0].at
            update = {"version": version, "prev": prev, "at": at, "events": public, "view": changes}
            prev = version
            yield Told({"type": "update", **update}, changed_sections(view, None) | {"offer": offer})


def read_faults(reads: Sequence[ReadId]) -> list[str]:
    """Return where reads on record do not follow one another within their boot: one is lost, or there twice."""
    faults = []
    last: dict[tuple[str, str], int] = {}
    for read in reads:
        expected = last.get((read.scanner, read.boot), 0) + 1
        if read.seq != expected:
            faults.append(f"read {read.seq} of boot {read.boot[:6]} is on record where {expected} belongs")
        last[read.scanner, read.boot] = read.seq
    return faults


def watcher_faults(messages: Sequence[Message], record: WholeRecord) -> list[str]:
    """Return where a watcher was told what is not on record, or not told, over all its connections, what is."""
    faults = []
    at: int | None = None
    for message in messages:
        match message["type"]:
            case "snapshot":
                faults += _snapshot_faults(message, at, record)
                at = message["version"]
            case "resumed" if message["version"] != at:
                faults.append(f"resumed at {message['version']}, told up to {at}")
            case "update":
                if message["prev"] != at:
                    faults.append(f"update {message['prev']} -> {message['version']} came on top of {at}")
                faults += update_faults(message, record)
                at = message["version"]
            case _:
                pass
    if at != record.last_version:
        faults.append(f"told up to {at}, the record goes to {record.last_version}")
    return faults


def update_faults(message: Message, record: WholeRecord) -> list[str]:
    """Return how an update differs from the one that the record demands at its version."""
    told = record.told.get(message["version"])
    if told is None:
        return [f"version {message['version']} is not on record: {message['events']}"]
    wrong = [key for key, value in told.update.items() if message[key] != value]
    return [f"version {message['version']}: {key} is {message[key]}, on record {told.update[key]}" for key in wrong]


def _snapshot_faults(message: Message, at: int | None, record: WholeRecord) -> list[str]:
    version = message["version"]
    if version == 0:
        return []
    if version not in record.told:
        return [f"a snapshot of version {version}, which is not on record"]
    faults = [f"a snapshot of {version} after {at} was told"] if at is not None and version < at else []
    view = record.told[version].view
    wrong = [key for key in view if message["view"][key] != view[key]]
    return faults + [f"snapshot {version}: {key} is {message['view'][key]}, on record {view[key]}" for key in wrong]
