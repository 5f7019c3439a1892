import base64
import json
from typing import Any

import jwt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealer_table.errors import ConfigError, WireError
from dealer_table.procedure.words import Role
from dealer_table.wire.launch_token import LaunchToken, TokenKey, issue, read

NOW = 1_800_000_000_000
HOUR = 3_600_000
OLD = TokenKey("2026-01", "o" * 32)
NEW = TokenKey("2026-07", "n" * 32)


def a_token(**changes: Any) -> str:
    wanted: dict[str, Any] = {"role": Role.DEALER, "name": "Ada", "table": "t1", "expires_at": NOW + HOUR, "now": NOW}
    return issue(OLD, **wanted | changes)


def signed(claims: dict[str, Any], headers: dict[str, Any] | None = None) -> str:
    return jwt.encode(claims, OLD.secret, "HS256", headers or {"kid": OLD.kid})


def claims(**changes: Any) -> dict[str, Any]:
    return {"role": "dealer", "name": "Ada", "table": "t1", "exp": (NOW + HOUR) // 1000} | changes


@pytest.mark.parametrize("role", [Role.DEALER, Role.SUPERVISOR, Role.ADMINISTRATOR])
def test_a_token_says_who_may_do_what_where_and_until_when(role: Role) -> None:
    assert read(a_token(role=role), [OLD], table="t1", now=NOW) == LaunchToken(role, "Ada", "t1", NOW + HOUR)


def test_a_new_key_is_brought_in_while_old_tokens_run() -> None:
    assert read(a_token(), [NEW, OLD], table="t1", now=NOW).name == "Ada"
    with pytest.raises(WireError, match="does not know"):
        read(a_token(), [NEW], table="t1", now=NOW)


def test_a_token_ends_to_the_millisecond() -> None:
    assert read(a_token(), [OLD], table="t1", now=NOW + HOUR - 1).name == "Ada"
    with pytest.raises(WireError, match="expired"):
        read(a_token(), [OLD], table="t1", now=NOW + HOUR)


def test_a_token_opens_one_table() -> None:
    with pytest.raises(WireError, match="another table"):
        read(a_token(), [OLD], table="t2", now=NOW)


def test_a_token_may_begin_later() -> None:
    token = signed(claims(nbf=NOW // 1000 + 60))
    assert read(token, [OLD], table="t1", now=NOW + 60_000).name == "Ada"
    with pytest.raises(WireError, match="not valid yet"):
        read(token, [OLD], table="t1", now=NOW)


def test_claims_of_others_are_ignored_but_not_an_audience_that_is_not_us() -> None:
    assert read(signed(claims(iss="lobby", seat=3)), [OLD], table="t1", now=NOW).name == "Ada"
    with pytest.raises(WireError):
        read(signed(claims(aud="another service")), [OLD], table="t1", now=NOW)


@pytest.mark.parametrize(
    "wrong",
    [
        claims(role="system"),
        claims(role="patron"),
        claims(name=""),
        claims(name="x" * 65),
        claims(exp="soon"),
        claims(exp=float(NOW)),
        {key: value for key, value in claims().items() if key != "exp"},
        {key: value for key, value in claims().items() if key != "table"},
    ],
)
def test_wrong_claims_are_refused_though_well_signed(wrong: dict[str, Any]) -> None:
    with pytest.raises(WireError):
        read(signed(wrong), [OLD], table="t1", now=NOW)


def part(value: Any) -> str:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=").decode()


def test_a_token_that_nobody_signed_is_refused() -> None:
    unsigned = f"{part({'alg': 'none', 'kid': OLD.kid})}.{part(claims())}."
    other_algorithm = jwt.encode(claims(), OLD.secret * 2, "HS512", {"kid": OLD.kid})
    other_key = jwt.encode(claims(), "x" * 32, "HS256", {"kid": OLD.kid})
    for token in (unsigned, other_algorithm, other_key):
        with pytest.raises(WireError):
            read(token, [OLD], table="t1", now=NOW)


def test_a_changed_token_is_refused() -> None:
    head, _, signature = a_token().split(".")
    with pytest.raises(WireError):
        read(f"{head}.{part(claims(role='administrator'))}.{signature}", [OLD], table="t1", now=NOW)


@pytest.mark.parametrize("header", [{}, {"kid": 3}, {"kid": None}, {"kid": ["2026-01"]}])
def test_a_token_without_a_key_name_is_refused(header: dict[str, Any]) -> None:
    token = f"{part({'alg': 'HS256'} | header)}.{part(claims())}.AAAA"
    with pytest.raises(WireError):
        read(token, [OLD], table="t1", now=NOW)


def test_a_header_nested_without_end_is_refused() -> None:
    deep = base64.urlsafe_b64encode(b"[" * 3000).decode()
    with pytest.raises(WireError):
        read(f"{deep}.e30.AAAA", [OLD], table="t1", now=NOW)


@settings(deadline=None)
@given(st.text())
def test_any_text_is_refused_and_never_repeated(text: str) -> None:
    with pytest.raises(WireError) as refusal:
        read(text, [OLD], table="t1", now=NOW)
    assert len(text) < 8 or text not in str(refusal.value)


def test_a_key_is_long_enough_and_does_not_show() -> None:
    assert OLD.secret not in repr(OLD)
    with pytest.raises(ConfigError, match="shorter"):
        TokenKey("k", "short")
    with pytest.raises(ConfigError, match="name"):
        TokenKey("", "x" * 32)


@pytest.mark.parametrize("change", [{"role": Role.SYSTEM}, {"name": ""}, {"name": "x" * 65}, {"expires_at": NOW}])
def test_what_would_be_refused_is_not_issued(change: dict[str, Any]) -> None:
    with pytest.raises(ConfigError):
        a_token(**change)
