"""From committed decisions to what each audience is told. I/O: through the broadcast."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from dealer_table.betting.recorded import table_events
from dealer_table.gateway.audience import Audience, AudienceUpdate
from dealer_table.gateway.broadcast import TableBroadcast
from dealer_table.ports.announcements import Announced
from dealer_table.ports.journal import Journal
from dealer_table.procedure.events import RulesAdopted
from dealer_table.procedure.evolve import fold
from dealer_table.procedure.house import HouseProcedure
from dealer_table.procedure.state import TableState
from dealer_table.procedure.words import Phase, Role
from dealer_table.projections.desk_view import DeskSection, desk_section
from dealer_table.projections.floor_tallies import FloorTallies
from dealer_table.projections.table_view import TableView
from dealer_table.wire.public_events import public_event
from dealer_table.wire.view_json import changed_sections, desk_json

DESK_ROLES = {Audience.DEALER: Role.DEALER, Audience.SUPERVISOR: Role.SUPERVISOR}


class TableFeed:
    """Keep the projections of one table and tell its audiences what each decision changed.

    A version is the position of a decision's last record, so a gateway that restarts finds the very same updates in
    the journal, and a client resumes as if nothing had been. `offer` is what may be bet on under the rules of now; it
    is told anew when these are adopted.
    """

    def __init__(
        self, house: HouseProcedure, broadcast: TableBroadcast, offer: Mapping[str, Any] | None = None
    ) -> None:
        self._house = house
        self._offer = offer
        self._broadcast = broadcast
        self._state = TableState()
        self._view = TableView()
        self._tallies = FloorTallies()
        self._desks: dict[Audience, DeskSection] = {}

    def restore(self, journal: Journal) -> None:
        """Rebuild the views, and the updates of the shoe in use, from the journal."""
        shoe = journal.last_shoe_position()
        state: TableState | None = None
        if not shoe:
            self._begin(0, TableState())
        for _, group in groupby(journal.read(after=max(shoe - 1, 0)), key=lambda record: record.decision):
            records = tuple(group)
            state = fold(table_events(record.event for record in records), state)
            if records[0].position == shoe:
                self._follow(Announced(records, state), None)
                self._begin(records[-1].position, state)
            else:
                self._tell(Announced(records, state))

    def announce(self, decisions: Sequence[Announced]) -> None:
        """Tell every audience, decision by decision."""
        for decision in decisions:
            self._tell(decision)

    def _follow(self, decision: Announced, before: TableState | None) -> None:
        events = decision.table_events
        burning = decision.state.phase is Phase.BURN or (before is not None and before.phase is Phase.BURN)
        self._view = self._view.after(events, decision.state)
        self._tallies = self._tallies.after(events, burning)

    def _begin(self, version: int, state: TableState) -> None:
        public = changed_sections(self._view, None) | {"offer": self._offer}
        self._broadcast.begin(Audience.WATCHERS, version, public)
        for audience, role in DESK_ROLES.items():
            self._desks[audience] = desk_section(state, self._house, self._tallies, role)
            self._broadcast.begin(audience, version, public | {"desk": desk_json(self._desks[audience])})
        self._state = state

    def _tell(self, decision: Announced) -> None:
        if not decision.table_events:
            return  # thousands of bets a second change nothing that these audiences see
        before = self._view
        self._follow(decision, self._state)
        self._state = decision.state
        changes = changed_sections(self._view, before)
        happened = decision.table_events
        events = [public for event in happened if (public := public_event(event)) is not None]
        last = decision.records[-1]
        # What was told under other rules, before a restart, is not what is remembered here.
        new_rules = any(isinstance(event, RulesAdopted) for event in happened)
        if new_rules:
            changes |= {"offer": self._offer}
        if events or changes:
            self._broadcast.publish(Audience.WATCHERS, AudienceUpdate(last.position, last.at, events, changes))
        for audience, role in DESK_ROLES.items():
            desk = desk_section(decision.state, self._house, self._tallies, role)
            same = desk == self._desks[audience] and not new_rules
            desk_changes = changes if same else changes | {"desk": desk_json(desk)}
            self._desks[audience] = desk
            if events or desk_changes:
                self._broadcast.publish(audience, AudienceUpdate(last.position, last.at, events, desk_changes))
