"""What goes over a port, kept on disk as a capture of bounded size. I/O: files.

The files of a folder are `<scanner>-<UTC time of its first line>.jsonl`. One after the other they are one capture:
the pauses run on from file to file. The oldest goes when there would be more than the bound.
"""

import os
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from dealer_table.errors import ScannerError
from scanner_drivers.capture import Direction, Heading, Record, line_of

_MEGABYTE = 1_000_000
# A capture is kept in so many pieces, so that no more than one of them is missing from what the bound allows.
_PIECES = 8
# A bridge that is started again and again makes a file each time.
_MOST_FILES = 500


@dataclass(frozen=True, slots=True)
class CaptureSettings:
    """Where and how much to record; `required`: nothing is read that cannot be recorded."""

    folder: Path
    most_bytes: int = 64 * _MEGABYTE
    fsync: bool = False
    required: bool = False


def megabytes(count: int) -> int:
    """Return so many megabytes in bytes."""
    return count * _MEGABYTE


class RollingCapture:
    """Record one scanner's bytes, each chunk handed to the system before `record` returns."""

    def __init__(self, settings: CaptureSettings, scanner: str, wall_ns: Callable[[], int] = time.time_ns) -> None:
        self._settings = settings
        self._scanner = scanner
        self._wall_ns = wall_ns
        self._name = re.compile(rf"{re.escape(scanner)}-\d{{8}}T\d{{9}}Z\.jsonl")
        self._fd: int | None = None
        self._size = 0
        self._last: float | None = None

    def record(self, direction: Direction, data: bytes, now: float) -> None:
        """Write what went over the port at `now`, in milliseconds; ScannerError when it is not on its way to the disk.

        Nothing of a line that did not fit is left behind.
        """
        gap = 0.0 if self._last is None else round(max(0.0, now - self._last), 3)
        line = line_of(Record(gap_ms=gap, direction=direction, data=data))
        try:
            if self._fd is None or self._size + len(line) > self._settings.most_bytes // _PIECES:
                self._begin_file()
            if data:
                self._write(line)
                self._last = now
        except OSError as error:
            self._close()
            problem = error.strerror or type(error).__name__
            raise ScannerError(f"no capture can be written in {self._settings.folder}: {problem}") from None

    def _begin_file(self) -> None:
        self._close()
        folder = self._settings.folder
        folder.mkdir(exist_ok=True)
        self._make_room()
        began = datetime.fromtimestamp(self._wall_ns() / 1e9, UTC)
        stamp = f"{began:%Y%m%dT%H%M%S}{began.microsecond // 1000:03}Z"
        path = folder / f"{self._scanner}-{stamp}.jsonl"
        self._fd = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o640)
        self._size = os.fstat(self._fd).st_size
        self._write(line_of(Heading(began=began.isoformat(timespec="milliseconds"), scanner=self._scanner)))

    def _write(self, line: bytes) -> None:
        assert self._fd is not None, "a file was begun"
        written = 0
        try:
            written = os.write(self._fd, line)
            if written < len(line):  # the disk took what it had room for; the rest tells why
                written += os.write(self._fd, line[written:])
            if self._settings.fsync:
                os.fdatasync(self._fd)
        except OSError:
            if written:
                os.ftruncate(self._fd, self._size)
            raise
        self._size += len(line)

    def _make_room(self) -> None:
        """Remove the oldest files until another fits under the bound."""
        files = sorted(path for path in self._settings.folder.iterdir() if self._name.fullmatch(path.name))
        sizes = [path.stat().st_size for path in files]
        allowed = self._settings.most_bytes - self._settings.most_bytes // _PIECES
        for path, size in zip(files, sizes, strict=True):
            if sum(sizes) <= allowed and len(sizes) < _MOST_FILES:
                break
            path.unlink()
            sizes.remove(size)

    def _close(self) -> None:
        if self._fd is not None:
            fd, self._fd = self._fd, None
            os.close(fd)
