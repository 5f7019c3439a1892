import base64
import json
from typing import Any

import jwt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealer_table.betting.words import PLAY_MONEY, Patron, PatronLimits
from dealer_table.errors import ConfigError, WireError
from dealer_table.procedure.words import Role
from dealer_table.wire.launch_token import Game, LaunchToken, PatronToken, TokenKey, issue, issue_patron, read

NOW = 1_800_000_000_000
HOUR = 3_600_000
OLD = TokenKey("2026-01", "o" * 32)
NEW = TokenKey("2026-07", "n" * 32)
ADA = LaunchToken(Role.DEALER, "Ada", "t1", NOW + HOUR)


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
    assert read(a_token(), [NEW, OLD], table="t1", now=NOW) == ADA
    with pytest.raises(WireError, match="does not know"):
        read(a_token(), [NEW], table="t1", now=NOW)


def test_a_token_ends_to_the_millisecond() -> None:
    assert read(a_token(), [OLD], table="t1", now=NOW + HOUR - 1) == ADA
    with pytest.raises(WireError, match="expired"):
        read(a_token(), [OLD], table="t1", now=NOW + HOUR)


def test_a_token_opens_one_table() -> None:
    with pytest.raises(WireError, match="another table"):
        read(a_token(), [OLD], table="t2", now=NOW)


@pytest.mark.parametrize("role", [Role.SUPERVISOR, Role.ADMINISTRATOR])
def test_whoever_walks_the_floor_has_a_token_for_every_table(role: Role) -> None:
    token = a_token(role=role, table="*")
    assert {read(token, [OLD], table=table, now=NOW).expires_at for table in ("t1", "t2")} == {NOW + HOUR}


def test_a_dealer_and_a_patron_have_one_table_though_their_token_were_forged_by_ourselves() -> None:
    with pytest.raises(ConfigError, match="names one table"):
        a_token(table="*")
    with pytest.raises(WireError, match="names one table"):
        read(signed(claims(table="*")), [OLD], table="t1", now=NOW)
    patron = claims(role="patron", game="live", currency="EUR", table="*")
    with pytest.raises(WireError, match="another table"):
        read(signed(patron), [OLD], table="t1", now=NOW)


def test_a_token_may_begin_later() -> None:
    token = signed(claims(nbf=NOW // 1000 + 60))
    assert read(token, [OLD], table="t1", now=NOW + 60_000) == ADA
    with pytest.raises(WireError, match="not valid yet"):
        read(token, [OLD], table="t1", now=NOW)


def test_claims_of_others_are_ignored_but_not_an_audience_that_is_not_us() -> None:
    assert read(signed(claims(iss="lobby", seat=3)), [OLD], table="t1", now=NOW) == ADA
    with pytest.raises(WireError):
        read(signed(claims(aud="another service")), [OLD], table="t1", now=NOW)


@pytest.mark.parametrize(
    "wrong",
    [
        claims(role="system"),
        claims(role="patron"),
        claims(role=None),
        claims(name=""),
        claims(name="x" * 65),
        claims(name="Ada\x00of another house"),
        claims(name="Ada\n"),
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


PAULA = Patron("Paula", "EUR")


def a_patrons_token(**changes: Any) -> str:
    wanted: dict[str, Any] = {
        "patron": PAULA,
        "place": "t1",
        "game": Game.LIVE,
        "limits": PatronLimits(),
        "expires_at": NOW + HOUR,
        "now": NOW,
    }
    return issue_patron(OLD, **wanted | changes)


def patron_claims(**changes: Any) -> dict[str, Any]:
    return claims(role="patron", game="live", currency="EUR") | changes


@pytest.mark.parametrize("game", Game)
@pytest.mark.parametrize("patron", [PAULA, Patron("Paula", PLAY_MONEY)])
@pytest.mark.parametrize("limits", [PatronLimits(), PatronLimits(500, 2000), PatronLimits(coup_maximum=1)])
def test_a_patrons_token_says_who_plays_what_where_for_which_money_and_how_high(
    game: Game, patron: Patron, limits: PatronLimits
) -> None:
    token = a_patrons_token(game=game, patron=patron, limits=limits)
    expected = PatronToken(patron, "t1", game, limits, NOW + HOUR)
    assert read(token, [OLD], table="t1", now=NOW, game=game) == expected


def test_a_patrons_token_opens_one_game() -> None:
    with pytest.raises(WireError, match="another game"):
        read(a_patrons_token(game=Game.TOUCH), [OLD], table="t1", now=NOW)
    with pytest.raises(WireError, match="another game"):
        read(a_patrons_token(), [OLD], table="t1", now=NOW, game=Game.TOUCH)


def test_a_patrons_token_is_held_to_place_and_time_as_any_other() -> None:
    with pytest.raises(WireError, match="another table"):
        read(a_patrons_token(), [OLD], table="t2", now=NOW)
    with pytest.raises(WireError, match="expired"):
        read(a_patrons_token(), [OLD], table="t1", now=NOW + HOUR)


def test_what_a_patrons_token_need_not_say() -> None:
    token = read(signed(patron_claims()), [OLD], table="t1", now=NOW)
    assert token == PatronToken(Patron("Ada", "EUR"), "t1", Game.LIVE, PatronLimits(), NOW + HOUR)


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "poker"},
        {"currency": "euro"},
        {"currency": "EUR\n"},
        {"currency": None},
        {"currency": PLAY_MONEY},
        {"fun": True},
        {"fun": 1, "currency": PLAY_MONEY},
        {"limits": {"spot_maximum": 0}},
        {"limits": {"spot_maximum": "500"}},
        {"limits": {"spot_maximum": 2**53}},
        {"limits": {"spot_maximun": 500}},
        {"limits": None},
        {"exit": "javascript:alert(1)"},
        {"exit": "https://"},
        {"exit": "https://casino.example/ lobby"},
        {"exit": None},
    ],
)
def test_a_patrons_wrong_claims_are_refused_though_well_signed(wrong: dict[str, Any]) -> None:
    with pytest.raises(WireError, match="claims"):
        read(signed(patron_claims(**wrong)), [OLD], table="t1", now=NOW)


@pytest.mark.parametrize(
    "change",
    [
        {"patron": Patron("", "EUR")},
        {"patron": Patron("Paula", "euro")},
        {"limits": PatronLimits(spot_maximum=0)},
        {"exit_to": "/lobby"},
        {"expires_at": NOW},
    ],
)
def test_a_patrons_token_that_would_be_refused_is_not_issued(change: dict[str, Any]) -> None:
    with pytest.raises(ConfigError):
        a_patrons_token(**change)
