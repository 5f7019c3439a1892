"""The staff who log in by name and password, and when they are asked again. I/O: looks for folders."""

from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from dealer_table.config.http import HttpSection
from dealer_table.config.money import folder_faults
from dealer_table.errors import ConfigError

_MINUTE = 60_000


class StaffSection(BaseModel):
    """`[staff]`: without it there is no login, and nobody is asked again."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    accounts: Path
    shift_hours: float = Field(default=12.0, gt=0, le=24)
    idle_minutes: int = Field(default=30, ge=0, le=1440)
    links_too: bool = False
    failures: int = Field(default=5, ge=1, le=100)
    within_minutes: int = Field(default=15, ge=1, le=1440)
    locked_minutes: int = Field(default=30, ge=1, le=10_080)


@dataclass(frozen=True, slots=True)
class StaffConfig:
    """The section, checked; times are in milliseconds. `idle` is 0 where nobody is asked again."""

    accounts: Path
    shift: int
    idle: int
    links_too: bool
    failures: int
    within: int
    locked: int


def staff_of(
    section: StaffSection | None, http: HttpSection, beside: Path
) -> tuple[StaffConfig | None, list[ConfigError]]:
    """Return how the staff log in as a section of the file `beside` says, and every fault of it."""
    if section is None:
        return None, []
    accounts = beside.parent / section.accounts
    faults = folder_faults(accounts, beside, "staff.accounts")
    if http.token_keys_file is None:
        remedy = "set http.token_keys_file: who logs in is given a token"
        faults.append(ConfigError("there is no key to sign with", source=str(beside), key="staff", remedy=remedy))
    config = StaffConfig(
        accounts=accounts,
        shift=int(section.shift_hours * 60 * _MINUTE),
        idle=section.idle_minutes * _MINUTE,
        links_too=section.links_too,
        failures=section.failures,
        within=section.within_minutes * _MINUTE,
        locked=section.locked_minutes * _MINUTE,
    )
    return config, faults
