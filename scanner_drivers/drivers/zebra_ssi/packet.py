"""Packets of Zebra's Simple Serial Interface, as values with their bytes. Pure.

    length  opcode  source  status  data...  checksum(2)

The length counts all before the checksum. The checksum makes the sum of all bytes, and of itself, zero in 16 bits.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum, IntFlag
from typing import Final, Self

HEADER = 4
CHECKSUM = 2
FROM_SCANNER, FROM_HOST = 0x00, 0x04


class Opcode(IntEnum):
    """What a packet is; those below that a scanner sends are in FROM_SCANNER_OPCODES."""

    MULTIPACKET_SEGMENT = 0x73
    MULTIPACKET_ACK = 0x74
    SSI_MANAGEMENT = 0x80
    REPLY_REVISION = 0xA4
    IMAGE_DATA = 0xB1
    VIDEO_DATA = 0xB4
    PARAM_SEND = 0xC6
    ACK = 0xD0
    NAK = 0xD1
    CAPABILITIES_REPLY = 0xD4
    BATCH_DATA = 0xD6
    START_SESSION = 0xE4
    STOP_SESSION = 0xE5
    BEEP = 0xE6
    LED_ON = 0xE7
    LED_OFF = 0xE8
    SCAN_ENABLE = 0xE9
    SCAN_DISABLE = 0xEA
    DECODE_DATA = 0xF3
    LONG_DECODE_DATA = 0xF4
    EVENT = 0xF6


FROM_SCANNER_OPCODES: Final = frozenset(
    {
        Opcode.MULTIPACKET_SEGMENT,
        Opcode.SSI_MANAGEMENT,
        Opcode.REPLY_REVISION,
        Opcode.IMAGE_DATA,
        Opcode.VIDEO_DATA,
        Opcode.PARAM_SEND,
        Opcode.ACK,
        Opcode.NAK,
        Opcode.CAPABILITIES_REPLY,
        Opcode.BATCH_DATA,
        Opcode.DECODE_DATA,
        Opcode.LONG_DECODE_DATA,
        Opcode.EVENT,
    }
)


class Status(IntFlag):
    """Bits of the status byte."""

    RETRANSMISSION = 0x01
    CONTINUED = 0x02
    PERMANENT = 0x08


class NakCause(IntEnum):
    """Why a packet is refused."""

    RESEND = 0x01
    BAD_CONTEXT = 0x02
    DENIED = 0x06
    CANCEL = 0x0A


CODE_TYPES: Final[Mapping[int, str]] = {
    0x01: "code_39",
    0x02: "codabar",
    0x03: "code_128",
    0x04: "discrete_2_of_5",
    0x06: "interleaved_2_of_5",
    0x07: "code_93",
    0x08: "upc_a",
    0x09: "upc_e",
    0x0A: "ean_8",
    0x0B: "ean_13",
    0x0C: "code_11",
    0x0E: "msi",
    0x0F: "gs1_128",
    0x11: "pdf417",
    0x13: "code_39_full_ascii",
    0x1B: "data_matrix",
    0x1C: "qr",
    0x25: "maxicode",
    0x2D: "aztec",
    0x30: "gs1_databar",
}


@dataclass(frozen=True, slots=True)
class Packet:
    """One packet, whoever sends it."""

    opcode: int
    data: bytes = b""
    source: int = FROM_SCANNER
    status: int = 0

    def to_bytes(self) -> bytes:
        """Return the packet as it goes over the line."""
        body = bytes([HEADER + len(self.data), self.opcode, self.source, self.status]) + self.data
        return body + checksum(body)

    @classmethod
    def from_bytes(cls, raw: bytes) -> Self | None:
        """Read a packet; None when its length or its checksum is wrong."""
        body = raw[:-CHECKSUM]
        if len(body) < HEADER or body[0] != len(body) or raw[-CHECKSUM:] != checksum(body):
            return None
        return cls(body[1], body[HEADER:], body[2], body[3])

    @property
    def is_retransmission(self) -> bool:
        """Tell whether the sender says that it sent this before."""
        return bool(self.status & Status.RETRANSMISSION)


def checksum(body: bytes) -> bytes:
    """Return the checksum of some bytes, high byte first."""
    return (-sum(body) & 0xFFFF).to_bytes(CHECKSUM, "big")


def from_host(opcode: Opcode, *data: int, status: int = 0) -> bytes:
    """Return the bytes of a packet to the scanner."""
    return Packet(opcode, bytes(data), FROM_HOST, status).to_bytes()


ACK = from_host(Opcode.ACK)
NAK_RESEND = from_host(Opcode.NAK, NakCause.RESEND)
MULTIPACKET_ACK = from_host(Opcode.MULTIPACKET_ACK)
START_SESSION, STOP_SESSION = from_host(Opcode.START_SESSION), from_host(Opcode.STOP_SESSION)
SCAN_ENABLE, SCAN_DISABLE = from_host(Opcode.SCAN_ENABLE), from_host(Opcode.SCAN_DISABLE)
LED_ON, LED_OFF = from_host(Opcode.LED_ON, 1), from_host(Opcode.LED_OFF, 1)
# Parameter EEh: decode data in packets. FF: without a beep. The scanner forgets it when it is switched off.
SEND_PACKETS = from_host(Opcode.PARAM_SEND, 0xFF, 0xEE, 0x01)
