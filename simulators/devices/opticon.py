"""An Opticon engine. Pure."""

import re

from simulators.devices.triggered_scanner import TriggeredScanner

_ACK, _NAK = b"\x06", b"\x15"


class OpticonEngine(TriggeredScanner):
    """The `opticon` driver's counterpart."""

    COMMAND = re.compile(rb"\x1b(?:\[(\w{3})|\](\w{4})|(\w{1,2}))\r")

    def __init__(self, *, waits_for_trigger: bool = True) -> None:
        super().__init__(waits_for_trigger=waits_for_trigger)
        self._answers = False
        self._enabled = True
        self.signals: list[str] = []

    def message(self, text: str) -> bytes:
        return text.encode("ascii") + b"\r"

    def obey(self, command: re.Match[bytes]) -> bytes:
        (words,) = (group.decode("ascii") for group in command.groups() if group)
        read, known = b"", True
        match words:
            case "Z":
                read = self.look() if self._enabled else b""
            case "Y":
                self.stop_looking()
            case "S7" | "S8":
                self._enabled = words == "S8"
            case "WC" | "WD":
                self._answers = words == "WC"
            case "B" | "E" | "L":
                self.signals.append(words)
            case _:
                known = False
        return ((_ACK if known else _NAK) if self._answers else b"") + read
