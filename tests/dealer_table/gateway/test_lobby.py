import json
from dataclasses import replace
from typing import Any

from dealer_table.baccarat.coup import Outcome
from dealer_table.config.picture import PictureKind, PictureSection
from dealer_table.gateway.audience import Audience
from dealer_table.gateway.desk import OnceDesk
from dealer_table.gateway.lobby import ROAD_COLUMNS, lobby
from dealer_table.gateway.remote_table import NoDesk, NoPatrons
from dealer_table.gateway.served import ServedTable
from dealer_table.procedure.words import HoldKind, Phase
from dealer_table.projections.roads import Roads
from dealer_table.projections.table_view import BettingSection, HoldSection, TableSection, TableView
from dealer_table.wire.view_json import changed_sections
from tests.dealer_table.gateway.test_broadcast import a_table

NOW = 1_800_000_000_000


def told(view: TableView | None, *, live: bool = True, picture: PictureSection | None = None) -> Any:
    """Return what the lobby tells of a table that watchers see like this."""
    broadcast, _, _ = a_table()
    if view is not None:
        broadcast.begin(Audience.WATCHERS, 5, changed_sections(view, None))
    table = ServedTable("t1", broadcast, OnceDesk(NoDesk()), NoPatrons(), dict, lambda: live, None, picture)
    (entry,) = json.loads(lobby([table], [], NOW).body)
    return entry


def test_a_long_road_is_told_by_its_last_columns() -> None:
    roads = Roads()
    for coup in range(30):
        roads = roads.with_coup((Outcome.PLAYER, Outcome.BANKER)[coup % 2])
    road = told(replace(TableView(), roads=roads.with_coup(Outcome.TIE).section()))["big_road"]
    assert road["columns"] == ROAD_COLUMNS
    assert [cell["column"] for cell in road["cells"]] == list(range(ROAD_COLUMNS))
    assert (road["cells"][-1]["outcome"], road["cells"][-1]["ties"]) == ("banker", 1)


def test_how_long_bets_are_taken_is_told_without_a_clock() -> None:
    table = TableSection(phase=Phase.BETTING, dealer="Dana")
    view = replace(TableView(), table=table, betting=BettingSection(1, opened_at=NOW - 8_000, closes_at=NOW + 12_000))
    entry = told(view)
    assert (entry["open"], entry["phase"], entry["dealer"]) == (True, "betting", "Dana")
    assert (entry["closes_in"], entry["held"]) == (12_000, False)
    late = replace(view, betting=BettingSection(1, opened_at=NOW - 20_000, closes_at=NOW - 1), hold=a_hold())
    assert (told(late)["closes_in"], told(late)["held"]) == (0, True)


def test_a_table_out_of_reach_is_not_open() -> None:
    assert told(replace(TableView(), table=TableSection(phase=Phase.READY)), live=False)["open"] is False
    nothing_yet = told(None)
    assert (nothing_yet["open"], nothing_yet["counts"], nothing_yet["big_road"]) == (False, None, None)


def test_where_the_studios_picture_is_and_how_late_is_told() -> None:
    picture = PictureSection(url="https://studio.example/whep", kind=PictureKind.WHEP, delay_ms=1500)
    entry = told(TableView(), picture=picture)
    assert entry["picture"] == {"url": "https://studio.example/whep", "kind": "whep", "delay_ms": 1500}
    assert told(TableView())["picture"] is None


def a_hold() -> HoldSection:
    return HoldSection(HoldKind.MISREAD, NOW)
