"""Who keeps the patrons' money: this house, or an operator behind HTTP, and how it is asked. I/O: reads files."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from enum import StrEnum
from pathlib import Path
from typing import Self
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from dealer_table.betting.rules import BettingRules, CurrencyLimits
from dealer_table.config.broker import is_this_machine
from dealer_table.config.token_keys import read_token_keys
from dealer_table.errors import ConfigError
from dealer_table.wire.launch_token import TokenKey

_OTHERS = 0o077


class Keeper(StrEnum):
    """Where the accounts of real money are; play money is always the house's."""

    HOUSE = "house"
    SEAMLESS = "seamless"


class MoneySection(BaseModel):
    """`[money]`: without `currencies`, all that have limits in the rules; the rest is about an operator's accounts."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    accounts: Keeper = Keeper.HOUSE
    currencies: tuple[str, ...] = ()
    url: str | None = None
    key_file: Path | None = None
    wallet: Path | None = None
    timeout_seconds: float = Field(default=3.0, gt=0, le=60)
    retry_seconds: float = Field(default=1.0, gt=0, le=60)
    retry_most_seconds: float = Field(default=60.0, gt=0, le=3600)

    @field_validator("url")
    @classmethod
    def _safe_on_the_way(cls, value: str | None) -> str | None:
        if value is not None:
            _check_url(value)
        return value

    @model_validator(mode="after")
    def _an_operator_is_told_whole(self) -> Self:
        needed = {"url": self.url, "key_file": self.key_file, "wallet": self.wallet}
        given = [key for key, value in needed.items() if value is not None]
        if self.accounts is Keeper.SEAMLESS and len(given) < len(needed):
            missing = ", ".join(key for key in needed if key not in given)
            raise ValueError(f"accounts kept by an operator need {missing} too")
        if self.accounts is Keeper.HOUSE and given:
            raise ValueError(f'the house keeps the accounts: remove {", ".join(given)}, or say accounts = "seamless"')
        if self.retry_most_seconds < self.retry_seconds:
            raise ValueError("retry_most_seconds is less than retry_seconds: waits grow from the one to the other")
        return self


def _check_url(url: str) -> None:
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        raise ValueError(f"{url!r} is no address") from None
    if parts.scheme not in ("http", "https") or not host:
        raise ValueError(f"{url!r} is no address: https://HOST/PATH")
    if parts.username is not None or parts.password is not None or parts.query or parts.fragment:
        raise ValueError("an address without user, password, query and fragment: requests are signed with key_file")
    if parts.scheme == "http" and not is_this_machine(host):
        raise ValueError(f"{host} is not this machine: use https")


@dataclass(frozen=True, slots=True)
class OperatorConfig:
    """How the operator's accounts are asked; requests are signed with `key`, retries wait longer each time.

    A wallet is the file that remembers what the operator was asked and still has to be: one for each journal.
    """

    url: str
    key: TokenKey
    timeout_seconds: float
    retry_seconds: float
    retry_most_seconds: float


@dataclass(frozen=True, slots=True)
class MoneyConfig:
    """The section, checked; `operator` and `wallet` are None when the house keeps the accounts."""

    operator: OperatorConfig | None
    wallet: Path | None


def money_of(section: MoneySection, beside: Path) -> tuple[MoneyConfig, list[ConfigError]]:
    """Return who keeps the money as a section of the file `beside` says, and every fault of the files it names."""
    if section.url is None or section.key_file is None or section.wallet is None:
        return MoneyConfig(None, None), []
    wallet = beside.parent / section.wallet
    faults = folder_faults(wallet, beside, "money.wallet")
    key_file = beside.parent / section.key_file
    try:
        key = read_token_keys(key_file).current
        faults += _reader_faults(key_file)
    except ConfigError as error:
        return MoneyConfig(None, wallet), [*faults, error]
    times = (section.timeout_seconds, section.retry_seconds, section.retry_most_seconds)
    return MoneyConfig(OperatorConfig(section.url, key, *times), wallet), faults


def _reader_faults(key_file: Path) -> list[ConfigError]:
    if not key_file.stat().st_mode & _OTHERS:
        return []
    problem = "others on this machine may read it: who has it can move patrons' money"
    return [ConfigError(problem, source=str(key_file), remedy=f"chmod 600 {key_file}, after making fresh keys")]


def folder_faults(file: Path, beside: Path, key: str) -> list[ConfigError]:
    """Return the fault of a file to be made in a folder that is not there."""
    if file.parent.is_dir():
        return []
    return [ConfigError(f"no folder {file.parent}", source=str(beside), key=key, remedy=f"mkdir -p {file.parent}")]


def in_these_currencies(
    betting: BettingRules, wanted: tuple[str, ...], source: str
) -> tuple[BettingRules, list[ConfigError]]:
    """Return the rules for the currencies a table takes, and the fault of each that the rules have no limits for."""
    if not wanted:
        return betting, []
    faults = [_no_limits(code, betting.currencies, source) for code in wanted if code not in betting.currencies]
    taken = {code: limits for code, limits in betting.currencies.items() if code in wanted}
    return replace(betting, currencies=taken), faults


def _no_limits(code: str, known: Mapping[str, CurrencyLimits], source: str) -> ConfigError:
    close = get_close_matches(code, known, n=1)
    remedy = f"did you mean {close[0]}?" if close else f"add [limits.{code}] to the rules file"
    return ConfigError(f"the rules have no limits for {code}", source=source, key="money.currencies", remedy=remedy)
