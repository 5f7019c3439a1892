"""A house's rules file: TOML in, the checked rules of dealing and betting and their digest out. I/O: reads one file."""

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from dealer_table.betting.rules import BettingRules
from dealer_table.config.betting_rules import betting_of, in_file
from dealer_table.config.betting_section import BettingSection
from dealer_table.errors import ConfigError
from dealer_table.procedure.house import HouseProcedure, check_house
from dealer_table.procedure.words import HoldKind

_PROCEDURE: TypeAdapter[HouseProcedure] = TypeAdapter(HouseProcedure)
_PROCEDURE_KEYS = [field.name for field in fields(HouseProcedure)]
_KEYS = [*_PROCEDURE_KEYS, *BettingSection.model_fields]


@dataclass(frozen=True, slots=True)
class HouseRules:
    """How a house deals, what it takes bets on, and the play money of a patron who has none left."""

    procedure: HouseProcedure
    betting: BettingRules
    play_money: int

    @property
    def digest(self) -> str:
        """Return the SHA-256 of what applies to a coup: equal rules have equal digests, however they are written."""
        return rules_digest(self.procedure, self.betting)


def read_rules(path: Path | None) -> tuple[HouseRules | None, list[ConfigError]]:
    """Return the rules in the file at `path`, or every fault of it; without a file the seed's rules."""
    if path is None:
        return rules_of({}, "")
    source = str(path)
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        return None, [ConfigError(f"cannot be read: {error.strerror}", source=source, remedy="check [table] rules")]
    except ValueError as error:  # of TOML, of UTF-8, of an integer without end
        return None, [ConfigError(f"not TOML: {error}", source=source)]
    return rules_of(data, source)


def rules_of(data: Mapping[str, Any], source: str) -> tuple[HouseRules | None, list[ConfigError]]:
    """Return the rules that `data` describes, or every fault of it under the name `source`."""
    faults = [_unknown(key, source) for key in data if key not in _KEYS]
    procedure, procedure_faults = _procedure_of(data, source)
    packs = procedure.packs if procedure else HouseProcedure().packs
    on_betting = {key: value for key, value in data.items() if key in BettingSection.model_fields}
    betting, betting_faults = betting_of(on_betting, source, packs)
    faults += procedure_faults + betting_faults
    if faults or procedure is None or betting is None:
        return None, faults
    return HouseRules(procedure, betting.rules, betting.play_money), []


def _procedure_of(data: Mapping[str, Any], source: str) -> tuple[HouseProcedure | None, list[ConfigError]]:
    try:
        house = _PROCEDURE.validate_python({key: value for key, value in data.items() if key in _PROCEDURE_KEYS})
    except ValidationError as error:
        faults = []
        for fault in error.errors(include_url=False, include_input=False):
            key = ".".join(str(step) for step in fault["loc"])
            faults.append(ConfigError(fault["msg"], source=source, key=key))
        return None, faults
    faults = [in_file(fault, source) for fault in check_house(house)]
    return (None if faults else house), faults


def rules_digest(procedure: HouseProcedure, betting: BettingRules) -> str:
    """Return the SHA-256 of rules in force."""
    return hashlib.sha256(repr([_plain_procedure(procedure), plain_betting(betting)]).encode()).hexdigest()


def _plain_procedure(house: HouseProcedure) -> list[object]:
    resolutions = sorted((kind.value, [choice.value for choice in house.allowed(kind)]) for kind in HoldKind)
    supervisor_only = sorted(choice.value for choice in house.supervisor_only)
    second_person = sorted(what.value for what in house.second_person)
    sets = ("resolutions", "supervisor_only", "second_person")
    plain = [(key, getattr(house, key)) for key in _PROCEDURE_KEYS if key not in sets]
    return [[(key, str(value)) for key, value in plain], resolutions, supervisor_only, second_person]


def plain_betting(betting: BettingRules) -> list[object]:
    """Return betting rules as plain values that are equal when the rules are, whatever a bet's own name."""
    spots = [
        (
            spot.name,
            spot.bet.closes_after,
            [(str(payout.to_one), sorted(payout.when)) for payout in spot.bet.payouts],
        )
        for spot in betting.spots
    ]
    currencies = [
        (
            code,
            (limits.exponent, limits.step, limits.differential),
            [(name, its.minimum, its.maximum, its.table_maximum) for name, its in sorted(limits.spots.items())],
        )
        for code, limits in sorted(betting.currencies.items())
    ]
    return [spots, currencies, betting.ask_after, betting.leave_after]


def _unknown(key: str, source: str) -> ConfigError:
    close = get_close_matches(key, _KEYS, n=1)
    remedy = f"did you mean {close[0]}?" if close else f"known keys: {', '.join(_KEYS)}"
    return ConfigError("unknown key", source=source, key=key, remedy=remedy)
