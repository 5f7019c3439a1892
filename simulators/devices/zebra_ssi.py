"""An imager that speaks SSI: packets acknowledged and sent again, sessions, beeps, a lamp. Pure.

It shares no code with the driver: that both agree is what a test proves.
"""

from dataclasses import dataclass, field

from dealer_table.baccarat.cards import Card, Suit

_SUIT_DIGITS = {Suit.SPADES: 1, Suit.HEARTS: 2, Suit.CLUBS: 3, Suit.DIAMONDS: 4}
_CODE_128, _CODE_39 = 0x03, 0x01
_AIM = {_CODE_128: b"]C0", _CODE_39: b"]A0"}
_DECODE_DATA, _EVENT, _SEGMENT = 0xF3, 0xF6, 0x73
_ACK, _NAK = 0xD0, 0xD1
_RESEND, _BAD_CONTEXT, _DENIED = 0x01, 0x02, 0x06
_TRIES = 3


def packet(opcode: int, *data: int, status: int = 0) -> bytes:
    """Return a packet of the scanner's."""
    body = bytes([4 + len(data), opcode, 0x00, status, *data])
    return body + _checksum(body)


def four_digit_code(card: Card) -> bytes:
    """Return the number printed on a studio card."""
    return b"%d%02d0" % (_SUIT_DIGITS[card.suit], card.rank)


@dataclass(slots=True)
class ZebraSsiScanner:
    """The `zebra_ssi` driver's counterpart. With `host_trigger` it reads only in a session."""

    suffix: bytes = b"\r"
    aim: bool = False
    packeted: bool = True
    host_trigger: bool = False
    cut_card_code: bytes = b"9990"
    enabled: bool = True
    in_session: bool = False
    asleep: bool = False
    lamp: bool = False
    beeps: list[int] = field(default_factory=list)
    _unacknowledged: bytes = b""
    _tries: int = 0
    _heard: bytearray = field(default_factory=bytearray)

    def show(self, card: Card) -> bytes:
        """Return what it sends when it reads `card`."""
        return self._decode(_CODE_128, four_digit_code(card))

    def show_cut_card(self) -> bytes:
        """Return what it sends when it reads the cut card."""
        return self._decode(_CODE_128, self.cut_card_code)

    def fail_to_read(self) -> bytes:
        """Return the no-read text, which comes as a Code 39."""
        return self._decode(_CODE_39, b"NR", suffix=b"")

    def read_smeared(self, card: Card) -> bytes:
        """Return a number no card has."""
        return self._decode(_CODE_128, four_digit_code(card)[:-1] + b"5")

    def read_through_noise(self, card: Card) -> bytes:
        """Return a good read behind two bytes of noise."""
        return b"\xff\x99" + self.show(card)

    def read_damaged(self, card: Card) -> bytes:
        """Return a read of which the line changes a byte; it is kept to be sent again whole."""
        damaged = bytearray(self.show(card))
        damaged[6] ^= 0x01
        return bytes(damaged)

    def show_long(self, code_type: int, text: bytes) -> bytes:
        """Return what it sends for a code that needs several packets."""
        message = bytes([_DECODE_DATA]) + (len(text) + 6).to_bytes(4, "big")
        message += bytes([code_type, 0]) + len(text).to_bytes(2, "big") + text
        parts = [message[start : start + 250] for start in range(0, len(message), 250)]
        return b"".join(packet(_SEGMENT, number, *part) for number, part in enumerate(parts))

    def event(self, code: int) -> bytes:
        """Return an event."""
        return self._send(packet(_EVENT, code))

    def response_timeout(self) -> bytes:
        """Return what it does when its last packet was not acknowledged in time: it sends it again, twice at most."""
        if not self._unacknowledged or self._tries == _TRIES:
            self._unacknowledged = b""
            return b""
        self._tries += 1
        again = bytearray(self._unacknowledged[:-2])
        again[3] |= 0x01
        return bytes(again) + _checksum(again)

    def answer(self, received: bytes) -> bytes:
        """Return its answers to the host's packets."""
        if self.asleep and received:
            self.asleep = False
            received = received[1:]
        self._heard += received
        answers = b""
        while self._heard:
            if self._heard[0] < 4:
                self._heard.pop(0)
                continue
            length = self._heard[0] + 2
            if len(self._heard) < length:
                break
            answers += self._take(bytes(self._heard[:length]))
            del self._heard[:length]
        return answers

    def _take(self, raw: bytes) -> bytes:
        if raw[-2:] != _checksum(raw[:-2]):
            return packet(_NAK, _RESEND)
        match raw[1], raw[4:-2]:
            case 0xD0 | 0x74, _:
                self._unacknowledged = b""
                return b""
            case 0xD1, data:
                if data != bytes([_RESEND]):
                    self._unacknowledged = b""
                return self.response_timeout()
            case opcode, data:
                return self._obey(opcode, data)

    def _obey(self, opcode: int, data: bytes) -> bytes:
        match opcode, data:
            case 0xE4 | 0xE5, b"":
                if not self.host_trigger:
                    return packet(_NAK, _BAD_CONTEXT)
                self.in_session = opcode == 0xE4
            case 0xE9 | 0xEA, b"":
                self.enabled = opcode == 0xE9
            case 0xE7 | 0xE8, bytes(lamps) if len(lamps) == 1:
                self.lamp = opcode == 0xE7
            case 0xE6, bytes(number) if len(number) == 1:
                self.beeps.append(number[0])
            case 0xC6, b"\xff\xee\x01" | b"\xff\xee\x00":
                self.packeted = data[-1] == 1
            case _:
                return packet(_NAK, _DENIED)
        return packet(_ACK)

    def _decode(self, code_type: int, text: bytes, suffix: bytes | None = None) -> bytes:
        if not self.enabled or (self.host_trigger and not self.in_session):
            return b""
        self.in_session = False
        text = (_AIM[code_type] if self.aim else b"") + text + (self.suffix if suffix is None else suffix)
        return self._send(packet(_DECODE_DATA, code_type, *text)) if self.packeted else text

    def _send(self, sent: bytes) -> bytes:
        self._unacknowledged, self._tries = sent, 1
        return sent


def _checksum(body: bytes | bytearray) -> bytes:
    return (0x10000 - sum(body) & 0xFFFF).to_bytes(2, "big")
