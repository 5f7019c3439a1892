"""A client's copy is right or known to be wrong. Pure."""

from typing import Any

import pytest

from dealer_table.client.mirror import GapFound, Mirror

SNAPSHOT = {"type": "snapshot", "table": "demo", "epoch": "e", "version": 4, "view": {"table": {"phase": "closed"}}}


def update(prev: int, version: int, **view: Any) -> dict[str, Any]:
    return {"type": "update", "prev": prev, "version": version, "events": [], "view": view}


@pytest.fixture
def mirror() -> Mirror:
    mirror = Mirror()
    mirror.apply(SNAPSHOT)
    return mirror


def test_an_update_replaces_whole_sections(mirror: Mirror) -> None:
    mirror.apply(update(4, 7, table={"phase": "ready"}, hold=None))
    assert (mirror.version, mirror.view) == (7, {"table": {"phase": "ready"}, "hold": None})


def test_an_update_on_another_version_is_a_gap(mirror: Mirror) -> None:
    with pytest.raises(GapFound):
        mirror.apply(update(5, 7))
    assert mirror.version == 4


def test_resuming_elsewhere_is_a_gap(mirror: Mirror) -> None:
    mirror.apply({"type": "resumed", "epoch": "e", "version": 4, "replayed": 0})
    with pytest.raises(GapFound):
        mirror.apply({"type": "resumed", "epoch": "e", "version": 3, "replayed": 0})


def test_what_is_forgotten_begins_with_a_snapshot(mirror: Mirror) -> None:
    mirror.forget()
    assert (mirror.epoch, mirror.version, mirror.view) == ("", None, {})
    mirror.apply(SNAPSHOT)
    assert mirror.version == 4


def test_other_messages_change_nothing(mirror: Mirror) -> None:
    mirror.apply({"type": "heartbeat", "version": 9, "server_time": 0})
    assert mirror.version == 4
