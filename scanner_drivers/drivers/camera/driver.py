"""Cameras that watch where cards are drawn, in the place of a scanner: a `camera` port finds the codes. Pure."""

from pydantic import Field

from dealer_table.procedure.words import MisreadCause
from scanner_drivers.camera_frames import LONGEST_TEXT, MOST_TEXTS, texts_of
from scanner_drivers.code_reading import CodeReader, CodeSettings
from scanner_drivers.codebook import Codebook
from scanner_drivers.driver import NOTHING, DriverSettings, DriverSpec, Reaction
from scanner_drivers.drivers.camera.watch import CameraWatch
from scanner_drivers.framing import Line, LineFramer
from scanner_drivers.sightings import Misread, Sighting, printable

_LONGEST_FRAME = MOST_TEXTS * (6 * LONGEST_TEXT + 4) + 2  # as JSON, with every character escaped
# A camera that was away for longer has missed enough for what lies there to be another card.
_MEMORY_MS = 3000.0


class CameraSettings(DriverSettings):
    """The settings of `camera`."""

    cut_card_code: str | None = Field(default=None, min_length=1, max_length=32, description="the cut card's code")
    frames_to_read: int = Field(
        default=2, ge=2, le=100, description="a code is believed when it was in so many frames running"
    )
    frames_to_rearm: int = Field(
        default=15,
        ge=1,
        le=1000,
        description="a code must be out of view for so many frames before it is another card",
    )
    stalled_ms: int = Field(
        default=2000, ge=100, le=60_000, description="without a frame for so long the camera is not ready"
    )


class CameraDriver:
    """Turn frames into card reads."""

    def __init__(self, settings: CameraSettings, codebook: Codebook) -> None:
        self._settings = settings
        self._framer = LineFramer(b"\n", longest=_LONGEST_FRAME)
        codes = CodeSettings(cut_card_code=settings.cut_card_code, no_read_texts=(), repeat_interval_ms=0)
        self._reader = CodeReader(codes, codebook)
        self._watch = CameraWatch(
            lambda text: text == settings.cut_card_code or codebook.card(text) is not None,
            frames_to_read=settings.frames_to_read,
            frames_to_rearm=settings.frames_to_rearm,
        )
        self._last_frame_at: float | None = None
        self.ready = False
        self.deadline: float | None = None

    def connected(self, now: float) -> Reaction:
        """Wait for a frame; a card that lay in view just before the camera was lost is no other card now."""
        self._framer.reset()
        self.ready, self.deadline = False, None
        if self._last_frame_at is not None and now - self._last_frame_at > _MEMORY_MS:
            self._watch.forget()
        return NOTHING

    def feed(self, data: bytes, now: float) -> Reaction:
        seen = [sighting for line in self._framer.feed(data) for sighting in self._look(line, now)]
        return Reaction(tuple(seen))

    def expire(self, now: float) -> Reaction:
        if self.deadline is not None and self.deadline <= now:
            self.ready, self.deadline = False, None
        return NOTHING

    def _look(self, line: Line, now: float) -> tuple[Sighting, ...]:
        texts = None if line.overlong else texts_of(line.content)
        if texts is None:
            return (Misread(MisreadCause.GARBLED, printable(line.content)),)
        self.ready, self._last_frame_at, self.deadline = True, now, now + self._settings.stalled_ms
        new = self._watch.look(texts)
        if len(new) > 1:  # which of them was drawn, or first, is not to be seen
            return (Misread(MisreadCause.GARBLED, printable(" and ".join(new).encode("utf-8", "replace"))),)
        return tuple(self._reader.read(text.encode("utf-8", "replace"), now) for text in new)


DRIVER = DriverSpec(
    name="camera",
    summary="a camera, a stream or a folder of pictures: codes in two frames running, each told once",
    settings=CameraSettings,
    build=CameraDriver,
)
