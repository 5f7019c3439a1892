import io
from pathlib import Path

import pytest

from dealer_table.errors import ScannerError
from scanner_drivers.capture import Heading, Recorder, line_of, parse_capture, read_capture


def test_what_was_recorded_is_read_again() -> None:
    file = io.StringIO()
    recorder = Recorder(file)
    recorder.record("rx", b"10", 5000.0)
    recorder.record("rx", b"10\r", 5900.5)
    recorder.record("tx", b"\x06", 5900.5)
    assert file.getvalue().splitlines()[0] == '{"gap_ms":0.0,"dir":"rx","hex":"31 30"}'
    records = parse_capture(file.getvalue().splitlines())
    assert [(record.gap_ms, record.direction, record.data) for record in records] == [
        (0, "rx", b"10"),
        (900.5, "rx", b"10\r"),
        (0, "tx", b"\x06"),
    ]


def test_a_heading_is_no_record() -> None:
    heading = line_of(Heading(began="2026-11-30T05:00:00.000+00:00", scanner="shoe")).decode()
    assert [record.data for record in parse_capture([heading, '{"gap_ms": 0, "dir": "rx", "hex": "31"}'])] == [b"1"]


def test_empty_lines_are_no_records() -> None:
    assert parse_capture(["", "  \n"]) == []


@pytest.mark.parametrize(
    "line",
    [
        "not json",
        "[]",
        '{"gap_ms": 0, "dir": "rx"}',
        '{"gap_ms": -1, "dir": "rx", "hex": "31"}',
        '{"gap_ms": 0, "dir": "up", "hex": "31"}',
        '{"gap_ms": 0, "dir": "rx", "hex": "3"}',
        '{"gap_ms": 0, "dir": "rx", "hex": 31}',
        '{"gap_ms": 0, "dir": "rx", "hex": "31", "note": "extra"}',
    ],
)
def test_a_bad_line_is_named(line: str) -> None:
    good = '{"gap_ms": 0, "dir": "rx", "hex": "31 30"}'
    with pytest.raises(ScannerError, match=r"shoe\.jsonl, line 2: "):
        parse_capture([good, line], "shoe.jsonl")


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(ScannerError, match="gone"):
        read_capture(tmp_path / "gone")
