"""Opticon scan engines: ESC commands, ACK and NAK told from reads. Pure."""

from pydantic import Field, field_validator

from scanner_drivers.acknowledging import ACK, NAK
from scanner_drivers.code_reading import CodeReader
from scanner_drivers.codebook import Codebook
from scanner_drivers.commanded_scanner import CommandedScanner
from scanner_drivers.commanding import BeepSettings, Commander, Dialect
from scanner_drivers.conversation import Command, Purpose
from scanner_drivers.decoding import Answer, Part
from scanner_drivers.driver import DriverSpec
from scanner_drivers.line_settings import LineSettings
from scanner_drivers.text_decoding import Embedded, TextDecoder, refuse_codes_like_answers

# What stands between ESC and a command, by the command's length.
_BEFORE = {1: b"", 2: b"", 3: b"[", 4: b"]"}

TRIGGER_ON, TRIGGER_OFF = "Z", "Y"
GOOD_BEEP, ERROR_BEEP, GOOD_LED = "B", "E", "L"
ANSWER_COMMANDS = "WC"


class OpticonSettings(LineSettings, BeepSettings):
    """The settings of `opticon`."""

    answers: bool = Field(
        default=False, description="the engine is told to answer commands by ACK and NAK, and is held to it"
    )
    lamp: bool = Field(default=False, description="the good-read LED lights when the table took a read")
    setup: tuple[str, ...] = Field(
        default=(), description="commands of one to four characters, sent whenever the port is opened"
    )

    @field_validator("setup")
    @classmethod
    def _are_commands(cls, setup: tuple[str, ...]) -> tuple[str, ...]:
        for words in setup:
            if len(words) not in _BEFORE or not words.isascii() or not words.isalnum():
                raise ValueError(f"{words!r} is not one to four letters and digits")
        return setup


def command(words: str) -> bytes:
    """Return a command as it is written."""
    return b"\x1b" + _BEFORE[len(words)] + words.encode("ascii") + b"\r"


def _meaning(answer: bytes) -> Part:
    return Answer(refused=answer == NAK)


# One byte that no code holds can be taken out wherever it comes.
ANSWERS = Embedded(first=ACK + NAK, longest=1, measure=len, meaning=_meaning)


def build(settings: OpticonSettings, codebook: Codebook) -> CommandedScanner:
    """Build the driver."""
    refuse_codes_like_answers(settings, codebook, embedded=ANSWERS)

    def commands(purpose: Purpose, *words: str) -> tuple[Command, ...]:
        return tuple(Command(command(word), purpose, answered=settings.answers) for word in words)

    dialect = Dialect(
        setup=commands(Purpose.SETUP, *([ANSWER_COMMANDS] if settings.answers else []), *settings.setup),
        trigger_on=commands(Purpose.TRIGGER, TRIGGER_ON),
        trigger_off=commands(Purpose.TRIGGER, TRIGGER_OFF),
        good=commands(Purpose.SIGNAL, *([GOOD_BEEP] if settings.beep else []), *([GOOD_LED] if settings.lamp else [])),
        bad=commands(Purpose.SIGNAL, *([ERROR_BEEP] if settings.beep else [])),
    )
    decoder = TextDecoder(settings, embedded=ANSWERS)
    return CommandedScanner(decoder, CodeReader(settings, codebook), Commander(dialect, settings))


DRIVER = DriverSpec(
    name="opticon",
    summary="Opticon scan engines, triggered by ESC Z and ESC Y",
    settings=OpticonSettings,
    build=build,
)
