"""One client's socket, written to directly, that says when its buffer is over the bound. I/O: a WebSocket connection.

Why frames may go straight to the transport: `websockets` queues whole frames and writes them in the same step of the
loop (`Connection.send_context`, `data_received`), so nothing of ours can fall between the parts of one of its own; we
negotiate no extension and never send fragments. The one thing to mind is that nothing follows a close frame: hence the
look at the state before every write.
"""

import socket
from typing import Any, ClassVar, Protocol

from websockets.asyncio.server import ServerConnection
from websockets.frames import Frame, Opcode
from websockets.protocol import State


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


def link_type(flow: Flow, socket_buffer: int) -> type[Link]:
    """Return the class of links that report to `flow`: the library makes connections itself and asks for a class."""

    class ReportingLink(Link):
        _flow = flow
        _socket_buffer = socket_buffer

    return ReportingLink
