"""Scanners that send each code as a line of text: most bar-code imagers, in their plain (unpacketed) mode. Pure."""

from dealer_table.procedure.words import MisreadCause
from scanner_drivers.code_reading import CodeReader
from scanner_drivers.codebook import Codebook
from scanner_drivers.driver import NOTHING, DriverSpec, Reaction
from scanner_drivers.framing import Line
from scanner_drivers.line_settings import LineSettings, line_framer
from scanner_drivers.sightings import Misread, Sighting, printable


class AsciiLineSettings(LineSettings):
    """The settings of `ascii_line`."""


class AsciiLineDriver:
    """Turn lines of text into card reads."""

    ready = True
    deadline = None  # an incomplete line is waited for as long as it takes: scanners stall in mid-code

    def __init__(self, settings: AsciiLineSettings, codebook: Codebook) -> None:
        self._framer = line_framer(settings)
        self._reader = CodeReader(settings, codebook)

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
        if line.overlong:
            return Misread(MisreadCause.GARBLED, printable(line.content))
        return self._reader.read(line.content, now)


DRIVER = DriverSpec(
    name="ascii_line",
    summary="a line of text a code, ended by CR, LF or both: most imagers in plain mode",
    settings=AsciiLineSettings,
    build=AsciiLineDriver,
)
