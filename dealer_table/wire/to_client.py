"""What the gateway sends to every WebSocket client, a patron's or not, as pydantic models. Pure."""

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from dealer_table.wire.to_patron import BetResult


class _Message(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Snapshot(_Message):
    """The whole view at `version`. Every section is there; a section that does not apply is null."""

    type: Literal["snapshot"] = "snapshot"
    table: str
    epoch: str
    version: int
    server_time: int
    view: dict[str, Any]


class Update(_Message):
    """What one decision of the table changed.

    Only valid on top of version `prev`: a client at any other version must ask again. `view` holds the changed
    sections whole, to be put in place of the old ones; `events` says what happened, for motion, sound and speech.
    """

    type: Literal["update"] = "update"
    version: int
    prev: int
    at: int
    events: list[dict[str, Any]]
    view: dict[str, Any]


class Resumed(_Message):
    """The client's (epoch, version) was known; `replayed` updates follow and nothing was missed."""

    type: Literal["resumed"] = "resumed"
    table: str
    epoch: str
    version: int
    server_time: int
    replayed: int


class Answer(_Message):
    """The one answer to a request: done, or refused with a stable code and the numbers that explain it."""

    type: Literal["answer"] = "answer"
    id: str
    ok: bool
    code: str = ""
    detail: str = ""
    numbers: Mapping[str, int | str] = {}
    result: BetResult | None = None


class Pong(_Message):
    """The server's time, in milliseconds since the epoch."""

    type: Literal["pong"] = "pong"
    sent: float | None = None
    server_time: int


class Heartbeat(_Message):
    """Sent when nothing else was for a while: a client that misses two of these reconnects."""

    type: Literal["heartbeat"] = "heartbeat"
    server_time: int
    version: int


class Condition(_Message):
    """What is wrong with the table's own parts now, by what is missing; told to the desk when it changes.

    It has no version, for it is no event of the table: while the journal fails, there are none.
    """

    type: Literal["condition"] = "condition"
    troubles: dict[str, str]


class Fault(_Message):
    """What was wrong with the client's message; the connection closes after it when `fatal`."""

    type: Literal["fault"] = "fault"
    code: str
    detail: str = Field(default="", max_length=500)
    fatal: bool = False
