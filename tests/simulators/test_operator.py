"""The simulated operator keeps to docs/wallet-api.md, and goes wrong when it is told to. I/O: HTTP, SQLite."""

import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from dealer_table.betting.words import Patron
from dealer_table.config.token_keys import write_new_keys
from dealer_table.wire.launch_token import TokenKey
from dealer_table.wire.wallet import (
    Answer,
    BalanceRequest,
    Code,
    CreditRequest,
    DebitRequest,
    MoneyRequest,
    Refusal,
    RollbackRequest,
    WalletRequest,
    body_of,
    operation_of,
    read_answer,
    signed_headers,
)
from simulators.operator import Operator, read_keys
from simulators.operator_faults import Fault, FaultBox, Misfortune
from simulators.operator_ledger import OperatorLedger

KEY = TokenKey("key-1", "0123456789abcdef0123456789abcdef")
NOW = 1_700_000_000_000
ANN = Patron("Ann", "EUR")
COUP: dict[str, Any] = {"patron": "Ann", "currency": "EUR", "table": "t", "shoe": 1, "coup": 2}
BALANCE = BalanceRequest(patron="Ann", currency="EUR")
ROLLBACK = RollbackRequest(transaction="d", patron="Ann", currency="EUR")


def debit(amount: int, transaction: str = "d") -> DebitRequest:
    return DebitRequest(transaction=transaction, amount=amount, **COUP)


def credit(amount: int, transaction: str = "c") -> CreditRequest:
    return CreditRequest(transaction=transaction, amount=amount, reason="settled", **COUP)


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[OperatorLedger]:
    ledger = OperatorLedger(tmp_path / "operator.db")
    ledger.open_account(ANN, 100)
    yield ledger
    assert ledger.faults() == []
    ledger.close()


def code_of(said: Answer | Refusal) -> Code | None:
    return said.code if isinstance(said, Refusal) else None


@pytest.mark.parametrize(
    ("told", "left"),
    [
        ([debit(30)], 70),
        ([debit(30), debit(30)], 70),
        ([debit(30), debit(30, "e")], 40),
        ([credit(30), credit(30)], 130),
        ([credit(0), credit(0)], 100),
        ([debit(30), ROLLBACK, ROLLBACK], 100),
        ([ROLLBACK, credit(1)], 101),
    ],
)
def test_everything_is_done_once(ledger: OperatorLedger, told: list[MoneyRequest], left: int) -> None:
    for request in told:
        assert isinstance(ledger.carry_out(request), Answer)
    assert ledger.carry_out(BALANCE) == Answer(balance=left)


@pytest.mark.parametrize(
    ("before", "request_", "code"),
    [
        ([], debit(101), Code.INSUFFICIENT_FUNDS),
        ([ROLLBACK], debit(30), Code.ROLLED_BACK),
        ([debit(30), ROLLBACK], debit(30), Code.ROLLED_BACK),
        ([debit(30)], debit(31), Code.OTHER_CONTENTS),
        ([credit(30)], credit(31), Code.OTHER_CONTENTS),
        ([debit(30)], ROLLBACK.model_copy(update={"patron": "Ben"}), Code.OTHER_CONTENTS),
        ([], BALANCE.model_copy(update={"currency": "SEK"}), Code.UNKNOWN_ACCOUNT),
        ([], credit(1).model_copy(update={"patron": "Zoe"}), Code.UNKNOWN_ACCOUNT),
    ],
)
def test_what_must_not_be_done_is_refused_and_moves_nothing(
    ledger: OperatorLedger, before: list[MoneyRequest], request_: WalletRequest, code: Code
) -> None:
    ledger.open_account(Patron("Ben", "EUR"), 0)
    for request in before:
        ledger.carry_out(request)
    balances = ledger.balances()
    assert code_of(ledger.carry_out(request_)) is code
    assert ledger.balances() == balances


def test_an_account_is_opened_once(ledger: OperatorLedger) -> None:
    ledger.open_account(ANN, 500)
    assert ledger.balances() == {ANN: 100}


def test_faults_come_in_the_order_they_were_put_in_and_those_of_the_operation_first() -> None:
    box = FaultBox()
    box.put(Fault.ERROR, times=2)
    box.put(Fault.SLOW, operation="debit", seconds=0.5)
    assert [box.next(name) for name in ("debit", "credit", "debit", "debit")] == [
        Misfortune(Fault.SLOW, 0.5),
        Misfortune(Fault.ERROR),
        Misfortune(Fault.ERROR),
        None,
    ]


def test_the_same_seed_has_the_same_weather() -> None:
    boxes = [FaultBox(), FaultBox()]
    for box in boxes:
        box.weather(7, 0.5)
    first, second = ([box.next("debit") for _ in range(50)] for box in boxes)
    assert first == second
    assert 10 < sum(misfortune is not None for misfortune in first) < 40
    boxes[0].clear()
    assert {boxes[0].next("debit") for _ in range(50)} == {None}


