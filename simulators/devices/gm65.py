"""A GM65 engine in command mode. Pure."""

import re

from simulators.devices.triggered_scanner import TriggeredScanner

_SKIP_CHECK = b"\xab\xcd"


class Gm65Engine(TriggeredScanner):
    """The `gm65` driver's counterpart."""

    COMMAND = re.compile(rb"\x7e\x00(?P<body>[\x08\x09]\x01...)(?P<check>..)", re.DOTALL)

    def __init__(self, *, waits_for_trigger: bool = True) -> None:
        super().__init__(waits_for_trigger=waits_for_trigger)
        self._sends_aim = False
        self.saved = 0

    def message(self, text: str) -> bytes:
        return (b"]C0" if self._sends_aim else b"") + text.encode("ascii") + b"\r"

    def obey(self, command: re.Match[bytes]) -> bytes:
        body = command["body"]
        if command["check"] not in (_SKIP_CHECK, _crc(body)):
            return b""
        done = b"\x00\x00\x01\x00"
        answer = (b"]X0" if self._sends_aim else b"") + b"\x02" + done + _crc(done[1:])
        match body[0], int.from_bytes(body[2:4]), body[4]:  # 8 writes a zone, 9 saves them all
            case (8, 0x0002, 0x01):
                return answer + self.look()
            case (8, 0x00D0, flags):
                self._sends_aim = bool(flags & 0x80)
            case (9, _, _):
                self.saved += 1
        return answer


def _crc(data: bytes) -> bytes:
    """Return the CRC-16 of polynomial 1021 that starts at zero, bit by bit."""
    register = 0
    for byte in data:
        register ^= byte << 8
        for _ in range(8):
            register = ((register << 1) ^ 0x1021 if register & 0x8000 else register << 1) & 0xFFFF
    return register.to_bytes(2)
