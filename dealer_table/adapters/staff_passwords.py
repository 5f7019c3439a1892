"""What a password must be, and how it is kept: Argon2id (RFC 9106). I/O: chance, and time on the processor."""

import unicodedata
from itertools import pairwise

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from dealer_table.errors import ConfigError
from dealer_table.ports.staff import name_key

SHORTEST = 8
LONGEST = 128
_FEWEST_DIFFERENT = 4


def house_hasher() -> PasswordHasher:
    """Return the hasher of a running house: RFC 9106's second choice, on one processor: the table needs another."""
    return PasswordHasher(time_cost=3, memory_cost=64 * 1024, parallelism=1)


class Passwords:
    """Hashes passwords and compares them; a name that nobody has takes as long as one that somebody has."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or house_hasher()
        self._nobodys = self._hasher.hash("nobody has this password")

    def hashed(self, password: str) -> str:
        """Return what is kept of a password."""
        return self._hasher.hash(_prepared(password))

    def fit(self, kept: str | None, password: str) -> bool:
        """Tell whether `password` is the one of which `kept` was kept; None is nobody's, and never fits."""
        try:
            fits = self._hasher.verify(self._nobodys if kept is None else kept, _prepared(password))
        except (VerificationError, InvalidHashError):
            return False
        return fits and kept is not None

    def are_dated(self, kept: str) -> bool:
        """Tell whether what is kept was made with another cost than today's."""
        return self._hasher.check_needs_rehash(kept)


def check_password(name: str, password: str) -> None:
    """Refuse what is tried first; ConfigError says what a password must be, and never repeats it."""
    prepared = _prepared(password)
    steps = {ord(after) - ord(before) for before, after in pairwise(prepared)}
    if not SHORTEST <= len(prepared) <= LONGEST:
        raise ConfigError(f"a password or PIN has {SHORTEST} to {LONGEST} characters")
    if len(set(prepared)) < _FEWEST_DIFFERENT or steps in ({1}, {-1}) or name_key(prepared) == name_key(name):
        raise ConfigError("that is guessed at once", remedy="no name, no run of digits, no digit over and over")


def _prepared(password: str) -> str:
    # One keyboard sends a letter and its accent as two, another as one (RFC 8265 4.2).
    return unicodedata.normalize("NFC", password)
