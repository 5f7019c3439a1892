"""The signed token that lets a dealer, a supervisor or an administrator into one table. Pure.

A JSON Web Token (RFC 7519) under HS256. `kid` names the key that signed it, so a new key can be brought in while the
tokens of the old one still run. The caller brings the time; nothing here repeats a token it refuses.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

import jwt
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from dealer_table.errors import ConfigError, WireError
from dealer_table.procedure.words import Role
from dealer_table.wire.card_read import first_fault

_ALGORITHM = "HS256"
_KEY_BYTES = 32  # RFC 7518 3.2: a key at least as long as the hash

# The library would ask the machine's clock; the claims of time are checked below against the caller's.
_UNTIMED: Any = {"verify_exp": False, "verify_nbf": False, "verify_iat": False}


@dataclass(frozen=True, slots=True)
class TokenKey:
    """A signing key and the name tokens call it by."""

    kid: str
    secret: str = field(repr=False)

    def __post_init__(self) -> None:
        if not self.kid:
            raise ConfigError("a token key needs a name", remedy="name it by the day it was made")
        if len(self.secret.encode()) < _KEY_BYTES:
            problem = f"token key {self.kid!r} is shorter than {_KEY_BYTES} bytes"
            raise ConfigError(problem, remedy="openssl rand -hex 32")


@dataclass(frozen=True, slots=True)
class LaunchToken:
    """What a valid token says; `expires_at` is in milliseconds since the epoch."""

    role: Role
    name: str
    table: str
    expires_at: int


class _Claims(BaseModel):
    # Claims that are not understood are ignored (RFC 7519 4).
    model_config = ConfigDict(extra="ignore", strict=True, frozen=True)

    role: Literal["dealer", "supervisor", "administrator"]
    name: str = Field(min_length=1, max_length=64)
    table: str
    exp: int
    nbf: int = 0


def issue(key: TokenKey, *, role: Role, name: str, table: str, expires_at: int, now: int) -> str:
    """Sign a token for one person at one table; times are in milliseconds since the epoch."""
    if role is Role.SYSTEM:
        raise ConfigError("the system acts by itself and takes no token")
    if not 1 <= len(name) <= 64:
        raise ConfigError("the name on a token has 1 to 64 characters")
    if expires_at <= now:
        raise ConfigError("the token would have expired already")
    claims = {"role": role.value, "name": name, "table": table, "iat": now // 1000, "exp": expires_at // 1000}
    return jwt.encode(claims, key.secret, algorithm=_ALGORITHM, headers={"kid": key.kid})


def read(token: str, keys: Iterable[TokenKey], *, table: str, now: int) -> LaunchToken:
    """Check a token against the keys, the table and the time; WireError says what is wrong with it."""
    try:
        kid = jwt.get_unverified_header(token).get("kid")
        secret = next((key.secret for key in keys if key.kid == kid), None)
        if secret is None:
            raise WireError("the token is signed with a key this table does not know")
        claims = _Claims.model_validate(jwt.decode(token, secret, algorithms=[_ALGORITHM], options=_UNTIMED))
    except ValidationError as error:
        raise WireError(f"the token's claims are wrong: {first_fault(error)}") from None
    except (jwt.PyJWTError, ValueError, RecursionError):
        # The library's own words may quote the token.
        raise WireError("not a token of this table") from None
    if claims.table != table:
        raise WireError("the token is for another table")
    if now >= claims.exp * 1000:
        raise WireError("the token has expired")
    if now < claims.nbf * 1000:
        raise WireError("the token is not valid yet")
    return LaunchToken(Role(claims.role), claims.name, claims.table, claims.exp * 1000)
