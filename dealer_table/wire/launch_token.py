"""The signed token that lets a person into one place: staff to a table, a patron to a table or a Touch room. Pure.

A JSON Web Token (RFC 7519) under HS256. `kid` names the key that signed it, so a new key can be brought in while the
tokens of the old one still run. The caller brings the time; nothing here repeats a token it refuses.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Any, Literal, Self

import jwt
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, model_validator

from dealer_table.betting.words import PLAY_MONEY, Patron, PatronLimits
from dealer_table.errors import ConfigError, WireError
from dealer_table.procedure.words import Role
from dealer_table.wire.card_read import first_fault

# The table that a token of supervisors and administrators names who go from one to the other.
EVERYWHERE = "*"
# Of what the record is searched for: SQLite's JSON ends a text at a zero byte, and one name would pass for another.
NO_CONTROLS = r"^[^\x00-\x1f\x7f]*$"
_ALGORITHM = "HS256"
_KEY_BYTES = 32  # RFC 7518 3.2: a key at least as long as the hash
_LARGEST = 2**53 - 1  # RFC 8259 6: beyond it, readers of JSON disagree about an integer

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


class Game(StrEnum):
    """What a patron's token lets them play."""

    LIVE = "live"
    TOUCH = "touch"


@dataclass(frozen=True, slots=True)
class LaunchToken:
    """What a valid token of the staff says; times are in milliseconds since the epoch.

    `logged_in` is a token that a person had for a name and a password, and not in a link.
    """

    role: Role
    name: str
    table: str
    expires_at: int
    issued_at: int = field(default=0, compare=False)
    logged_in: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class PatronToken:
    """What a valid token of a patron says; `place` is a table's id or a Touch room's, as `game` is."""

    patron: Patron
    place: str
    game: Game
    limits: PatronLimits
    expires_at: int


class _Claims(BaseModel):
    # Claims that are not understood are ignored (RFC 7519 4).
    model_config = ConfigDict(extra="ignore", strict=True, frozen=True)

    name: str = Field(min_length=1, max_length=64, pattern=NO_CONTROLS)
    table: str
    exp: int
    nbf: int = 0


class _StaffClaims(_Claims):
    role: Literal["dealer", "supervisor", "administrator"]
    iat: int = 0
    logged_in: bool = False

    @model_validator(mode="after")
    def _dealers_have_one_table(self) -> Self:
        if self.role == "dealer" and self.table == EVERYWHERE:
            raise ValueError("a dealer's token names one table")
        return self

    def token(self) -> LaunchToken:
        role, until = Role(self.role), self.exp * 1000
        return LaunchToken(role, self.name, self.table, until, self.iat * 1000, self.logged_in)


_Maximum = Annotated[int, Field(ge=1, le=_LARGEST)]


class _LimitsClaim(BaseModel):
    # A limit that is not understood is not ignored: it would not hold.
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    spot_maximum: _Maximum | None = None
    coup_maximum: _Maximum | None = None


class _PatronClaims(_Claims):
    role: Literal["patron"]
    game: Literal["live", "touch"]
    currency: str = Field(pattern=r"^[A-Z]{3}$")
    fun: bool = False
    limits: _LimitsClaim = _LimitsClaim()
    # Read by the patron's page, which has no key to judge it with: what is not the web's is let in nowhere.
    exit: str = Field(default="", max_length=1000, pattern=r"^(https?://[^\s/]\S*)?$")

    @model_validator(mode="after")
    def _money_is_play_money_or_real(self) -> Self:
        if self.fun != (self.currency == PLAY_MONEY):
            raise ValueError(f"fun goes with the currency {PLAY_MONEY} and with no other")
        return self

    def token(self) -> PatronToken:
        limits = PatronLimits(self.limits.spot_maximum, self.limits.coup_maximum)
        return PatronToken(
            Patron(self.name, self.currency), self.table, Game(self.game), limits, expires_at=self.exp * 1000
        )


_CLAIMS: TypeAdapter[_StaffClaims | _PatronClaims] = TypeAdapter(
    Annotated[_StaffClaims | _PatronClaims, Field(discriminator="role")]
)


def issue(
    key: TokenKey, *, role: Role, name: str, table: str, expires_at: int, now: int, logged_in: bool = False
) -> str:
    """Sign a token for one of the staff at one table; times are in milliseconds since the epoch."""
    if role is Role.SYSTEM:
        raise ConfigError("the system acts by itself and takes no token")
    claims = {"role": role.value, "name": name, "table": table, **({"logged_in": True} if logged_in else {})}
    return _signed(key, claims, expires_at=expires_at, now=now)


def issue_patron(
    key: TokenKey,
    *,
    patron: Patron,
    place: str,
    game: Game,
    limits: PatronLimits,
    expires_at: int,
    now: int,
    exit_to: str = "",
) -> str:
    """Sign a token for one patron at one table or in one Touch room; times are in milliseconds since the epoch.

    `exit_to` is the address that the page of a Touch room is left to.
    """
    claims = {
        "role": "patron",
        "name": patron.name,
        "table": place,
        "game": game.value,
        "currency": patron.currency,
        "fun": patron.plays_for_fun,
        "limits": {"spot_maximum": limits.spot_maximum, "coup_maximum": limits.coup_maximum},
        **({"exit": exit_to} if exit_to else {}),
    }
    return _signed(key, claims, expires_at=expires_at, now=now)


def _signed(key: TokenKey, claims: Mapping[str, Any], *, expires_at: int, now: int) -> str:
    if expires_at <= now:
        raise ConfigError("the token would have expired already")
    timed = {**claims, "iat": now // 1000, "exp": expires_at // 1000}
    try:
        _CLAIMS.validate_python(timed)
    except ValidationError as error:
        raise ConfigError(f"nobody would take such a token: {first_fault(error)}") from None
    return jwt.encode(timed, key.secret, algorithm=_ALGORITHM, headers={"kid": key.kid})


def read(
    token: str, keys: Iterable[TokenKey], *, table: str, now: int, game: Game = Game.LIVE
) -> LaunchToken | PatronToken:
    """Check a token against the keys, the place, its game and the time; WireError says what is wrong with it.

    A supervisor's or an administrator's may name every table at once (`*`).
    Staff have no game: theirs are let in wherever the place is theirs.
    """
    try:
        kid = jwt.get_unverified_header(token).get("kid")
        secret = next((key.secret for key in keys if key.kid == kid), None)
        if secret is None:
            raise WireError("the token is signed with a key this table does not know")
        claims = _CLAIMS.validate_python(jwt.decode(token, secret, algorithms=[_ALGORITHM], options=_UNTIMED))
    except ValidationError as error:
        raise WireError(f"the token's claims are wrong: {first_fault(error)}") from None
    except (jwt.PyJWTError, ValueError, RecursionError):
        # The library's own words may quote the token.
        raise WireError("not a token of this table") from None
    everywhere = isinstance(claims, _StaffClaims) and claims.table == EVERYWHERE
    if claims.table != table and not everywhere:
        raise WireError("the token is for another table")
    if isinstance(claims, _PatronClaims) and claims.game != game:
        raise WireError("the token is for another game")
    if now >= claims.exp * 1000:
        raise WireError("the token has expired")
    if now < claims.nbf * 1000:
        raise WireError("the token is not valid yet")
    return claims.token()
