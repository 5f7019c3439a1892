"""USB bar-code scanners of the HID point-of-sale class: reports of 64 bytes, long codes in several. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, Self

from pydantic import Field, model_validator

from dealer_table.procedure.words import MisreadCause
from scanner_drivers.code_reading import CodeReader, CodeSettings, is_printable
from scanner_drivers.codebook import Codebook
from scanner_drivers.driver import DriverSpec, Reaction
from scanner_drivers.fixed_blocks import BlockFramer
from scanner_drivers.sightings import DeviceEvent, Misread, Sighting, printable

REPORT = 64
_LONGEST_CODE = 512
_AIM_LENGTH = 3
_NO_AIM = bytes(_AIM_LENGTH)
_AIM_OF_ANSWERS = (b"]X0", b"]Z6")

Variant = Literal["standard", "honeywell", "newland", "microscan"]


@dataclass(frozen=True, slots=True)
class _Layout:
    """Where things are in a report; its length always stands in the second byte.

    Where the documents do not say how a code goes on in the next report, a full one is taken to.
    """

    report_id: int
    data_at: int
    room: int
    aim_at: int | None = None
    continued_at: int | None = None
    full_is_continued: bool = False
    answers: bool = False


_STANDARD = _Layout(report_id=2, aim_at=2, data_at=5, room=56, continued_at=63)
_LAYOUTS: Mapping[Variant, _Layout] = {
    "standard": _STANDARD,
    "honeywell": replace(_STANDARD, answers=True),
    "newland": _Layout(report_id=2, data_at=2, room=60, continued_at=63, full_is_continued=True),
    "microscan": _Layout(report_id=1, data_at=2, room=62, full_is_continued=True),
}


class HidPosSettings(CodeSettings):
    """The settings of `hid_pos`."""

    variant: Variant = Field(default="standard", description="the maker's layout of a report")
    aim_letters: str = Field(
        default="",
        max_length=16,
        pattern=r"^[A-Za-z]*$",
        description='the symbologies that cards carry, by their AIM letters, as "C" for Code 128; empty: any',
    )
    continuation_timeout_ms: int = Field(
        default=500, ge=50, le=10_000, description="a code whose next report takes longer was cut off"
    )

    @model_validator(mode="after")
    def _the_symbology_can_be_seen(self) -> Self:
        if self.aim_letters and _LAYOUTS[self.variant].aim_at is None:
            raise ValueError(f"a {self.variant} report has no AIM identifier: leave aim_letters empty")
        return self


@dataclass(frozen=True, slots=True)
class _Report:
    aim: bytes
    data: bytes
    continued: bool


class HidPosDriver:
    """Turn reports into card reads."""

    ready = True

    def __init__(self, settings: HidPosSettings, codebook: Codebook) -> None:
        self._settings = settings
        self._layout = _LAYOUTS[settings.variant]
        self._reader = CodeReader(settings, codebook)
        self._blocks = BlockFramer(REPORT)
        self._begun = b""  # of a code that goes on
        self._dropping = False  # of a code that is longer than any
        self._given_up_at: float | None = None

    @property
    def deadline(self) -> float | None:
        return min((at for at in (self._blocks.deadline, self._given_up_at) if at is not None), default=None)

    def connected(self, now: float) -> Reaction:
        """Start afresh; a code that was cut off is a card somebody drew, so it is reported."""
        return Reaction((*_cut_off(self._blocks.reset()), *self._give_up()))

    def feed(self, data: bytes, now: float) -> Reaction:
        seen = list(self.expire(now).seen)
        for block in self._blocks.feed(data, now):
            if any(block):  # a report without anything in it is how some devices pass the time
                seen += self._take(block, now)
        return Reaction(tuple(seen))

    def expire(self, now: float) -> Reaction:
        seen = _cut_off(self._blocks.expire(now))
        if self._given_up_at is not None and self._given_up_at <= now:
            seen += self._give_up()
        return Reaction(seen)

    def _take(self, block: bytes, now: float) -> tuple[Sighting, ...]:
        report = self._parsed(block)
        if report is None:
            return (*self._give_up(), Misread(MisreadCause.GARBLED, printable(block.rstrip(b"\x00"))))
        if not report.data:
            return ()
        if self._layout.answers and report.aim in _AIM_OF_ANSWERS:
            return () if report.continued else (DeviceEvent("answer"),)
        if report.continued:
            return self._keep(report.data, now)
        if self._dropping:
            return self._give_up()
        code, self._begun, self._given_up_at = self._begun + report.data, b"", None
        return (self._read(report.aim, code, now),)

    def _parsed(self, block: bytes) -> _Report | None:
        layout, length = self._layout, block[1]
        aim = b"" if layout.aim_at is None else block[layout.aim_at : layout.aim_at + _AIM_LENGTH]
        if block[0] != layout.report_id or length > layout.room or not _is_aim(aim):
            return None
        flagged = layout.continued_at is not None and bool(block[layout.continued_at] & 1)
        continued = flagged or (layout.full_is_continued and length == layout.room)
        return _Report(aim, block[layout.data_at : layout.data_at + length], continued)

    def _keep(self, data: bytes, now: float) -> tuple[Sighting, ...]:
        self._given_up_at = now + self._settings.continuation_timeout_ms
        if self._dropping:
            return ()
        self._begun += data
        if len(self._begun) <= _LONGEST_CODE:
            return ()
        overlong, self._begun, self._dropping = self._begun, b"", True
        return (Misread(MisreadCause.GARBLED, printable(overlong)),)

    def _read(self, aim: bytes, code: bytes, now: float) -> Sighting:
        content = code.removesuffix(b"\n").removesuffix(b"\r")
        letters = self._settings.aim_letters
        if letters and aim[1:2].decode("latin-1") not in letters:
            return Misread(MisreadCause.UNKNOWN_CODE, printable(aim.strip(b"\x00") + content))
        return self._reader.read(content, now)

    def _give_up(self) -> tuple[Sighting, ...]:
        begun, self._begun, self._dropping, self._given_up_at = self._begun, b"", False, None
        return _cut_off(begun)


def _cut_off(begun: bytes) -> tuple[Sighting, ...]:
    return (Misread(MisreadCause.TRUNCATED, printable(begun)),) if begun else ()


def _is_aim(field: bytes) -> bool:
    """Tell whether that can stand where the AIM identifier does: one, or nothing, where it is switched off."""
    return field in (b"", _NO_AIM) or (field.startswith(b"]") and is_printable(field))


DRIVER = DriverSpec(
    name="hid_pos",
    summary="USB scanners in HID point-of-sale mode, on a hid port",
    settings=HidPosSettings,
    build=HidPosDriver,
)
