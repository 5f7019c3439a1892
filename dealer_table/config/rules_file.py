"""A house's rules file: TOML in, a checked procedure and its digest out. I/O: reads one file."""

import hashlib
import tomllib
from dataclasses import fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from dealer_table.errors import ConfigError
from dealer_table.procedure.house import HouseProcedure, check_house
from dealer_table.procedure.words import HoldKind

_PROCEDURE: TypeAdapter[HouseProcedure] = TypeAdapter(HouseProcedure)
_KEYS = [field.name for field in fields(HouseProcedure)]


def read_rules(path: Path | None) -> tuple[HouseProcedure | None, list[ConfigError]]:
    """Return the procedure in the file at `path`, or every fault of it; without a file the seed's procedure."""
    if path is None:
        return HouseProcedure(), []
    source = str(path)
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        return None, [ConfigError(f"cannot be read: {error.strerror}", source=source, remedy="check [table] rules")]
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        return None, [ConfigError(f"not TOML: {error}", source=source)]
    return procedure_of(data, source)


def procedure_of(data: dict[str, Any], source: str) -> tuple[HouseProcedure | None, list[ConfigError]]:
    """Return the procedure that `data` describes, or every fault of it under the name `source`."""
    faults = [_unknown(key, source) for key in data if key not in _KEYS]
    try:
        house = _PROCEDURE.validate_python({key: value for key, value in data.items() if key in _KEYS})
    except ValidationError as error:
        for fault in error.errors(include_url=False, include_input=False):
            key = ".".join(str(step) for step in fault["loc"])
            faults.append(ConfigError(fault["msg"], source=source, key=key))
        return None, faults
    faults.extend(
        ConfigError(fault.problem, source=source, key=fault.key, remedy=fault.remedy) for fault in check_house(house)
    )
    return (None if faults else house), faults


def rules_digest(house: HouseProcedure) -> str:
    """Return the SHA-256 of the procedure in force: equal rules have equal digests, however the file is written."""
    return hashlib.sha256(_canonical(house)).hexdigest()


def _canonical(house: HouseProcedure) -> bytes:
    resolutions = sorted((kind.value, [choice.value for choice in house.allowed(kind)]) for kind in HoldKind)
    supervisor_only = sorted(choice.value for choice in house.supervisor_only)
    plain = [(key, getattr(house, key)) for key in _KEYS if key not in ("resolutions", "supervisor_only")]
    return repr([[(key, str(value)) for key, value in plain], resolutions, supervisor_only]).encode()


def _unknown(key: str, source: str) -> ConfigError:
    close = get_close_matches(key, _KEYS, n=1)
    remedy = f"did you mean {close[0]}?" if close else f"known keys: {', '.join(_KEYS)}"
    return ConfigError("unknown key", source=source, key=key, remedy=remedy)
