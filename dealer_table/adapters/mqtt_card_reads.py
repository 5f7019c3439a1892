"""Brings what scanners saw to the controller, once each and in order, and confirms what is committed. I/O: MQTT."""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass

import structlog

from dealer_table.adapters.mqtt_link import MqttLink
from dealer_table.adapters.mqtt_metrics import MqttMetrics
from dealer_table.adapters.scanner_presence import ScannerPresence
from dealer_table.errors import JournalError, WireError
from dealer_table.ports.clock import Clock
from dealer_table.ports.intake import Intake
from dealer_table.procedure.commands import Fact, ReadId, RecordReadsLost, RecordScannerStatus
from dealer_table.wire.card_read import parse_scanner_message, parse_scanner_status
from dealer_table.wire.read_sequence import ReadSequence, Verdict
from dealer_table.wire.scanner_facts import fact_of
from dealer_table.wire.topics import checked_name, scanner_ack, scanner_of, scanner_read, scanner_status

_LARGEST_PAYLOAD = 4_096
_MOST_WAITING = 1_000  # beyond it reads are not taken; their bridge keeps them and sends them again
_PAUSE_AFTER_FAILURE = 1.0

_log = structlog.get_logger("dealer_table.card_reads")


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A fact on its way to the journal; `upto` is the read with which all before it is on record."""

    fact: Fact
    upto: ReadId | None = None


class MqttCardReads:
    """The table's end of its scanners' topics.

    While one group of facts is being committed the next gathers, so a busy table commits in batches, and no read can
    overtake one that the journal refused: after a failure everything not committed is expected from the bridge again.
    """

    def __init__(
        self,
        link: MqttLink,
        table: str,
        intake: Intake,
        clock: Clock,
        metrics: MqttMetrics,
        *,
        cursors: Iterable[ReadId] = (),
        online: Iterable[str] = (),
        away_after: float = 2.0,
    ) -> None:
        """Go on from what the journal holds: `cursors`, and the scanners that were `online`.

        A scanner not heard of for `away_after` seconds since the link broke, or since the start, is gone.
        """
        self._link = link
        self._table = table
        self._intake = intake
        self._clock = clock
        self._metrics = metrics
        self._sequence = ReadSequence(cursors)
        self._presence = ScannerPresence(online, away_after, self._on_presence)
        self._waiting: list[_Waiting] = []
        self._arrived = asyncio.Event()
        link.listen(scanner_read(table, "+"), self._on_read)
        link.listen(scanner_status(table, "+"), self._on_status)
        link.watch(self._on_link)

    async def run(self) -> None:
        """Carry what arrives to the controller until cancelled; the link runs beside this."""
        self._presence.doubt_all()
        try:
            while True:
                await self._arrived.wait()
                self._arrived.clear()
                batch, self._waiting = self._waiting, []
                await self._commit(batch)
        finally:
            self._presence.close()

    def _on_read(self, topic: str, payload: bytes) -> None:
        if len(self._waiting) >= _MOST_WAITING:
            return
        try:
            scanner = _scanner(topic, payload)
            message = parse_scanner_message(payload)
            arrival = self._sequence.accept(scanner, message)
        except WireError as error:
            self._junk(topic, error)
            return
        self._metrics.reads.labels(what=arrival.verdict.name.lower()).inc()
        at = self._clock.now_ms()
        if arrival.lost is not None:
            first, last = arrival.lost.first, arrival.lost.last
            _log.error("reads lost", scanner=scanner, boot=message.boot, first=first, last=last)
            lost = RecordReadsLost(at, scanner, message.boot, first, last)
            self._queue(_Waiting(lost, ReadId(scanner, message.boot, last)))
        if arrival.verdict is Verdict.ACCEPT:
            self._queue(_Waiting(fact_of(scanner, message, at), ReadId(scanner, message.boot, message.seq)))
        else:
            self._confirm(scanner, message.boot)

    def _on_status(self, topic: str, payload: bytes) -> None:
        try:
            scanner = _scanner(topic, payload)
            status = parse_scanner_status(payload)
        except WireError as error:
            self._junk(topic, error)
            return
        self._presence.hear(scanner, online=status.online, reason=status.reason)

    def _on_presence(self, scanner: str, online: bool, reason: str) -> None:
        _log.info("scanner online" if online else "scanner offline", scanner=scanner, reason=reason)
        self._queue(_Waiting(RecordScannerStatus(self._clock.now_ms(), scanner, online, reason)))

    def _on_link(self, connected: bool) -> None:
        if not connected:
            self._presence.doubt_all()

    def _queue(self, *waiting: _Waiting) -> None:
        self._waiting += waiting
        self._arrived.set()

    async def _commit(self, batch: list[_Waiting]) -> None:
        results = await asyncio.gather(
            *(self._intake.submit_fact(waiting.fact) for waiting in batch), return_exceptions=True
        )
        failure = next((result for result in results if result is not None), None)
        done = batch if failure is None else batch[: results.index(failure)]
        for upto in {(w.upto.scanner, w.upto.boot): w.upto for w in done if w.upto is not None}.values():
            self._sequence.commit(*upto)
            self._confirm(upto.scanner, upto.boot)
        if isinstance(failure, JournalError):
            await self._start_over(batch[len(done) :], failure)
        elif failure is not None:
            raise failure

    async def _start_over(self, failed: list[_Waiting], failure: JournalError) -> None:
        """Expect the reads again from their bridge, and try what no bridge repeats once more after a pause."""
        _log.error("reads not recorded", count=len(failed), reason=str(failure))
        self._sequence.fall_back()
        again = [waiting for waiting in (*failed, *self._waiting) if waiting.upto is None]
        self._waiting = []
        self._queue(*again)
        # No confirmation now: it would have the bridge send at once to a disk that is still full.
        await asyncio.sleep(_PAUSE_AFTER_FAILURE)

    def _confirm(self, scanner: str, boot: str) -> None:
        committed = self._sequence.committed(scanner, boot)
        self._link.keep(scanner_ack(self._table, scanner), committed.model_dump_json().encode())

    def _junk(self, topic: str, error: WireError) -> None:
        self._metrics.wire_errors.inc()
        _log.warning("junk ignored", topic=topic, fault=str(error))


def _scanner(topic: str, payload: bytes) -> str:
    if len(payload) > _LARGEST_PAYLOAD:
        raise WireError(f"{len(payload)} bytes are more than any message has")
    return checked_name(scanner_of(topic))
