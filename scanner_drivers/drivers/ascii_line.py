"""Scanners that send each code as a line of text: most bar-code imagers, in their plain (unpacketed) mode. Pure.

One rule decides everything here: a line that is not exactly a code is never guessed into one. It is reported as a
misread, and a person shows the card again.
"""

from collections.abc import Iterable
from typing import Self

from pydantic import Field, model_validator

from dealer_table.baccarat.cards import Card
from dealer_table.errors import ConfigError
from dealer_table.procedure.words import MisreadCause
from scanner_drivers.codebook import Codebook
from scanner_drivers.driver import NOTHING, DriverSettings, DriverSpec, Reaction
from scanner_drivers.framing import Line, LineFramer
from scanner_drivers.sightings import CardSeen, CutCardSeen, Misread, Sighting, Suppressed, printable

_AIM_LENGTH = 3  # "]", a letter for the symbology, a modifier (ISO/IEC 15424)


class AsciiLineSettings(DriverSettings):
    """The settings of `ascii_line`; the defaults suit a scanner that adds nothing to the code but a CR, LF or both."""

    aim: bool = Field(default=False, description='an AIM identifier ("]C1") stands before every code')
    prefix: str = Field(default="", max_length=16, description='what the scanner puts before every line, as "\\u0002"')
    suffix: str = Field(default="", max_length=16, description='what the scanner puts after every code, as "\\u0003"')
    cut_card_code: str | None = Field(default=None, min_length=1, max_length=32, description="the cut card's code")
    terminators: str = Field(default="\r\n", min_length=1, max_length=4, description="each of them ends a line")
    ignored: str = Field(
        default="\x00\x06\x15",
        max_length=16,
        description="dropped wherever they come: padding (00) and command replies on the same line (06, 15)",
    )
    no_read_texts: tuple[str, ...] = Field(
        default=("NOREAD", "NO-READ", "NR", "ERROR", "NO LABEL", "BADCODE"),
        description="what the scanner sends when it could not read; an AIM identifier before it is allowed",
    )
    repeat_interval_ms: int = Field(
        default=400,
        ge=0,
        le=60_000,
        description="the same code again within this time of the last is the same card still in view; 0 never",
    )
    longest_line: int = Field(default=64, ge=8, le=4096, description="a longer line is garbage")

    @model_validator(mode="after")
    def _each_byte_has_one_meaning(self) -> Self:
        for name in ("prefix", "suffix", "terminators", "ignored"):
            text: str = getattr(self, name)
            if not text.isascii():
                raise ValueError(f"{name} is not ASCII")
        for name, other in (("terminators", "ignored"), ("prefix", "terminators"), ("suffix", "terminators")):
            _refuse_overlap(name, getattr(self, name), other, getattr(self, other))
        for name in ("prefix", "suffix"):
            _refuse_overlap(name, getattr(self, name), "ignored", self.ignored)
        return self


def _refuse_overlap(name: str, text: str, other: str, other_text: str) -> None:
    shared = sorted(set(text) & set(other_text))
    if shared:
        raise ValueError(f"{name} and {other} share {', '.join(f'{ord(char):02X}' for char in shared)}")


class AsciiLineDriver:
    """Turn lines of text into card reads."""

    ready = True
    deadline = None  # an incomplete line is waited for as long as it takes: scanners stall in mid-code

    def __init__(self, settings: AsciiLineSettings, codebook: Codebook) -> None:
        self._settings = settings
        self._codebook = codebook
        self._prefix = settings.prefix.encode("ascii")
        self._suffix = settings.suffix.encode("ascii")
        self._framer = LineFramer(
            settings.terminators.encode("ascii"),
            ignored=settings.ignored.encode("ascii"),
            longest=settings.longest_line,
        )
        self._last_seen: dict[Card | None, float] = {}

    def connected(self, now: float) -> Reaction:
        """Start afresh; a code that was cut off is a card somebody drew, so it is reported."""
        cut_off = self._framer.reset()
        return Reaction((Misread(MisreadCause.TRUNCATED, printable(cut_off)),)) if cut_off else NOTHING

    def feed(self, data: bytes, now: float) -> Reaction:
        lines = self._framer.feed(data)
        return Reaction(tuple(self._read(line, now) for line in lines)) if lines else NOTHING

    def expire(self, now: float) -> Reaction:
        return NOTHING

    def _read(self, line: Line, now: float) -> Sighting:
        content = line.content.removeprefix(self._prefix).removesuffix(self._suffix)
        if line.overlong or not _is_printable(content):
            return Misread(MisreadCause.GARBLED, printable(line.content))
        text = content.decode("ascii")
        if text in self._settings.no_read_texts or _without_aim(text) in self._settings.no_read_texts:
            return Misread(MisreadCause.NO_READ, text)
        bare = len(self._prefix) + len(content) + len(self._suffix) != len(line.content)
        code = _without_aim(text) if self._settings.aim else text
        if bare or code is None:
            return Misread(MisreadCause.UNKNOWN_CODE, printable(line.content))
        if code == self._settings.cut_card_code:
            return self._unless_repeated(None, now)
        card = self._codebook.card(code)
        if card is None:
            return Misread(MisreadCause.UNKNOWN_CODE, text)
        return self._unless_repeated(card, now)

    def _unless_repeated(self, card: Card | None, now: float) -> Sighting:
        """Tell a card still in view from the next one like it: a shoe holds each card up to eight times.

        The interval runs from the last time the code was seen, so a card left lying under the scanner stays one card.
        """
        last = self._last_seen.get(card)
        self._last_seen[card] = now
        if last is not None and now - last < self._settings.repeat_interval_ms:
            return Suppressed(card)
        return CutCardSeen() if card is None else CardSeen(card)


def _is_printable(content: bytes) -> bool:
    return all(0x20 <= byte < 0x7F for byte in content)


def _without_aim(text: str) -> str | None:
    """Return what follows an AIM identifier; None when there is none."""
    return text[_AIM_LENGTH:] if text.startswith("]") and len(text) >= _AIM_LENGTH else None


def build(settings: AsciiLineSettings, codebook: Codebook) -> AsciiLineDriver:
    """Build a driver whose settings do not contradict the codebook."""
    if settings.cut_card_code is not None:
        _refuse_card_codes("cut_card_code", [settings.cut_card_code], codebook)
    _refuse_card_codes("no_read_texts", settings.no_read_texts, codebook)
    return AsciiLineDriver(settings, codebook)


def _refuse_card_codes(key: str, texts: Iterable[str], codebook: Codebook) -> None:
    for text in texts:
        card = codebook.card(text)
        if card is not None:
            raise ConfigError(f"{text} is the code of {card} in {codebook.name}", key=key, remedy="choose another")


DRIVER = DriverSpec(
    name="ascii_line",
    summary="a line of text a code, ended by CR, LF or both: most imagers in plain mode",
    settings=AsciiLineSettings,
    build=build,
)
