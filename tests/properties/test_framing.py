"""However a stream is cut, it means the same; whatever comes, no more than one line is kept."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from dealer_table.baccarat.cards import Card
from scanner_drivers.codebook_files import load_codebook
from scanner_drivers.drivers.ascii_line import DRIVER
from scanner_drivers.framing import Line, LineFramer
from scanner_drivers.sightings import CardSeen, Sighting

LONGEST = 16
CODEBOOK = load_codebook()

streams = st.lists(
    st.one_of(
        st.binary(max_size=40),
        st.sampled_from([b"1010\r", b"2100\r\n", b"4130\n", b"\r\n\r\n", b"NOREAD\r", b"\x06", b"7" * 40]),
    ),
    max_size=12,
).map(b"".join)
cuts = st.lists(st.integers(min_value=0, max_value=500), max_size=20)


def pieces(stream: bytes, at: list[int]) -> list[bytes]:
    edges = sorted({0, len(stream), *(cut for cut in at if cut < len(stream))})
    return [stream[start:end] for start, end in pairwise(edges)]


def framer() -> LineFramer:
    return LineFramer(b"\r\n", ignored=b"\x00\x06\x15", longest=LONGEST)


@given(streams, cuts)
def test_any_split_gives_the_same_lines(stream: bytes, at: list[int]) -> None:
    cut = framer()
    assert [line for piece in pieces(stream, at) for line in cut.feed(piece)] == framer().feed(stream)


@given(streams)
def test_lines_are_the_stream_without_what_is_left_out(stream: bytes) -> None:
    clean = stream.translate(None, b"\x00\x06\x15").replace(b"\n", b"\r")
    expected = [
        Line(line[:LONGEST], overlong=len(line) > LONGEST)
        for line in clean.split(b"\r")[:-1] + [line for line in clean.split(b"\r")[-1:] if len(line) > LONGEST]
        if line
    ]
    assert framer().feed(stream) == expected


@given(st.lists(st.binary(max_size=200), max_size=20))
def test_no_more_than_one_line_is_kept(chunks: list[bytes]) -> None:
    cut = framer()
    for chunk in chunks:
        cut.feed(chunk)
        assert cut.held <= LONGEST


@given(st.binary(max_size=300))
def test_garbage_costs_at_most_the_next_read(garbage: bytes) -> None:
    driver = DRIVER.driver({}, CODEBOOK)
    driver.feed(garbage, 0)
    driver.feed(b"1010\r", 10_000)
    assert driver.feed(b"2100\r", 20_000).seen == (CardSeen(Card.TEN_OF_HEARTS),)


@given(streams, cuts)
def test_any_split_gives_the_same_sightings(stream: bytes, at: list[int]) -> None:
    def seen(chunks: list[bytes]) -> list[Sighting]:
        driver = DRIVER.driver({"cut_card_code": "9990"}, CODEBOOK)
        return [sighting for chunk in chunks for sighting in driver.feed(chunk, 0).seen]

    assert seen(pieces(stream, at)) == seen([stream])
