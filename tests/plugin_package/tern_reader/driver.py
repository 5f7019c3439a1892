"""The Tern T1: numbered messages with a check, each acknowledged, sent again when it is not. Pure.

[3:1010|FE]   message 3, the card's code, and the sum of "3:1010" in hexadecimal; "?" for a card it could not read
(3)           what the host answers; without it the message comes again after a second, the same in every byte
"""

import re

from pydantic import Field

from dealer_table.procedure.words import MisreadCause
from scanner_drivers.codebook import Codebook
from scanner_drivers.driver import NOTHING, DriverSettings, DriverSpec, LineFormat, Reaction
from scanner_drivers.sightings import CardSeen, Misread, ReadsLost, Sighting, printable

_BEGIN, _END = b"[]"
_LONGEST = 24
_NUMBERS = 10
_MESSAGE = re.compile(rb"(?P<said>(?P<number>\d):(?P<code>[0-9A-Z?]+))\|(?P<check>[0-9A-F]{2})")


class TernSettings(DriverSettings):
    patience_ms: int = Field(default=300, ge=20, le=5_000, description="a message that takes longer was cut off")
    again_within_ms: int = Field(
        default=2_500, ge=100, le=60_000, description="the same message within this time was only sent again"
    )


class TernDriver:
    ready = True

    def __init__(self, settings: TernSettings, codebook: Codebook) -> None:
        self._settings = settings
        self._codebook = codebook
        self._begun: bytearray | None = None
        self._last = b""
        self._last_at = 0.0
        self._next: int | None = None
        self.deadline: float | None = None

    def connected(self, now: float) -> Reaction:
        # The numbers of what was sent to nobody are not missed; a message that comes again is still the same.
        self._next = None
        return Reaction(self._cut_off())

    def expire(self, now: float) -> Reaction:
        return Reaction(self._cut_off()) if self.deadline is not None and self.deadline <= now else NOTHING

    def feed(self, data: bytes, now: float) -> Reaction:
        seen: list[Sighting] = []
        replies: list[bytes] = []
        for byte in data:
            if byte == _BEGIN:
                seen += self._cut_off()
                self._begun, self.deadline = bytearray(), now + self._settings.patience_ms
            elif self._begun is None:
                continue
            elif byte == _END:
                message, self._begun, self.deadline = bytes(self._begun), None, None
                reaction = self._take(message, now)
                seen += reaction.seen
                replies += reaction.replies
            elif len(self._begun) == _LONGEST:
                seen += self._cut_off(MisreadCause.GARBLED)
            else:
                self._begun.append(byte)
        return Reaction(tuple(seen), tuple(replies))

    def _take(self, message: bytes, now: float) -> Reaction:
        parts = _MESSAGE.fullmatch(message)
        if parts is None:
            return Reaction((Misread(MisreadCause.GARBLED, printable(message)),))
        if int(parts["check"], 16) != sum(parts["said"]) & 0xFF:
            # Not acknowledged, so it comes again.
            return Reaction((Misread(MisreadCause.CHECK_FAILED, printable(message)),))
        acknowledged = (b"(%s)" % parts["number"],)
        again = message == self._last and now - self._last_at <= self._settings.again_within_ms
        self._last, self._last_at = message, now
        if again:
            return Reaction((), acknowledged)
        return Reaction((*self._missed(int(parts["number"])), self._read(parts["code"])), acknowledged)

    def _missed(self, number: int) -> tuple[Sighting, ...]:
        missing = 0 if self._next is None else (number - self._next) % _NUMBERS
        self._next = (number + 1) % _NUMBERS
        return (ReadsLost(missing),) if missing else ()

    def _read(self, code: bytes) -> Sighting:
        if code == b"?":
            return Misread(MisreadCause.NO_READ)
        card = self._codebook.card(code.decode("ascii"))
        return CardSeen(card) if card else Misread(MisreadCause.UNKNOWN_CODE, printable(code))

    def _cut_off(self, cause: MisreadCause = MisreadCause.TRUNCATED) -> tuple[Sighting, ...]:
        begun, self._begun, self.deadline = self._begun, None, None
        return () if begun is None else (Misread(cause, printable(bytes(begun))),)


DRIVER = DriverSpec(
    name="tern_t1",
    summary="Tern T1 card readers: numbered messages, each acknowledged",
    settings=TernSettings,
    build=TernDriver,
    line=LineFormat(baud=57600),
)
