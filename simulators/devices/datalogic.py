"""A Datalogic scanner. Pure."""

import re

from simulators.devices.triggered_scanner import TriggeredScanner

# Inside a command of that kind its letters are no keys.
_HMP_BEGUN = re.compile(rb"\x1b(?!IA#)[^\x1b]{0,64}(?:\x1bI?A?)?\Z")


class DatalogicScanner(TriggeredScanner):
    """The `datalogic` driver's counterpart."""

    COMMAND = re.compile(rb"\x1b(?P<hmp>[ -~]{2,}?)\x1bIA#|(?P<key>[EDRBFTX])|(?P<nak>\x15)")
    no_read_text = "NOREAD"

    def __init__(self, *, waits_for_trigger: bool = True) -> None:
        super().__init__(waits_for_trigger=waits_for_trigger)
        self._enabled = True
        self._last_sent = b""
        self.signals: list[str] = []

    def answer(self, received: bytes) -> bytes:
        heard = self._heard + received
        begun = _HMP_BEGUN.search(heard)
        complete = heard[: begun.start()] if begun else heard
        self._heard = b""
        sent = super().answer(complete)
        self._heard += heard[len(complete) :]
        return sent

    def message(self, text: str) -> bytes:
        self._last_sent = text.encode("ascii") + b"\r\n"
        return self._last_sent

    def obey(self, command: re.Match[bytes]) -> bytes:
        if command["nak"]:
            return self._last_sent
        if command["hmp"]:
            return b"\x1bK\r\n" if command["hmp"][:2].isalnum() else b"\x1bW1\r\n"
        match command["key"]:
            case b"E" | b"R":
                self._enabled = True
            case b"D":
                self._enabled = False
            case b"T" if self._enabled:
                return self.look()
            case b"X":
                self.stop_looking()
            case b"B" | b"F":
                self.signals.append(command["key"].decode("ascii"))
        return b""
