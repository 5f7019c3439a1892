"""Captures: what went over a port, as JSON lines with the pauses between. I/O: reads and writes files.

    {"began": "2026-11-30T05:00:00.000+00:00", "scanner": "shoe"}
    {"gap_ms": 0, "dir": "rx", "hex": "31 30"}

`gap_ms` is the time since the line before; `rx` came from the device, `tx` was written to it. A heading, which only a
bridge writes, tells the time of day at which a file was begun; a replay has no use for it.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Literal, TextIO

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainSerializer, ValidationError

from dealer_table.errors import ScannerError
from dealer_table.wire.card_read import first_fault
from scanner_drivers.sightings import spaced_hex

Direction = Literal["rx", "tx"]


def _from_hex(value: object) -> object:
    return bytes.fromhex(value) if isinstance(value, str) else value


class Record(BaseModel):
    """One line of a capture."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)

    gap_ms: float = Field(ge=0, allow_inf_nan=False)
    direction: Direction = Field(alias="dir")
    data: Annotated[bytes, BeforeValidator(_from_hex), PlainSerializer(spaced_hex)] = Field(alias="hex")


class Heading(BaseModel):
    """When, by the clock on the wall, and of which scanner a file was begun."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    began: str
    scanner: str


def line_of(part: Record | Heading) -> bytes:
    """Return one line of a capture as it is written."""
    return part.model_dump_json(by_alias=True).encode() + b"\n"


def parse_capture(lines: Iterable[str], source: str = "capture") -> list[Record]:
    """Read a capture; ScannerError tells the first line that is not one."""
    records = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            records.append(Record.model_validate_json(line))
        except ValidationError as error:
            if not _is_heading(line):
                raise ScannerError(f"{source}, line {number}: {first_fault(error)}") from None
    return records


def _is_heading(line: str) -> bool:
    try:
        Heading.model_validate_json(line)
    except ValidationError:
        return False
    return True


def read_capture(path: Path) -> list[Record]:
    """Read a capture file."""
    try:
        with path.open(encoding="utf-8") as lines:
            return parse_capture(lines, str(path))
    except (OSError, UnicodeDecodeError) as error:
        raise ScannerError(f"cannot read the capture {path}: {error}") from None


class Recorder:
    """Write a capture line by line, each on its way to the disk before the next byte is looked at."""

    def __init__(self, file: TextIO) -> None:
        self._file = file
        self._last: float | None = None

    def record(self, direction: Direction, data: bytes, now: float) -> None:
        """Write what went over the port at `now`, in milliseconds."""
        gap = 0.0 if self._last is None else round(max(0.0, now - self._last), 3)
        self._last = now
        self._file.write(line_of(Record(gap_ms=gap, direction=direction, data=data)).decode())
        self._file.flush()


def received_in(records: Iterable[Record]) -> Iterator[tuple[float, bytes]]:
    """Return the chunks for `replay`; what was written to the device is there as time only."""
    return ((record.gap_ms, record.data if record.direction == "rx" else b"") for record in records)
