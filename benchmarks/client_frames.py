"""WebSocket for clients that must cost next to nothing: a handshake, and whole frames. I/O: a socket."""

import base64
import os
import socket

TEXT, PING, PONG = 1, 9, 10
_NO_MASK = bytes(4)


def handshake(connected: socket.socket) -> bytes:
    """Upgrade a connection to the gateway; return what came behind its answer already."""
    key = base64.b64encode(os.urandom(16)).decode()
    connected.sendall(
        f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    answer = b""
    while b"\r\n\r\n" not in answer:
        received = connected.recv(4096)
        if not received:
            raise ConnectionError("the gateway hung up before it answered")
        answer += received
    head, _, rest = answer.partition(b"\r\n\r\n")
    if b" 101 " not in head:
        raise ConnectionError(head.decode())
    return rest


def client_frame(payload: bytes, opcode: int = TEXT) -> bytes:
    """Return a client's frame under the mask that changes nothing."""
    length, first = len(payload), 0x80 | opcode
    head = bytes([first, 0x80 | length]) if length < 126 else bytes([first, 0xFE]) + length.to_bytes(2)
    return head + _NO_MASK + payload


class FrameReader:
    """Finds whole frames in what a server sends."""

    __slots__ = ("_rest",)

    def __init__(self, rest: bytes = b"") -> None:
        self._rest = rest

    def take(self, data: bytes) -> list[tuple[int, bytes]]:
        """Return the opcode and the payload of each frame that `data` completes."""
        data = self._rest + data if self._rest else data
        frames, at, end = [], 0, len(data)
        while end - at >= 2:
            length, head = data[at + 1], 2
            if length == 126:
                length, head = int.from_bytes(data[at + 2 : at + 4]), 4
            elif length == 127:
                length, head = int.from_bytes(data[at + 2 : at + 10]), 10
            body = at + head
            if body + length > end:
                break
            frames.append((data[at] & 0x0F, data[body : body + length]))
            at = body + length
        self._rest = data[at:]
        return frames
