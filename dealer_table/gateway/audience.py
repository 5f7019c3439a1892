"""The audiences of a table and what each is told. Pure."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Audience(StrEnum):
    """Who sees which view: the public, or the people who run the table, by what they may do."""

    WATCHERS = "watchers"
    DEALER = "dealer"
    SUPERVISOR = "supervisor"


DESK = (Audience.DEALER, Audience.SUPERVISOR)


@dataclass(frozen=True, slots=True)
class AudienceUpdate:
    """What one decision changed for one audience; `view` holds the changed sections whole."""

    version: int
    at: int
    events: list[dict[str, Any]]
    view: dict[str, Any]
