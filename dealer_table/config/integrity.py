"""Which files are a table's configuration, and what the house does when they, or the program, change. Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from dealer_table.config.broker import MqttSection
from dealer_table.config.http import HttpSection
from dealer_table.config.money import MoneySection
from dealer_table.config.staff import StaffSection


class OnChange(StrEnum):
    """What follows when a running table's files are not what they were: it is told, or no coup begins any more too."""

    TELL = "tell"
    NO_NEW_COUP = "no_new_coup"


class IntegritySection(BaseModel):
    """`[integrity]`: with `approved`, a file, no table starts on anything but what is approved there."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    approved: Path | None = None
    on_change: OnChange = OnChange.TELL


@dataclass(frozen=True, slots=True)
class IntegrityConfig:
    """The section, checked. `files` are told by what is in them, `presence` by nothing but that they are there.

    Keys and passwords are of the latter, so that nobody can try guesses on a digest, and certificates, which are
    renewed while the table runs.
    """

    approved: Path | None
    no_new_coup: bool
    files: Mapping[str, Path]
    presence: Mapping[str, Path]


def integrity_of(
    section: IntegritySection,
    beside: Path,
    *,
    rules: Path | None,
    mqtt: MqttSection,
    http: HttpSection,
    money: MoneySection,
    staff: StaffSection | None,
    scanners: tuple[Mapping[str, object], ...],
) -> IntegrityConfig:
    """Return what the file `beside` says of its own files; each is known by the path that stands there."""
    tls = mqtt.tls
    files = [Path(beside.name), rules, tls and tls.ca, *_codebooks(scanners)]
    secrets = [mqtt.password_file, http.token_keys_file, http.tls_cert, http.tls_key, money.key_file]
    secrets += [tls.cert, tls.key] if tls else []
    secrets += [staff.accounts] if staff else []
    return IntegrityConfig(
        section.approved and beside.parent / section.approved,
        section.on_change is OnChange.NO_NEW_COUP,
        {path.as_posix(): beside.parent / path for path in files if path},
        {path.as_posix(): beside.parent / path for path in secrets if path},
    )


def _codebooks(scanners: tuple[Mapping[str, object], ...]) -> Iterator[Path]:
    """Yield the codebooks that are files of the studio's; the others are in the program."""
    for scanner in scanners:
        codebook = scanner.get("codebook")
        if isinstance(codebook, str) and codebook.endswith(".toml"):
            yield Path(codebook)
