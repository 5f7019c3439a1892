from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealer_table.errors import WireError
from dealer_table.procedure.words import Resolution
from dealer_table.wire.from_client import (
    DeskRequest,
    Hello,
    OpenBettingRequest,
    Ping,
    ResolveHoldRequest,
    SwapScannerRequest,
    parse_from_client,
)


def test_the_smallest_hello_is_that_of_a_watcher() -> None:
    assert parse_from_client('{"type":"hello","protocol":1}') == Hello(type="hello", protocol=1)


def test_a_returning_client_says_what_it_has() -> None:
    hello = parse_from_client('{"type":"hello","protocol":1,"epoch":"ab","version":7}')
    assert isinstance(hello, Hello)
    assert (hello.epoch, hello.version) == ("ab", 7)


def test_a_ping_may_carry_its_time() -> None:
    assert parse_from_client('{"type":"ping","sent":12.5}') == Ping(type="ping", sent=12.5)


def test_commands_are_told_apart_by_name() -> None:
    request = parse_from_client('{"type":"command","id":"a","command":"open_betting","seconds":15}')
    assert request == OpenBettingRequest(type="command", id="a", command="open_betting", seconds=15)
    request = parse_from_client(
        '{"type":"command","id":"b","command":"resolve_hold","resolution":"key_in","card":"8S"}'
    )
    assert isinstance(request, ResolveHoldRequest)
    assert (request.resolution, request.card) == (Resolution.KEY_IN, "8S")
    request = parse_from_client('{"type":"command","id":"c","command":"swap_scanner","scanner":"shoe-2"}')
    assert request == SwapScannerRequest(type="command", id="c", command="swap_scanner", scanner="shoe-2")


def test_every_command_has_its_own_name() -> None:
    models = get_args(get_args(DeskRequest)[0])
    names = [get_args(model.model_fields["command"].annotation)[0] for model in models]
    assert len(names) == len(set(names)) == 21


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        "null",
        "[]",
        "{}",
        '{"type":"hello"}',
        '{"type":"hello","protocol":"one"}',
        '{"type":"hello","protocol":1,"extra":0}',
        '{"type":"hello","protocol":1,"version":-1}',
        '{"type":"command","id":"a"}',
        '{"type":"command","id":"","command":"load_shoe"}',
        '{"type":"command","id":"a","command":"open_betting","seconds":0}',
        '{"type":"command","id":"a","command":"open_betting","seconds":601}',
        '{"type":"command","id":"a","command":"void_coup"}',
        '{"type":"command","id":"a","command":"resolve_hold","resolution":"pray"}',
        '{"type":"command","id":"a","command":"resolve_hold","resolution":"key_in","card":"1S"}',
        '{"type":"command","id":"a","command":"swap_scanner"}',
        '{"type":"command","id":"a","command":"swap_scanner","scanner":""}',
        '{"type":"command","id":"a","command":"start_deck_check","packs":8}',
        '{"type":"command","id":"a","command":"record_card_read"}',
        r'{"type":"command","id":"a","command":"deposit_funds","patron":"ann\u0000","currency":"EUR","amount":1,'
        r'"reference":"slip"}',
        r'{"type":"command","id":"a","command":"withdraw_funds","patron":"ann","currency":"EUR","amount":1,'
        r'"reference":"slip\u0000b"}',
    ],
)
def test_what_the_protocol_does_not_know_is_refused(text: str) -> None:
    with pytest.raises(WireError):
        parse_from_client(text)


def test_a_refusal_does_not_repeat_a_token() -> None:
    secret = "s3cret" * 800
    with pytest.raises(WireError) as refusal:
        parse_from_client(f'{{"type":"hello","protocol":1,"token":"{secret}"}}')
    assert "s3cret" not in str(refusal.value)


@settings(deadline=None)
@given(st.text() | st.binary())
def test_junk_is_a_wire_error_and_nothing_else(junk: str | bytes) -> None:
    with pytest.raises(WireError):
        parse_from_client(junk)
