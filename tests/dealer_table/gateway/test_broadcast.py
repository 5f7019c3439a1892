import json
from typing import Any

import pytest

from dealer_table.gateway.audience import Audience, AudienceUpdate
from dealer_table.gateway.broadcast import TableBroadcast
from dealer_table.wire.to_patron import Totals


class Clock:
    def __init__(self) -> None:
        self.now = 1_000

    def __call__(self) -> int:
        return self.now


class Sent:
    """A channel that keeps what was sent."""

    def __init__(self) -> None:
        self.messages: list[tuple[Audience, Any]] = []

    def send(self, audience: Audience, frame: bytes) -> None:
        self.messages.append((audience, read_frame(frame)))


def read_frame(frame: bytes) -> Any:
    assert frame[0] == 0x81, "final, text"
    skip = {126: 4, 127: 10}.get(frame[1], 2)
    return json.loads(frame[skip:])


def a_table(history: int = 8) -> tuple[TableBroadcast, Sent, Clock]:
    sent, clock = Sent(), Clock()
    broadcast = TableBroadcast("t1", "e1", sent, history=history, clock=clock)
    for audience in Audience:
        broadcast.begin(audience, 4, {"table": {"phase": "closed"}, "hold": None})
    return broadcast, sent, clock


def update(version: int, **view: Any) -> AudienceUpdate:
    return AudienceUpdate(version, 5_000 + version, [{"type": "step"}], view)


def test_updates_are_chained_and_reach_their_audience_only() -> None:
    broadcast, sent, _ = a_table()
    broadcast.publish(Audience.WATCHERS, update(6, hold={"kind": "misread"}))
    broadcast.publish(Audience.WATCHERS, update(9))
    broadcast.publish(Audience.DEALER, update(7))
    steps = [(audience, message["prev"], message["version"]) for audience, message in sent.messages]
    assert steps == [(Audience.WATCHERS, 4, 6), (Audience.WATCHERS, 6, 9), (Audience.DEALER, 4, 7)]
    assert sent.messages[0][1] == {
        "type": "update",
        "version": 6,
        "prev": 4,
        "at": 5_006,
        "events": [{"type": "step"}],
        "view": {"hold": {"kind": "misread"}},
    }


def test_a_snapshot_is_the_sum_of_the_updates_at_the_time_it_is_asked_for() -> None:
    broadcast, _, clock = a_table()
    broadcast.publish(Audience.WATCHERS, update(6, hold={"kind": "misread"}, roads={"é": 1}))
    clock.now = 2_000
    expected = {
        "type": "snapshot",
        "table": "t1",
        "epoch": "e1",
        "version": 6,
        "server_time": 2_000,
        "view": {"table": {"phase": "closed"}, "hold": {"kind": "misread"}, "roads": {"é": 1}},
    }
    assert read_frame(broadcast.snapshot(Audience.WATCHERS)) == expected
    clock.now = 3_000
    assert read_frame(broadcast.snapshot(Audience.WATCHERS)) == expected | {"server_time": 3_000}
    assert read_frame(broadcast.snapshot(Audience.DEALER))["version"] == 4


def test_a_client_that_knows_its_place_gets_what_it_missed() -> None:
    broadcast, _, _ = a_table()
    for version in (6, 9):
        broadcast.publish(Audience.WATCHERS, update(version))
    frames, resumed = broadcast.joining(Audience.WATCHERS, "e1", 4)
    messages = [read_frame(frame) for frame in frames]
    assert resumed
    assert messages[0] == {
        "type": "resumed",
        "table": "t1",
        "epoch": "e1",
        "version": 4,
        "server_time": 1_000,
        "replayed": 2,
    }
    assert [message["version"] for message in messages[1:]] == [6, 9]


@pytest.mark.parametrize(
    ("epoch", "version"),
    [(None, None), ("e1", None), (None, 6), ("e0", 6), ("e1", 5), ("e1", 10), ("e1", 4), ("e1-dealer", 6)],
)
def test_a_client_that_does_not_gets_a_snapshot(epoch: str | None, version: int | None) -> None:
    broadcast, _, _ = a_table(history=1)
    for next_version in (6, 9):
        broadcast.publish(Audience.WATCHERS, update(next_version))
    [frame], resumed = broadcast.joining(Audience.WATCHERS, epoch, version)
    assert not resumed
    assert read_frame(frame)["version"] == 9


def test_a_watcher_is_not_resumed_into_the_view_of_the_desk() -> None:
    broadcast, _, _ = a_table()
    _, resumed = broadcast.joining(Audience.DEALER, "e1", 4)
    assert not resumed
    _, resumed = broadcast.joining(Audience.DEALER, "e1-dealer", 4)
    assert resumed


def test_a_heartbeat_goes_where_nothing_else_went() -> None:
    broadcast, sent, clock = a_table()
    clock.now += 600
    broadcast.publish(Audience.DEALER, update(7))
    clock.now += 400
    sent.messages.clear()
    broadcast.beat(1_000)
    broadcast.beat(1_000)
    beat = {"type": "heartbeat", "server_time": 2_000, "version": 4}
    assert sent.messages == [(Audience.WATCHERS, beat), (Audience.SUPERVISOR, beat)]


def test_the_desk_is_told_what_is_wrong_and_so_is_who_joins_it_later() -> None:
    broadcast, sent, _ = a_table()
    broadcast.tell_condition({"journal": "disk full"})
    told = {"type": "condition", "troubles": {"journal": "disk full"}}
    assert sent.messages == [(Audience.DEALER, told), (Audience.SUPERVISOR, told)]
    assert [read_frame(frame) for frame in broadcast.joining(Audience.DEALER, None, None)[0]][1:] == [told]
    assert len(broadcast.joining(Audience.WATCHERS, None, None)[0]) == 1
    broadcast.tell_condition({})
    assert len(broadcast.joining(Audience.DEALER, None, None)[0]) == 1


def test_totals_are_told_to_all_and_to_whoever_comes_later() -> None:
    broadcast, sent, _ = a_table()
    totals = Totals(coup=3, patrons=1, currencies={"EUR": {"tie": 100}})
    told = {"type": "totals", "coup": 3, "patrons": 1, "currencies": {"EUR": {"tie": 100}}}
    broadcast.tell_totals(totals)
    assert sent.messages == [(audience, told) for audience in Audience]
    frames, _ = broadcast.joining(Audience.WATCHERS, None, None)
    assert [read_frame(frame)["type"] for frame in frames] == ["snapshot", "totals"]
    frames, resumed = broadcast.joining(Audience.WATCHERS, "e1", 4)
    assert (resumed, read_frame(frames[-1])) == (True, told)


def test_who_lost_the_queue_is_told_all_that_stands_beside_the_view_too() -> None:
    broadcast, _, _ = a_table()
    broadcast.tell_totals(Totals(coup=3, patrons=0, currencies={}))
    broadcast.tell_condition({"journal": "full"})
    frames = broadcast.catching_up(Audience.DEALER)
    assert frames.startswith(broadcast.snapshot(Audience.DEALER))
    beside = frames[len(broadcast.snapshot(Audience.DEALER)) :]
    assert beside.index(b'"condition"') < beside.index(b'"totals"')
    assert b'"condition"' not in broadcast.catching_up(Audience.WATCHERS)


def test_a_section_may_be_looked_at() -> None:
    broadcast, _, _ = a_table()
    broadcast.publish(Audience.WATCHERS, update(6, table={"phase": "burn"}))
    assert broadcast.section("table") == {"phase": "burn"}
    assert broadcast.section("moon") is None
