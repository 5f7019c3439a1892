"""A camera as a scanner: pictures in, one line a frame out, saying which codes were found. I/O: cameras, files.

    camera:///dev/video0                a V4L2 camera
    camera+http://10.0.3.9/stream       a stream: camera+http, camera+https, camera+rtsp
    camera+folder:///var/snapshots      pictures, each a frame, in the order of their names; those to come as well

Behind a `#` stands the symbology that is looked for, `#code_128` when nothing does. Any other is not even tried: the
fewer there are, the fewer shadows look like one.
"""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, get_args
from urllib.parse import unquote, urlsplit

from dealer_table.errors import ConfigError
from scanner_drivers.camera_frames import Symbology, frame_line
from scanner_drivers.extras import extra_library
from scanner_drivers.kept_link import KeptLink, Link
from scanner_drivers.port_readers import PortReader, Receive, ThreadReader

_EXTRA = "camera"
_STREAMS = ("camera+http", "camera+https", "camera+rtsp")
_PICTURES = {".bmp", ".jpeg", ".jpg", ".png", ".tif", ".tiff", ".webp"}
_FOLDER_SECONDS = 0.1
_RELEASE_SECONDS = 1.0
_FORMATS = {
    "code_128": "Code128",
    "code_39": "Code39",
    "code_93": "Code93",
    "codabar": "Codabar",
    "itf": "ITF",
    "qr": "QRCode",
    "data_matrix": "DataMatrix",
    "aztec": "Aztec",
}

FindCodes = Callable[[Any], Sequence[str]]


class FrameSource(Protocol):
    """Where pictures come from, one after the other."""

    def next_frame(self) -> Any:
        """Return the next picture, as zxing-cpp takes one, after waiting for it; None when there is nothing on it.

        OSError when there are no more.
        """
        ...

    def close(self) -> None:
        """Let go of the camera."""
        ...


def camera_link(url: str) -> Callable[[], Link]:
    """Read a `camera` URL."""
    parts = urlsplit(url)
    symbology = parts.fragment or "code_128"
    if symbology not in get_args(Symbology):
        remedy = f"one of {', '.join(get_args(Symbology))}"
        raise ConfigError(f"no symbology {symbology}: {url}", key="port", remedy=remedy)
    path = unquote(parts.path)
    if parts.scheme in _STREAMS and parts.netloc:
        target = url.removeprefix("camera+").partition("#")[0]
        return lambda: _link(url, symbology, _opener_of_camera(target))
    if parts.scheme == "camera" and path and not parts.netloc:
        return lambda: _link(url, symbology, _opener_of_camera(path))
    if parts.scheme == "camera+folder" and path and not parts.netloc:
        return lambda: _link(url, symbology, _opener_of_folder(path))
    raise ConfigError(f"not a camera: {url}", key="port", remedy="camera:///dev/video0 or camera+http://host/stream")


def _link(url: str, symbology: str, open_source: Callable[[], FrameSource]) -> Link:
    find_codes = code_finder(symbology)
    return KeptLink(url, lambda: CameraPort(open_source(), find_codes))


def code_finder(symbology: str) -> FindCodes:
    """Return what finds the codes of that symbology in a picture."""
    zxing = extra_library("zxingcpp", _EXTRA)
    formats = getattr(zxing.BarcodeFormat, _FORMATS[symbology])
    return lambda picture: [code.text for code in zxing.read_barcodes(picture, formats=formats) if code.valid]


@dataclass(frozen=True, slots=True)
class CameraPort:
    """An open camera; getting and searching a picture takes a while, so a thread does it."""

    source: FrameSource
    find_codes: FindCodes

    def reader(self, receive: Receive) -> PortReader:
        return ThreadReader(self._read, len, receive)  # a camera is told nothing

    def close(self) -> None:
        self.source.close()

    def _read(self) -> bytes:
        picture = self.source.next_frame()
        return frame_line(() if picture is None else self.find_codes(picture))


@dataclass(slots=True)
class FolderSource:
    """The pictures of a folder, each once; while there is no other, the frames are empty."""

    folder: Path
    pillow: Any
    seconds: float = _FOLDER_SECONDS
    _last: str = field(default="", init=False)

    def next_frame(self) -> Any:
        time.sleep(self.seconds)
        names = [path.name for path in self.folder.iterdir() if path.suffix.lower() in _PICTURES]
        name = min((name for name in names if name > self._last), default=None)
        if name is None:
            return None
        self._last = name
        try:
            with self.pillow.open(self.folder / name) as picture:
                return picture.convert("L")
        except OSError:
            return None  # half written, or no picture at all

    def close(self) -> None:
        """Do nothing: a folder is not held."""


def _opener_of_folder(path: str) -> Callable[[], FrameSource]:
    pillow = extra_library("PIL.Image", _EXTRA)
    return lambda: FolderSource(Path(path), pillow)


def _opener_of_camera(target: str) -> Callable[[], FrameSource]:
    opencv = extra_library("cv2", _EXTRA)
    return lambda: OpenCvSource.opened(opencv, target)


@dataclass(frozen=True, slots=True)
class OpenCvSource:
    """A camera or a stream that OpenCV opened, the module given as it is."""

    camera: Any
    _reading: threading.Lock = field(default_factory=threading.Lock, init=False)

    @classmethod
    def opened(cls, opencv: Any, target: str) -> "OpenCvSource":
        camera = opencv.VideoCapture(target)
        if not camera.isOpened():
            raise OSError("there is no camera, or another program has it")
        camera.set(opencv.CAP_PROP_BUFFERSIZE, 1)  # an old picture is of no use
        return cls(camera)

    def next_frame(self) -> Any:
        with self._reading:
            there, picture = self.camera.read()
        if not there:
            raise OSError("no pictures come")
        return picture

    def close(self) -> None:
        # A stream that stalls is waited for half a minute; released meanwhile, it would take the process along.
        if self._reading.acquire(timeout=_RELEASE_SECONDS):
            self.camera.release()
