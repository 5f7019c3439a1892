"""A Cognex DataMan reader. Pure."""

import base64
import re

from simulators.devices.triggered_scanner import TriggeredScanner

_READ_STRING, _UNKNOWN_COMMAND, _BAD_PARAMETER, _BAD_CHECKSUM = 1, 101, 102, 103


class CognexReader(TriggeredScanner):
    """The `cognex_dmcc` driver's counterpart."""

    COMMAND = re.compile(rb"(?P<header>\|\|(?P<checked>[01])?(?::(?P<number>\d*))?>)(?P<words>.*?)\r\n", re.DOTALL)
    no_read_text = "NOREAD"

    def __init__(self, *, waits_for_trigger: bool = True) -> None:
        super().__init__(waits_for_trigger=waits_for_trigger)
        self._extended = False
        self._checked = False

    def message(self, text: str) -> bytes:
        if not self._extended:
            return text.encode("ascii") + b"\r\n"
        return self._response("0", _READ_STRING, base64.b64encode(text.encode("ascii")))

    def obey(self, command: re.Match[bytes]) -> bytes:
        number = (command["number"] or b"0").decode("ascii")
        words = command["words"]
        self._checked = command["checked"] == b"1"
        if self._checked:
            words, check = words[:-1], words[-1:]
            if check != _checksum(command["header"] + words):
                return self._answer(number, _BAD_CHECKSUM)
        match words.decode("ascii", "replace").upper().split():
            case ["TRIGGER", "ON"]:
                return self._answer(number, 0) + self.look()
            case ["TRIGGER", "OFF"]:
                self.stop_looking()
                return self._answer(number, 0)
            case ["SET", "COM.DMCC-RESPONSE", mode] if mode in ("0", "1"):
                self._extended = mode == "1"
                return self._answer(number, 0)
            case ["SET", "COM.DMCC-RESPONSE", _]:
                return self._answer(number, _BAD_PARAMETER)
            case ["GET", "COM.DMCC-RESPONSE"]:
                return self._answer(number, 0, b"1")
            case _:
                return self._answer(number, _UNKNOWN_COMMAND)

    def _answer(self, number: str, status: int, data: bytes = b"") -> bytes:
        return self._response(number, status, data) if self._extended else b""

    def _response(self, number: str, status: int, data: bytes) -> bytes:
        body = f"||{int(self._checked)}:{number}[{status}]".encode("ascii") + data
        return body + (_checksum(body) if self._checked else b"") + b"\r\n"


def _checksum(data: bytes) -> bytes:
    check = 0
    for byte in data:
        check ^= byte
    return bytes((check,))
