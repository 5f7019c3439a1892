"""Cutting a byte stream into lines, with a bounded buffer: garbage costs one line. Pure."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Line:
    """The bytes between two terminators; `overlong` when there were more than fit, and then only the first of them."""

    content: bytes
    overlong: bool = False


class LineFramer:
    """Cut lines at any of `terminators`, leaving out the bytes of `ignored`.

    A line without content is none, so CR, LF and CR LF may be mixed. An incomplete line is kept as long as it
    takes. A line longer than `longest` is reported at once, by its beginning, and what follows is dropped up to the
    next terminator: a stuck device costs one report and `longest` bytes of memory.
    """

    def __init__(self, terminators: bytes, *, ignored: bytes = b"", longest: int = 64) -> None:
        self._terminators = frozenset(terminators)
        self._ignored = bytes(ignored)
        self._longest = longest
        self._partial = bytearray()
        self._dropping = False

    def feed(self, data: bytes) -> list[Line]:
        """Take more bytes and return the lines they complete."""
        lines: list[Line] = []
        for byte in data.translate(None, self._ignored):
            if byte in self._terminators:
                if self._partial:
                    lines.append(Line(self._take()))
                self._dropping = False
            elif not self._dropping:
                if len(self._partial) == self._longest:
                    lines.append(Line(self._take(), overlong=True))
                    self._dropping = True
                else:
                    self._partial.append(byte)
        return lines

    def reset(self) -> bytes:
        """Forget an incomplete line, and return what there was of it."""
        self._dropping = False
        return self._take()

    @property
    def held(self) -> int:
        """Return how many bytes of an incomplete line are kept."""
        return len(self._partial)

    def _take(self) -> bytes:
        content = bytes(self._partial)
        self._partial.clear()
        return content
