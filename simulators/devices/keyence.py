"""A Keyence SR code reader in single-shot reading. Pure."""

import re

from simulators.devices.triggered_scanner import TriggeredScanner

_ASKED = {"ERRSTAT": "OK,ERRSTAT,none", "NUM": "OK,NUM,1,0,0,0,0", "RMOTOR": "MOTORON"}
_DONE = {"KEYENCE", "BCLR", "RESET", "FTUNE"}
_UNDEFINED, _NOT_NOW = "00", "20"


class KeyenceReader(TriggeredScanner):
    """The `keyence` driver's counterpart."""

    COMMAND = re.compile(rb"(?P<empty>[^\r\x03]*\x1b)|\x02?(?P<word>[A-Z]+)(?P<rest>(?:,\w+)*)[\r\x03]")
    no_read_text = "ERROR"

    def __init__(self, *, framed: bool = False, waits_for_trigger: bool = True) -> None:
        super().__init__(waits_for_trigger=waits_for_trigger)
        self._framed = framed

    def message(self, text: str) -> bytes:
        return f"\x02{text}\x03".encode("ascii") if self._framed else f"{text}\r".encode("ascii")

    def obey(self, command: re.Match[bytes]) -> bytes:
        if command["empty"]:
            return b""
        word = command["word"].decode("ascii")
        if word == "LON":
            return self.message("OK,LON") + self.look()
        if word == "LOFF" and self.stop_looking():
            return self.message("OK,LOFF") + self.message(self.no_read_text)
        if word == "LOFF":
            return self.message(f"ER,LOFF,{_NOT_NOW}")
        if word in _ASKED:
            return self.message(_ASKED[word])
        return self.message(f"OK,{word}" if word in _DONE else f"ER,{word},{_UNDEFINED}")
