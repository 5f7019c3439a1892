"""One client's conversation as a state machine: text and time in, things to do out. Pure.

A client says hello, and is from then on a watcher or, with a token, a person at the desk. It may say hello again: to be
put right after a gap, or with a fresh token before the old one runs out. How large a message may be is the socket's
affair: it refuses before the whole is in memory.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from dealer_table.errors import WireError
from dealer_table.gateway.audience import Audience
from dealer_table.gateway.desk_requests import command_of
from dealer_table.gateway.rate_limit import TokenBucket
from dealer_table.gateway.settings import SessionLimits
from dealer_table.procedure.commands import PersonCommand
from dealer_table.procedure.words import Actor, Role
from dealer_table.wire.from_client import PROTOCOL, DeskRequest, Hello, Ping, parse_from_client
from dealer_table.wire.from_patron import BetRequest, HistoryRequest, LeaveRequest, RecallRequest
from dealer_table.wire.launch_token import LaunchToken, TokenKey, read
from dealer_table.wire.to_client import Answer, Fault, Pong

POLICY_VIOLATION = 1008


@dataclass(frozen=True, slots=True)
class Send:
    """Send this message to the client."""

    message: Pong | Fault | Answer


@dataclass(frozen=True, slots=True)
class Subscribe:
    """Let the client follow `audience`, from (`epoch`, `version`) when it brought them."""

    audience: Audience
    epoch: str | None
    version: int | None


@dataclass(frozen=True, slots=True)
class Submit:
    """Ask the table to do `command`, and answer under `request`."""

    request: str
    name: str
    command: PersonCommand


@dataclass(frozen=True, slots=True)
class Close:
    """Close the connection."""

    code: int
    reason: str


Immediate = Send | Subscribe | Close
Action = Immediate | Submit


class Session:
    """What is known of one client; times are in milliseconds since the epoch."""

    def __init__(self, table: str, keys: Sequence[TokenKey], limits: SessionLimits, now: int) -> None:
        self._table = table
        self._keys = keys
        self._limits = limits
        self._bucket = TokenBucket(limits.burst, limits.messages_per_second, now)
        self._hello_by: int | None = now + limits.hello_within
        self._token: LaunchToken | None = None
        self._faults = 0

    def receive(self, message: str | bytes, now: int) -> Sequence[Action]:
        """Take one message of the client."""
        if not self._bucket.take(now):
            return self._fault("too_fast", "more messages than this table takes from one client")
        if isinstance(message, bytes):
            return self._fault("not_text", "messages are text")
        if nesting(message) > self._limits.nesting:
            return self._fault("too_deep", "no message of this protocol is nested like that")
        try:
            request = parse_from_client(message)
        except WireError as error:
            return self._fault("not_understood", str(error))
        match request:
            case Hello():
                return self._hello(request, now)
            case _ if self._hello_by is not None:
                return self._fatal("hello_first", "the first message is hello")
            case Ping(sent=sent):
                return [Send(Pong(sent=sent, server_time=now))]
            case BetRequest() | HistoryRequest() | RecallRequest() | LeaveRequest():
                return [Send(Answer(id=request.id, ok=False, code="not_allowed", detail="no patron is let in yet"))]
            case _:
                return self._command(request, now)

    def tick(self, now: int) -> Sequence[Immediate]:
        """Let time pass: a hello that never came and a token that ran out end the conversation."""
        if self._hello_by is not None and now >= self._hello_by:
            return self._fatal("hello_first", "no hello came")
        if self._token is not None and now >= self._token.expires_at:
            return self._fatal("token_refused", "the token has expired")
        return []

    def _hello(self, hello: Hello, now: int) -> Sequence[Immediate]:
        if hello.protocol != PROTOCOL:
            return self._fatal("wrong_protocol", f"this table speaks protocol {PROTOCOL}")
        if hello.table not in (None, self._table):
            return self._fatal("unknown_table", "there is no such table here")
        token = None
        if hello.token is not None:
            try:
                token = read(hello.token, self._keys, table=self._table, now=now)
            except WireError as error:
                return self._fatal("token_refused", str(error))
        self._token = token
        self._hello_by = None
        return [Subscribe(_audience(token), hello.epoch, hello.version)]

    def _command(self, request: DeskRequest, now: int) -> Sequence[Action]:
        if self._token is None:
            refusal = Answer(id=request.id, ok=False, code="not_allowed", detail="a watcher gives no commands")
            return [Send(refusal)]
        if now >= self._token.expires_at:
            return self._fatal("token_refused", "the token has expired")
        by = Actor(self._token.role, self._token.name)
        return [Submit(request.id, request.command, command_of(request, by=by, at=now))]

    def _fault(self, code: str, detail: str) -> Sequence[Immediate]:
        self._faults += 1
        if self._faults >= self._limits.faults:
            return self._fatal(code, detail)
        return [Send(_fault(code, detail, fatal=False))]

    def _fatal(self, code: str, detail: str) -> Sequence[Immediate]:
        return [Send(_fault(code, detail, fatal=True)), Close(POLICY_VIOLATION, code)]


def _audience(token: LaunchToken | None) -> Audience:
    if token is None:
        return Audience.WATCHERS
    return Audience.DEALER if token.role is Role.DEALER else Audience.SUPERVISOR


def _fault(code: str, detail: str, *, fatal: bool) -> Fault:
    # The detail may name a field that the client made up, at any length.
    return Fault(code=code, detail=detail[:500], fatal=fatal)


# A string ends at its quote or where the text ends: so no text makes the search look at anything twice.
_STRING = re.compile(r'"(?:[^"\\]|\\.)*+["\\]?', re.DOTALL)
_BRACKET = re.compile(r"[\[\]{}]")


def nesting(text: str) -> int:
    """Return how deep the brackets of a JSON text go, without reading it as JSON."""
    depth = deepest = 0
    for bracket in _BRACKET.findall(_STRING.sub("", text)):
        depth += 1 if bracket in "[{" else -1
        deepest = max(deepest, depth)
    return deepest
