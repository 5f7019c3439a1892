from importlib.metadata import EntryPoint

import pytest

from dealer_table.errors import ConfigError, ScannerError
from scanner_drivers.drivers.ascii_line import DRIVER
from scanner_drivers.registry import GROUP, driver_names, load_driver

ASCII_LINE = "scanner_drivers.drivers.ascii_line:DRIVER"


def entry(name: str, value: str) -> EntryPoint:
    return EntryPoint(name, value, GROUP)


def test_the_installed_drivers_are_found() -> None:
    assert "ascii_line" in driver_names()
    assert load_driver("ascii_line") is DRIVER


def test_an_unknown_driver_lists_those_there_are() -> None:
    with pytest.raises(ConfigError, match="ascii_line"):
        load_driver("asci_line")


def test_listing_imports_nothing() -> None:
    assert driver_names([entry("b", "not.there:AT_ALL"), entry("a", "nor.this:ONE")]) == ("a", "b")


@pytest.mark.parametrize(
    ("value", "word"),
    [
        ("no.such.package:DRIVER", "cannot be loaded"),
        ("scanner_drivers.replay:NOT_THERE", "cannot be loaded"),
        ("scanner_drivers.replay:replay", "not a DriverSpec"),
        (ASCII_LINE, "calls itself ascii_line"),
    ],
)
def test_a_broken_plug_in_is_told_by_name(value: str, word: str) -> None:
    with pytest.raises(ScannerError, match=f"(?s)studio.*{word}"):
        load_driver("studio", [entry("studio", value)])


def test_two_drivers_of_one_name_are_refused() -> None:
    with pytest.raises(ScannerError, match="two drivers are called ascii_line"):
        load_driver("ascii_line", [entry("ascii_line", ASCII_LINE), entry("ascii_line", "other.package:DRIVER")])


def test_one_driver_found_twice_is_one_driver() -> None:
    assert load_driver("ascii_line", [entry("ascii_line", ASCII_LINE)] * 2) is DRIVER
