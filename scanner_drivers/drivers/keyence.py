"""Keyence SR and BL code readers: LON and LOFF, their OK and ER lines told from reads. Pure."""

import re

from pydantic import Field

from dealer_table.errors import ConfigError
from scanner_drivers.code_reading import CodeReader
from scanner_drivers.codebook import Codebook
from scanner_drivers.commanded_scanner import CommandedScanner
from scanner_drivers.commanding import TRIGGER_DESCRIPTION, Commander, CommandSettings, Dialect, Trigger
from scanner_drivers.conversation import Command, Purpose
from scanner_drivers.decoding import Answer, Part
from scanner_drivers.driver import DriverSpec, LineFormat
from scanner_drivers.line_settings import LineSettings
from scanner_drivers.sightings import DeviceEvent
from scanner_drivers.text_decoding import TextDecoder, refuse_codes_like_answers

_STX, _ETX = b"\x02", b"\x03"
# On a new connection half a command may still be there from the old one.
_EMPTY_YOUR_BUFFER = Command(b"\x1b", Purpose.SETUP)

_ANSWER = re.compile(rb"\x02?(?P<word>OK|ER),(?P<command>[A-Z]+)(?:,(?P<rest>[ -~]*))?")
_ERROR = re.compile(rb"\x02?ERR(\d{2})")


class KeyenceSettings(LineSettings, CommandSettings):
    """The settings of `keyence`."""

    trigger: Trigger = Field(default="host", description=TRIGGER_DESCRIPTION)
    no_read_texts: tuple[str, ...] = Field(
        default=("ERROR", "OVER"), description="what the reader is set to send when it could not read"
    )
    framed: bool = Field(default=False, description="commands, answers and reads stand between STX and ETX")
    answers: bool = Field(default=True, description="commands are answered; not so in SR-600 compatible mode")
    bank: int | None = Field(default=None, ge=1, le=16, description="the parameter bank a reading is started with")


def command(words: str, *, framed: bool = False) -> bytes:
    """Return a command as it is written."""
    text = words.encode("ascii")
    return _STX + text + _ETX if framed else text + b"\r"


def line_part(line: bytes) -> Part | None:
    """Return what a line means that is no read; None when it is one."""
    if error := _ERROR.fullmatch(line):
        return DeviceEvent("error", int(error[1]))
    answer = _ANSWER.fullmatch(line)
    if answer is None:
        return None
    # To LOFF after a reading that has ended by itself the answer is ER: there was nothing left to refuse.
    if answer["word"] == b"OK" or answer["command"] == b"LOFF":
        return Answer()
    reason = answer["rest"] or b""
    return Answer(refused=True, code=int(reason) if reason.isdigit() else None)


def build(settings: KeyenceSettings, codebook: Codebook) -> CommandedScanner:
    """Build the driver."""
    settings = _with_frame(settings)
    refuse_codes_like_answers(settings, codebook, line_part=line_part)
    lon = "LON" if settings.bank is None else f"LON,{settings.bank:02d}"
    on, off = (
        (Command(command(words, framed=settings.framed), Purpose.TRIGGER, answered=settings.answers),)
        for words in (lon, "LOFF")
    )
    dialect = Dialect(
        setup=(_EMPTY_YOUR_BUFFER,) if settings.trigger == "host" else (),
        trigger_on=on,
        trigger_off=off,
        off_before_on=True,
    )
    decoder = TextDecoder(settings, line_part=line_part)
    return CommandedScanner(decoder, CodeReader(settings, codebook), Commander(dialect, settings))


def _with_frame(settings: KeyenceSettings) -> KeyenceSettings:
    if not settings.framed:
        return settings
    if settings.prefix or settings.suffix:
        raise ConfigError("STX and ETX are all that is around a code", key="framed", remedy="no prefix, no suffix")
    return settings.model_copy(update={"prefix": _STX.decode(), "terminators": _ETX.decode() + "\r\n"})


DRIVER = DriverSpec(
    name="keyence",
    summary="Keyence SR and BL code readers, triggered by LON and LOFF",
    settings=KeyenceSettings,
    build=build,
    line=LineFormat(baud=9600, data_bits=7, parity="even"),
)
