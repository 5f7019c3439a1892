"""One client's socket, written to directly, that says when its buffer is over the bound. I/O: a WebSocket connection.

Why frames may go straight to the transport: `websockets` queues whole frames and writes them in the same step of the
loop (`Connection.send_context`, `data_received`), so nothing of ours can fall between the parts of one of its own; we
negotiate no extension and never send fragments. The one thing to mind is that nothing follows a close frame: hence the
look at the state before every write.
"""

import asyncio
import socket
from http import HTTPStatus
from typing import Any, ClassVar, Protocol

from websockets.asyncio.server import ServerConnection
from websockets.frames import Frame, Opcode
from websockets.protocol import State

from dealer_table.gateway.posted import Posted, PostReader

# For the client to read what answers its request before the connection is cut.
_LINGER_SECONDS = 1.0


class PostAnswerer(Protocol):
    """Whoever answers what is posted."""

    async def answer_post(self, posted: Posted | HTTPStatus, address: str) -> bytes:
        """Return the whole answer to a request, or to what could not be read."""


def text_frame(payload: bytes) -> bytes:
    """Return the one unfragmented, unmasked frame that carries this text from a server to any client."""
    return Frame(Opcode.TEXT, payload).serialize(mask=False)


class Flow(Protocol):
    """Whoever wants to know when a link stops draining and when it drains again."""

    def opened(self, link: "Link") -> None:
        """Learn of a new socket."""

    def fell_behind(self, link: "Link") -> None:
        """Learn that more than the bound waits to be written."""

    def caught_up(self, link: "Link") -> None:
        """Learn that most of it is gone."""

    def closed(self, link: "Link") -> None:
        """Learn that the socket is gone."""


class Link(ServerConnection):
    """A server connection that reports its flow; asyncio measures the buffer only when a write did not go out whole."""

    _flow: ClassVar[Flow]
    _socket_buffer: ClassVar[int]
    # None where nothing is ever posted: then the library answers such a request, by hanging up.
    _posts: ClassVar[PostAnswerer | None] = None

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._post = PostReader() if self._posts is not None else None

    @property
    def is_open(self) -> bool:
        """Tell whether a frame may be written."""
        return self.protocol.state is State.OPEN

    def write(self, frame: bytes) -> None:
        """Write a whole frame, unless the connection is closing."""
        if self.protocol.state is State.OPEN:
            self.transport.write(frame)

    def dismiss(self, code: int, reason: str, within: float) -> None:
        """Say goodbye, and hang up `within` seconds whether or not the client reads it.

        The library's own `close` waits for the buffer to drain first, which a client that stopped reading never lets
        happen.
        """
        if self.protocol.state is State.OPEN:
            self.protocol.send_close(code, reason)
            for data in self.protocol.data_to_send():
                self.transport.write(data)
        self.loop.call_later(within, self.transport.abort)

    def connection_made(self, transport: Any) -> None:
        """Bound what the kernel keeps for this client, then begin."""
        raw = transport.get_extra_info("socket")
        if raw is not None:
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, self._socket_buffer)
        super().connection_made(transport)
        self._flow.opened(self)

    def data_received(self, data: bytes) -> None:
        """Take bytes: those of a POST here, all others in the library."""
        if self._post is None:
            super().data_received(data)
        elif (rest := self._post.receive(data)) is not None:
            self._post = None
            super().data_received(rest)
        elif self._post.result is not None and not self.request_rcvd.done():
            self.request_rcvd.set_result(None)

    async def handshake(self, *arguments: Any, **options: Any) -> None:
        """Wait for a request and answer it; one that was posted is none of the library's."""
        await super().handshake(*arguments, **options)
        if self._post is None or self._post.result is None or self._posts is None:
            return
        self.transport.write(await self._posts.answer_post(self._post.result, self.remote_address[0]))
        if self.transport.can_write_eof():
            self.transport.write_eof()
        await asyncio.wait([self.connection_lost_waiter], timeout=_LINGER_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        """Report the end."""
        super().connection_lost(exc)
        self._flow.closed(self)

    def pause_writing(self) -> None:
        """Report that the buffer went over the bound."""
        super().pause_writing()
        self._flow.fell_behind(self)

    def resume_writing(self) -> None:
        """Report that the buffer drained; later, because the transport is in the middle of writing."""
        super().resume_writing()
        self.loop.call_soon(self._flow.caught_up, self)


def link_type(flow: Flow, socket_buffer: int, posts: PostAnswerer | None = None) -> type[Link]:
    """Return the class of links that report to `flow`: the library makes connections itself and asks for a class."""

    class ReportingLink(Link):
        _flow = flow
        _socket_buffer = socket_buffer
        _posts = posts

    return ReportingLink
