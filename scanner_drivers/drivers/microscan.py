"""Omron Microscan readers: <K…> commands and answers told from reads. Pure."""

from typing import Self

from pydantic import Field, field_validator, model_validator

from scanner_drivers.acknowledging import Acknowledger, AcknowledgeSettings
from scanner_drivers.code_reading import CodeReader, is_printable
from scanner_drivers.codebook import Codebook
from scanner_drivers.commanded_scanner import CommandedScanner
from scanner_drivers.commanding import Commander, CommandSettings, Dialect
from scanner_drivers.conversation import Command, Purpose
from scanner_drivers.decoding import Answer, Part
from scanner_drivers.driver import DriverSpec
from scanner_drivers.line_settings import LineSettings
from scanner_drivers.text_decoding import Embedded, TextDecoder, refuse_codes_like_answers

_APPLY = "A"
_LONGEST_ANSWER = 128


class MicroscanSettings(LineSettings, CommandSettings, AcknowledgeSettings):
    """The settings of `microscan`."""

    trigger_character: str | None = Field(
        default=None, min_length=1, max_length=2, description="the trigger character that the reader is set to"
    )
    setup: tuple[str, ...] = Field(
        default=(),
        description='commands without their brackets, as "K714,1,NOREAD", sent and applied whenever the port is opened',
    )

    @field_validator("setup")
    @classmethod
    def _are_commands(cls, setup: tuple[str, ...]) -> tuple[str, ...]:
        for words in setup:
            if not words or not is_printable(words.encode("utf-8")) or set(words) & set("<>"):
                raise ValueError(f"{words!r} is not printable ASCII without brackets")
        return setup

    @model_validator(mode="after")
    def _a_trigger_is_known(self) -> Self:
        if self.trigger == "host" and self.trigger_character is None:
            raise ValueError("trigger = host needs the trigger_character")
        if self.trigger_character is not None and not self.trigger_character.isascii():
            raise ValueError("trigger_character is not ASCII")
        return self


def command(words: str) -> bytes:
    """Return a command as it is written."""
    return f"<{words}>".encode("ascii")


def measure(data: bytes) -> int | None:
    """Return how long the answer is that `data` begins with: it ends with the next bracket."""
    end = data.find(b">") + 1
    if not is_printable(data[:end] if end else data) or b"<" in data[1 : end or None]:
        return 0
    return end or None


def meaning(answer: bytes) -> Part:
    """Return what an answer says: that it was heard, and no more is known."""
    del answer
    return Answer()


ANSWERS = Embedded(first=b"<", longest=_LONGEST_ANSWER, measure=measure, meaning=meaning)


def build(settings: MicroscanSettings, codebook: Codebook) -> CommandedScanner:
    """Build the driver."""
    refuse_codes_like_answers(settings, codebook, embedded=ANSWERS)
    words = (*settings.setup, _APPLY) if settings.setup else ()
    trigger = settings.trigger_character
    dialect = Dialect(
        setup=tuple(Command(command(word), Purpose.SETUP) for word in words),
        trigger_on=(Command(trigger.encode("ascii"), Purpose.TRIGGER),) if trigger else (),
    )
    return CommandedScanner(
        TextDecoder(settings, embedded=ANSWERS),
        CodeReader(settings, codebook),
        Commander(dialect, settings),
        Acknowledger() if settings.acknowledge else None,
    )


DRIVER = DriverSpec(
    name="microscan",
    summary="Omron Microscan readers, triggered by a character",
    settings=MicroscanSettings,
    build=build,
)
