"""The audiences of a place and what each is told. Pure."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple


class Audience(StrEnum):
    """Who sees which view: the public, or the people who run the table, by what they may do."""

    WATCHERS = "watchers"
    DEALER = "dealer"
    SUPERVISOR = "supervisor"


DESK = (Audience.DEALER, Audience.SUPERVISOR)
# Who is in a Touch room: everything there is private.
PATRONS = "patrons"


class Crowd(NamedTuple):
    """Everybody of one audience at one place."""

    place: str
    audience: str


@dataclass(frozen=True, slots=True)
class AudienceUpdate:
    """What one decision changed for one audience; `view` holds the changed sections whole."""

    version: int
    at: int
    events: list[dict[str, Any]]
    view: dict[str, Any]
