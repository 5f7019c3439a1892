"""The settings of scanners that end every code with a terminator, and the framer for them. Pure."""

from typing import Self

from pydantic import Field, model_validator

from scanner_drivers.code_reading import CodeSettings
from scanner_drivers.framing import LineFramer


class LineSettings(CodeSettings):
    """The defaults suit a scanner that adds nothing to the code but a CR, LF or both."""

    terminators: str = Field(default="\r\n", min_length=1, max_length=4, description="each of them ends a line")
    ignored: str = Field(
        default="\x00\x06\x15",
        max_length=16,
        description="dropped wherever they come: padding (00) and command replies on the same line (06, 15)",
    )
    longest_line: int = Field(default=64, ge=8, le=4096, description="a longer line is garbage")

    @model_validator(mode="after")
    def _each_byte_has_one_meaning(self) -> Self:
        for name in ("terminators", "ignored"):
            if not getattr(self, name).isascii():
                raise ValueError(f"{name} is not ASCII")
        for name, other in (("terminators", "ignored"), ("prefix", "terminators"), ("suffix", "terminators")):
            _refuse_overlap(name, getattr(self, name), other, getattr(self, other))
        for name in ("prefix", "suffix"):
            _refuse_overlap(name, getattr(self, name), "ignored", self.ignored)
        return self


def line_framer(settings: LineSettings) -> LineFramer:
    """Return a framer for lines as the settings describe them."""
    return LineFramer(
        settings.terminators.encode("ascii"),
        ignored=settings.ignored.encode("ascii"),
        longest=settings.longest_line,
    )


def _refuse_overlap(name: str, text: str, other: str, other_text: str) -> None:
    shared = sorted(set(text) & set(other_text))
    if shared:
        raise ValueError(f"{name} and {other} share {', '.join(f'{ord(char):02X}' for char in shared)}")
