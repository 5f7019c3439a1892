import json
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealer_table.betting.commands import WithdrawFunds
from dealer_table.betting.words import Patron, PatronLimits
from dealer_table.gateway.audience import PATRONS, Audience, Crowd
from dealer_table.gateway.desk_requests import StaffCommand, command_of
from dealer_table.gateway.session import Action, Close, LookUp, Play, Send, Session, Submit, Subscribe, nesting
from dealer_table.gateway.settings import SessionLimits
from dealer_table.procedure.commands import CloseBetting, OpenBetting, PersonCommand, VoidCoup
from dealer_table.procedure.words import Actor, Role
from dealer_table.wire.from_client import parse_from_client
from dealer_table.wire.from_patron import BetRequest
from dealer_table.wire.from_staff import CoupRecordRequest
from dealer_table.wire.launch_token import Game, PatronToken, TokenKey, issue, issue_patron
from dealer_table.wire.to_client import Answer, Fault, Pong

NOW = 1_800_000_000_000
BEA = Patron("Bea", "EUR")
KEY = TokenKey("k", "s" * 32)
LIMITS = SessionLimits(hello_within=1_000, burst=10, messages_per_second=10.0, faults=3)


def a_session() -> Session:
    return Session({"t1": Game.LIVE}, [KEY], LIMITS, NOW)


def hello(**fields: Any) -> str:
    return json.dumps({"type": "hello", "protocol": 1} | fields)


def a_token(role: Role = Role.DEALER, table: str = "t1", lasts: int = 60_000) -> str:
    return issue(KEY, role=role, name="Ada", table=table, expires_at=NOW + lasts, now=NOW)


def command(name: str, request: str = "r1", **fields: Any) -> str:
    return json.dumps({"type": "command", "id": request, "command": name} | fields)


def at_the_desk(role: Role = Role.DEALER) -> Session:
    session = a_session()
    session.receive(hello(token=a_token(role)), NOW)
    return session


def fault_of(actions: Any) -> Fault:
    assert isinstance(actions[0], Send)
    assert isinstance(actions[0].message, Fault)
    return actions[0].message


def is_closed(actions: Any) -> bool:
    return isinstance(actions[-1], Close) and actions[-1].code == 1008


def test_a_hello_makes_a_watcher() -> None:
    assert a_session().receive(hello(), NOW) == [Subscribe(Crowd("t1", Audience.WATCHERS), None, None)]


def test_a_hello_may_say_what_the_client_has() -> None:
    actions = a_session().receive(hello(table="t1", epoch="e", version=7), NOW)
    assert actions == [Subscribe(Crowd("t1", Audience.WATCHERS), "e", 7)]


@pytest.mark.parametrize(
    ("role", "audience"),
    [
        (Role.DEALER, Audience.DEALER),
        (Role.SUPERVISOR, Audience.SUPERVISOR),
        (Role.ADMINISTRATOR, Audience.SUPERVISOR),
    ],
)
def test_a_token_leads_to_the_desk(role: Role, audience: Audience) -> None:
    actions = a_session().receive(hello(token=a_token(role)), NOW)
    assert actions == [Subscribe(Crowd("t1", audience), None, None)]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (hello(protocol=2), "wrong_protocol"),
        (hello(table="t2"), "unknown_table"),
        (hello(token="nonsense"), "token_refused"),
        (hello(token=a_token(table="t2")), "token_refused"),
        ('{"type":"ping"}', "hello_first"),
        (command("load_shoe"), "hello_first"),
    ],
)
def test_a_wrong_beginning_is_the_end(text: str, code: str) -> None:
    actions = a_session().receive(text, NOW)
    assert (fault_of(actions).code, fault_of(actions).fatal) == (code, True)
    assert is_closed(actions)


def test_an_expired_token_is_refused_at_the_door_in_between_and_by_the_clock() -> None:
    late = NOW + 60_000
    assert fault_of(a_session().receive(hello(token=a_token()), late)).code == "token_refused"
    assert fault_of(at_the_desk().receive(command("load_shoe"), late)).code == "token_refused"
    assert at_the_desk().tick(late - 1) == []
    assert is_closed(at_the_desk().tick(late))


