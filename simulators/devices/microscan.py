"""A Microscan reader whose trigger character is a space. Pure."""

import re

from simulators.devices.triggered_scanner import TriggeredScanner


class MicroscanReader(TriggeredScanner):
    """The `microscan` driver's counterpart."""

    COMMAND = re.compile(rb"<(?P<words>[^<>]*)>|(?P<trigger> )")
    no_read_text = "NOREAD"

    def message(self, text: str) -> bytes:
        return text.encode("ascii") + b"\r\n"

    def obey(self, command: re.Match[bytes]) -> bytes:
        if command["trigger"]:
            return self.look()
        words = command["words"].decode("ascii", "replace")
        if words.startswith("K714,"):
            self.no_read_text = words.split(",")[2]
        return b"<?/22>" if words == "?" else b""
