"""The staff's login: name and password in, a launch token out. I/O: waits for whoever knows the passwords."""

import asyncio
import json
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus

import structlog
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from dealer_table.errors import CommandRefused, ConfigError, JournalError
from dealer_table.gateway.metrics import GatewayMetrics
from dealer_table.gateway.pages import Reply
from dealer_table.gateway.posted import Posted
from dealer_table.gateway.rate_limit import TokenBucket
from dealer_table.gateway.served import Served, ServedTable
from dealer_table.gateway.staff_watch import StaffWatch
from dealer_table.ports.staff import StaffAccount, StaffDoor
from dealer_table.procedure.words import Role
from dealer_table.wire.launch_token import EVERYWHERE, NO_CONTROLS, TokenKey, issue

STAFF_PATH = "/api/staff"
LOGIN_PATH = "/api/staff/login"
_UNCACHED = {"Cache-Control": "no-store"}
# For one address, behind which a whole studio may sit; and how many may wait for their turn at all.
_BURST, _PER_SECOND, _ADDRESSES = 20, 0.5, 1024
_WAITING = 8

log = structlog.get_logger(__name__)


class _Login(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    name: str = Field(min_length=1, max_length=64, pattern=NO_CONTROLS)
    password: str = Field(max_length=256, repr=False)
    table: str | None = Field(default=None, max_length=64)


@dataclass(frozen=True, slots=True)
class StaffRules:
    """How the staff log in: who knows them, what signs their tokens, for how long, and when they are asked again."""

    door: StaffDoor
    key: TokenKey
    shift: int
    idle: int
    links_too: bool


class StaffLogin:
    """Answers logins one at a time, for a password costs time and memory; `places` are those that are served here."""

    def __init__(
        self,
        rules: StaffRules,
        watch: StaffWatch,
        places: Mapping[str, Served],
        clock: Callable[[], int],
        metrics: GatewayMetrics,
    ) -> None:
        self._rules = rules
        self._watch = watch
        self._places = places
        self._clock = clock
        self._metrics = metrics
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()
        self._turn = asyncio.Lock()
        self._waiting = 0

    async def answer(self, posted: Posted, address: str) -> Reply:
        """Return a token, or why there is none: `code` is stable, `numbers` explain it."""
        try:
            body = await self._admitted(posted, address)
        except CommandRefused as refused:
            self._metrics.logins.labels(refused.code).inc()
            body = {"code": refused.code, "detail": refused.detail, "numbers": refused.numbers}
            return _reply(_STATUS.get(refused.code, HTTPStatus.FORBIDDEN), body)
        self._metrics.logins.labels("ok").inc()
        return _reply(HTTPStatus.OK, body)

    async def keep_looking(self, seconds: float) -> None:
        """Look, until cancelled, whose account is locked, removed or changed."""
        fault = ""
        while True:
            # In turn with the logins: what was read before one is never heard after it.
            async with self._turn:
                try:
                    self._watch.hear_accounts(await asyncio.to_thread(self._rules.door.good_since))
                    fault = ""
                except (JournalError, ConfigError) as error:
                    # Whoever works goes on working; told once, not every few seconds.
                    if str(error) != fault:
                        log.error("the staff's accounts cannot be read", problem=str(error))
                    fault = str(error)
            await asyncio.sleep(seconds)

    async def _admitted(self, posted: Posted, address: str) -> dict[str, object]:
        if not self._bucket(address).take(self._clock()) or self._waiting >= _WAITING:
            raise CommandRefused("too_fast", "too many logins at once")
        try:
            login = _Login.model_validate_json(posted.body)
        except ValidationError:
            # What was wrong may be the password: nothing of it is repeated.
            raise CommandRefused("not_understood", "name, password and table") from None
        self._waiting += 1
        try:
            async with self._turn:
                account = await asyncio.to_thread(self._rules.door.enter, login.name, login.password, address=address)
                self._watch.admit(account.name, self._clock())
        except (JournalError, ConfigError) as error:
            log.error("no login can be put on record", problem=str(error))
            raise CommandRefused("journal_failed", "the record cannot be written") from None
        finally:
            self._waiting -= 1
        return self._token(account, self._opened(account, login.table))

    def _opened(self, account: StaffAccount, wanted: str | None) -> str:
        """Return the table that the token is to name: a dealer's is always one."""
        tables = [name for name, served in self._places.items() if isinstance(served, ServedTable)]
        known = self._places if account.role is Role.ADMINISTRATOR else tables
        allowed = [name for name in known if account.table in (EVERYWHERE, name)]
        if not allowed or (wanted is not None and wanted not in allowed):
            raise CommandRefused("other_table", "this account is for another table")
        if account.table == EVERYWHERE and account.role is not Role.DEALER:
            return EVERYWHERE
        return wanted or allowed[0]

    def _token(self, account: StaffAccount, table: str) -> dict[str, object]:
        now = self._clock()
        until = now + self._rules.shift
        token = issue(
            self._rules.key,
            role=account.role,
            name=account.name,
            table=table,
            expires_at=until,
            now=now,
            logged_in=True,
        )
        return {"token": token, "role": account.role.value, "name": account.name, "table": table, "expires_at": until}

    def _bucket(self, address: str) -> TokenBucket:
        bucket = self._buckets.setdefault(address, TokenBucket(_BURST, _PER_SECOND, self._clock()))
        self._buckets.move_to_end(address)
        if len(self._buckets) > _ADDRESSES:
            self._buckets.popitem(last=False)
        return bucket


_STATUS = {
    "wrong_login": HTTPStatus.UNAUTHORIZED,
    "too_fast": HTTPStatus.TOO_MANY_REQUESTS,
    "not_understood": HTTPStatus.BAD_REQUEST,
    "journal_failed": HTTPStatus.SERVICE_UNAVAILABLE,
}


def offered(*, login: bool) -> Reply:
    """Tell a page whether there is a login here."""
    return _reply(HTTPStatus.OK, {"login": login})


def _reply(status: HTTPStatus, body: object) -> Reply:
    return Reply(status, json.dumps(body).encode() + b"\n", "application/json", _UNCACHED)
