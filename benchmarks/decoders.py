"""How many bytes a second each driver's decoder takes in. I/O: reads the packaged codebook."""

import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.emulators import Emulated, emulated_drivers
from benchmarks.report import Report
from benchmarks.sizes import Sizes
from dealer_table.baccarat.cards import Card
from scanner_drivers.codebook import Codebook
from scanner_drivers.codebook_files import load_codebook
from scanner_drivers.sightings import CardSeen

NAME = "decoders"
_CHUNK = 4096  # as much as is read from a port at once
_GAP_MS = 1000.0
_CARDS = 40 * list(Card)


def run(sizes: Sizes, directory: Path) -> list[Report]:
    """Feed each driver a long stream of its emulator's: a read at a time, and in as large pieces as a port gives."""
    del directory
    emulated, without = emulated_drivers()
    codebook = load_codebook()
    rows = [_measure(one, codebook, sizes.decoder_seconds) for one in emulated]
    return [
        Report(
            NAME,
            "Decoding",
            ("driver", "bytes_a_read", "us_a_read", "mb_per_s_by_read", "mb_per_s_in_4_kib"),
            tuple(rows),
            (
                "a line of 9,600 baud carries 0.001 MB/s, one of 115,200 baud 0.012",
                *((f"no emulator: {', '.join(without)}",) if without else ()),
            ),
        )
    ]


def _measure(emulated: Emulated, codebook: Codebook, seconds: float) -> tuple[str, float, float, float, float]:
    device = emulated.device()
    reads = [device.show(card) for card in _CARDS]
    _check(emulated, codebook, reads)
    stream = b"".join(reads)
    pieces = [stream[start : start + _CHUNK] for start in range(0, len(stream), _CHUNK)]
    by_read = _seconds(emulated, codebook, reads, seconds)
    in_pieces = _seconds(emulated, codebook, pieces, seconds)
    size = len(stream)
    name = emulated.spec.name
    return name, size / len(reads), by_read / len(reads) * 1e6, size / by_read / 1e6, size / in_pieces / 1e6


def _check(emulated: Emulated, codebook: Codebook, reads: Sequence[bytes]) -> None:
    """Fail when the stream is not what it should be: a fast decoder that sees nothing is no news."""
    driver = emulated.driver(codebook)
    driver.connected(0.0)
    seen = [sight for place, read in enumerate(reads, 1) for sight in driver.feed(read, place * _GAP_MS).seen]
    cards = [sight.card for sight in seen if isinstance(sight, CardSeen)]
    if cards != _CARDS:
        raise AssertionError(f"{emulated.spec.name}: {len(cards)} cards seen of {len(_CARDS)}")


def _seconds(emulated: Emulated, codebook: Codebook, pieces: Sequence[bytes], at_least: float) -> float:
    """Return the shortest time that all pieces took."""
    best = float("inf")
    until = time.perf_counter() + at_least
    while best == float("inf") or time.perf_counter() < until:
        driver = emulated.driver(codebook)
        driver.connected(0.0)
        now, began = 0.0, time.perf_counter()
        for piece in pieces:
            now += _GAP_MS
            driver.feed(piece, now)
        best = min(best, time.perf_counter() - began)
    return best
