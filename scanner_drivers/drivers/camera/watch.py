"""When a code that a camera shows is a card that was drawn: not at once, not twice, not two of them. Pure."""

from collections.abc import Callable, Collection
from dataclasses import dataclass


@dataclass(slots=True)
class _InView:
    last_frame: int = 0
    frames: int = 0
    told: bool = False


class CameraWatch:
    """Follow the codes in view from frame to frame.

    A code is believed when it was in so many frames running, and told once. It is told again only after so many frames
    without it: until then it is the same card, covered by a hand or blurred. Where a code of a card is in view, others
    are taken for shadows.
    """

    def __init__(self, is_known: Callable[[str], bool], *, frames_to_read: int, frames_to_rearm: int) -> None:
        self._is_known = is_known
        self._frames_to_read = frames_to_read
        self._frames_to_rearm = frames_to_rearm
        self._frame = 0
        self._codes: dict[str, _InView] = {}

    def look(self, texts: Collection[str]) -> tuple[str, ...]:
        """Take the codes of one frame, and return those that are to be told now."""
        self._frame += 1
        known = {text for text in texts if self._is_known(text)}
        for text in known or set(texts):
            self._see(text)
        self._codes = {text: code for text, code in self._codes.items() if self._is_worth_keeping(code)}
        new = [text for text, code in self._codes.items() if not code.told and code.frames >= self._frames_to_read]
        for text in new:
            self._codes[text].told = True
        return tuple(sorted(new))

    def forget(self) -> None:
        """Start afresh: what comes into view now is new."""
        self._codes.clear()

    def _see(self, text: str) -> None:
        code = self._codes.setdefault(text, _InView())
        code.frames += 1
        code.last_frame = self._frame

    def _is_worth_keeping(self, code: _InView) -> bool:
        absent = self._frame - code.last_frame
        return absent == 0 or (code.told and absent < self._frames_to_rearm)
