"""One client's conversation as a state machine: text and time in, things to do out. Pure.

A client says hello, and is from then on a watcher or, with a token, a person at the desk or a patron. It may say hello
again: to be put right after a gap, or with a fresh token before the old one runs out. How large a message may be is the
socket's affair: it refuses before the whole is in memory.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from dealer_table.errors import WireError
from dealer_table.gateway.audience import PATRONS, Audience, Crowd
from dealer_table.gateway.desk_requests import StaffCommand, command_of, only_for
from dealer_table.gateway.rate_limit import TokenBucket
from dealer_table.gateway.settings import SessionLimits
from dealer_table.gateway.staff_watch import StaffWatch
from dealer_table.procedure.words import Actor, Role
from dealer_table.wire.from_client import (
    PROTOCOL,
    DeskRequest,
    Hello,
    PatronRequest,
    Ping,
    RecordRequest,
    parse_from_client,
)
from dealer_table.wire.from_patron import RecallRequest
from dealer_table.wire.from_staff import CoupRecordRequest
from dealer_table.wire.launch_token import Game, LaunchToken, PatronToken, TokenKey, read
from dealer_table.wire.to_client import Answer, Fault, Pong

POLICY_VIOLATION = 1008
# What a person who has done nothing for long may not do even in a coup: the coup can wait for it.
_NEVER_UNASKED = {"void_coup", "correct_coup", "deposit_funds", "withdraw_funds", "settle_debt"}


@dataclass(frozen=True, slots=True)
class Send:
    """Send this message to the client."""

    message: Pong | Fault | Answer


@dataclass(frozen=True, slots=True)
class Subscribe:
    """Let the client be one of `crowd`, from (`epoch`, `version`) when it brought them, and let its patron in."""

    crowd: Crowd
    epoch: str | None
    version: int | None
    patron: PatronToken | None = None


@dataclass(frozen=True, slots=True)
class Submit:
    """Ask the table to do `command`, and answer under `request`."""

    request: str
    name: str
    command: StaffCommand


@dataclass(frozen=True, slots=True)
class Play:
    """Ask the place for what its patron wants."""

    request: PatronRequest


@dataclass(frozen=True, slots=True)
class LookUp:
    """Ask the place for what is on record."""

    request: RecordRequest


@dataclass(frozen=True, slots=True)
class Close:
    """Close the connection."""

    code: int
    reason: str


Immediate = Send | Close
Action = Immediate | Subscribe | Submit | Play | LookUp


class Session:
    """What is known of one client; `places` are those that are served here, and times are in milliseconds."""

    def __init__(
        self,
        places: Mapping[str, Game],
        keys: Sequence[TokenKey],
        limits: SessionLimits,
        now: int,
        *,
        staff: StaffWatch | None = None,
        is_coup_in_play: Callable[[], bool] = lambda: False,
    ) -> None:
        self._staff = staff or StaffWatch()
        self._is_coup_in_play = is_coup_in_play
        self._places = places
        self._keys = keys
        self._limits = limits
        self._bucket = TokenBucket(limits.burst, limits.messages_per_second, now)
        self._hello_by: int | None = now + limits.hello_within
        self._token: LaunchToken | PatronToken | None = None
        self._faults = 0

    def receive(self, message: str | bytes, now: int) -> Sequence[Action]:
        """Take one message of the client."""
        if not self._bucket.take(now):
            return self._fault("too_fast", "more messages than this table takes from one client")
        if isinstance(message, bytes):
            return self._fault("not_text", "messages are text")
        # What has so few brackets cannot be nested deeper: hardly any message need be walked.
        if message.count("{") + message.count("[") > self._limits.nesting and nesting(message) > self._limits.nesting:
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
            case RecallRequest():
                return [LookUp(request)]
            case _ if why := self._why_over(now):
                return self._fatal("token_refused", why)
            case CoupRecordRequest():
                return self._look_up(request, now)
            case _ if isinstance(request, PatronRequest):
                return self._play(request)
            case _:
                return self._command(request, now)

    def tick(self, now: int) -> Sequence[Immediate]:
        """Let time pass: a hello that never came and a token that ran out end the conversation."""
        if self._hello_by is not None and now >= self._hello_by:
            return self._fatal("hello_first", "no hello came")
        if why := self._why_over(now):
            return self._fatal("token_refused", why)
        return []

    def dismiss(self) -> None:
        """Let the client be a watcher from now on: its place let the patron go."""
        self._token = None

    def _hello(self, hello: Hello, now: int) -> Sequence[Action]:
        if hello.protocol != PROTOCOL:
            return self._fatal("wrong_protocol", f"this table speaks protocol {PROTOCOL}")
        places = self._places if hello.table is None else {hello.table} & self._places.keys()
        if not places:
            return self._fatal("unknown_table", "there is no such table here")
        place, token = next(iter(places)), None
        if hello.token is not None:
            try:
                place, token = self._admitted(hello.token, [one for one in self._places if one in places], now)
            except WireError as error:
                return self._fatal("token_refused", str(error))
        if self._places[place] is Game.TOUCH and not _is_at_home_in_a_room(token):
            return self._fatal("token_refused", "only patrons and the cashier have something to do in a Touch room")
        self._token = token
        self._hello_by = None
        if isinstance(token, LaunchToken):
            self._staff.greet(token, now)
            if why := self._why_over(now):
                return self._fatal("token_refused", why)
        patron = token if isinstance(token, PatronToken) else None
        audience = PATRONS if self._places[place] is Game.TOUCH else _audience(token)
        return [Subscribe(Crowd(place, audience), hello.epoch, hello.version, patron)]

    def _why_over(self, now: int) -> str:
        """Say why the token is good no more; a dealer whose account is gone finishes the coup in play."""
        token = self._token
        if token is None:
            return ""
        if now >= token.expires_at:
            return "the token has expired"
        if not isinstance(token, LaunchToken) or not self._staff.is_over(token):
            return ""
        return "" if token.role is Role.DEALER and self._is_coup_in_play() else "the account was locked or changed"

    def _admitted(self, token: str, places: Sequence[str], now: int) -> tuple[str, LaunchToken | PatronToken]:
        """Return the first of these places that the token opens, and what it says; WireError why it opens none."""
        refused = None
        for place in places:
            try:
                return place, read(token, self._keys, table=place, now=now, game=self._places[place])
            except WireError as error:
                refused = refused or error
        assert refused is not None, "there is a place to be refused at"
        raise refused

    def _play(self, request: PatronRequest) -> Sequence[Action]:
        if not isinstance(self._token, PatronToken):
            return _refused(request.id, "only a patron may")
        return [Play(request)]

    def _look_up(self, request: CoupRecordRequest, now: int) -> Sequence[Action]:
        if not isinstance(self._token, LaunchToken) or self._token.role is Role.DEALER:
            return _refused(request.id, "that is a supervisor's to read")
        if self._staff.must_log_in(self._token, now):
            return _asked_again(request.id)
        self._staff.acted(self._token, now)
        return [LookUp(request)]

    def _command(self, request: DeskRequest, now: int) -> Sequence[Action]:
        if not isinstance(self._token, LaunchToken):
            return _refused(request.id, "neither watchers nor patrons give commands")
        role = only_for(request)
        if role is not None and self._token.role is not role:
            return _refused(request.id, f"that is the {role.value}'s to do")
        if not self._staff.must_log_in(self._token, now):
            self._staff.acted(self._token, now)
        elif request.command in _NEVER_UNASKED or not self._is_coup_in_play():
            return _asked_again(request.id)
        by = Actor(self._token.role, self._token.name)
        return [Submit(request.id, request.command, command_of(request, by=by, at=now))]

    def _fault(self, code: str, detail: str) -> Sequence[Immediate]:
        self._faults += 1
        if self._faults >= self._limits.faults:
            return self._fatal(code, detail)
        return [Send(_fault(code, detail, fatal=False))]

    def _fatal(self, code: str, detail: str) -> Sequence[Immediate]:
        return [Send(_fault(code, detail, fatal=True)), Close(POLICY_VIOLATION, code)]


def _is_at_home_in_a_room(token: LaunchToken | PatronToken | None) -> bool:
    return isinstance(token, PatronToken) or (token is not None and token.role is Role.ADMINISTRATOR)


def _audience(token: LaunchToken | PatronToken | None) -> Audience:
    if not isinstance(token, LaunchToken):
        return Audience.WATCHERS
    return Audience.DEALER if token.role is Role.DEALER else Audience.SUPERVISOR


def _refused(request: str, detail: str) -> Sequence[Immediate]:
    return [Send(Answer(id=request, ok=False, code="not_allowed", detail=detail))]


def _asked_again(request: str) -> Sequence[Immediate]:
    return [Send(Answer(id=request, ok=False, code="login_needed"))]


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
