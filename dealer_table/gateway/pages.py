"""The pages, read once at the start and served from memory. I/O: reads files.

What is not in memory does not exist, so no path can lead out of the directories that were read.
"""

import gzip
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path

from dealer_table.config.picture import PictureKind, PictureSection

WEB = Path(__file__).parent / "web"
# The address of each page, and its file.
PAGES = {
    "/": "index.html",
    "/dealer": "dealer.html",
    "/floor": "floor.html",
    "/lobby": "lobby.html",
    "/play": "player.html",
    "/rules": "rules.html",
    "/touch": "touch.html",
    "/wall": "wall.html",
}

_CONTENT_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".ftl": "text/plain; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}

# No host but our own and the studio's, and no script or style inside the page.
_CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
_SECURITY_HEADERS: Mapping[str, str] = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def security_headers(frame_ancestors: Sequence[str] = (), pictures: Sequence[PictureSection] = ()) -> Mapping[str, str]:
    """Return what every answer tells the browser.

    Only pages of `frame_ancestors` may put ours in a frame, and ours may ask nobody but us and who has the `pictures`.
    """
    ancestors = " ".join(frame_ancestors) or "'none'"
    policy = [
        _CONTENT_POLICY,
        f"connect-src {_sources(pictures, PictureKind.WHEP)}",
        f"media-src {_sources(pictures, PictureKind.HLS)}",
        f"frame-ancestors {ancestors}",
    ]
    return {"Content-Security-Policy": "; ".join(policy), **_SECURITY_HEADERS}


def _sources(pictures: Sequence[PictureSection], kind: PictureKind) -> str:
    return " ".join(["'self'", *sorted({picture.origin for picture in pictures if picture.kind is kind})])


@dataclass(frozen=True, slots=True)
class Reply:
    """An HTTP answer."""

    status: HTTPStatus
    body: bytes = b""
    content_type: str = "text/plain; charset=utf-8"
    headers: Mapping[str, str] = field(default_factory=dict)


def text(status: HTTPStatus, body: str) -> Reply:
    """Answer with one line of text."""
    return Reply(status, f"{body}\n".encode())


@dataclass(frozen=True, slots=True)
class _File:
    """One file, plain and packed; what does not get smaller is never packed. Each way has a tag of its own."""

    content: bytes
    packed: bytes | None
    content_type: str
    digest: str

    @classmethod
    def read(cls, file: Path) -> "_File":
        content = file.read_bytes()
        # No time of packing in it: the same file is the same bytes on every gateway.
        packed = gzip.compress(content, mtime=0)
        digest = hashlib.sha256(content).hexdigest()[:32]
        return cls(content, packed if len(packed) < len(content) else None, _CONTENT_TYPES[file.suffix], digest)


class Pages:
    """The files that may be asked for, by path."""

    def __init__(self) -> None:
        self._files: dict[str, _File] = {}

    def add(self, path: str, file: Path) -> None:
        """Serve `file` under `path`."""
        self._files[path] = _File.read(file)

    def add_folder(self, prefix: str, folder: Path) -> None:
        """Serve every file under `folder` whose kind is known, its `index.html` under `prefix` itself as well."""
        assert prefix.startswith("/") and prefix.endswith("/"), f"{prefix!r} is no folder of a site"
        for file in sorted(folder.rglob("*")):
            if file.is_file() and file.suffix in _CONTENT_TYPES:
                self.add(prefix + file.relative_to(folder).as_posix(), file)
        if (folder / "index.html").is_file():
            self.add(prefix, folder / "index.html")

    def reply(self, path: str, if_none_match: str | None, *, accepts_gzip: bool = False) -> Reply | None:
        """Return the page at `path`, or only that it is unchanged; None when there is none."""
        file = self._files.get(path)
        if file is None:
            return None
        content, etag = file.content, f'"{file.digest}"'
        # Asked for each time, answered by 304: a page and its modules are never of two releases.
        headers = {"Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        if accepts_gzip and file.packed is not None:
            content, etag = file.packed, f'"{file.digest}-gzip"'
            headers["Content-Encoding"] = "gzip"
        headers["ETag"] = etag
        if if_none_match is not None and etag in (tag.strip().removeprefix("W/") for tag in if_none_match.split(",")):
            headers.pop("Content-Encoding", None)
            return Reply(HTTPStatus.NOT_MODIFIED, b"", file.content_type, headers)
        return Reply(HTTPStatus.OK, content, file.content_type, headers)


def read_pages(folders: Mapping[str, Path]) -> Pages:
    """Read our pages, what they load, and any further `folders` by their prefix."""
    pages = Pages()
    pages.add_folder("/static/", WEB)
    for path, name in PAGES.items():
        if (WEB / name).is_file():
            pages.add(path, WEB / name)
    for prefix, folder in folders.items():
        pages.add_folder(prefix, folder)
    return pages
