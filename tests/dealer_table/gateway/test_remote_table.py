import json
from typing import Any

import pytest
from pydantic import BaseModel

from dealer_table.betting.words import Patron, PatronLimits
from dealer_table.errors import CommandRefused
from dealer_table.gateway.audience import Audience
from dealer_table.gateway.broadcast import TableBroadcast
from dealer_table.gateway.remote_table import NoDesk, NoPatrons, RemoteTable
from dealer_table.procedure.commands import OpenTable
from dealer_table.procedure.words import Actor, Role
from dealer_table.wire.from_patron import HistoryRequest, RecallRequest
from dealer_table.wire.to_client import Answer, Snapshot, Update


class Watchers:
    """What the watchers of this gateway were sent."""

    def __init__(self) -> None:
        self.sent: list[str] = []

    def send(self, audience: Audience, frame: bytes) -> None:
        message = json.loads(frame[frame.index(b"{") :])
        self.sent.append(f"{message['type']} {message['version']}")


class Table:
    """A table elsewhere, as its messages arrive."""

    def __init__(self) -> None:
        self.watchers = Watchers()
        broadcast = TableBroadcast("t1", "", self.watchers, history=8, clock=lambda: 0)
        self.remote = RemoteTable(broadcast)

    def online(self, online: bool = True) -> None:
        self.remote.take_status("status", json.dumps({"online": online}).encode())

    def view(self, version: int, epoch: str = "e") -> None:
        view: dict[str, Any] = {"table": {}}
        snapshot = Snapshot(table="t1", epoch=epoch, version=version, server_time=0, view=view)
        self.remote.take_view("view", snapshot.model_dump_json().encode())

    def update(self, prev: int, version: int) -> None:
        update = Update(version=version, prev=prev, at=0, events=[], view={})
        self.remote.take_update("events", update.model_dump_json().encode())


def joined(version: int = 3) -> Table:
    table = Table()
    table.online()
    table.view(version)
    table.watchers.sent.clear()
    return table


def test_it_is_live_once_the_table_and_its_view_are_there() -> None:
    table = Table()
    assert not table.remote.is_live
    table.online()
    assert not table.remote.is_live
    table.view(3)
    assert table.remote.is_live
    table.remote.link_changed(connected=False)
    assert not table.remote.is_live


@pytest.mark.parametrize("view_first", [True, False])
def test_an_update_that_follows_is_passed_on_whichever_comes_first(view_first: bool) -> None:
    table = joined()
    if view_first:
        table.view(5)
    table.update(3, 5)
    if not view_first:
        table.view(5)
    assert table.watchers.sent == ["update 5"]


def test_after_a_gap_the_snapshot_that_is_there_is_sent_and_then_what_follows() -> None:
    table = joined()
    table.view(7)
    table.update(7, 9)
    assert table.watchers.sent == ["snapshot 7", "update 9"]


def test_after_a_gap_the_snapshot_that_comes_is_sent() -> None:
    table = joined()
    table.update(7, 9)
    assert table.watchers.sent == []
    table.view(9)
    assert table.watchers.sent == ["snapshot 9"]


def test_old_updates_are_not_news() -> None:
    table = joined(9)
    table.update(3, 5)
    table.update(7, 9)
    assert table.watchers.sent == []


@pytest.mark.parametrize("away", ["broker", "table"])
def test_who_was_away_may_have_been_missed(away: str) -> None:
    table = joined()
    if away == "broker":
        table.remote.link_changed(connected=False)
    else:
        table.online(False)
    table.online()
    table.view(5)
    assert table.watchers.sent == ["snapshot 5"]


def test_another_journal_begins_anew_even_at_a_lower_version() -> None:
    table = joined(9)
    table.view(1, epoch="other")
    assert table.watchers.sent == ["snapshot 1"]


def test_a_table_that_was_away_may_come_back_with_an_older_journal() -> None:
    table = joined(9)
    table.online(False)
    table.online()
    table.view(5)
    table.update(5, 6)
    assert table.watchers.sent == ["snapshot 5", "update 6"]


def test_of_a_table_that_was_not_away_an_older_view_is_only_late() -> None:
    table = joined(9)
    table.view(5)
    table.remote.link_changed(connected=False)
    table.online()
    table.view(5)
    table.update(9, 10)
    assert table.watchers.sent == ["update 10"]


def test_a_table_that_comes_back_where_it_was_is_no_news() -> None:
    table = joined(9)
    table.online(False)
    table.online()
    table.view(9)
    table.view(7)
    assert table.watchers.sent == []


def test_junk_changes_nothing() -> None:
    table = joined()
    for take in (table.remote.take_view, table.remote.take_update, table.remote.take_status):
        take("topic", b"junk")
    assert table.remote.is_live
    assert table.watchers.sent == []


async def test_there_is_no_desk_here() -> None:
    with pytest.raises(CommandRefused, match="not_here"):
        await NoDesk().submit(OpenTable(0, Actor(Role.DEALER, "Ana")))


class Refused:
    """A tab that keeps what it is told."""

    def __init__(self) -> None:
        self.codes: list[str] = []

    def say(self, message: BaseModel) -> None:
        assert isinstance(message, Answer)
        self.codes.append(message.code)

    def show(self, message: BaseModel) -> None:
        raise AssertionError("there is nothing to show")

    def dismiss(self, code: str, detail: str) -> None:
        self.codes.append(code)


async def test_patrons_are_sent_to_the_tables_own_gateway() -> None:
    place, tab = NoPatrons(), Refused()
    await place.join(Patron("ann", "EUR"), PatronLimits(), tab)
    await place.receive(tab, HistoryRequest(type="history", id="h"))
    place.tick(1)
    place.leave(tab)
    assert tab.codes == ["not_here", "not_here"]
    assert (await place.recall(RecallRequest(type="recall", id="r"))).code == "not_here"
