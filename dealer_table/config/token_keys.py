"""The keys that sign launch tokens, in a file of their own that only the table's user may read. I/O: that file."""

import json
import secrets
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from dealer_table.errors import ConfigError
from dealer_table.wire.card_read import first_fault
from dealer_table.wire.launch_token import TokenKey


@dataclass(frozen=True, slots=True)
class TokenKeys:
    """The key that signs new tokens, and all whose tokens are still let in."""

    current: TokenKey
    accepted: tuple[TokenKey, ...]


class _KeysFile(BaseModel):
    model_config = ConfigDict(extra="forbid")

    current: str
    keys: dict[str, str] = Field(min_length=1)


def read_token_keys(path: Path) -> TokenKeys:
    """Read the keys; ConfigError when the file is no use. To rotate: add a key, name it current, later drop the old."""
    source = str(path)
    try:
        file = _KeysFile.model_validate_json(path.read_bytes())
    except OSError as error:
        remedy = "make one with: dealer-table token new-keys FILE"
        raise ConfigError(f"cannot be read: {error.strerror}", source=source, remedy=remedy) from None
    except ValidationError as error:
        raise ConfigError(first_fault(error), source=source) from None
    if file.current not in file.keys:
        raise ConfigError(f"there is no key {file.current!r}", source=source, key="current")
    try:
        accepted = {kid: TokenKey(kid, secret) for kid, secret in file.keys.items()}
    except ConfigError as error:
        raise ConfigError(error.problem, source=source, key="keys", remedy=error.remedy) from None
    return TokenKeys(accepted[file.current], tuple(accepted.values()))


def write_new_keys(path: Path) -> None:
    """Make a file with one fresh key, readable by its owner only; FileExistsError when there is one."""
    text = json.dumps({"current": "key-1", "keys": {"key-1": secrets.token_hex(32)}}, indent=2)
    path.touch(mode=0o600, exist_ok=False)
    path.write_text(text + "\n", encoding="utf-8")
