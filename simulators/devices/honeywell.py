"""A Honeywell imager in manual trigger mode. Pure."""

import re

from simulators.devices.triggered_scanner import TriggeredScanner

_ACK, _UNKNOWN, _OUT_OF_RANGE = b"\x06", b"\x05", b"\x15"
_KNOWN = ("DEC", "CBR", "REV", "232", "TRG", "ALL", "BEP")
_CODABAR = ("CBRENA1", "SSX0", "CK20", "CCT1", "MIN2", "MAX60", "DFT")


class HoneywellImager(TriggeredScanner):
    """The `honeywell` driver's counterpart."""

    COMMAND = re.compile(rb"\x16(?P<key>[TU\x07])\r|\x16M\r(?P<menu>[ -~]*?)(?P<storage>[.!])")

    def __init__(self, *, waits_for_trigger: bool = True) -> None:
        super().__init__(waits_for_trigger=waits_for_trigger)
        self._headed = False
        self.beeps = 0

    def message(self, text: str) -> bytes:
        data = text.encode("ascii")
        return _headed(data, b"jC0") + b"\r" if self._headed else data + b"\r"

    def obey(self, command: re.Match[bytes]) -> bytes:
        match command["key"]:
            case b"T":
                return self.look()
            case b"U":
                self.stop_looking()
                return b""
            case b"\x07":
                self.beeps += 1
                return b""
        answer = _echo(command["menu"]) + command["storage"]
        if self._headed:
            answer = _headed(answer, b"\\Z6") + b"\r"
        if command["menu"].upper().startswith(b"DECHDR"):
            self._headed = command["menu"].endswith(b"1")
        return answer


def _echo(menu: bytes) -> bytes:
    if menu == b"CBR?":
        return b",".join(part.encode("ascii") + _ACK for part in _CODABAR)
    statuses = (part + _status(part) for part in re.split(rb"[,;]", menu))
    return b",".join(statuses)


def _status(part: bytes) -> bytes:
    if not part[:3].upper().decode("ascii").startswith(_KNOWN):
        return _UNKNOWN
    return _OUT_OF_RANGE if part.upper().startswith(b"DECHDR") and part[6:] not in (b"0", b"1") else _ACK


def _headed(data: bytes, kind: bytes) -> bytes:
    body = b"MSGGET" + b"%04d" % len(data) + kind + b"\x1d" + data
    return b"\x16\xfe" + len(body).to_bytes(4, "little") + b"\r" + body
