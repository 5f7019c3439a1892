"""The contract of a driver as a test suite. I/O: none but reading the packaged codebook.

Subclass `DriverContract` in your tests and say what your device sends; pytest collects every test from your class.

    class TestMyDriver(DriverContract):
        spec = DRIVER
        frames = (Frame(1000, b"...", (CardSeen(Card.ACE_OF_SPADES),)), ...)
"""

import hashlib
import json
import tracemalloc
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from dealer_table.baccarat.cards import Card
from dealer_table.errors import ConfigError
from scanner_drivers.codebook import Codebook
from scanner_drivers.codebook_files import load_codebook
from scanner_drivers.driver import Driver
from scanner_drivers.registry import AnyDriverSpec
from scanner_drivers.replay import SETTLE_MS, replay
from scanner_drivers.sightings import CardSeen, Sighting, in_words

Chunk = tuple[float, bytes]

_ENDLESS = 48 * 1024
_MOST_MEMORY = 16 * 1024


@dataclass(frozen=True, slots=True)
class Frame:
    """One good message of the device, so many milliseconds after the one before, and what it means."""

    gap_ms: float
    data: bytes
    seen: tuple[Sighting, ...]


class DriverContract:
    """What every driver must keep to, whatever its protocol."""

    spec: ClassVar[AnyDriverSpec]
    frames: ClassVar[Sequence[Frame]]  # at least four, in an order the device could send, one card each
    settings: ClassVar[Mapping[str, object]] = {}

    def codebook(self) -> Codebook:
        """Return the codebook the frames are written in."""
        return load_codebook()

    def driver(self) -> Driver:
        """Return the driver as new."""
        return self.spec.driver(self.settings, self.codebook())

    # ---- what is asked of the driver ------------------------------------------------------------------------------

    def test_good_frames_mean_what_they_should(self) -> None:
        assert len(self.frames) >= 4, "give at least four frames"
        assert replay(self.driver(), _chunks(self.frames)).seen == _expected(self.frames)

    def test_any_split_means_the_same(self) -> None:
        whole = replay(self.driver(), _chunks(self.frames))
        assert replay(self.driver(), _in_pieces(self.frames, 1)) == whole
        for cut in range(1, max(len(frame.data) for frame in self.frames)):
            halves = [piece for frame in self.frames for piece in _cut(frame, cut)]
            assert replay(self.driver(), halves) == whole, f"each frame cut after {cut} bytes"

    def test_it_is_deterministic(self) -> None:
        chunks = [*_chunks(self.frames), *_noise_chunks("deterministic", 50)]
        assert replay(self.driver(), chunks) == replay(self.driver(), chunks)

    def test_two_drivers_share_nothing(self) -> None:
        one, other = self.driver(), self.driver()
        replay(one, _chunks(self.frames))
        assert replay(other, _chunks(self.frames)).seen == _expected(self.frames)

    def test_it_never_raises_and_always_says_something_that_can_be_written(self) -> None:
        for seed in range(20):
            driver = self.driver()
            assert driver.connected(0.0) is not None
            for sighting in replay(driver, _noise_chunks(f"noise {seed}", 100)).seen:
                json.dumps(in_words(sighting))

    def test_garbage_before_good_frames_costs_at_most_one(self) -> None:
        for seed in range(50):
            garbage = _noise(f"garbage {seed}", 1 + seed * 3)
            seen = replay(self.driver(), [(0.0, garbage), *_chunks(self.frames)]).seen
            assert _is_part_of(_expected(self.frames[1:]), seen), f"after {garbage.hex(' ')}: {seen}"
            assert not _cards(seen) - _cards(_expected(self.frames)), f"a card made of {garbage.hex(' ')}: {seen}"

    def test_half_a_frame_before_good_frames_costs_at_most_one(self) -> None:
        first = self.frames[0].data
        for cut in range(1, len(first)):
            seen = replay(self.driver(), [(0.0, first[:cut]), *_chunks(self.frames)]).seen
            assert _is_part_of(_expected(self.frames[1:]), seen), f"after {first[:cut].hex(' ')}: {seen}"

    def test_a_new_connection_owes_nothing_to_the_old_one(self) -> None:
        first = self.frames[0].data
        for cut in range(1, len(first)):
            driver = self.driver()
            driver.feed(first[:cut], 0.0)
            driver.connected(SETTLE_MS)
            seen = replay(driver, [(2 * SETTLE_MS, b""), *_chunks(self.frames)]).seen
            assert _is_part_of(_expected(self.frames), seen), f"cut off after {first[:cut].hex(' ')}: {seen}"

    def test_endless_garbage_is_not_kept(self) -> None:
        first = self.frames[0].data
        streams = (first[:1] * 64, first[:-1], b"7" * 64, bytes(64), b"\xff" * 64, _noise("endless", 4096))
        for piece in streams:
            driver = self.driver()
            driver.feed(piece, 0.0)  # what is made once for all is not what is kept for each byte
            tracemalloc.start()
            try:
                for _ in range(_ENDLESS // len(piece)):
                    driver.feed(piece, 0.0)
                kept, _peak = tracemalloc.get_traced_memory()
            finally:
                tracemalloc.stop()
            assert kept < _MOST_MEMORY, f"{kept} bytes kept of an endless {piece[:8].hex(' ')}…"

    def test_an_unknown_setting_is_refused_by_name(self) -> None:
        try:
            self.spec.driver({**self.settings, "no_such_setting": 1}, self.codebook())
        except ConfigError as error:
            assert "no_such_setting" in str(error)
        else:
            raise AssertionError("an unknown setting was taken")

    def test_every_setting_is_explained(self) -> None:
        silent = [key for key, field in self.spec.settings.model_fields.items() if not field.description]
        assert not silent, f"settings without a description: {silent}"


def _chunks(frames: Iterable[Frame]) -> list[Chunk]:
    return [(frame.gap_ms, frame.data) for frame in frames]


def _expected(frames: Iterable[Frame]) -> tuple[Sighting, ...]:
    return tuple(sighting for frame in frames for sighting in frame.seen)


def _in_pieces(frames: Iterable[Frame], size: int) -> list[Chunk]:
    pieces: list[Chunk] = []
    for frame in frames:
        starts = range(0, len(frame.data), size)
        pieces += [(0.0 if start else frame.gap_ms, frame.data[start : start + size]) for start in starts]
    return pieces


def _cut(frame: Frame, at: int) -> list[Chunk]:
    return [(frame.gap_ms, frame.data[:at]), (0.0, frame.data[at:])]


def _noise(seed: str, length: int) -> bytes:
    """Return bytes that look random and are the same every time."""
    blocks = (hashlib.sha256(f"{seed} {block}".encode()).digest() for block in range(length // 32 + 1))
    return b"".join(blocks)[:length]


def _noise_chunks(seed: str, count: int) -> list[Chunk]:
    stream = _noise(seed, count * 20)
    ends = [0]
    while ends[-1] < len(stream):
        ends.append(ends[-1] + 1 + stream[ends[-1]] % 32)
    return [(stream[start] % 64 * 10.0, stream[start:end]) for start, end in pairwise(ends)]


def _is_part_of(wanted: Sequence[Sighting], seen: Sequence[Sighting]) -> bool:
    """Tell whether all of `wanted` was seen, in that order, whatever else was."""
    rest = iter(seen)
    return all(any(sighting == want for sighting in rest) for want in wanted)


def _cards(seen: Iterable[Sighting]) -> Counter[Card]:
    return Counter(sighting.card for sighting in seen if isinstance(sighting, CardSeen))