def test_a_second_hello_with_a_fresh_token_keeps_the_desk() -> None:
    session = at_the_desk()
    session.receive(hello(token=a_token(lasts=120_000)), NOW + 1_000)
    assert session.tick(NOW + 60_000) == []


def test_a_second_hello_without_a_token_leaves_the_desk() -> None:
    session = at_the_desk()
    assert session.receive(hello(), NOW) == [Subscribe(Crowd("t1", Audience.WATCHERS), None, None)]
    assert fault_free_answer(session.receive(command("load_shoe"), NOW)).code == "not_allowed"


PLACES = {"t1": Game.LIVE, "room": Game.TOUCH, "t2": Game.LIVE}


def at_places() -> Session:
    return Session(PLACES, [KEY], LIMITS, NOW)


def a_patrons_token(place: str = "t1", game: Game = Game.LIVE, lasts: int = 60_000) -> str:
    limits = PatronLimits(coup_maximum=500)
    return issue_patron(KEY, patron=BEA, place=place, game=game, limits=limits, expires_at=NOW + lasts, now=NOW)


def a_bet(request: str = "r1") -> str:
    return json.dumps({"type": "bet", "id": request, "coup": 1, "gestures": [{"move": "clear"}]})


def test_a_patrons_token_lets_in_among_the_watchers() -> None:
    [subscribe] = at_places().receive(hello(token=a_patrons_token(), epoch="e", version=7), NOW)
    token = PatronToken(BEA, "t1", Game.LIVE, PatronLimits(coup_maximum=500), NOW + 60_000)
    assert subscribe == Subscribe(Crowd("t1", Audience.WATCHERS), "e", 7, token)


@pytest.mark.parametrize(("place", "game"), PLACES.items())
def test_a_token_finds_its_place_among_many(place: str, game: Game) -> None:
    for named in ({}, {"table": place}):
        [subscribe] = at_places().receive(hello(token=a_patrons_token(place, game), **named), NOW)
        assert isinstance(subscribe, Subscribe)
        assert subscribe.crowd == Crowd(place, "patrons" if game is Game.TOUCH else "watchers")


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"table": "t3"}, "unknown_table"),
        ({"table": "t2", "token": a_patrons_token()}, "token_refused"),
        ({"token": a_patrons_token("t1", Game.TOUCH)}, "token_refused"),
        ({"token": a_patrons_token("room", Game.LIVE)}, "token_refused"),
        ({"table": "room"}, "token_refused"),
        ({"table": "room", "token": a_token(Role.SUPERVISOR, "room")}, "token_refused"),
    ],
)
def test_nobody_comes_to_a_place_that_is_not_theirs(fields: Any, code: str) -> None:
    actions = at_places().receive(hello(**fields), NOW)
    assert (fault_of(actions).code, is_closed(actions)) == (code, True)


def test_without_a_name_the_first_place_is_meant_and_the_cashier_may_go_into_a_room() -> None:
    assert at_places().receive(hello(), NOW) == [Subscribe(Crowd("t1", Audience.WATCHERS), None, None)]
    [subscribe] = at_places().receive(hello(token=a_token(Role.ADMINISTRATOR, "room")), NOW)
    assert subscribe == Subscribe(Crowd("room", PATRONS), None, None)


def test_a_patron_plays_and_gives_no_commands() -> None:
    session = at_places()
    session.receive(hello(token=a_patrons_token()), NOW)
    [play] = session.receive(a_bet(), NOW)
    assert isinstance(play, Play)
    assert isinstance(play.request, BetRequest)
    assert fault_free_answer(session.receive(command("load_shoe"), NOW)).code == "not_allowed"
    assert is_closed(session.receive(a_bet("r2"), NOW + 60_000))


def test_who_was_let_go_is_a_watcher_until_the_next_hello() -> None:
    session = at_places()
    session.receive(hello(token=a_patrons_token()), NOW)
    session.dismiss()
    assert fault_free_answer(session.receive(a_bet(), NOW)).code == "not_allowed"
    assert session.tick(NOW + 1_000_000) == []
    session.receive(hello(token=a_patrons_token()), NOW)
    assert isinstance(session.receive(a_bet(), NOW)[0], Play)


