import json

import pytest
from pydantic import ValidationError

from dealer_table.wire.to_client import Answer, Fault, Heartbeat, Pong, Resumed, Snapshot, Update


def test_every_message_names_its_type() -> None:
    messages = [
        Snapshot(table="t", epoch="e", version=1, server_time=2, view={}),
        Update(version=2, prev=1, at=3, events=[], view={}),
        Resumed(table="t", epoch="e", version=1, server_time=2, replayed=0),
        Answer(id="a", ok=True),
        Pong(server_time=1),
        Heartbeat(server_time=1, version=1),
        Fault(code="too_fast"),
    ]
    types = [json.loads(message.model_dump_json())["type"] for message in messages]
    assert types == ["snapshot", "update", "resumed", "answer", "pong", "heartbeat", "fault"]


def test_the_view_ends_a_snapshot_so_that_it_can_be_kept_encoded() -> None:
    snapshot = Snapshot(table="t", epoch="e", version=1, server_time=2, view={})
    assert snapshot.model_dump_json().endswith('"view":{}}')


def test_a_message_has_no_field_that_is_not_of_the_protocol() -> None:
    with pytest.raises(ValidationError):
        Pong.model_validate({"server_time": 1, "mood": "fine"})
