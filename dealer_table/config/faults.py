"""Turning what pydantic found wrong into configuration errors a person can act on. Pure."""

from collections.abc import Sequence
from difflib import get_close_matches

from pydantic import BaseModel, ValidationError

from dealer_table.errors import ConfigError


def faults_of(
    error: ValidationError, model: type[BaseModel], *, source: str = "", under: str = ""
) -> list[ConfigError]:
    """Return one ConfigError for each fault, its key written from the top of the file."""
    faults = []
    for fault in error.errors(include_url=False, include_input=False):
        key = ".".join(part for part in (under, *(str(step) for step in fault["loc"])) if part)
        if fault["type"] == "extra_forbidden":
            problem, remedy = "unknown key", _known_keys(fault["loc"], model)
        else:
            problem, remedy = fault["msg"].removeprefix("Value error, "), ""
        faults.append(ConfigError(problem, source=source, key=key, remedy=remedy))
    return faults


def _known_keys(place: tuple[int | str, ...], model: type[BaseModel]) -> str:
    if len(place) > 1:
        return "remove it"
    known = list(model.model_fields)
    close = get_close_matches(str(place[0]), known, n=1)
    return f"did you mean {close[0]}?" if close else f"known keys: {', '.join(known) or 'none'}"


def as_one(faults: Sequence[ConfigError]) -> ConfigError:
    """Return one error that tells all of them, one a line."""
    assert faults, "no fault to tell"
    if len(faults) == 1:
        return faults[0]
    return ConfigError("\n".join(str(fault) for fault in faults))