@pytest.mark.parametrize("token", [None, a_token(), a_token(Role.ADMINISTRATOR)])
def test_nobody_but_a_patron_bets_and_anybody_asks_for_the_last_coups(token: str | None) -> None:
    session = at_places()
    session.receive(hello(token=token), NOW)
    assert fault_free_answer(session.receive(a_bet(), NOW)).code == "not_allowed"
    assert isinstance(session.receive('{"type":"recall","id":"r"}', NOW)[0], LookUp)


def test_only_the_administrator_moves_money() -> None:
    money: dict[str, Any] = {"patron": "Bea", "currency": "EUR", "amount": 100, "reference": "7"}
    for role in (Role.DEALER, Role.SUPERVISOR):
        refused = fault_free_answer(at_the_desk(role).receive(command("deposit_funds", **money), NOW))
        assert refused.code == "not_allowed"
    [submit] = at_the_desk(Role.ADMINISTRATOR).receive(command("withdraw_funds", **money), NOW)
    by = Actor(Role.ADMINISTRATOR, "Ada")
    assert submit == Submit("r1", "withdraw_funds", WithdrawFunds(NOW, by, Patron("Bea", "EUR"), 100, "7"))


def test_hello_has_a_time_limit() -> None:
    session = a_session()
    assert session.tick(NOW + 999) == []
    assert fault_of(session.tick(NOW + 1_000)).code == "hello_first"
    greeted = a_session()
    greeted.receive(hello(), NOW)
    assert greeted.tick(NOW + 1_000_000) == []


def test_a_ping_gets_the_servers_time() -> None:
    session = a_session()
    session.receive(hello(), NOW)
    assert session.receive('{"type":"ping","sent":5}', NOW + 3) == [Send(Pong(sent=5, server_time=NOW + 3))]


def fault_free_answer(actions: Any) -> Answer:
    [action] = actions
    assert isinstance(action, Send)
    assert isinstance(action.message, Answer)
    return action.message


def test_a_watcher_gives_no_commands() -> None:
    session = a_session()
    session.receive(hello(), NOW)
    answer = fault_free_answer(session.receive(command("open_betting", "r9"), NOW))
    assert (answer.id, answer.ok, answer.code) == ("r9", False, "not_allowed")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (command("open_betting", seconds=20), OpenBetting(NOW + 5, Actor(Role.DEALER, "Ada"), 20)),
        (command("close_betting"), CloseBetting(NOW + 5, Actor(Role.DEALER, "Ada"))),
        (command("void_coup", reason="spill"), VoidCoup(NOW + 5, Actor(Role.DEALER, "Ada"), "spill")),
    ],
)
def test_a_command_carries_its_person_and_its_time(text: str, expected: PersonCommand) -> None:
    assert at_the_desk().receive(text, NOW + 5) == [Submit("r1", json.loads(text)["command"], expected)]


def test_every_request_becomes_the_command_of_its_name() -> None:
    needed: dict[str, dict[str, Any]] = {
        "void_coup": {"reason": "x"},
        "resolve_hold": {"resolution": "rescan"},
        "swap_scanner": {"scanner": "shoe-2"},
        "correct_coup": {"coup": 7, "player": ["8S", "TH"], "banker": ["5C", "2D"], "reason": "x"},
        "deposit_funds": {"patron": "Bea", "currency": "EUR", "amount": 100, "reference": "7"},
        "withdraw_funds": {"patron": "Bea", "currency": "EUR", "amount": 100, "reference": "8"},
        "settle_debt": {"patron": "Bea", "currency": "EUR", "amount": 100, "reference": "9", "means": "cash"},
    }
    for kind in get_args(StaffCommand):
        name = "".join(f"_{char.lower()}" if char.isupper() else char for char in kind.__name__).lstrip("_")
        request = parse_from_client(command(name, **needed.get(name, {})))
        assert request.type == "command"
        made = command_of(request, by=Actor(Role.SUPERVISOR, "Bo"), at=9)
        assert type(made) is kind
        assert (made.at, made.by) == (9, Actor(Role.SUPERVISOR, "Bo"))


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ("junk", "not_understood"),
        ('{"type":"dance"}', "not_understood"),
        (b"bytes", "not_text"),
        ("[" * 3000, "too_deep"),
        ('{"type":' + '{"a":' * 5 + "1" + "}" * 6, "too_deep"),
    ],
)
def test_junk_is_answered_by_a_fault(message: str | bytes, code: str) -> None:
    fault = fault_of(a_session().receive(message, NOW))
    assert (fault.code, fault.fatal) == (code, False)


