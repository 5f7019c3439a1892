"""The view's sections as JSON: all of them at first, then only what changed, and null for what does not apply. Pure."""

import json
from dataclasses import replace

from dealer_table.procedure.house import HouseProcedure
from dealer_table.procedure.words import HoldKind, Phase, Role
from dealer_table.projections.desk_view import desk_section
from dealer_table.projections.floor_tallies import FloorTallies
from dealer_table.projections.table_view import HoldSection, TableSection, TableView
from dealer_table.wire.view_json import changed_sections, desk_json
from tests.dealer_table.procedure.table_at_work import table_in_coup

SECTIONS = {"table", "shoe", "coup", "betting", "hold", "roads", "statistics"}


def test_the_first_view_has_every_section_null_where_it_does_not_apply() -> None:
    first = changed_sections(TableView(), None)
    assert set(first) == SECTIONS
    assert {key for key, value in first.items() if value is None} == {"shoe", "coup", "betting", "hold"}
    assert first["table"] == {"phase": "closed", "closing": False, "last_coup": False, "dealer": ""}


def test_only_what_changed_is_sent_and_what_went_is_null() -> None:
    before = TableView()
    held = replace(before, hold=HoldSection(HoldKind.MISREAD, 5), table=TableSection(Phase.DEALING))
    assert set(changed_sections(held, before)) == {"hold", "table"}
    assert changed_sections(held, before)["hold"] == {"kind": "misread", "since": 5}
    assert changed_sections(before, held)["hold"] is None
    assert changed_sections(held, held) == {}


def test_a_view_and_a_desk_are_json_of_plain_values() -> None:
    table = table_in_coup(cards="8S KH")
    table.misread()
    view = TableView().after(table.events, table.state)
    sections = changed_sections(view, None)
    assert json.loads(json.dumps(sections)) == sections
    assert sections["coup"]["cards"][0] == {"position": "player_1", "card": "8S", "keyed": False}
    desk = desk_json(desk_section(table.state, HouseProcedure(), FloorTallies(), Role.DEALER))
    assert json.loads(json.dumps(desk)) == desk
    assert (desk["hold"]["kind"], desk["next"]["action"]) == ("misread", "resolve_hold")
