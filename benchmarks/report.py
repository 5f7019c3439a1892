"""What a benchmark found, as a table for people and as JSON. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil
from statistics import median
from typing import Any

Cell = str | int | float | None


@dataclass(frozen=True, slots=True)
class Report:
    """One table of figures; `columns` are the keys of the JSON, `notes` what must be known to read it."""

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        rows = [dict(zip(self.columns, row, strict=True)) for row in self.rows]
        return {"name": self.name, "title": self.title, "rows": rows, "notes": list(self.notes)}

    def as_text(self) -> str:
        cells = [
            [column.replace("_", " ") for column in self.columns],
            *([_shown(c) for c in row] for row in self.rows),
        ]
        widths = [max(len(row[place]) for row in cells) for place in range(len(self.columns))]
        numbers = [any(isinstance(row[place], int | float) for row in self.rows) for place in range(len(self.columns))]
        lines = [_line(row, widths, numbers) for row in cells]
        rule = "  ".join("-" * width for width in widths)
        notes = [f"  {note}" for note in self.notes]
        return "\n".join([f"{self.title} ({self.name})", "", lines[0], rule, *lines[1:], *notes, ""])


def quantile(values: Sequence[float], share: float) -> float:
    """Return the smallest value that at least `share` of all values do not exceed."""
    ordered = sorted(values)
    return ordered[max(0, ceil(len(ordered) * share) - 1)]


def milliseconds(nanoseconds: Iterable[int]) -> list[float]:
    return [one / 1e6 for one in nanoseconds]


def p50(values: Sequence[float]) -> float:
    return median(values)


def p99(values: Sequence[float]) -> float:
    return quantile(values, 0.99)


def _shown(cell: Cell) -> str:
    match cell:
        case None:
            return "-"
        case float():
            return f"{cell:,.0f}" if abs(cell) >= 1000 else f"{cell:.3g}" if abs(cell) < 1 else f"{cell:.2f}"
        case int():
            return f"{cell:,}"
        case _:
            return cell


def _line(row: Sequence[str], widths: Sequence[int], numbers: Sequence[bool]) -> str:
    padded = (
        cell.rjust(width) if number else cell.ljust(width)
        for cell, width, number in zip(row, widths, numbers, strict=True)
    )
    return "  ".join(padded).rstrip()
