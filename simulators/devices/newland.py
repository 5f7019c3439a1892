"""A Newland engine that knows all three of its maker's command sets. Pure."""

import re

from simulators.devices.triggered_scanner import TriggeredScanner

_ACK, _OUT_OF_RANGE, _UNKNOWN = b"\x06", b"\x15", b"\x05"
_KNOWN = ("SCN", "ORT", "RRD", "GRB", "QRY", "DEV", "REB", "FAC", "DFM", "C11", "EAN")


class NewlandEngine(TriggeredScanner):
    """The `newland` driver's counterpart."""

    COMMAND = re.compile(
        rb"~(?P<head>\x010000[@#])(?P<words>[ -~]+?);\x03|(?P<sdk>\x01T\x04)|\x1b(?P<nls>[01])|(?P<probe>\?)"
        rb"|NLS(?P<setting>\w+);"
    )

    def message(self, text: str) -> bytes:
        return text.encode("ascii") + b"\r\n"

    def obey(self, command: re.Match[bytes]) -> bytes:
        if command["head"]:
            return self._unified(command["head"], command["words"].split(b";"))
        if command["sdk"]:
            return self.look()
        if command["nls"] == b"1":
            return _ACK + self.look()
        if command["nls"]:
            self.stop_looking()
            return _ACK
        return b"!" if command["probe"] else _ACK

    def _unified(self, head: bytes, all_words: list[bytes]) -> bytes:
        answer = b"\x02" + head + b"".join(words + _status(words) + b";" for words in all_words) + b"\x03"
        for words in all_words:
            if words == b"SCNTRG1":
                answer += self.look()
            elif words == b"SCNTRG0":
                self.stop_looking()
        return answer


def _status(words: bytes) -> bytes:
    if not words.decode("ascii").startswith(_KNOWN):
        return _UNKNOWN
    return _OUT_OF_RANGE if words.startswith(b"SCNTRG") and words[6:] not in (b"0", b"1") else _ACK
