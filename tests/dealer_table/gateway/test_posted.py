from http import HTTPStatus

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_table.gateway.posted import LARGEST_BODY, Posted, PostReader

BODY = b'{"name": "Dana"}'
WHOLE = (
    b"POST /here HTTP/1.1\r\nHost: a.example\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
    % len(BODY)
) + BODY
HEADERS = {"host": "a.example", "content-type": "application/json", "content-length": str(len(BODY))}


@given(st.sets(st.integers(1, len(WHOLE) - 1), max_size=6))
def test_a_request_is_read_however_its_bytes_come(cuts: set[int]) -> None:
    reader = PostReader()
    for start, end in zip([0, *sorted(cuts)], [*sorted(cuts), len(WHOLE)], strict=True):
        assert reader.receive(WHOLE[start:end]) is None
    assert reader.result == Posted("/here", HEADERS, BODY)


@pytest.mark.parametrize("other", [b"GET /ws HTTP/1.1\r\n", b"POSTER / HTTP/1.1\r\n", b"\x16\x03\x01", b"PUT / "])
def test_what_is_no_post_is_handed_back_whole(other: bytes) -> None:
    reader = PostReader()
    given_back = (
        [reader.receive(other[:2]), reader.receive(other[2:])] if other[:1] == b"P" else [reader.receive(other)]
    )
    assert given_back[-1] == other
    assert reader.result is None


def a_request(head: str, body: bytes = b"") -> bytes:
    return head.replace("\n", "\r\n").encode("latin-1") + body


@pytest.mark.parametrize(
    ("request_bytes", "status"),
    [
        (
            a_request(f"POST / HTTP/1.1\nHost: a\nContent-Length: {LARGEST_BODY + 1}\n\n", b"x" * (LARGEST_BODY + 1)),
            413,
        ),
        (a_request("POST / HTTP/1.1\nHost: a\nTransfer-Encoding: chunked\n\nfff\n", b"x" * 4095), 413),
        (a_request("POST / HTTP/1.1\nHost: a\nX: " + "x" * 9000), 431),
        (a_request("POST / HTTP/1.1\nHost: a\nOrigin: http://a\nOrigin: http://b\nContent-Length: 0\n\n"), 400),
        (a_request("POST / HTTP/1.1\nHost: a\nContent-Length: 1\nContent-Length: 2\n\n"), 400),
        (a_request("POST / HTTP/1.1\n\n"), 400),
        (a_request("POST one two three\n\n"), 400),
    ],
)
def test_what_is_too_large_or_no_request_ends_with_why(request_bytes: bytes, status: int) -> None:
    reader = PostReader()
    assert reader.receive(request_bytes) is None
    assert reader.result == HTTPStatus(status)
    assert reader.receive(b"more") is None
    assert reader.result == HTTPStatus(status)


@given(st.binary(max_size=200))
def test_no_bytes_break_it(junk: bytes) -> None:
    reader = PostReader()
    reader.receive(b"POST /" + junk)
    assert reader.result is None or isinstance(reader.result, Posted | HTTPStatus)
