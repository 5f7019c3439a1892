"""A shoe's telegrams, cut anywhere and damaged anywhere: the same sightings, and never a wrong card."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_table.baccarat.cards import PACK, Card
from scanner_drivers.drivers.angel_eye.driver import AngelEyeDriver, AngelEyeSettings
from scanner_drivers.sightings import BurnCardSeen, CardSeen, CardSeenOutside, Sighting
from simulators.devices.angel_eye import AngelEyeShoe, telegram

FRAMES = {
    "drawn": telegram(1, "D", 0x01, 0x38),
    "drawn outside": telegram(6, "d", 0x10, 0x49),
    "burned": telegram(5, "D", 0x21, 0x49),
    "told again": telegram(1, "R", 0x01, 0x38),
    "result": telegram(6, "G", 0x43),
    "error": telegram(4, "E", 0x41),
    "error ended": telegram(5, "e", 0x01),
    "lock": telegram(5, "L", 0x01),
    "start": telegram(1, "S"),
    "cut card": telegram(3, "C"),
    "preset": b"\x057M010003\x037B",
}


def new_driver(bit_7_required: bool = True) -> AngelEyeDriver:
    return AngelEyeDriver(AngelEyeSettings(bit_7_required=bit_7_required))


def told(stream: bytes, bit_7_required: bool = True) -> list[Sighting]:
    driver = new_driver(bit_7_required)
    return [*driver.feed(stream, 0).seen, *driver.expire(10_000).seen]


def cards_in(seen: list[Sighting]) -> list[Sighting]:
    return [one for one in seen if isinstance(one, CardSeen | BurnCardSeen | CardSeenOutside)]


def damaged_once(frame: bytes) -> list[bytes]:
    return [
        frame[:at] + bytes([other]) + frame[at + 1 :]
        for at, byte in enumerate(frame)
        for other in range(256)
        if other != byte
    ]


@pytest.mark.parametrize("name", FRAMES)
@pytest.mark.parametrize("bit_7_required", [True, False])
def test_no_byte_of_any_telegram_can_be_changed_into_a_card(name: str, bit_7_required: bool) -> None:
    for damaged in damaged_once(FRAMES[name]):
        assert cards_in(told(damaged, bit_7_required)) == [], damaged.hex(" ")


@pytest.mark.parametrize("spoilt", range(3))
def test_no_byte_of_a_copy_can_be_changed_so_that_more_or_less_than_its_card_is_told(spoilt: int) -> None:
    frame = FRAMES["drawn"]
    expected = told(frame)
    for damaged in damaged_once(frame):
        copies = [frame] * 3
        copies[spoilt] = damaged
        assert told(b"".join(copies)) == expected, f"{damaged.hex(' ')} is copy {spoilt}"


@given(st.sampled_from(sorted(FRAMES)), st.data())
def test_a_telegram_with_a_byte_lost_or_put_in_is_no_other(name: str, data: st.DataObject) -> None:
    frame = FRAMES[name]
    at = data.draw(st.integers(0, len(frame) - 1))
    extra = data.draw(st.binary(max_size=1))
    spoilt = frame[:at] + extra + frame[at if extra else at + 1 :]
    assert set(cards_in(told(spoilt))) <= set(cards_in(told(frame)))


@st.composite
def shoes(draw: st.DrawFn) -> bytes:
    """Return what a shoe sends, with copies missing and garbage between telegrams."""
    shoe = AngelEyeShoe(copies=draw(st.integers(1, 3)), burns=draw(st.booleans()))
    stream = draw(st.sampled_from((b"", shoe.new_shoe())))
    for card in draw(st.lists(st.sampled_from(PACK), max_size=12)):
        match draw(st.integers(0, 9)):
            case 0:
                stream += shoe.fail_to_read()
            case 1:
                stream += draw(st.binary(max_size=20))
            case 2:
                shoe.lose(draw(st.integers(1, 8)))
            case _:
                pass
        stream += shoe.show(card)
    return stream


@given(shoes(), st.lists(st.integers(0, 600), max_size=20))
def test_any_split_tells_the_same(stream: bytes, at: list[int]) -> None:
    edges = sorted({0, len(stream), *(cut for cut in at if cut < len(stream))})
    driver = new_driver()
    seen = [one for start, end in pairwise(edges) for one in driver.feed(stream[start:end], 0).seen]
    assert [*seen, *driver.expire(10_000).seen] == told(stream)


@given(st.lists(st.sampled_from(PACK), min_size=1, max_size=12), st.binary(max_size=40), st.integers(0, 11))
def test_garbage_between_telegrams_costs_no_card(cards: list[Card], garbage: bytes, before: int) -> None:
    shoe, stream = AngelEyeShoe(), b""
    for number, card in enumerate(cards):
        stream += (garbage if number == before else b"") + shoe.show(card)
    assert [one.card for one in told(stream) if isinstance(one, CardSeen)] == cards
