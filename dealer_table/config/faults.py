"""Turning what pydantic found wrong into configuration errors a person can act on. Pure."""

from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from typing import Any, get_args

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
    known = list(_section_at(place[:-1], model).model_fields)
    close = get_close_matches(str(place[-1]), known, n=1)
    return f"did you mean {close[0]}?" if close else f"known keys: {', '.join(known) or 'none'}"


def _section_at(place: tuple[int | str, ...], model: type[BaseModel]) -> type[BaseModel]:
    """Return the section that stands at `place` of a file; numbers in lists and names in mappings are on the way."""
    for step in place:
        field = model.model_fields.get(str(step))
        if field is not None:
            model = next(_sections_in(field.annotation), model)
    return model


def _sections_in(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in get_args(annotation):
        yield from _sections_in(part)


def as_one(faults: Sequence[ConfigError]) -> ConfigError:
    """Return one error that tells all of them, one a line."""
    assert faults, "no fault to tell"
    if len(faults) == 1:
        return faults[0]
    return ConfigError("\n".join(str(fault) for fault in faults))
