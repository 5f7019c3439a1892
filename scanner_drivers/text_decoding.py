"""Codes as lines of text, with answers to commands on the same cable. Pure.

Makers put an answer there in two ways. Some send it as a line of its own: `line_part` knows it by its words. Some send
it wherever the line happens to be, known by how it begins: `Embedded` says how long it is, and it is cut out whole, so
that the code around it stays as it was sent. What begins like an answer and is none stays in the line, which then is no
code.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from dealer_table.errors import ConfigError
from dealer_table.procedure.words import MisreadCause
from scanner_drivers.code_reading import is_printable
from scanner_drivers.codebook import Codebook
from scanner_drivers.decoding import Code, Part, Unframed
from scanner_drivers.framing import Line
from scanner_drivers.line_settings import LineSettings, line_framer
from scanner_drivers.sightings import Misread, printable

# An answer is sent in one go. What takes longer is not one.
_PATIENCE_MS = 200.0

# With AIM identifiers on, some makers put one before their answers too: of something that is no bar code.
_AIM_OF_ANSWERS = (b"]X0", b"]Z6")
_AIM_LENGTH = 3

LinePart = Callable[[bytes], Part | None]


@dataclass(frozen=True, slots=True)
class Embedded:
    """How messages are found that are no lines, and between whose bytes lines go on.

    `measure` tells how long the message is that some bytes begin with: 0 for none, None while that cannot be told.
    """

    first: bytes
    longest: int
    measure: Callable[[bytes], int | None]
    meaning: Callable[[bytes], Part]


def behind_aim(bare: Embedded) -> Embedded:
    """Return how the same messages are found where an AIM identifier may stand before them."""

    def has_aim(data: bytes) -> bool:
        return data[:_AIM_LENGTH] in _AIM_OF_ANSWERS

    def measure(data: bytes) -> int | None:
        if not data.startswith(b"]"):
            return bare.measure(data)
        if not has_aim(data):
            return None if any(aim.startswith(data) for aim in _AIM_OF_ANSWERS) else 0
        behind = data[_AIM_LENGTH:]
        length = None if not behind else bare.measure(behind) if behind[0] in bare.first else 0
        return length and _AIM_LENGTH + length

    def meaning(data: bytes) -> Part:
        return bare.meaning(data[_AIM_LENGTH:] if has_aim(data) else data)

    return Embedded(bare.first + b"]", _AIM_LENGTH + bare.longest, measure, meaning)


def every_line_is_a_code(line: bytes) -> Part | None:
    """Return None: this maker's answers are no lines."""
    del line
    return None


def every_line_lacks_its_frame(line: bytes) -> Part | None:
    """Return what a line means to a maker who frames every message."""
    return Unframed(line) if is_printable(line) else Misread(MisreadCause.GARBLED, printable(line))


class TextDecoder:
    """Cut a stream into codes and answers."""

    def __init__(
        self,
        settings: LineSettings,
        *,
        embedded: Embedded | None = None,
        line_part: LinePart = every_line_is_a_code,
    ) -> None:
        self._framer = line_framer(settings)
        self._embedded = embedded
        self._line_part = line_part
        self._pending = b""  # what may be the beginning of an embedded message
        self.deadline: float | None = None

    def feed(self, data: bytes, now: float) -> list[Part]:
        if self._embedded is None:
            return list(self._lines(data))
        parts = list(self._split(self._pending + data, self._embedded))
        self.deadline = now + _PATIENCE_MS if self._pending else None
        return parts

    def expire(self, now: float) -> list[Part]:
        if self.deadline is None or now < self.deadline:
            return []
        given_up, self._pending, self.deadline = self._pending, b"", None
        if is_printable(given_up):
            return list(self._lines(given_up))
        # This line can be no code any more. Told now, it does not cost the one that comes next.
        return [Misread(MisreadCause.TRUNCATED, printable(self._framer.reset() + given_up))]

    def reset(self) -> bytes:
        cut_off = self._framer.reset() + self._pending
        self._pending, self.deadline = b"", None
        return cut_off

    def _split(self, data: bytes, embedded: Embedded) -> Iterator[Part]:
        self._pending = b""
        begin = place = 0  # of the line's own bytes not handed on yet, and of what is looked at
        while place < len(data):
            length: int | None = 0
            if data[place] in embedded.first:
                ahead = data[place : place + embedded.longest]
                length = embedded.measure(ahead)
                if length is None and len(ahead) < embedded.longest:
                    self._pending = ahead
                    break
                if length:
                    yield from self._lines(data[begin:place])
                    yield from self._message(embedded.meaning(ahead[:length]))
                    begin = place + length
            place += length or 1
        yield from self._lines(data[begin:place])

    def _message(self, part: Part) -> Iterator[Part]:
        """Tell of an unfinished line in front of a framed code: codes are no lines there, so it is never finished."""
        if isinstance(part, Code) and (unfinished := self._framer.reset()):
            yield Misread(MisreadCause.TRUNCATED, printable(unfinished))
        yield part

    def _lines(self, data: bytes) -> Iterator[Part]:
        return map(self._part, self._framer.feed(data))

    def _part(self, line: Line) -> Part:
        if line.overlong:
            return Misread(MisreadCause.GARBLED, printable(line.content))
        return self._line_part(line.content) or Code(line.content)


def refuse_codes_like_answers(
    settings: LineSettings,
    codebook: Codebook,
    *,
    embedded: Embedded | None = None,
    line_part: LinePart = every_line_is_a_code,
) -> None:
    """Raise ConfigError where a line that a card can cause could be taken for an answer of the device."""
    texts = [(code, "codebook") for code in codebook.cards]
    texts += [(text, "no_read_texts") for text in settings.no_read_texts]
    if settings.cut_card_code is not None:
        texts.append((settings.cut_card_code, "cut_card_code"))
    for text, key in texts:
        content = (settings.prefix + text + settings.suffix).encode("utf-8")
        line = content + settings.terminators[:1].encode("ascii")
        if line_part(content) is not None or (embedded is not None and _holds_a_message(line, embedded)):
            raise ConfigError(f"{text} could be taken for an answer of the device", key=key, remedy="choose another")


def _holds_a_message(line: bytes, embedded: Embedded) -> bool:
    places = (place for place, byte in enumerate(line) if byte in embedded.first)
    return any(embedded.measure(line[place:]) != 0 for place in places)
