"""SSI packets, cut anywhere and damaged anywhere: the same sightings, and never a wrong card."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from dealer_table.baccarat.cards import PACK, Card
from scanner_drivers.codebook_files import load_codebook
from scanner_drivers.driver import Reaction
from scanner_drivers.drivers.zebra_ssi.driver import ZebraSsiDriver, ZebraSsiSettings
from scanner_drivers.sightings import CardSeen, Misread, Sighting
from simulators.devices.zebra_ssi import ZebraSsiScanner

CODEBOOK = load_codebook()
PIECES = st.one_of(
    st.sampled_from(PACK).map(lambda card: ZebraSsiScanner().show(card)),
    st.sampled_from(PACK).map(lambda card: ZebraSsiScanner().read_damaged(card)),
    st.sampled_from([ZebraSsiScanner().fail_to_read(), ZebraSsiScanner().show_long(0x1C, b"Z" * 300), b"\x00"]),
    st.binary(max_size=20),
)


def new_driver() -> ZebraSsiDriver:
    return ZebraSsiDriver(ZebraSsiSettings(), CODEBOOK)


def cards_in(seen: tuple[Sighting, ...]) -> list[Card]:
    return [one.card for one in seen if isinstance(one, CardSeen)]


def test_no_byte_of_a_read_can_be_changed_so_that_another_card_is_told_or_it_is_told_twice() -> None:
    scanner = ZebraSsiScanner()
    frame = scanner.show(Card("8S"))
    again = scanner.response_timeout()
    for at, byte in enumerate(frame):
        for other in range(256):
            if other == byte:
                continue
            driver = new_driver()
            damaged = frame[:at] + bytes([other]) + frame[at + 1 :]
            seen = driver.feed(damaged, 0).seen + driver.expire(200).seen
            assert cards_in(seen) == [], damaged.hex(" ")
            seen += driver.feed(again, 2_000).seen + driver.expire(9_000).seen
            assert cards_in(seen) == [Card("8S")], damaged.hex(" ")


def test_no_byte_of_a_second_equal_card_can_be_changed_so_that_it_is_gone_without_a_word() -> None:
    scanner = ZebraSsiScanner()
    frame = scanner.show(Card("8S"))
    again = scanner.response_timeout()
    for at, byte in enumerate(frame):
        for other in range(256):
            if other == byte:
                continue
            driver = new_driver()
            driver.feed(frame, 0)
            damaged = frame[:at] + bytes([other]) + frame[at + 1 :]
            seen = driver.feed(damaged, 1_000).seen + driver.expire(1_200).seen
            seen += driver.feed(again, 2_900).seen + driver.expire(9_000).seen
            assert cards_in(seen) == [Card("8S")] or any(isinstance(one, Misread) for one in seen), damaged.hex(" ")


@given(st.lists(PIECES, max_size=10).map(b"".join), st.lists(st.integers(0, 400), max_size=20))
def test_any_split_tells_the_same_and_is_answered_the_same(stream: bytes, at: list[int]) -> None:
    def told(pieces: list[bytes]) -> Reaction:
        driver = new_driver()
        reactions = [driver.feed(piece, 0) for piece in pieces] + [driver.expire(200), driver.expire(9_000)]
        seen = tuple(one for reaction in reactions for one in reaction.seen)
        return Reaction(seen, tuple(reply for reaction in reactions for reply in reaction.replies))

    edges = sorted({0, len(stream), *(cut for cut in at if cut < len(stream))})
    assert told([stream[start:end] for start, end in pairwise(edges)]) == told([stream])


@given(st.binary(max_size=300))
def test_garbage_costs_no_card_that_comes_after_a_silence(garbage: bytes) -> None:
    driver = new_driver()
    driver.feed(garbage, 0)
    driver.expire(10_000)
    assert cards_in(driver.feed(ZebraSsiScanner().show(Card("8S")), 20_000).seen) == [Card("8S")]
