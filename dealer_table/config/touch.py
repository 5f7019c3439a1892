"""The room of Baccarat Touch beside a table: its limits, its record, how a session ends. I/O: looks for folders."""

import hashlib
from dataclasses import dataclass, replace
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, field_validator

from dealer_table.betting.words import PLAY_MONEY
from dealer_table.config.betting_rules import currency_limits, in_file, limit_faults, play_money_faults
from dealer_table.config.betting_section import (
    LARGEST,
    CurrencyCode,
    CurrencyEntry,
    PatronCurrencyEntry,
    PatronSpotEntry,
)
from dealer_table.config.money import MoneyConfig, folder_faults
from dealer_table.config.rules_file import plain_betting
from dealer_table.errors import ConfigError, WireError
from dealer_table.touch.rules import SPOTS, TouchRules
from dealer_table.touch.words import Unfinished
from dealer_table.wire.topics import checked_name

_DEFAULT_LIMITS = PatronCurrencyEntry(
    step=100, minimum=100, maximum=100_000, spots={"tie": PatronSpotEntry(maximum=20_000)}
)


class TouchSection(BaseModel):
    """`[touch]`: a room beside the table, with a record of its own; `wallet` is for accounts kept by an operator."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str
    journal: Path
    wallet: Path | None = None
    unfinished: Unfinished = Unfinished.RESUME
    idle_minutes: int = Field(default=15, ge=0, le=1440)
    play_money: int = Field(default=100_000, ge=0, le=LARGEST)
    limits: dict[CurrencyCode, PatronCurrencyEntry] = Field(
        default_factory=lambda: {"EUR": _DEFAULT_LIMITS, PLAY_MONEY: _DEFAULT_LIMITS}
    )

    @field_validator("id")
    @classmethod
    def _named_like_a_table(cls, value: str) -> str:
        try:
            return checked_name(value)
        except WireError as error:
            raise ValueError(str(error)) from None


@dataclass(frozen=True, slots=True)
class TouchConfig:
    """A room's configuration, checked; `wallet` is None when the house keeps the accounts."""

    room: str
    journal: Path
    wallet: Path | None
    rules: TouchRules
    play_money: int


def touch_of(section: TouchSection, money: MoneyConfig, beside: Path) -> tuple[TouchConfig, list[ConfigError]]:
    """Return the room that a section of the file `beside` describes, and every fault of it."""
    journal = beside.parent / section.journal
    wallet = section.wallet and beside.parent / section.wallet
    faults = folder_faults(journal, beside, "touch.journal") + _wallet_faults(wallet, money, beside)
    entries = {code: _for_one_patron(entry) for code, entry in section.limits.items()}
    names = [spot.name for spot in SPOTS]
    currencies = {code: currency_limits(code, entry, names) for code, entry in entries.items()}
    found = [*play_money_faults("touch.play_money", section.play_money, currencies)]
    for code, entry in entries.items():
        found += limit_faults(f"touch.limits.{code}", code, entry, currencies[code])
    rules = TouchRules(currencies, section.unfinished, section.idle_minutes)
    digest = hashlib.sha256(repr(plain_betting(rules.betting)).encode()).hexdigest()
    config = TouchConfig(section.id, journal, wallet, replace(rules, digest=digest), section.play_money)
    return config, faults + [in_file(fault, str(beside)) for fault in found]


def _wallet_faults(wallet: Path | None, money: MoneyConfig, beside: Path) -> list[ConfigError]:
    if wallet is None and money.wallet is None:
        return []
    if wallet is not None and money.wallet is not None:
        return folder_faults(wallet, beside, "touch.wallet")
    problem, remedy = "the house keeps no wallet", 'remove it, or say [money] accounts = "seamless"'
    if wallet is None:
        problem, remedy = "an operator's accounts need a wallet for each journal", "name a file of the room's own"
    return [ConfigError(problem, source=str(beside), key="touch.wallet", remedy=remedy)]


def _for_one_patron(entry: PatronCurrencyEntry) -> CurrencyEntry:
    """Return the limits of a table at which nobody else sits: what one may bet is what all may."""
    most = max([entry.maximum, *(own.maximum or 0 for own in entry.spots.values())])
    return CurrencyEntry.model_validate({**entry.model_dump(), "table_maximum": most, "differential": most})
