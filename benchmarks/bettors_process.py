"""Hundreds of patrons in one process, as cheap as they can be: they bet and time the answers. I/O: sockets.

    python -m benchmarks.bettors_process

The first line tells whom to be: {"port": 8080, "coup": 1, "tokens": ["…"]}. Once all have a seat it says {"ready":
true}. For each line {"seconds": S, "a_second": R} it bets for S seconds, R times a second if the table keeps up, no
patron before the last answer or faster than the gateway takes it, and says {"sent": …, "took": nanoseconds, "answers":
[nanoseconds, …], "refused": {code: times}}.
"""

import json
import select
import socket
import sys
import time
from collections import Counter, deque
from dataclasses import dataclass, field
from typing import Any

from benchmarks.client_frames import PING, PONG, TEXT, FrameReader, client_frame, handshake

_CHUNK = 65536
_JOINED_BY = 120.0
# The gateway takes ten messages a second of a client.
_REST = 115_000_000
_PATIENCE = 30_000_000_000
# Both sides in turn, so that they never come far apart.
_SPOTS = ("player", "banker")


class _Patron:
    """One socket, what is asked on it, and when it may ask again."""

    __slots__ = ("free_at", "number", "reader", "request", "sent_at", "socket")

    def __init__(self, number: int, port: int, token: str) -> None:
        self.number = number
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.reader = FrameReader(handshake(self.socket))
        self.request = ""
        self.sent_at = self.free_at = 0
        hello = {"type": "hello", "protocol": 1, "token": token}
        self.socket.sendall(client_frame(json.dumps(hello).encode()))

    def bet(self, coup: int, bets: int, now: int) -> None:
        self.request = f"{self.number}-{bets}"
        gesture = f'{{"move":"place","spot":"{_SPOTS[bets % 2]}","amount":100}}'
        text = f'{{"type":"bet","id":"{self.request}","coup":{coup},"gestures":[{gesture}]}}'
        self.sent_at, self.free_at = now, now + _REST
        self.socket.sendall(client_frame(text.encode()))


@dataclass(slots=True)
class _Run:
    """What became of the bets of one order."""

    sent: int = 0
    answers: list[int] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)


class _Bettors:
    """All of them, around one epoll."""

    def __init__(self, port: int, coup: int, tokens: list[str]) -> None:
        self._coup = coup
        self._poll = select.epoll()
        self._patrons: dict[int, _Patron] = {}
        self._free: deque[_Patron] = deque()
        self._bets = 0
        for number, token in enumerate(tokens):
            patron = _Patron(number, port, token)
            self._patrons[patron.socket.fileno()] = patron
            self._poll.register(patron.socket, select.EPOLLIN)
            self._free.append(patron)

    def wait_for_seats(self) -> None:
        waiting = set(self._patrons.values())
        until = time.monotonic() + _JOINED_BY
        while waiting:
            if time.monotonic() > until:
                raise TimeoutError(f"{len(waiting)} patrons got no seat")
            for patron, payload in self._heard(0.1):
                if (
                    b'"type":"patron"' in payload[:30]
                    and b'"seated":true' in payload
                    and b'"balance":null' not in payload
                ):
                    waiting.discard(patron)

    def play(self, seconds: float, a_second: float) -> dict[str, Any]:
        run = _Run()
        began = time.monotonic_ns()
        ends, apart = began + int(seconds * 1e9), 1e9 / a_second
        while (now := time.monotonic_ns()) < ends:
            due = (now - began) / apart
            while run.sent < due and self._free and self._free[0].free_at <= now:
                self._free.popleft().bet(self._coup, self._bets, time.monotonic_ns())
                self._bets += 1
                run.sent += 1
            self._listen(run, 0.0005)
        while len(run.answers) + run.refused.total() < run.sent and time.monotonic_ns() < ends + _PATIENCE:
            self._listen(run, 0.1)
        took = time.monotonic_ns() - began
        return {"sent": run.sent, "took": took, "answers": run.answers, "refused": run.refused}

    def _listen(self, run: _Run, within: float) -> None:
        for patron, payload in self._heard(within):
            if payload.startswith(b'{"type":"answer"'):
                self._answered(run, patron, payload)
            elif payload.startswith(b'{"type":"fault"'):
                raise ConnectionError(payload.decode())

    def _answered(self, run: _Run, patron: _Patron, payload: bytes) -> None:
        now = time.monotonic_ns()
        if b'"ok":true' in payload:
            run.answers.append(now - patron.sent_at)
        else:
            run.refused[json.loads(payload)["code"]] += 1
        self._free.append(patron)

    def _heard(self, within: float) -> list[tuple[_Patron, bytes]]:
        heard = []
        for fd, _ in self._poll.poll(within):
            patron = self._patrons[fd]
            data = patron.socket.recv(_CHUNK)
            if not data:
                raise ConnectionError("the table hung up on a patron")
            for opcode, payload in patron.reader.take(data):
                if opcode == TEXT:
                    heard.append((patron, payload))
                elif opcode == PING:
                    patron.socket.sendall(client_frame(payload, PONG))
        return heard


def _say(message: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def main() -> None:
    spec = json.loads(sys.stdin.readline())
    bettors = _Bettors(spec["port"], spec["coup"], spec["tokens"])
    bettors.wait_for_seats()
    _say({"ready": True})
    for line in sys.stdin:
        _say(bettors.play(**json.loads(line)))


if __name__ == "__main__":
    main()
