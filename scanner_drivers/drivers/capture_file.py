"""A recording in the place of a scanner, read by the driver that made it. Pure.

It goes with a `capture` port. What is published under this name was dealt once before.
"""

from pydantic import Field

from dealer_table.errors import ConfigError, ScannerError
from scanner_drivers.codebook import Codebook
from scanner_drivers.driver import Driver, DriverSettings, DriverSpec
from scanner_drivers.registry import load_driver

_NAME = "capture_file"


class CaptureFileSettings(DriverSettings):
    """The settings of `capture_file`."""

    driver: str = Field(description="the driver that the recording was made with")
    settings: dict[str, object] = Field(default={}, description="its settings")


def build(settings: CaptureFileSettings, codebook: Codebook) -> Driver:
    """Build the driver of the recording: it is the one at work."""
    if settings.driver == _NAME:
        raise ConfigError("a recording is not made of a recording", key="driver", remedy="name its scanner's driver")
    try:
        return load_driver(settings.driver).driver(settings.settings, codebook)
    except ScannerError as error:
        raise ConfigError(str(error), key="driver") from error


DRIVER = DriverSpec(
    name=_NAME,
    summary="a recording, played at its own pace through the driver that made it",
    settings=CaptureFileSettings,
    build=build,
)
