import pytest

from dealer_table.errors import ConfigError
from scanner_drivers.codebook_files import load_codebook
from scanner_drivers.drivers.capture_file import DRIVER
from scanner_drivers.intents import ActingDriver


def test_it_is_the_driver_that_made_the_recording() -> None:
    driver = DRIVER.driver({"driver": "newland", "settings": {"trigger": "host"}}, load_codebook())
    assert type(driver).__name__ == "CommandedScanner"
    assert isinstance(driver, ActingDriver)


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ({}, "driver"),
        ({"driver": "no_such"}, "no_such"),
        ({"driver": "capture_file"}, "not made of a recording"),
        ({"driver": "newland", "settings": {"colour": "red"}}, "colour"),
    ],
)
def test_what_cannot_be_played_is_refused(settings: dict[str, object], named: str) -> None:
    with pytest.raises(ConfigError, match=named):
        DRIVER.driver(settings, load_codebook())
