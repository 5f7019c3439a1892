"""The wallet API: what is signed, what is let through, what counts as an answer; and what its documents say. Pure."""

import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from dealer_table.errors import WireError
from dealer_table.wire.launch_token import TokenKey
from dealer_table.wire.wallet import (
    KEY_HEADER,
    OPERATIONS,
    SIGNATURE_HEADER,
    STATUS,
    TIMESTAMP_HEADER,
    WINDOW_MS,
    Answer,
    BalanceRequest,
    Code,
    CreditRequest,
    DebitRequest,
    Refusal,
    RollbackRequest,
    WalletRequest,
    body_of,
    check_signature,
    operation_of,
    read_answer,
    read_request,
    signed_headers,
)
from tools.generate_wallet_api import wallet_openapi

# It comes without types.
Draft202012Validator: Any = import_module("jsonschema").Draft202012Validator

KEY = TokenKey("key-1", "0123456789abcdef0123456789abcdef")
OTHER = TokenKey("key-2", "fedcba9876543210fedcba9876543210")
NOW = 1_700_000_000_000
COUP: dict[str, Any] = {"patron": "Ann", "currency": "EUR", "table": "t", "shoe": 1, "coup": 2}
REQUESTS: tuple[WalletRequest, ...] = (
    BalanceRequest(patron="Ann", currency="EUR"),
    DebitRequest(transaction="d.1", amount=500, **COUP),
    DebitRequest(transaction="c.9", amount=1, reason="correction", **COUP),
    CreditRequest(transaction="c.2", amount=0, reason="settled", **COUP),
    RollbackRequest(transaction="d.1", patron="Ann", currency="EUR"),
)


def headers_of(key: TokenKey = KEY, operation: str = "debit", body: bytes = b"{}", now: int = NOW) -> dict[str, str]:
    return {name.lower(): value for name, value in signed_headers(key, operation, body, now).items()}


@pytest.mark.parametrize("request_", REQUESTS, ids=operation_of)
def test_a_request_is_read_as_it_was_written(request_: WalletRequest) -> None:
    assert read_request(operation_of(request_), body_of(request_)) == request_


def test_the_signature_is_the_documented_one() -> None:
    # hmac.new(secret, b"1700000000000\\ndebit\\n{}", sha256), worked out by openssl dgst -sha256 -hmac
    assert headers_of() == {
        "x-wallet-timestamp": "1700000000000",
        "x-wallet-key": "key-1",
        "x-wallet-signature": "da6842d88406f1ce1bcfc8ca0857feadc119a8ea06c1abce559bfc7add17035a",
    }


@pytest.mark.parametrize("skew", [-WINDOW_MS, 0, WINDOW_MS])
def test_what_was_signed_just_now_is_let_through(skew: int) -> None:
    check_signature([OTHER, KEY], "debit", b"{}", headers_of(), NOW + skew)


@pytest.mark.parametrize(
    ("operation", "body", "headers", "now"),
    [
        ("credit", b"{}", headers_of(), NOW),
        ("debit", b"{ }", headers_of(), NOW),
        ("debit", b"{}", headers_of(TokenKey("key-1", OTHER.secret)), NOW),
        ("debit", b"{}", headers_of(TokenKey("key-9", KEY.secret)), NOW),
        ("debit", b"{}", headers_of(), NOW + WINDOW_MS + 1),
        ("debit", b"{}", headers_of(), NOW - WINDOW_MS - 1),
        ("debit", b"{}", headers_of() | {"x-wallet-timestamp": str(NOW + 1)}, NOW),
        ("debit", b"{}", headers_of() | {"x-wallet-timestamp": "²"}, NOW),
        ("debit", b"{}", headers_of() | {"x-wallet-signature": "ü"}, NOW),
        ("debit", b"{}", {}, NOW),
    ],
)
def test_what_was_not_signed_so_is_refused(operation: str, body: bytes, headers: dict[str, str], now: int) -> None:
    with pytest.raises(WireError):
        check_signature([KEY, OTHER], operation, body, headers, now)


@pytest.mark.parametrize(
    ("operation", "body"),
    [
        ("withdraw", b"{}"),
        ("balance", b""),
        ("balance", b'{"patron": "Ann", "currency": "EUR", "extra": 1}'),
        ("balance", b'{"patron": "", "currency": "EUR"}'),
        ("balance", b'{"patron": "Ann", "currency": "eur"}'),
        ("debit", body_of(REQUESTS[1]).replace(b"500", b"0")),
        ("debit", body_of(REQUESTS[1]).replace(b"500", b"-5")),
        ("debit", body_of(REQUESTS[1]).replace(b"500", b'"500"')),
        ("debit", body_of(REQUESTS[1]).replace(b"500", b"5.0")),
        ("debit", body_of(REQUESTS[1]).replace(b"500", b"9007199254740992")),
        ("rollback", body_of(REQUESTS[4]).replace(b"d.1", b"d/1")),
    ],
)
def test_what_cannot_be_asked_is_no_request(operation: str, body: bytes) -> None:
    with pytest.raises(WireError):
        read_request(operation, body)


def test_an_answer_may_say_more_than_is_understood() -> None:
    assert read_answer(200, b'{"balance": 5, "bonus": 7}') == Answer(balance=5)
    refusal = Refusal(code=Code.INSUFFICIENT_FUNDS, balance=3)
    assert read_answer(402, body_of(refusal)) == refusal


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (200, b""),
        (200, b'{"balance": -1}'),
        (200, b'{"balance": null}'),
        (201, b'{"balance": 5}'),
        (404, b"<html>not here</html>"),
        (404, b'{"code": "insufficient_funds"}'),
        (402, b'{"code": "no_such_code"}'),
        (500, b'{"code": "malformed"}'),
        (302, b""),
    ],
)
def test_anything_else_is_no_answer(status: int, body: bytes) -> None:
    with pytest.raises(WireError):
        read_answer(status, body)


# ---- the documents --------------------------------------------------------------------------------------------------


def test_the_document_describes_what_is_sent_and_nothing_else() -> None:
    document = wallet_openapi()
    assert set(document["paths"]) == {f"/{operation}" for operation in OPERATIONS}
    schemas = document["components"]["schemas"]
    for message in (*REQUESTS, Answer(balance=5), Refusal(code=Code.MALFORMED), Refusal(code=Code.NOT_SIGNED)):
        schema = {"$ref": f"#/components/schemas/{type(message).__name__}", "components": {"schemas": schemas}}
        validator = Draft202012Validator(schema)
        validator.validate(message.model_dump(mode="json"))
        assert not validator.is_valid({})


def test_every_code_is_told_where_it_may_come() -> None:
    told = re.findall(r"Refused: ([\w, ]+)\.", str(wallet_openapi()["paths"]))
    assert {code for codes in told for code in codes.split(", ")} == set(Code) == set(STATUS)


def test_the_prose_names_every_path_field_code_and_header() -> None:
    prose = (Path(__file__).parents[3] / "docs" / "wallet-api.md").read_text("utf-8")
    words = {
        *(f"/{operation}" for operation in OPERATIONS),
        *(code.value for code in Code),
        *(str(status) for status in STATUS.values()),
        *(TIMESTAMP_HEADER, KEY_HEADER, SIGNATURE_HEADER),
        *(field for model in (*OPERATIONS.values(), Answer) for field in model.model_fields),
        *("settled", "reduced", "returned", "correction", "stake"),
    }
    assert [word for word in sorted(words) if not re.search(rf"[`\"]{word}[`\"]|\| {word} \|", prose)] == []
