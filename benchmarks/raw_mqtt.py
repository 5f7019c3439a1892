"""As much of MQTT 3.1.1 as a stop-watch needs: one subscription at QoS 0, on a bare socket. I/O: a socket."""

import os
import socket

_CONNECT, _CONNACK, _PUBLISH, _SUBSCRIBE, _SUBACK = 1, 2, 3, 8, 9
_KEEPALIVE_SECONDS = 3600


class RawSubscriber:
    """A subscriber whose socket may be waited for by any means; `messages` is to be called with what it gave."""

    def __init__(self, port: int, topic: str) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._rest = b""
        name = f"bench-{os.getpid()}-{self.socket.fileno()}"
        head = _text("MQTT") + bytes([4, 2]) + _KEEPALIVE_SECONDS.to_bytes(2) + _text(name)
        self._ask(_packet(_CONNECT << 4, head), _CONNACK)
        self._ask(_packet(_SUBSCRIBE << 4 | 2, b"\0\1" + _text(topic) + b"\0"), _SUBACK)

    def messages(self, data: bytes) -> list[bytes]:
        """Return the payloads of the messages that `data` completes."""
        return [body[2 + int.from_bytes(body[:2]) :] for kind, body in self._packets(data) if kind == _PUBLISH]

    def publish(self, topic: str, payload: bytes) -> None:
        """Publish at QoS 0."""
        self.socket.sendall(_packet(_PUBLISH << 4, _text(topic) + payload))

    def close(self) -> None:
        self.socket.close()

    def _ask(self, packet: bytes, answer: int) -> None:
        self.socket.sendall(packet)
        while not any(kind == answer for kind, _ in self._packets(self.socket.recv(4096))):
            pass

    def _packets(self, data: bytes) -> list[tuple[int, bytes]]:
        data = self._rest + data
        packets: list[tuple[int, bytes]] = []
        while True:
            length, place, shift = 0, 1, 0
            while place < len(data) and data[place] & 0x80:
                length |= (data[place] & 0x7F) << shift
                place, shift = place + 1, shift + 7
            if place >= len(data):
                break
            length |= data[place] << shift
            end = place + 1 + length
            if end > len(data):
                break
            packets.append((data[0] >> 4, data[place + 1 : end]))
            data = data[end:]
        self._rest = data
        return packets


def _packet(head: int, body: bytes) -> bytes:
    length, digits = len(body), bytearray()
    while length > 0x7F:
        digits.append(length & 0x7F | 0x80)
        length >>= 7
    return bytes([head, *digits, length]) + body


def _text(text: str) -> bytes:
    encoded = text.encode()
    return len(encoded).to_bytes(2) + encoded
