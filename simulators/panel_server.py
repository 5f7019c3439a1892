"""The demo's own page: the watcher's page in a frame, and buttons that make things go wrong. I/O: HTTP, WebSocket."""

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from http import HTTPStatus
from pathlib import Path
from typing import Any, Protocol

import structlog
from websockets.asyncio.server import ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response
from websockets.typing import Origin

from simulators.hands import Note

_LOG = structlog.get_logger(__name__)
_PAGES = Path(__file__).parent / "demo_panel"
_TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
_LOG_LINES = 60
_STATE_SECONDS = 0.4
_LARGEST_MESSAGE = 1024


class Demo(Protocol):
    """What the panel shows and asks for."""

    @property
    def table_origin(self) -> str:
        """Return the origin of the table's own pages."""
        ...

    def state(self) -> Mapping[str, Any]:
        """Return the state of every part."""
        ...

    async def obey(self, command: str) -> bool:
        """Do what a button asks; False when there is no such button."""
        ...


class DemoLog:
    """The last things that happened, for the page, and for `also` at once."""

    def __init__(self, also: Note) -> None:
        self._also = also
        self._lines: deque[Mapping[str, Any]] = deque(maxlen=_LOG_LINES)
        self._number = 0

    @property
    def lines(self) -> list[Mapping[str, Any]]:
        """Return the lines, each with its number."""
        return list(self._lines)

    def note(self, text: str) -> None:
        """Add a line."""
        self._number += 1
        self._lines.append({"number": self._number, "text": text})
        self._also(text)


class PanelServer:
    """Serve the panel to browsers on this machine."""

    def __init__(self, demo: Demo, log: DemoLog, port: int) -> None:
        self._demo = demo
        self._log = log
        self._port = port
        self._origins = [Origin(f"http://{name}:{port}") for name in ("127.0.0.1", "localhost")]
        self._connections: set[ServerConnection] = set()
        # What is served is known before anybody asks: a path from a request never reaches the disk.
        self._files = {f"/{page.name}": page for page in sorted(_PAGES.iterdir()) if page.suffix in _TYPES}
        self._files["/"] = _PAGES / "index.html"

    @property
    def address(self) -> str:
        """Return the panel's page."""
        return f"http://127.0.0.1:{self._port}/"

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Serve for as long as the context lasts."""
        async with serve(
            self._control,
            "127.0.0.1",
            self._port,
            process_request=self._page,
            origins=self._origins,
            compression=None,
            max_size=_LARGEST_MESSAGE,
        ):
            yield

    async def tell_state(self) -> None:
        """Keep every open page up to date; ends by cancellation."""
        told: str | None = None
        while True:
            whole = self._state()
            if whole != told:
                told = whole
                for connection in list(self._connections):
                    await _send(connection, whole)
            await asyncio.sleep(_STATE_SECONDS)

    def _page(self, connection: ServerConnection, request: Request) -> Response | None:
        """Answer for a page; only a handshake of our own page goes on to the WebSocket."""
        del connection
        host = request.headers.get("Host", "")
        if Origin(f"http://{host}") not in self._origins:
            return _response(HTTPStatus.FORBIDDEN, b"this page is for this machine only\n", "text/plain")
        path = request.path.partition("?")[0]
        if path == "/control":
            return None
        page = self._files.get(path)
        if page is None:
            return _response(HTTPStatus.NOT_FOUND, b"there is no such page\n", "text/plain")
        return _response(HTTPStatus.OK, page.read_bytes(), _TYPES[page.suffix], self._policy())

    def _policy(self) -> str:
        return (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; "
            f"form-action 'none'; frame-ancestors 'none'; frame-src {self._demo.table_origin}; "
            f"connect-src ws://127.0.0.1:{self._port} ws://localhost:{self._port}"
        )

    async def _control(self, connection: ServerConnection) -> None:
        self._connections.add(connection)
        try:
            await _send(connection, self._state())
            with suppress(ConnectionClosed):
                async for text in connection:
                    await self._obey(text)
        finally:
            self._connections.discard(connection)

    def _state(self) -> str:
        return json.dumps({"type": "state", **self._demo.state(), "log": self._log.lines})

    async def _obey(self, text: str | bytes) -> None:
        try:
            message = json.loads(text)
            command = str(message["command"])
        except (ValueError, TypeError, KeyError):
            _LOG.warning("panel_message_not_understood")
            return
        if not await self._demo.obey(command):
            _LOG.warning("panel_command_unknown", command=command[:40])


async def _send(connection: ServerConnection, text: str) -> None:
    with suppress(ConnectionClosed):
        await connection.send(text)


def _response(status: HTTPStatus, body: bytes, kind: str, policy: str = "default-src 'none'") -> Response:
    headers = Headers(
        {
            "Content-Type": f"{kind}; charset=utf-8",
            "Content-Length": str(len(body)),
            "Cache-Control": "no-store",
            "Content-Security-Policy": policy,
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "Connection": "close",
        }
    )
    return Response(status.value, status.phrase, headers, body)