def test_a_long_made_up_field_does_not_break_the_fault_itself() -> None:
    fault = fault_of(a_session().receive(hello(**{"x" * 3000: 1}), NOW))
    assert len(fault.detail) <= 500


def test_brackets_in_a_string_are_no_nesting() -> None:
    session = at_the_desk()
    [submit] = session.receive(command("void_coup", reason='[[[[[{{{"\\[['), NOW)
    assert isinstance(submit, Submit)


def test_too_many_faults_end_the_conversation() -> None:
    session = a_session()
    assert not is_closed(session.receive("junk", NOW))
    assert not is_closed(session.receive("junk", NOW))
    last = session.receive("junk", NOW)
    assert fault_of(last).fatal
    assert is_closed(last)


def test_who_talks_too_fast_is_told_and_then_closed() -> None:
    session = a_session()
    session.receive(hello(), NOW)
    codes = [_code(session.receive('{"type":"ping"}', NOW)) for _ in range(12)]
    assert codes == ["pong"] * 9 + ["too_fast"] * 3
    assert _code(session.receive('{"type":"ping"}', NOW + 200)) == "pong"


def _code(actions: Any) -> str:
    message = actions[0].message
    return message.code if isinstance(message, Fault) else message.type


@pytest.mark.parametrize(
    ("text", "depth"),
    [("", 0), ("{}", 1), ('{"a":[1,{}]}', 3), ('"[[[["', 0), ('"[[[', 0), ('"\\"[[" [', 1), ("]]]][", 0), ('"\\', 0)],
)
def test_nesting(text: str, depth: int) -> None:
    assert nesting(text) == depth


JSON = st.recursive(
    st.text() | st.integers() | st.none(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


def depth_of(value: Any) -> int:
    if isinstance(value, dict):
        value = list(value.values())
    return 1 + max(map(depth_of, value), default=0) if isinstance(value, list) else 0


@settings(deadline=None)
@given(JSON)
def test_nesting_is_that_of_the_json(value: Any) -> None:
    assert nesting(json.dumps(value)) == depth_of(value)


@settings(deadline=None)
@given(st.lists(st.text() | st.binary() | st.sampled_from([hello(), command("load_shoe"), '{"type":"ping"}'])))
def test_a_conversation_of_any_kind_never_fails_and_never_reaches_the_table(messages: list[str | bytes]) -> None:
    session = a_session()
    for message in messages:
        actions: Any = session.receive(message, NOW)
        assert 1 <= len(actions) <= 2
        assert all(isinstance(action, get_args(Action)) and not isinstance(action, Submit) for action in actions)


@pytest.mark.parametrize("role", [Role.SUPERVISOR, Role.ADMINISTRATOR])
def test_a_supervisor_reads_the_record_of_a_coup(role: Role) -> None:
    (asked,) = at_the_desk(role).receive('{"type":"coup_record","id":"r","coup":3}', NOW)
    assert asked == LookUp(CoupRecordRequest(type="coup_record", id="r", coup=3))


def test_nobody_else_reads_it() -> None:
    session = a_session()
    session.receive(hello(), NOW)
    for asking in (session, at_the_desk(Role.DEALER)):
        (refused,) = asking.receive('{"type":"coup_record","id":"r","coup":3}', NOW)
        assert isinstance(refused, Send)
        assert isinstance(refused.message, Answer)
        assert refused.message.code == "not_allowed"
