import re

import pytest

from dealer_table.errors import ConfigError
from scanner_drivers.symbols import Symbology, drawn


def size_of(svg: str) -> tuple[float, float]:
    found = re.search(r'width="([\d.]+)mm" height="([\d.]+)mm"', svg)
    assert found
    return float(found[1]), float(found[2])


@pytest.mark.parametrize("symbology", list(Symbology))
@pytest.mark.parametrize("code", ["1010", "99999999", "0" * 20])
def test_a_symbol_keeps_within_its_bounds(symbology: Symbology, code: str) -> None:
    width, height = size_of(drawn(code, symbology, 58, 28))
    assert 5 < width <= 58.001 and 5 < height <= 28.001


def test_bars_have_their_quiet_zone_and_their_height() -> None:
    svg = drawn("1010", Symbology.CODE128, 58, 28)
    assert size_of(svg) == (38.5, 28)  # 57 modules and twice 10 of quiet, of half a millimetre
    # The start of code set C and the pair 10, as ISO/IEC 15417 has them: 11010011100 11001000100.
    assert svg.count("M10 0h2") == 1 and svg.count("M13 0h1") == 1 and svg.count("M16 0h3") == 1


def test_what_a_symbology_does_not_hold_is_refused_with_a_way_out() -> None:
    with pytest.raises(ConfigError, match="even number"):
        drawn("101", Symbology.ITF, 58, 28)
    with pytest.raises(ConfigError, match="even number"):
        drawn("AS", Symbology.ITF, 58, 28)


def test_bars_that_no_printer_prints_are_refused() -> None:
    with pytest.raises(ConfigError, match="too narrow"):
        drawn("A" * 32, Symbology.CODE128, 58, 28)
    assert drawn("A" * 32, Symbology.QR, 58, 28)
