"""A thousand watchers in one process, as cheap as they can be: they count updates and stamp them. I/O: sockets.

    python -m benchmarks.crowd_process '{"groups": [{"kind": "gateway", "port": 8080, "count": 1000}], "reads": null}'

Once all have joined it says {"ready": true}; for every update that a whole group has read, one line with the time of
the first and of the last read and the text; for every message on the topic of `reads`, one line with its arrival. Times
are nanoseconds of the monotonic clock, which all processes of a machine share.
"""

import base64
import json
import os
import select
import socket
import sys
import time
from dataclasses import dataclass, field
from typing import Any

from benchmarks.raw_mqtt import RawSubscriber

_HELLO = b'{"type":"hello","protocol":1}'
_NO_MASK = bytes(4)
_TEXT, _PING, _PONG = 1, 9, 10
# Updates alone are counted: `{"type":"update"` and `{"type":"snapshot"` part at the tenth byte.
_KIND_AT, _UPDATE = 9, ord("u")
_CHUNK = 65536


@dataclass(slots=True)
class _Told:
    """One update, on its way to a group."""

    first: int
    text: bytes
    count: int = 0


@dataclass(slots=True)
class _Group:
    """The watchers of one server."""

    name: str
    size: int
    told: list[_Told] = field(default_factory=list)


class _Watcher:
    """One socket, and how many updates it has read."""

    __slots__ = ("group", "read", "rest", "socket")

    def __init__(self, connected: socket.socket, group: _Group) -> None:
        self.socket = connected
        self.group = group
        self.read = 0
        self.rest = b""

    def take(self, data: bytes, now: int) -> None:
        """Look at what came no closer than to know where frames end and what they are."""
        data = self.rest + data if self.rest else data
        at, end = 0, len(data)
        while end - at >= 2:
            length, head = data[at + 1], 2
            if length == 126:
                length, head = int.from_bytes(data[at + 2 : at + 4]), 4
            elif length == 127:
                length, head = int.from_bytes(data[at + 2 : at + 10]), 10
            body = at + head
            if body + length > end:
                break
            opcode = data[at] & 0x0F
            if opcode == _TEXT and data[body + _KIND_AT] == _UPDATE:
                self._count(data[body : body + length], now)
            elif opcode == _PING:
                self.socket.sendall(_frame(_PONG, data[body : body + length]))
            at = body + length
        self.rest = data[at:]

    def _count(self, text: bytes, now: int) -> None:
        group, place = self.group, self.read
        self.read += 1
        if place == len(group.told):
            group.told.append(_Told(now, text))
        told = group.told[place]
        told.count += 1
        if told.count == group.size:
            _say({"group": group.name, "first": told.first, "last": now, "text": told.text.decode()})


def _frame(opcode: int, payload: bytes) -> bytes:
    return bytes([0x80 | opcode, 0x80 | len(payload)]) + _NO_MASK + payload


def _say(message: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def _join(kind: str, port: int) -> socket.socket:
    connected = socket.create_connection(("127.0.0.1", port))
    if kind == "gateway":
        key = base64.b64encode(os.urandom(16)).decode()
        connected.sendall(
            f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        answer = b""
        while not answer.endswith(b"\r\n\r\n"):
            answer += connected.recv(1)
        if b" 101 " not in answer:
            raise ConnectionError(answer.decode())
        connected.sendall(_frame(_TEXT, _HELLO))
    connected.setblocking(False)
    return connected


def main() -> None:
    spec = json.loads(sys.argv[1])
    poll = select.epoll()
    watchers: dict[int, _Watcher] = {}
    for wanted in spec["groups"]:
        group = _Group(wanted["kind"], wanted["count"])
        for _ in range(group.size):
            watcher = _Watcher(_join(wanted["kind"], wanted["port"]), group)
            watchers[watcher.socket.fileno()] = watcher
            poll.register(watcher.socket, select.EPOLLIN)
    reads = RawSubscriber(spec["reads"]["port"], spec["reads"]["topic"]) if spec["reads"] else None
    if reads is not None:
        poll.register(reads.socket, select.EPOLLIN)
    poll.register(sys.stdin, select.EPOLLIN)
    _say({"ready": True})
    while True:
        for fd, _ in poll.poll():
            watcher_or_none = watchers.get(fd)
            if watcher_or_none is not None:
                data = watcher_or_none.socket.recv(_CHUNK)
                if not data:
                    raise ConnectionError("a server hung up on a watcher")
                watcher_or_none.take(data, time.monotonic_ns())
            elif reads is not None and fd == reads.socket.fileno():
                data, now = reads.socket.recv(_CHUNK), time.monotonic_ns()
                for _message in reads.messages(data):
                    _say({"arrived": now})
            else:
                return  # whoever started us has closed our standard input


if __name__ == "__main__":
    main()
