"""Bar codes as bars and dots on paper: a code in, a drawing in SVG out. I/O: imports the encoders.

The encoders are an optional extra, `sheets`; the drawing is ours, since a sheet is measured in millimetres.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import Any

from dealer_table.errors import ConfigError
from scanner_drivers.extras import extra_library

# Narrower than 7.5 mil an ordinary scanner and an ordinary printer do not go together.
_NARROWEST_MM = 0.19
_WIDEST_BAR_MM = 0.5
_WIDEST_DOT_MM = 1.0
_QUIET_BARS = 10
_QUIET_DOTS = 4


class Symbology(StrEnum):
    """The kinds of bar code that a sheet can be printed in."""

    CODE128 = "code128"
    QR = "qr"
    DATAMATRIX = "datamatrix"
    ITF = "itf"


def drawn(code: str, symbology: Symbology, width: float, height: float) -> str:
    """Return `code` as an SVG drawing within so many millimetres; ConfigError where it does not go into one."""
    try:
        rows = _rows(code, symbology)
    except extra_library("pystrich.exceptions", "sheets").PyStrichError as error:
        raise ConfigError(f"{code} is no {symbology}: {error}", key="--symbology", remedy=_remedy(symbology)) from None
    if len(rows) == 1:
        return _bars(code, rows[0], width, height)
    return _dots(code, rows, min(width, height))


def _rows(code: str, symbology: Symbology) -> Sequence[Sequence[bool]]:
    """Return what is dark, row by row; a code of bars has one row."""
    match symbology:
        case Symbology.CODE128:
            return [_dark(extra_library("pystrich.code128", "sheets").Code128Encoder(code).bars)]
        case Symbology.ITF:
            return [_dark(extra_library("pystrich.itf", "sheets").ITFEncoder(code).bars)]
        case Symbology.DATAMATRIX:
            return _matrix(extra_library("pystrich.datamatrix", "sheets").DataMatrixEncoder(code))
        case Symbology.QR:
            return _matrix(extra_library("pystrich.qrcode", "sheets").QRCodeEncoder(code))


def _dark(bars: str) -> list[bool]:
    return [bar == "1" for bar in bars]


def _matrix(encoder: Any) -> list[list[bool]]:
    """Return the whole symbol, the pattern that it is found by too."""
    return [[bool(dot) for dot in row] for row in encoder.init_renderer().matrix]


def _bars(code: str, bars: Sequence[bool], width: float, height: float) -> str:
    wide = len(bars) + 2 * _QUIET_BARS
    module = min(_WIDEST_BAR_MM, width / wide)
    if module < _NARROWEST_MM:
        problem = f"{code} needs bars of {module:.2f} mm, too narrow to be read"
        raise ConfigError(problem, key="--symbology", remedy="qr and datamatrix hold more")
    return _svg([bars], module, height / module, _QUIET_BARS, 0)


def _dots(code: str, rows: Sequence[Sequence[bool]], side: float) -> str:
    symbol = _without_margin(_turned(_without_margin(_turned(rows))))  # the encoders' quiet zones are not all alike
    module = min(_WIDEST_DOT_MM, side / (max(len(symbol), len(symbol[0])) + 2 * _QUIET_DOTS))
    if module < 2 * _NARROWEST_MM:
        problem = f"{code} needs dots of {module:.2f} mm, too small to be read"
        raise ConfigError(problem, key="--symbology", remedy="shorten the codes")
    return _svg(symbol, module, 1, _QUIET_DOTS, _QUIET_DOTS)


def _without_margin(rows: Sequence[Sequence[bool]]) -> Sequence[Sequence[bool]]:
    dark = [at for at, row in enumerate(rows) if any(row)]
    return rows[dark[0] : dark[-1] + 1]


def _turned(rows: Sequence[Sequence[bool]]) -> Sequence[Sequence[bool]]:
    """Return rows for columns."""
    return list(zip(*rows, strict=True))


def _svg(rows: Sequence[Sequence[bool]], module: float, tall: float, quiet_x: int, quiet_y: int) -> str:
    """Draw rows of modules, each so many modules tall, with a quiet zone around."""
    wide, high = len(rows[0]) + 2 * quiet_x, len(rows) * tall + 2 * quiet_y
    path = "".join(
        f"M{quiet_x + start} {quiet_y + tall * y:g}h{end - start}v{tall:g}h-{end - start}z"
        for y, row in enumerate(rows)
        for start, end in _runs(row)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide * module:.3f}mm" height="{high * module:.3f}mm"'
        f' viewBox="0 0 {wide} {high:g}" shape-rendering="crispEdges"><path d="{path}"/></svg>'
    )


def _runs(row: Sequence[bool]) -> list[tuple[int, int]]:
    """Return where the dark runs of a row begin and end."""
    edges = [at for at in range(len(row) + 1) if (at > 0 and row[at - 1]) != (at < len(row) and row[at])]
    return list(zip(edges[::2], edges[1::2], strict=True))


def _remedy(symbology: Symbology) -> str:
    if symbology is Symbology.ITF:
        return "itf holds digits, and an even number of them; code128 holds any text"
    return "choose another symbology"
