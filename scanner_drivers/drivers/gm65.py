"""GM65 and its kin (Grow, Waveshare, Hamlet): zone commands, checked answers told from reads. Pure."""

from binascii import crc_hqx

from pydantic import Field

from scanner_drivers.code_reading import CodeReader
from scanner_drivers.codebook import Codebook
from scanner_drivers.commanded_scanner import CommandedScanner
from scanner_drivers.commanding import Commander, CommandSettings, Dialect
from scanner_drivers.conversation import Command, Purpose
from scanner_drivers.decoding import Answer, Part
from scanner_drivers.driver import DriverSpec
from scanner_drivers.line_settings import LineSettings
from scanner_drivers.text_decoding import Embedded, TextDecoder, behind_aim, refuse_codes_like_answers

_WRITE, _SAVE = 0x08, 0x09
_AIM_ON = (0x00D0, 0x80)
_TRIGGER_ON = (0x0002, 0x01)
_NO_CHECK = b"\xab\xcd"

_BEGIN = b"\x02\x00"
_HEAD = 4  # 02 00, the kind, how much data
_CHECK = 2
_MOST_DATA = 32


class Gm65Settings(LineSettings, CommandSettings):
    """The settings of `gm65`; with `aim` the engine is told to send AIM identifiers whenever the port is opened."""

    checked: bool = Field(default=True, description="commands carry a CRC; otherwise AB CD, which skips the check")


def command(kind: int, address: int, data: int, *, checked: bool = True) -> bytes:
    """Return a command as it is written."""
    body = bytes((kind, 1)) + address.to_bytes(2) + bytes((data,))
    return b"\x7e\x00" + body + (_crc(body) if checked else _NO_CHECK)


def trigger(*, checked: bool = True) -> bytes:
    """Return the command that starts a reading; none ends it."""
    return command(_WRITE, *_TRIGGER_ON, checked=checked)


def send_aim(*, checked: bool = True) -> bytes:
    """Return the command that puts an AIM identifier before every code."""
    return command(_WRITE, *_AIM_ON, checked=checked)


def save(*, checked: bool = True) -> bytes:
    """Return the command that keeps what was set over a loss of power; the driver never sends it."""
    return command(_SAVE, 0, 0, checked=checked)


def measure(data: bytes) -> int | None:
    """Return how long the answer is that `data` begins with: one with a wrong check is none."""
    if not data.startswith(_BEGIN[: len(data)]):
        return 0
    if len(data) < _HEAD:
        return None
    if data[3] > _MOST_DATA:
        return 0
    end = _HEAD + data[3] + _CHECK
    if len(data) < end:
        return None
    return end if data[end - _CHECK : end] == _crc(data[len(_BEGIN) : end - _CHECK]) else 0


def meaning(answer: bytes) -> Part:
    """Return what an answer says; of kinds other than 00 no more is known than that they are not that."""
    kind = answer[len(_BEGIN)]
    return Answer(refused=kind != 0, code=kind or None)


ANSWERS = Embedded(first=_BEGIN[:1], longest=_HEAD + _MOST_DATA + _CHECK, measure=measure, meaning=meaning)


def build(settings: Gm65Settings, codebook: Codebook) -> CommandedScanner:
    """Build the driver."""
    answers = behind_aim(ANSWERS) if settings.aim else ANSWERS
    refuse_codes_like_answers(settings, codebook, embedded=answers)
    aim_on = Command(send_aim(checked=settings.checked), Purpose.SETUP, answered=True)
    dialect = Dialect(
        setup=(aim_on,) if settings.aim else (),
        trigger_on=(Command(trigger(checked=settings.checked), Purpose.TRIGGER, answered=True),),
    )
    decoder = TextDecoder(settings, embedded=answers)
    return CommandedScanner(decoder, CodeReader(settings, codebook), Commander(dialect, settings))


def _crc(data: bytes) -> bytes:
    return crc_hqx(data, 0).to_bytes(2)  # CRC-16/XMODEM


DRIVER = DriverSpec(
    name="gm65",
    summary="GM65, GM812 and other cheap scan engines, triggered by zone commands",
    settings=Gm65Settings,
    build=build,
)
