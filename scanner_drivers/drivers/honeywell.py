"""Honeywell imagers: SYN commands, menu answers told from reads, codes as lines or with the DECHDR1 header. Pure."""

import re
from collections.abc import Sequence
from typing import Self

from pydantic import Field, field_validator, model_validator

from scanner_drivers.acknowledging import Acknowledger, AcknowledgeSettings
from scanner_drivers.code_reading import CodeReader
from scanner_drivers.codebook import Codebook
from scanner_drivers.commanded_scanner import CommandedScanner
from scanner_drivers.commanding import BeepSettings, Commander, Dialect
from scanner_drivers.conversation import Command, Purpose
from scanner_drivers.decoding import Answer, Code, Part
from scanner_drivers.driver import DriverSpec
from scanner_drivers.line_settings import LineSettings
from scanner_drivers.text_decoding import (
    Embedded,
    TextDecoder,
    behind_aim,
    every_line_is_a_code,
    every_line_lacks_its_frame,
    refuse_codes_like_answers,
)

TRIGGER_ON, TRIGGER_OFF, BEEP = b"\x16T\r", b"\x16U\r", b"\x16\x07\r"
HEADER_ON = "DECHDR1"

_LONGEST_ANSWER = 128
_TAG_LENGTH = 3
_STATUS = rb"[\x06\x05\x15]"  # taken; unknown tag or subtag; data out of range
_ANSWER = re.compile(rb"[ -~]*?" + _STATUS + rb"(?:[,;][ -~]*?" + _STATUS + rb")*[.!]")
_ANSWER_BEGUN = re.compile(rb"[ -~]*(?:" + _STATUS + rb"(?:[,;][ -~]*)?)*")

# 16 FE, length from MSGGET on (4 bytes, low byte first), CR, "MSGGET", length of the data (4 digits), the maker's code
# letter, AIM letter and modifier, GS, data. What ends a line may follow.
_BEGIN = b"\x16\xfe"
_HEADER = re.compile(
    rb"\x16\xfe(?P<length>.{4})\rMSGGET(?P<digits>\d{4})[!-~](?P<aim>[A-Za-z])[0-9A-Za-z]\x1d", re.DOTALL
)
_HEADER_LENGTH = 7 + 14
_NOT_IN_LENGTH = 7
_MOST_DATA = 128
_DATA = re.compile(rb"[ -~\x06\x05\x15]*")
# AIM letters of what is no bar code: answers to menu commands come like that.
_NO_BAR_CODE = b"XZ"


class HoneywellSettings(LineSettings, BeepSettings, AcknowledgeSettings):
    """The settings of `honeywell`."""

    framed: bool = Field(
        default=False,
        description="codes carry the DECHDR1 header, which is switched on whenever the port is opened; a code without "
        "it then is none",
    )
    setup: tuple[str, ...] = Field(
        default=(), description='menu commands, as "TRGMOD0", sent whenever the port is opened and kept in RAM'
    )

    @field_validator("setup")
    @classmethod
    def _are_menu_commands(cls, setup: tuple[str, ...]) -> tuple[str, ...]:
        for words in setup:
            if len(words) <= _TAG_LENGTH or not words.isascii() or not words.isalnum():
                raise ValueError(f"{words!r} is not a tag of three characters, a subtag and data")
        return setup

    @model_validator(mode="after")
    def _the_header_says_all(self) -> Self:
        if self.framed and (self.aim or self.acknowledge):
            raise ValueError("framed goes with neither aim, which the header has already, nor acknowledge")
        return self


def menu(words: str, storage: str = "!") -> bytes:
    """Return a menu command as it is written; storage `!` is lost with the power, `.` wears the flash."""
    return b"\x16M\r" + words.encode("ascii") + storage.encode("ascii")


