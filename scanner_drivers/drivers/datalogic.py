"""Datalogic scanners: one-character commands, and HMP answers told from reads. Pure."""

import re

from pydantic import Field, field_validator

from scanner_drivers.acknowledging import Acknowledger, AcknowledgeSettings
from scanner_drivers.code_reading import CodeReader, is_printable
from scanner_drivers.codebook import Codebook
from scanner_drivers.commanded_scanner import CommandedScanner
from scanner_drivers.commanding import BeepSettings, Commander, Dialect
from scanner_drivers.conversation import Command, Purpose
from scanner_drivers.decoding import Answer, Part
from scanner_drivers.driver import DriverSpec
from scanner_drivers.line_settings import LineSettings
from scanner_drivers.text_decoding import TextDecoder

TRIGGER_PULL, TRIGGER_RELEASE, BEEP, NOT_ON_FILE = b"T", b"X", b"B", b"F"

_REFUSED = re.compile(rb"\x1bW(\d*)")
_TAKEN = b"\x1bK"


class DatalogicSettings(LineSettings, BeepSettings, AcknowledgeSettings):
    """The settings of `datalogic`."""

    setup: tuple[str, ...] = Field(
        default=(),
        description="HMP commands of a Matrix reader, each two characters and data, sent whenever the port is opened",
    )

    @field_validator("setup")
    @classmethod
    def _are_commands(cls, setup: tuple[str, ...]) -> tuple[str, ...]:
        for words in setup:
            if len(words) < 2 or not is_printable(words.encode("utf-8")):
                raise ValueError(f"{words!r} is not two printable characters and data")
        return setup


def hmp(words: str) -> bytes:
    """Return a command of the host mode of a Matrix reader as it is written."""
    return b"\x1b" + words.encode("ascii") + b"\x1bIA#"


def line_part(line: bytes) -> Part | None:
    """Return what a line means that is no read; None when it is one. No code begins with ESC."""
    if line == _TAKEN:
        return Answer()
    if refused := _REFUSED.fullmatch(line):
        return Answer(refused=True, code=int(refused[1]) if refused[1] else None)
    return None


def build(settings: DatalogicSettings, codebook: Codebook) -> CommandedScanner:
    """Build the driver."""
    dialect = Dialect(
        setup=tuple(Command(hmp(words), Purpose.SETUP, answered=True) for words in settings.setup),
        trigger_on=(Command(TRIGGER_PULL, Purpose.TRIGGER),),
        trigger_off=(Command(TRIGGER_RELEASE, Purpose.TRIGGER),),
        good=(Command(BEEP, Purpose.SIGNAL),) if settings.beep else (),
        bad=(Command(NOT_ON_FILE, Purpose.SIGNAL),) if settings.beep else (),
    )
    return CommandedScanner(
        TextDecoder(settings, line_part=line_part),
        CodeReader(settings, codebook),
        Commander(dialect, settings),
        Acknowledger() if settings.acknowledge else None,
    )


DRIVER = DriverSpec(
    name="datalogic",
    summary="Datalogic scanners, triggered by one-character commands",
    settings=DatalogicSettings,
    build=build,
)
