"""Cognex DataMan readers: DMCC commands, and reads as plain lines or in checked extended responses. Pure."""

import re
from base64 import b64decode
from binascii import Error as NotBase64
from functools import reduce
from operator import xor
from typing import Self

from pydantic import Field, model_validator

from dealer_table.procedure.words import MisreadCause
from scanner_drivers.code_reading import CodeReader
from scanner_drivers.codebook import Codebook
from scanner_drivers.commanded_scanner import CommandedScanner
from scanner_drivers.commanding import TRIGGER_DESCRIPTION, Commander, CommandSettings, Dialect, Trigger
from scanner_drivers.conversation import Command, Purpose
from scanner_drivers.decoding import Answer, Code, Part
from scanner_drivers.driver import DriverSpec
from scanner_drivers.line_settings import LineSettings
from scanner_drivers.sightings import Misread, printable
from scanner_drivers.text_decoding import (
    Embedded,
    TextDecoder,
    every_line_is_a_code,
    every_line_lacks_its_frame,
    refuse_codes_like_answers,
)

_BEGIN = b"||"
_FOOTER = b"\r\n"
_LONGEST_RESPONSE = 256
_OK, _READ_STRING = 0, 1

_RESPONSE = re.compile(rb"\|\|(?:(?P<checked>[01])?(?::\d*)?)?\[(?P<status>\d{1,3})\](?P<data>.*)", re.DOTALL)


class CognexDmccSettings(LineSettings, CommandSettings):
    """The settings of `cognex_dmcc`."""

    trigger: Trigger = Field(default="host", description=TRIGGER_DESCRIPTION)
    extended: bool = Field(
        default=False,
        description="the reader is told to answer (COM.DMCC-RESPONSE 1): commands are held to their answers, and a "
        "read is a response of status 1 in base64; a plain line then is none",
    )
    checked: bool = Field(default=False, description="commands and responses carry a checksum; needs extended")

    @model_validator(mode="after")
    def _a_check_needs_responses(self) -> Self:
        if self.checked and not self.extended:
            raise ValueError("checked needs extended: a plain line has no place for a checksum")
        return self


def command(words: str, *, number: int | None = None, checked: bool = False) -> bytes:
    """Return a command as it is written; its header names only what is not the default."""
    header = f"{int(checked)}" if checked or number is not None else ""
    header += f":{number}" if number is not None else ""
    body = f"||{header}>{words}".encode("ascii")
    return body + (_checksum(body) if checked else b"") + _FOOTER


def measure(data: bytes) -> int | None:
    """Return how long the response is that `data` begins with: a bar in its data would be escaped."""
    if not data.startswith(_BEGIN[: len(data)]):
        return 0
    # The checksum may be a CR or an LF itself: only the pair is the footer, and no checksum makes one with it too soon.
    end = data.find(_FOOTER)
    if _BEGIN in data[1 : end if end >= 0 else None]:
        return 0
    return end + len(_FOOTER) if end >= 0 else None


def _meaning(response: bytes, *, checked: bool) -> Part:
    body = response.removesuffix(_FOOTER)
    parsed = _RESPONSE.fullmatch(body)
    if parsed is None:
        return Misread(MisreadCause.GARBLED, printable(body))
    data = parsed["data"]
    has_check = parsed["checked"] == b"1"
    if has_check:
        data = data[:-1]
    if (checked and not has_check) or (has_check and body[-1:] != _checksum(body[:-1])):
        return Misread(MisreadCause.CHECK_FAILED, printable(body))
    status = int(parsed["status"])
    if status != _READ_STRING:
        return Answer(refused=status != _OK, code=status or None)
    try:
        return Code(b64decode(data, validate=True))
    except NotBase64:
        return Misread(MisreadCause.GARBLED, printable(body))


def responses(*, checked: bool = False) -> Embedded:
    """Return how the reader's responses are found."""
    return Embedded(
        first=_BEGIN[:1],
        longest=_LONGEST_RESPONSE,
        measure=measure,
        meaning=lambda response: _meaning(response, checked=checked),
    )


def build(settings: CognexDmccSettings, codebook: Codebook) -> CommandedScanner:
    """Build the driver."""
    embedded = responses(checked=settings.checked)
    refuse_codes_like_answers(settings, codebook, embedded=embedded)

    def said(words: str, number: int, purpose: Purpose, *, answered: bool = True) -> tuple[Command, ...]:
        if not settings.extended:
            return (Command(command(words), purpose),)
        return (Command(command(words, number=number, checked=settings.checked), purpose, answered),)

    # Whether the change of mode itself is answered differs between readers: that it was made is then asked.
    set_up = said("SET COM.DMCC-RESPONSE 1", 1, Purpose.SETUP, answered=False)
    dialect = Dialect(
        setup=(*set_up, *said("GET COM.DMCC-RESPONSE", 2, Purpose.SETUP)) if settings.extended else (),
        trigger_on=said("TRIGGER ON", 3, Purpose.TRIGGER),
        trigger_off=said("TRIGGER OFF", 4, Purpose.TRIGGER),
    )
    decoder = TextDecoder(
        settings, embedded=embedded, line_part=every_line_lacks_its_frame if settings.extended else every_line_is_a_code
    )
    return CommandedScanner(decoder, CodeReader(settings, codebook), Commander(dialect, settings))


def _checksum(data: bytes) -> bytes:
    return bytes((reduce(xor, data, 0),))


DRIVER = DriverSpec(
    name="cognex_dmcc",
    summary="Cognex DataMan readers, triggered by DMCC",
    settings=CognexDmccSettings,
    build=build,
)
