"""What a program or a configuration consists of, file by file, and what is other than before. Pure.

A manifest has a value for each name: of a file its SHA-256, of anything else a word. Its digest is the SHA-256 of its
listing, which `sha256sum --check` reads: so it can be worked out, and checked, without us.
"""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

Manifest = Mapping[str, str]


class FileChange(NamedTuple):
    """One entry that is other than before: empty `before` where it was not there, empty `after` where it is gone."""

    name: str
    before: str
    after: str

    @property
    def kind(self) -> str:
        """Return in a word what became of it."""
        if not self.before:
            return "new"
        return "changed" if self.after else "missing"


@dataclass(frozen=True, slots=True)
class FilesFound:
    """What the program, or the configuration, was found to be, against what it was `before`: empty the first time."""

    digest: str
    before: str
    changed: tuple[FileChange, ...]


def listing(manifest: Manifest) -> str:
    """Return a manifest as text, an entry a line, in the order of their names."""
    return "".join(f"{value}  {name}\n" for name, value in sorted(manifest.items()))


def digest_of(manifest: Manifest) -> str:
    """Return the SHA-256 of the listing."""
    return hashlib.sha256(listing(manifest).encode()).hexdigest()


def found(manifest: Manifest, before: Manifest) -> FilesFound:
    """Return what a manifest is, and what in it is other than it was."""
    names = sorted({*manifest, *before})
    changes = (FileChange(name, before.get(name, ""), manifest.get(name, "")) for name in names)
    changed = tuple(change for change in changes if change.before != change.after)
    return FilesFound(digest_of(manifest), digest_of(before) if before else "", changed)


def with_changes(manifest: Manifest, changes: Iterable[FileChange]) -> dict[str, str]:
    """Return what a manifest became by changes."""
    after = dict(manifest)
    for change in changes:
        after.pop(change.name, None)
        if change.after:
            after[change.name] = change.after
    return after
