import pytest

from dealer_table.baccarat.hand import Position
from dealer_table.errors import WireError
from dealer_table.wire.bridge_status import BridgeStatus, parse_bridge_status
from dealer_table.wire.scanner_wants import (
    ReadVerdict,
    ScannerWanted,
    Verdict,
    Want,
    parse_read_verdict,
    parse_scanner_wanted,
)


def test_what_is_said_is_read_again() -> None:
    for want in (ScannerWanted(want=Want.CARD, position=Position.PLAYER_2), ScannerWanted(want=Want.BURN)):
        assert parse_scanner_wanted(want.model_dump_json().encode()) == want
    verdict = ReadVerdict(boot="b1", seq=7, verdict=Verdict.OVERDRAW)
    assert parse_read_verdict(verdict.model_dump_json().encode()) == verdict
    status = BridgeStatus(online=True, scanners=("shoe", "spare"))
    assert parse_bridge_status(status.model_dump_json().encode()) == status


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"[]",
        b'{"want": "trouble"}',
        b'{"want": "card"}',
        b'{"want": "burn", "position": "player_1"}',
        b'{"want": "nothing", "card": "8S"}',
    ],
)
def test_what_cannot_be_wanted_is_refused(payload: bytes) -> None:
    with pytest.raises(WireError):
        parse_scanner_wanted(payload)


@pytest.mark.parametrize(
    "payload", [b"{}", b'{"boot": "b", "seq": 0, "verdict": "good"}', b'{"boot": "b", "seq": 1, "verdict": "8S"}']
)
def test_what_is_no_verdict_is_refused(payload: bytes) -> None:
    with pytest.raises(WireError):
        parse_read_verdict(payload)


@pytest.mark.parametrize("payload", [b"", b'{"online": 3}', b'{"online": true, "more": 1}'])
def test_what_is_no_presence_is_refused(payload: bytes) -> None:
    with pytest.raises(WireError):
        parse_bridge_status(payload)
