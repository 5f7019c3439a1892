"""What the table itself does with a card, step by step and with nobody connected. I/O: SQLite on disk."""

import time
from itertools import islice
from pathlib import Path

from benchmarks.dealt_shoe import HOUSE, deal
from benchmarks.report import Report, p50, p99
from benchmarks.sizes import Sizes
from dealer_table.adapters.sqlite_journal import SqliteJournal
from dealer_table.adapters.system_clock import SystemClock
from dealer_table.gateway.audience import Audience
from dealer_table.gateway.broadcast import TableBroadcast
from dealer_table.gateway.table_feed import TableFeed
from dealer_table.ports.announcements import Announced
from dealer_table.procedure.commands import Command, RecordCardRead
from dealer_table.procedure.decide import decide
from dealer_table.procedure.evolve import evolve
from dealer_table.procedure.state import TableState
from dealer_table.wire.card_read import CardReadMessage, parse_scanner_message
from dealer_table.wire.read_sequence import ReadSequence
from dealer_table.wire.scanner_facts import fact_of

NAME = "inside_table"
_TABLE = "bench"
_STEPS = (
    "read the message, check its number",
    "decide, evolve",
    "hash and commit",
    "views, encode for watchers",
    "views for the desk, encode for gateways elsewhere",
)


class _Stopwatch:
    """A channel, and a relay, that note when watchers would have been told."""

    def __init__(self) -> None:
        self.told = 0

    def send(self, audience: Audience, frame: bytes) -> None:
        del frame
        if audience is Audience.WATCHERS:
            self.told = time.perf_counter_ns()

    def publish_update(self, payload: bytes) -> None:
        del payload

    def publish_view(self, payload: bytes) -> None:
        del payload


class _Table:
    """The parts of a table that a card passes, called one after the other."""

    def __init__(self, journal: SqliteJournal, clock: SystemClock) -> None:
        self._journal = journal
        self._watch = _Stopwatch()
        self._sequence = ReadSequence(())
        self._state = TableState()
        broadcast = TableBroadcast(_TABLE, journal.epoch, self._watch, history=256, clock=clock.now_ms)
        self._feed = TableFeed(HOUSE, broadcast)
        self._feed.restore(journal)
        broadcast.relay_to(self._watch)

    def take(self, command: Command) -> list[int]:
        """Carry a command through, and return when each step was over."""
        payload = _message(command)
        stamps = [time.perf_counter_ns()]
        if payload is not None:
            message = parse_scanner_message(payload)
            self._sequence.accept("shoe", message)
            command = fact_of("shoe", message, command.at)
            self._sequence.commit("shoe", message.boot, message.seq)
        stamps.append(time.perf_counter_ns())
        events = decide(self._state, command, HOUSE)
        for event in events:
            self._state = evolve(self._state, event)
        stamps.append(time.perf_counter_ns())
        records = self._journal.append([events])
        stamps.append(time.perf_counter_ns())
        if records:
            self._feed.announce([Announced(tuple(records), self._state)])
        stamps += [self._watch.told, time.perf_counter_ns()]
        return stamps


def run(sizes: Sizes, directory: Path) -> list[Report]:
    """Deal a shoe, and time its cards."""
    clock = SystemClock()
    steps: list[list[float]] = [[] for _ in _STEPS]
    with SqliteJournal(directory / "journal.sqlite", _TABLE, clock) as journal:
        table = _Table(journal, clock)
        for place, dealt in enumerate(islice(deal(1), sizes.commands_inside)):
            stamps = table.take(dealt.command)
            if isinstance(dealt.command, RecordCardRead) and place >= sizes.warm_up and stamps[4] > stamps[3]:
                for step, before, after in zip(steps, stamps, stamps[1:], strict=False):
                    step.append((after - before) / 1e6)
    rows = [(name, p50(step), p99(step)) for name, step in zip(_STEPS, steps, strict=True)]
    return [
        Report(
            NAME,
            "Inside the table, ms a card",
            ("step", "p50", "p99"),
            tuple(rows),
            (f"{len(steps[0])} cards of one shoe; the last step comes after the watchers were told",),
        )
    ]


def _message(command: Command) -> bytes | None:
    if not isinstance(command, RecordCardRead):
        return None
    read = command.read
    message = CardReadMessage(boot=read.boot, seq=read.seq, oldest=read.seq, seen_at=command.at, card=command.card)
    return message.model_dump_json().encode()