class MenuAnswers:
    """Answers to the menu commands that were given: their echo, with a status before each punctuation mark."""

    def __init__(self, commands: Sequence[str]) -> None:
        self._tags = tuple({words[:_TAG_LENGTH].upper().encode("ascii") for words in commands})
        letters = {tag[:1] for tag in self._tags}
        self.first = b"".join(sorted(letters | {letter.lower() for letter in letters}))

    def measure(self, data: bytes) -> int | None:
        """Return how long the answer is that `data` begins with."""
        begin = data[:_TAG_LENGTH].upper()
        if not any(tag.startswith(begin) for tag in self._tags):
            return 0
        if answer := _ANSWER.match(data):
            return answer.end()
        return None if _ANSWER_BEGUN.fullmatch(data) else 0

    @staticmethod
    def meaning(answer: bytes) -> Answer:
        """Return what it says: the first status that is not ACK is the reason of a refusal."""
        refusal = re.search(rb"[\x05\x15]", answer)
        return Answer(refused=True, code=refusal[0][0]) if refusal else Answer()


def measure_header(data: bytes) -> int | None:
    """Return how long the message with a header is that `data` begins with."""
    if not data.startswith(_BEGIN[: len(data)]):
        return 0
    if len(data) < _HEADER_LENGTH:
        return None
    header = _HEADER.match(data)
    if header is None or int(header["digits"]) > _MOST_DATA:
        return 0
    end = _HEADER_LENGTH + int(header["digits"])
    if int.from_bytes(header["length"], "little") != end - _NOT_IN_LENGTH:
        return 0
    # What cannot be data is the next message, come in the middle of this one.
    if not _DATA.fullmatch(data[_HEADER_LENGTH:end]):
        return 0
    return end if len(data) >= end else None


def _meaning_of_header(message: bytes) -> Part:
    header = _HEADER.match(message)
    assert header is not None, "measured before"
    data = message[_HEADER_LENGTH:]
    return MenuAnswers.meaning(data) if header["aim"] in _NO_BAR_CODE else Code(data)


def answers_among_lines(answers: MenuAnswers) -> Embedded:
    """Return how answers are found between codes that are lines."""
    return Embedded(answers.first, _LONGEST_ANSWER, answers.measure, answers.meaning)


def messages(answers: MenuAnswers) -> Embedded:
    """Return how messages with a header are found, and the answers that still come without one."""

    def is_headed(data: bytes) -> bool:
        return data[:1] == _BEGIN[:1]

    return Embedded(
        first=_BEGIN[:1] + answers.first,
        longest=_HEADER_LENGTH + _MOST_DATA,
        measure=lambda data: measure_header(data) if is_headed(data) else answers.measure(data),
        meaning=lambda data: _meaning_of_header(data) if is_headed(data) else answers.meaning(data),
    )


def build(settings: HoneywellSettings, codebook: Codebook) -> CommandedScanner:
    """Build the driver."""
    setup = [*([HEADER_ON] if settings.framed else []), *settings.setup]
    answers = MenuAnswers(setup)
    embedded = messages(answers) if settings.framed else answers_among_lines(answers)
    if settings.aim:
        embedded = behind_aim(embedded)
    refuse_codes_like_answers(settings, codebook, embedded=embedded)
    dialect = Dialect(
        setup=tuple(Command(menu(words), Purpose.SETUP, answered=True) for words in setup),
        trigger_on=(Command(TRIGGER_ON, Purpose.TRIGGER),),
        trigger_off=(Command(TRIGGER_OFF, Purpose.TRIGGER),),
        good=(Command(BEEP, Purpose.SIGNAL),) if settings.beep else (),
        bad=(Command(BEEP * 2, Purpose.SIGNAL),) if settings.beep else (),
    )
    line_part = every_line_lacks_its_frame if settings.framed else every_line_is_a_code
    return CommandedScanner(
        TextDecoder(settings, embedded=embedded, line_part=line_part),
        CodeReader(settings, codebook),
        Commander(dialect, settings),
        Acknowledger() if settings.acknowledge else None,
    )


DRIVER = DriverSpec(
    name="honeywell",
    summary="Honeywell imagers, triggered by SYN T, plain or with the DECHDR1 header",
    settings=HoneywellSettings,
    build=build,
)
