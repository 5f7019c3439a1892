"""Tells every scanner what the table wants of it, and what became of its last read. I/O: MQTT."""

from collections.abc import Sequence

from dealer_table.adapters.mqtt_link import MqttLink
from dealer_table.ports.announcements import Announced
from dealer_table.procedure.commands import ReadId
from dealer_table.procedure.events import ScannerOnline
from dealer_table.procedure.scanner_wants import ScannerWant, verdict, wanted
from dealer_table.procedure.state import TableState
from dealer_table.wire.scanner_wants import ReadVerdict, ScannerWanted, Verdict
from dealer_table.wire.topics import scanner_verdict, scanner_wanted


class MqttScannerWants:
    """Says what changes. What is wanted is said again when a read has used it up, and when its scanner comes back."""

    def __init__(self, link: MqttLink, table: str) -> None:
        self._link = link
        self._table = table
        self._said: dict[str, ScannerWant] = {}

    def restore(self, state: TableState) -> None:
        """Say what is wanted in the state on record."""
        self._say_changes(state)

    def announce(self, decisions: Sequence[Announced]) -> None:
        for decision in decisions:
            events = decision.table_events
            judged = verdict(events, decision.state)
            if judged is not None:
                self._judge(*judged)
                self._said.pop(judged[0].scanner, None)
            for event in events:
                if isinstance(event, ScannerOnline):
                    self._said.pop(event.scanner, None)
        if decisions:
            self._say_changes(decisions[-1].state)

    def _judge(self, read: ReadId, given: Verdict) -> None:
        message = ReadVerdict(boot=read.boot, seq=read.seq, verdict=given)
        self._link.publish(scanner_verdict(self._table, read.scanner), message.model_dump_json().encode())

    def _say_changes(self, state: TableState) -> None:
        for scanner in sorted(state.scanners_online | self._said.keys() | ({state.primary} - {""})):
            want = wanted(state, scanner)
            if self._said.get(scanner) != want:
                self._said[scanner] = want
                message = ScannerWanted(want=want.want, position=want.position)
                self._link.keep(scanner_wanted(self._table, scanner), message.model_dump_json().encode())
