"""A client's copy of the table's view, kept right from snapshots and chained updates. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


class GapFound(Exception):
    """An update does not follow the version the copy is at: what lies between is missing."""


@dataclass(slots=True)
class Mirror:
    """The view as of (`epoch`, `version`); `view` holds whole sections by name."""

    table: str = ""
    epoch: str = ""
    version: int | None = None
    view: dict[str, Any] = field(default_factory=dict)

    def apply(self, message: Mapping[str, Any]) -> None:
        """Take in a snapshot, a resumed or an update; other messages change nothing. GapFound asks for a new hello."""
        match message["type"]:
            case "snapshot":
                self.table, self.epoch = message["table"], message["epoch"]
                self.version, self.view = message["version"], dict(message["view"])
            case "resumed":
                if (message["epoch"], message["version"]) != (self.epoch, self.version):
                    raise GapFound(f"resumed at {message['version']}, but this copy is at {self.version}")
            case "update":
                if message["prev"] != self.version:
                    raise GapFound(f"an update on top of {message['prev']}, but this copy is at {self.version}")
                self.version = message["version"]
                self.view.update(message["view"])
            case _:
                pass

    def forget(self) -> None:
        """Drop the copy, so that the next hello gets a snapshot."""
        self.epoch, self.version, self.view = "", None, {}
