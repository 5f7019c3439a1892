"""The people with an account of their own, as the gateway reaches them. Pure."""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from dealer_table.procedure.words import Role


class StaffEvent(StrEnum):
    """What is on record of a person's account."""

    ADDED = "added"
    REMOVED = "removed"
    PASSWORD_SET = "password_set"  # noqa: S105 - the name of an event
    LOGGED_IN = "logged_in"
    FAILED = "failed"
    LOCKED_OUT = "locked_out"  # after too many failures, until a time
    TURNED_AWAY = "turned_away"  # came while locked, with whatever password
    LOCKED = "locked"  # by hand, until unlocked by hand
    UNLOCKED = "unlocked"


@dataclass(frozen=True, slots=True)
class StaffAccount:
    """One of the staff; `table` is the id of the one table, `*` for every one."""

    name: str
    role: Role
    table: str


@dataclass(frozen=True, slots=True)
class LockOut:
    """How many failures within how long lock a name, and for how long; times are in milliseconds."""

    failures: int = 5
    within: int = 15 * 60_000
    lasts: int = 30 * 60_000


class StaffDoor(Protocol):
    """Whoever knows names and passwords."""

    def enter(self, name: str, password: str, *, address: str) -> StaffAccount:
        """Return whose name and password these are; it blocks, so call it off the loop.

        CommandRefused (`wrong_login`, `locked_out`, `locked`) when nobody comes in, JournalError when it cannot be put
        on record.
        """

    def good_since(self) -> Mapping[str, int]:
        """Return from when on each account's tokens are good, by the name's key; it blocks too.

        Who is locked by hand or was removed is not there. ConfigError or JournalError when it cannot be read.
        """


def name_key(name: str) -> str:
    """Return what a name is known by, however it was typed."""
    return unicodedata.normalize("NFKC", " ".join(name.split())).casefold()
