"""The file of approved digests: what a table may start with, and who said so. I/O: reads and writes that file."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from dealer_table.config.faults import as_one
from dealer_table.errors import ConfigError
from dealer_table.procedure.integrity import FileChange, Manifest, digest_of, found
from dealer_table.wire.card_read import first_fault

_REMEDY = "look at it with: dealer-table integrity compare; approve it with: dealer-table integrity approve"
_NAMED = 10


@dataclass(frozen=True, slots=True)
class Approval:
    """What was approved; `digest` is the SHA-256 of the file that says so."""

    program: Manifest
    configuration: Manifest
    digest: str


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid")

    digest: str
    files: dict[str, str]


class _ApprovedFile(BaseModel):
    model_config = ConfigDict(extra="forbid")

    approved_by: str
    approved_at: str
    program: _Part
    configuration: _Part


def read_approval(path: Path) -> Approval:
    """Read what is approved; ConfigError when the file is no use, or is not what it was written as."""
    source = str(path)
    try:
        text = path.read_bytes()
        file = _ApprovedFile.model_validate_json(text)
    except OSError as error:
        raise ConfigError(f"cannot be read: {error.strerror}", source=source, remedy=_REMEDY) from None
    except ValidationError as error:
        raise ConfigError(first_fault(error), source=source, remedy=_REMEDY) from None
    for name, part in (("program", file.program), ("configuration", file.configuration)):
        if part.digest != digest_of(part.files):
            raise ConfigError(
                "the digest is not that of the files", source=source, key=f"{name}.digest", remedy=_REMEDY
            )
    return Approval(file.program.files, file.configuration.files, hashlib.sha256(text).hexdigest())


def check_approved(path: Path, program: Manifest, configuration: Manifest) -> str:
    """Return the digest of the file at `path`; ConfigError names what is not as it is approved there."""
    approval = read_approval(path)
    parts = {"program": (program, approval.program), "configuration": (configuration, approval.configuration)}
    faults = []
    for key, (now, then) in parts.items():
        changed = found(now, then).changed
        if changed:
            faults.append(ConfigError(f"not as approved: {_told(changed)}", source=str(path), key=key, remedy=_REMEDY))
    if faults:
        raise as_one(faults)
    return approval.digest


def _told(changed: Sequence[FileChange]) -> str:
    named = ", ".join(f"{change.name} ({change.kind})" for change in changed[:_NAMED])
    return f"{named} and {len(changed) - _NAMED} more" if changed[_NAMED:] else named


def write_approval(path: Path, program: Manifest, configuration: Manifest, *, by: str, at: str) -> None:
    """Write what is approved, whole or not at all, in the place of what was approved before."""
    parts = [_Part(digest=digest_of(files), files=dict(sorted(files.items()))) for files in (program, configuration)]
    file = _ApprovedFile(approved_by=by, approved_at=at, program=parts[0], configuration=parts[1])
    part = path.with_name(f"{path.name}.part")
    part.write_text(file.model_dump_json(indent=2) + "\n", encoding="utf-8")
    part.replace(path)
