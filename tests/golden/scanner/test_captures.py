"""Recorded streams mean today what they meant when they were recorded."""

import json
from pathlib import Path

import pytest

from scanner_drivers.capture import read_capture, received_in
from scanner_drivers.codebook_files import load_codebook
from scanner_drivers.registry import load_driver
from scanner_drivers.replay import replay
from scanner_drivers.sightings import in_words, spaced_hex

CAPTURES = sorted(Path(__file__).parent.glob("*.jsonl"))


@pytest.mark.parametrize("capture", CAPTURES, ids=[path.stem for path in CAPTURES])
def test_capture(capture: Path) -> None:
    expected = json.loads(capture.with_suffix(".json").read_text())
    driver = load_driver(expected["driver"]).driver(expected["settings"], load_codebook())
    seen, replies = replay(driver, received_in(read_capture(capture)))
    assert [in_words(sighting) for sighting in seen] == expected["seen"]
    assert [spaced_hex(reply) for reply in replies] == expected["replies"]


def test_every_capture_has_its_meaning() -> None:
    assert CAPTURES
    assert {path.stem for path in Path(__file__).parent.glob("*.json")} == {path.stem for path in CAPTURES}
