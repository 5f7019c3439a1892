"""Newland scan engines, also sold as Rakinda: three command sets, their answers told from reads. Pure."""

import re
from dataclasses import dataclass
from typing import Literal

from pydantic import Field, field_validator

from scanner_drivers.acknowledging import ACK, NAK
from scanner_drivers.code_reading import CodeReader
from scanner_drivers.codebook import Codebook
from scanner_drivers.commanded_scanner import CommandedScanner
from scanner_drivers.commanding import Commander, CommandSettings, Dialect
from scanner_drivers.conversation import Command, Purpose
from scanner_drivers.decoding import Answer, Part
from scanner_drivers.driver import DriverSpec
from scanner_drivers.line_settings import LineSettings
from scanner_drivers.text_decoding import Embedded, TextDecoder, refuse_codes_like_answers

_LONGEST_ANSWER = 128
_ADDRESS = b"\x010000"
_STATUS = rb"[\x06\x15\x05]"  # taken; a value out of range; not known

_ANSWER = re.compile(rb"\x02" + _ADDRESS + rb"[@#](?:(?:[ -:<-~]+" + _STATUS + rb")+;)+\x03")
_ANSWER_BEGUN = re.compile(rb"(?:\x02(?:\x01(?:0{0,3}|" + _ADDRESS[1:] + rb"(?:[@#][ -~\x06\x15\x05]*)?))?)?")

Storage = Literal["@", "#"]
CommandSet = Literal["unified", "sdk", "nls"]


def command(words: str, storage: Storage = "#") -> bytes:
    """Return a command of the unified set as it is written; storage `#` is lost with the power, `@` wears the flash."""
    return b"~" + _ADDRESS + storage.encode("ascii") + words.encode("ascii") + b";\x03"


@dataclass(frozen=True, slots=True)
class _Set:
    on: bytes
    off: bytes | None
    answered: bool


_SETS: dict[CommandSet, _Set] = {
    "unified": _Set(command("SCNTRG1"), command("SCNTRG0"), answered=True),
    "sdk": _Set(b"\x01T\x04", None, answered=False),
    "nls": _Set(b"\x1b1", b"\x1b0", answered=True),
}


class NewlandSettings(LineSettings, CommandSettings):
    """The settings of `newland`."""

    commands: CommandSet = Field(
        default="unified",
        description="the command set: unified (~ … ;), sdk (SOH T EOT, trigger only), or nls of older engines (ESC 1)",
    )
    setup: tuple[str, ...] = Field(
        default=(),
        description='sent whenever the port is opened, as "SCNMOD0" (unified) or "NLS0006010" (nls)',
    )

    @field_validator("setup")
    @classmethod
    def _are_commands(cls, setup: tuple[str, ...]) -> tuple[str, ...]:
        for words in setup:
            if not words.isascii() or not words.isalnum():
                raise ValueError(f"{words!r} is not letters and digits")
        return setup


def measure(data: bytes) -> int | None:
    """Return how long the answer is that `data` begins with."""
    if data[0] != 0x02:
        return 1
    if answer := _ANSWER.match(data):
        return answer.end()
    return None if _ANSWER_BEGUN.fullmatch(data) else 0


def meaning(answer: bytes) -> Part:
    """Return what an answer says: the first of its commands that was not taken gives the reason."""
    for byte in answer[1:]:
        if byte in b"\x15\x05":
            return Answer(refused=True, code=byte)
    return Answer(refused=answer == NAK, code=answer[0] if answer == NAK else None)


ANSWERS = Embedded(first=b"\x02" + ACK + NAK, longest=_LONGEST_ANSWER, measure=measure, meaning=meaning)


def build(settings: NewlandSettings, codebook: Codebook) -> CommandedScanner:
    """Build the driver."""
    refuse_codes_like_answers(settings, codebook, embedded=ANSWERS)
    chosen = _SETS[settings.commands]
    dialect = Dialect(
        setup=tuple(_setup_command(words, settings.commands) for words in settings.setup),
        trigger_on=(Command(chosen.on, Purpose.TRIGGER, chosen.answered),),
        trigger_off=(Command(chosen.off, Purpose.TRIGGER, chosen.answered),) if chosen.off else (),
    )
    decoder = TextDecoder(settings, embedded=ANSWERS)
    return CommandedScanner(decoder, CodeReader(settings, codebook), Commander(dialect, settings))


def _setup_command(words: str, commands: CommandSet) -> Command:
    data = f"{words};".encode("ascii") if commands == "nls" else command(words)
    return Command(data, Purpose.SETUP, answered=True)


DRIVER = DriverSpec(
    name="newland",
    summary="Newland and Rakinda scan engines, triggered by SCNTRG",
    settings=NewlandSettings,
    build=build,
)
