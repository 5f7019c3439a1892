"""Captures that go on for ever in a bounded folder, on disks that run full. I/O: files, a child process."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from dealer_table.errors import ScannerError
from scanner_drivers.capture import Heading, parse_capture, read_capture
from scanner_drivers.rolling_capture import CaptureSettings, RollingCapture, megabytes

SECOND = 1_000_000_000
# 2026-11-30 05:00:00 UTC
BEGAN = 1_796_014_800 * SECOND

# A disk that is full, as far as one process is concerned: no file of its grows beyond 300 bytes.
FULL_DISK = """
import resource, sys
from pathlib import Path
from dealer_table.errors import ScannerError
from scanner_drivers.rolling_capture import CaptureSettings, RollingCapture

capture = RollingCapture(CaptureSettings(Path(sys.argv[1])), "shoe", lambda: 0)
resource.setrlimit(resource.RLIMIT_FSIZE, (300, resource.RLIM_INFINITY))
try:
    for count in range(20):
        capture.record("rx", b"1010\\r", count)
except ScannerError as fault:
    print(count, fault)
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
capture.record("rx", b"2100\\r", 100)
"""


class Wall:
    """A clock on the wall that goes on by a second whenever it is looked at."""

    def __init__(self) -> None:
        self.now = BEGAN

    def __call__(self) -> int:
        self.now += SECOND
        return self.now


def files_of(folder: Path, scanner: str = "shoe") -> list[Path]:
    return sorted(folder.glob(f"{scanner}-2*.jsonl"))


def test_it_is_a_capture_with_the_time_of_day_in_front(tmp_path: Path) -> None:
    capture = RollingCapture(CaptureSettings(tmp_path / "new", fsync=True), "shoe", lambda: BEGAN)
    capture.record("rx", b"10", 5000)
    capture.record("rx", b"10\r", 5900.5)
    capture.record("tx", b"\x06", 5900.5)
    (path,) = files_of(tmp_path / "new")
    assert path.name == "shoe-20261130T050000000Z.jsonl"
    heading, *_ = path.read_text().splitlines()
    assert Heading.model_validate_json(heading) == Heading(began="2026-11-30T05:00:00.000+00:00", scanner="shoe")
    assert [(r.gap_ms, r.direction, r.data) for r in read_capture(path)] == [
        (0, "rx", b"10"),
        (900.5, "rx", b"10\r"),
        (0, "tx", b"\x06"),
    ]


def test_what_was_recorded_is_there_for_another_process_at_once(tmp_path: Path) -> None:
    capture = RollingCapture(CaptureSettings(tmp_path), "shoe")
    for count in range(1, 4):
        capture.record("rx", b"1010\r", count)
        (path,) = files_of(tmp_path)
        assert len(read_capture(path)) == count


def test_the_oldest_goes_and_the_bound_holds(tmp_path: Path) -> None:
    bound = 8_000
    precious = tmp_path / "shoe-2-20200101T000000000Z.jsonl"
    precious.write_text("of another scanner")
    capture = RollingCapture(CaptureSettings(tmp_path, most_bytes=bound), "shoe", Wall())
    for count in range(1_000):
        capture.record("rx", b"%04d\r" % count, count * 10)
        assert sum(path.stat().st_size for path in tmp_path.glob("shoe-2026*")) <= bound
    files = list(tmp_path.glob("shoe-2026*"))
    assert len(files) > 4
    lines = [line for path in sorted(files) for line in path.read_text().splitlines()]
    records = parse_capture(lines)
    last = 1_000 - len(records)
    assert [record.data for record in records] == [b"%04d\r" % count for count in range(last, 1_000)]
    assert {record.gap_ms for record in records} == {10}
    assert precious.exists()


def test_a_bridge_that_is_started_again_and_again_leaves_a_bounded_number_of_files(tmp_path: Path) -> None:
    for count in range(600):
        (tmp_path / f"shoe-20200101T000000{count:03}Z.jsonl").touch()
    RollingCapture(CaptureSettings(tmp_path), "shoe", lambda: BEGAN).record("rx", b"", 0)
    assert len(files_of(tmp_path)) == 500


def test_a_full_disk_is_told_leaves_no_half_line_and_is_got_over(tmp_path: Path) -> None:
    result = subprocess.run([sys.executable, "-c", FULL_DISK, tmp_path], capture_output=True, text=True, check=True)
    count, fault = result.stdout.split(" ", 1)
    assert fault == f"no capture can be written in {tmp_path}: File too large\n"
    (path,) = tmp_path.iterdir()
    assert [record.data for record in read_capture(path)] == [*[b"1010\r"] * int(count), b"2100\r"]
    assert sum("began" in json.loads(line) for line in path.read_text().splitlines()) == 2


def test_a_folder_that_cannot_be_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file", tmp_path / "no" / "where"):
        with pytest.raises(ScannerError, match=str(folder)):
            RollingCapture(CaptureSettings(folder), "shoe").record("rx", b"", 0)


def test_a_megabyte_is_a_million_bytes() -> None:
    assert megabytes(2) == 2_000_000