@pytest.fixture
def operator(tmp_path: Path) -> Iterator[Operator]:
    with Operator(tmp_path / "operator.db", [KEY], clock=lambda: NOW) as operator:
        operator.ledger.open_account(ANN, 100)
        yield operator


@pytest.fixture
def http(operator: Operator) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=operator.url, trust_env=False, timeout=30) as http:
        yield http


def ask(http: httpx.Client, request: WalletRequest, key: TokenKey = KEY, now: int = NOW) -> Answer | Refusal:
    operation, body = operation_of(request), body_of(request)
    response = http.post(f"/{operation}", content=body, headers=signed_headers(key, operation, body, now))
    return read_answer(response.status_code, response.content)


def test_a_signed_request_is_answered_over_http(http: httpx.Client) -> None:
    assert ask(http, debit(30)) == Answer(balance=70)
    assert ask(http, debit(71, "e")) == Refusal(code=Code.INSUFFICIENT_FUNDS, balance=70)


def test_an_unsigned_and_a_malformed_request_are_refused(http: httpx.Client) -> None:
    assert code_of(ask(http, BALANCE, now=NOW + 60_000)) is Code.NOT_SIGNED
    body = b"[]"
    response = http.post("/debit", content=body, headers=signed_headers(KEY, "debit", body, NOW))
    assert code_of(read_answer(response.status_code, response.content)) is Code.MALFORMED
    assert http.post("/withdraw", content=b"").status_code == 404
    assert http.post("/debit", content=b"x" * 5000).status_code == 413


@pytest.mark.parametrize(
    ("fault", "answered", "left"),
    [
        (Fault.SLOW, True, 70),
        (Fault.ERROR, False, 100),
        (Fault.ERROR_AFTER, False, 70),
        (Fault.LOST, False, 100),
        (Fault.ANSWER_LOST, False, 70),
        (Fault.TWICE, True, 70),
    ],
)
def test_each_fault_does_what_it_says(
    operator: Operator, http: httpx.Client, fault: Fault, answered: bool, left: int
) -> None:
    assert http.post("/admin/fault", content=json.dumps({"fault": fault, "operation": "debit"})).status_code == 200
    if fault in (Fault.LOST, Fault.ANSWER_LOST):
        with pytest.raises(httpx.HTTPError):
            ask(http, debit(30))
    else:
        body = body_of(debit(30))
        response = http.post("/debit", content=body, headers=signed_headers(KEY, "debit", body, NOW))
        assert (response.status_code == 200) is answered
    assert operator.ledger.balances()[ANN] == left


def test_a_late_request_is_done_behind_what_came_after_it(tmp_path: Path) -> None:
    with Operator(tmp_path / "operator.db", [KEY], clock=lambda: NOW) as operator:
        operator.ledger.open_account(ANN, 100)
        operator.faults.put(Fault.LATE, operation="debit", seconds=0.3)
        with httpx.Client(base_url=operator.url, trust_env=False, timeout=30) as http:
            with pytest.raises(httpx.HTTPError):
                ask(http, debit(30))
            assert ask(http, ROLLBACK) == Answer(balance=100)
    # It has ended only when the late one was done: its tombstone was there.
    ledger = OperatorLedger(tmp_path / "operator.db")
    assert ledger.balances() == {ANN: 100}
    ledger.close()


def test_an_operator_that_is_down_answers_nobody_until_it_is_up(http: httpx.Client) -> None:
    http.post("/admin/fault", json={"fault": "down"})
    with pytest.raises(httpx.HTTPError):
        ask(http, BALANCE)
    http.post("/admin/clear")
    assert ask(http, BALANCE) == Answer(balance=100)


def test_who_looks_after_it_sees_its_books(http: httpx.Client) -> None:
    assert http.post("/admin/open", json={"patron": "Ben", "currency": "EUR", "balance": 5}).json() == {"done": "open"}
    ask(http, debit(30))
    assert http.get("/admin/accounts").json() == [["Ann", "EUR", 70], ["Ben", "EUR", 5]]
    assert http.get("/admin/transactions").json()[-1]["operation"] == "debit"
    assert http.get("/admin/faults").json() == []
    assert http.get("/admin/nothing").status_code == 400
    assert http.post("/admin/fault", json={"fault": "earthquake"}).status_code == 400
    assert http.get("/elsewhere").status_code == 404


def test_it_is_a_command(tmp_path: Path) -> None:
    keys = tmp_path / "wallet.keys"
    write_new_keys(keys)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "simulators.operator", "--database", str(tmp_path / "o.db"), "--keys", str(keys)]
    command += ["--port", str(port), "--open", "Ann:EUR:100"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == f"operator at http://127.0.0.1:{port}\n"
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=30) as http:
            accounts = http.get("/admin/accounts").json()
        process.terminate()
    assert accounts == [["Ann", "EUR", 100]]
    assert [key.kid for key in read_keys(keys)] == ["key-1"]
