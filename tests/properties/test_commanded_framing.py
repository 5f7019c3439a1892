"""However the stream of a device that answers is cut, it means the same; what is damaged is never a card of its own."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealer_table.baccarat.cards import Card
from scanner_drivers.codebook_files import load_codebook
from scanner_drivers.registry import load_driver
from scanner_drivers.sightings import CardSeen, Sighting

CODEBOOK = load_codebook()
HEADED = bytes.fromhex("16 FE 12 00 00 00 0D 4D 53 47 47 45 54 30 30 30 34 6A 43 30 1D 32 31 30 30 0D")

# What a device sends when it is well: a card, and its answers.
WORDS: dict[str, tuple[dict[str, object], bytes, list[bytes]]] = {
    "cognex_dmcc": ({"extended": True}, b"||0:0[1]MjEwMA==\r\n", [b"||0:3[0]\r\n", b"||[102]\r\n"]),
    "datalogic": ({"acknowledge": True}, b"2100\r\n", [b"\x1bK\r\n", b"\x1bW1\r\n"]),
    "gm65": ({}, b"2100\r", [bytes.fromhex("02 00 00 01 00 33 31")]),
    "honeywell": ({"framed": True}, HEADED, [b"DECHDR1\x06!", b"DECHDR1\x15!"]),
    "keyence": ({}, b"2100\r", [b"OK,LON\r", b"ER,LON,20\r", b"ERROR\r"]),
    "microscan": ({}, b"2100\r\n", [b"<?/22>"]),
    "newland": ({}, b"2100\r\n", [b"\x02\x010000#SCNTRG1\x06;\x03", b"\x02\x010000#SCNTRG1\x15;\x03"]),
    "opticon": ({"answers": True}, b"2100\r", [b"\x06", b"\x15"]),
}
SPECS = {name: load_driver(name) for name in WORDS}
drivers = pytest.mark.parametrize("name", WORDS)
unhurried = settings(deadline=None)
cuts = st.lists(st.integers(min_value=0, max_value=300), max_size=20)


def seen_in(name: str, chunks: list[bytes]) -> list[Sighting]:
    driver = SPECS[name].driver(WORDS[name][0], CODEBOOK)
    return [sighting for chunk in chunks for sighting in driver.feed(chunk, 0).seen]


def pieces(stream: bytes, at: list[int]) -> list[bytes]:
    edges = sorted({0, len(stream), *(cut for cut in at if cut < len(stream))})
    return [stream[start:end] for start, end in pairwise(edges)]


@drivers
@unhurried
@given(data=st.data())
def test_any_split_means_the_same(name: str, data: st.DataObject) -> None:
    _, card, answers = WORDS[name]
    word = st.one_of(st.sampled_from([card, *answers]), st.binary(max_size=30))
    stream = b"".join(data.draw(st.lists(word, max_size=10)))
    assert seen_in(name, pieces(stream, data.draw(cuts))) == seen_in(name, [stream])


@drivers
@unhurried
@given(garbage=st.binary(max_size=300))
def test_garbage_costs_at_most_the_next_read(name: str, garbage: bytes) -> None:
    chosen, card, _ = WORDS[name]
    driver = SPECS[name].driver(chosen, CODEBOOK)
    driver.feed(garbage, 0)
    driver.expire(5_000)
    driver.feed(card, 10_000)
    driver.expire(15_000)
    assert CardSeen(Card.TEN_OF_HEARTS) in driver.feed(card, 20_000).seen


@drivers
@unhurried
@given(at=st.integers(min_value=0), wrong=st.integers(min_value=1, max_value=255), place=st.integers(min_value=0))
def test_a_damaged_answer_is_never_a_card(name: str, at: int, wrong: int, place: int) -> None:
    _, card, answers = WORDS[name]
    answer = bytearray(answers[at % len(answers)])
    answer[place % len(answer)] ^= wrong
    cards = [one for one in seen_in(name, [bytes(answer) + card]) if isinstance(one, CardSeen)]
    assert cards in ([], [CardSeen(Card.TEN_OF_HEARTS)])
