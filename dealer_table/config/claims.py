"""What configurations want for themselves alone, and where two of them want the same. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from dealer_table.errors import ConfigError


@dataclass(frozen=True, slots=True)
class Claim:
    """A name, a file or a port that nobody else in the process may have, and the key that says so."""

    thing: str
    source: Path
    key: str


def file_claim(file: Path, source: Path, key: str) -> Claim:
    """Return the claim on a file, however the path to it is written."""
    return Claim(f"the file {file.resolve()}", source, key)


def conflicts(claims: Iterable[Claim]) -> list[ConfigError]:
    """Return a fault for each claim on what an earlier one has."""
    first: dict[str, Claim] = {}
    faults = []
    for claim in claims:
        holder = first.setdefault(claim.thing, claim)
        if holder is not claim:
            problem = f"{claim.thing} is taken by {holder.key} of {holder.source}"
            faults.append(ConfigError(problem, source=str(claim.source), key=claim.key, remedy="choose another"))
    return faults
