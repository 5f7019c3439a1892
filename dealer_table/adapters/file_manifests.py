"""What the installed program and a table's configuration consist of, by their SHA-256. I/O: reads files.

The program is every file of the packages that run a table, compiled ones left out, the release of Python, and of each
package that ours need the list of its files that was installed with it (RECORD), which has their digests.
"""

import hashlib
import os
import platform
import re
from collections.abc import Iterator, Mapping
from importlib.metadata import Distribution, PackageNotFoundError, distribution, entry_points
from importlib.util import find_spec
from pathlib import Path

from dealer_table.config.integrity import IntegrityConfig
from dealer_table.procedure.integrity import Manifest

_OWN = "dealer-table"
_PACKAGES = ("dealer_table", "scanner_drivers")
# Who may bring a part of the program besides: drivers, commands and checks are found by these.
_GROUPS = ("scanner_drivers", "dealer_table.commands", "dealer_table.checks")
_COMPILED = "__pycache__"
_ENVIRONMENT = "DEALER_TABLE__"
_OWN_LINE = re.compile(r"^(.*\.dist-info/RECORD),", re.MULTILINE)
_REQUIREMENT = re.compile(r"([A-Za-z0-9][A-Za-z0-9._-]*)")
_EXTRA = re.compile(r"""extra\s*==\s*["']([^"']*)["']""")
# What only works on the program, never in it.
_NOT_AT_WORK = "dev"
UNREADABLE = "unreadable"
PRESENT = "present"


def program_manifest(packages: Mapping[str, Path] | None = None) -> Manifest:
    """Return what the installed program consists of; `packages` are the folders of ours, by name."""
    found = {"python": platform.python_version(), **dict(_dependencies())}
    for name, folder in (package_folders() if packages is None else packages).items():
        for path in _files_in(folder):
            found[f"{name}/{path.relative_to(folder).as_posix()}"] = file_digest(path)
    return found


def configuration_manifest(config: IntegrityConfig, environment: Mapping[str, str] = os.environ) -> Manifest:
    """Return what a table's configuration consists of, and what the environment says over it."""
    found = {name: file_digest(path) for name, path in config.files.items()}
    found |= {name: PRESENT if path.is_file() else UNREADABLE for name, path in config.presence.items()}
    for key, value in environment.items():
        if key.upper().startswith(_ENVIRONMENT):
            found[f"environment {key}"] = hashlib.sha256(value.encode(errors="surrogateescape")).hexdigest()
    return found


def package_folders() -> Mapping[str, Path]:
    """Return where the packages are that run a table."""
    specs = {name: find_spec(name) for name in _PACKAGES}
    return {name: Path(next(iter(spec.submodule_search_locations or ()))) for name, spec in specs.items() if spec}


def file_digest(path: Path) -> str:
    """Return the SHA-256 of a file; that it cannot be read is found as well as that it changed."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return UNREADABLE


def _files_in(folder: Path) -> Iterator[Path]:
    for inside, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name != _COMPILED]
        yield from (Path(inside, name) for name in names if not name.endswith(".pyc"))


def _dependencies() -> Iterator[tuple[str, str]]:
    for name, package in _needed().items():
        record = package.read_text("RECORD") or ""
        path = _OWN_LINE.search(record)  # its own path, by which whoever checks finds it
        if path:
            yield path.group(1), file_digest(Path(str(package.locate_file(path.group(1)))))
        else:
            yield f"package {name}", _first(package, "Version")


def _needed() -> Mapping[str, Distribution]:
    """Return the packages that ours and the studio's own need, all the way down; ours are told file by file."""
    found = entry_points()
    bringing = {entry.dist for group in _GROUPS for entry in found.select(group=group) if entry.dist}
    brought = {_plain(_first(package, "Name")) for package in bringing}
    needed: dict[str, Distribution] = {}
    waiting = [_OWN, *brought]
    while waiting:
        name = waiting.pop()
        if name in needed:
            continue
        try:
            needed[name] = distribution(name)
        except PackageNotFoundError:
            continue  # of an extra that is not installed, or for another system
        waiting += _requirements(needed[name], extras=name == _OWN or name in brought)
    needed.pop(_OWN, None)
    return needed


def _requirements(package: Distribution, *, extras: bool) -> Iterator[str]:
    """Yield the names of what a package needs; of its extras those that are there may be at work too."""
    for line in _headers(package, "Requires-Dist"):
        extra, name = _EXTRA.search(line), _REQUIREMENT.match(line)
        if name and (extra is None or (extras and extra.group(1) != _NOT_AT_WORK)):
            yield _plain(name.group(1))


def _headers(package: Distribution, header: str) -> list[str]:
    """Return what a package says of itself; all of it, parsed as the standard library does, takes ten times as long."""
    head, _, _ = (package.read_text("METADATA") or "").partition("\n\n")
    return re.findall(rf"^{header}: *(.*)$", head, re.MULTILINE)


def _first(package: Distribution, header: str) -> str:
    return next(iter(_headers(package, header)), "")


def _plain(name: str) -> str:
    """Return a package's name as all its spellings have it (PEP 503)."""
    return re.sub(r"[-_.]+", "-", name).lower()
