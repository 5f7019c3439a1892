"""What one code that a scanner sent means: a card, the cut card, a card still in view, or no card at all. Pure.

One rule decides everything here: what is not exactly a code is never guessed into one. It is reported as a misread, and
a person shows the card again.
"""

from collections.abc import Iterable
from typing import Self

from pydantic import Field, model_validator

from dealer_table.baccarat.cards import Card
from dealer_table.errors import ConfigError
from dealer_table.procedure.words import MisreadCause
from scanner_drivers.codebook import Codebook
from scanner_drivers.driver import DriverSettings
from scanner_drivers.sightings import CardSeen, CutCardSeen, Misread, Sighting, Suppressed, printable

_AIM_LENGTH = 3  # "]", a letter for the symbology, a modifier (ISO/IEC 15424)


class CodeSettings(DriverSettings):
    """What a scanner puts around a code, and what it sends instead of one."""

    aim: bool = Field(default=False, description='an AIM identifier ("]C1") stands before every code')
    prefix: str = Field(default="", max_length=16, description='what the scanner puts before every line, as "\\u0002"')
    suffix: str = Field(default="", max_length=16, description='what the scanner puts after every code, as "\\u0003"')
    cut_card_code: str | None = Field(default=None, min_length=1, max_length=32, description="the cut card's code")
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

    @model_validator(mode="after")
    def _what_is_put_around_a_code_is_ascii(self) -> Self:
        for name in ("prefix", "suffix"):
            if not getattr(self, name).isascii():
                raise ValueError(f"{name} is not ASCII")
        return self


class CodeReader:
    """Read codes, one after the other, and tell a card still in view from the next one like it."""

    def __init__(self, settings: CodeSettings, codebook: Codebook) -> None:
        """Raise ConfigError where a setting does not go with the codebook."""
        if settings.cut_card_code is not None:
            _refuse_card_codes("cut_card_code", [settings.cut_card_code], codebook)
        _refuse_card_codes("no_read_texts", settings.no_read_texts, codebook)
        self._settings = settings
        self._codebook = codebook
        self._prefix = settings.prefix.encode("ascii")
        self._suffix = settings.suffix.encode("ascii")
        self._last_seen: dict[Card | None, float] = {}

    def read(self, content: bytes, now: float) -> Sighting:
        """Return what `content`, all that came for one code and nothing else, means."""
        inner = content.removeprefix(self._prefix).removesuffix(self._suffix)
        if not is_printable(inner):
            return Misread(MisreadCause.GARBLED, printable(content))
        text = inner.decode("ascii")
        if text in self._settings.no_read_texts or without_aim(text) in self._settings.no_read_texts:
            return Misread(MisreadCause.NO_READ, text)
        bare = len(self._prefix) + len(inner) + len(self._suffix) != len(content)
        code = without_aim(text) if self._settings.aim else text
        if bare or code is None:
            return Misread(MisreadCause.UNKNOWN_CODE, printable(content))
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


def is_printable(content: bytes) -> bool:
    """Tell whether every byte is a printable ASCII character."""
    return all(0x20 <= byte < 0x7F for byte in content)


def without_aim(text: str) -> str | None:
    """Return what follows an AIM identifier; None when there is none."""
    return text[_AIM_LENGTH:] if text.startswith("]") and len(text) >= _AIM_LENGTH else None


def _refuse_card_codes(key: str, texts: Iterable[str], codebook: Codebook) -> None:
    for text in texts:
        card = codebook.card(text)
        if card is not None:
            raise ConfigError(f"{text} is the code of {card} in {codebook.name}", key=key, remedy="choose another")
