"""Telegrams of an ANGEL EYE shoe and commands to it, as values with their bytes. Pure.

    shoe to host   05  number  code  data...  03  check check      an interrupt telegram, sent three times
    host to shoe   02  'O' 'P'  operation(2)  argument(2)  03  check check
    shoe to host   06                                              the command is taken
                   15  error                                       the command is refused

The check is an exclusive or, written as two upper-case hexadecimal digits.
"""

from dataclasses import dataclass
from enum import IntEnum
from functools import reduce
from operator import xor
from typing import Final, Self

STX, ETX, ENQ, ACK, NAK = 0x02, 0x03, 0x05, 0x06, 0x15
NUMBERS = 9  # telegrams count from 1 to 9 and begin again
COPIES = 3

# How many bytes follow the code. They are skipped in search of the ETX: some firmware is said to leave out bit 7,
# and then a payload may hold a 03.
PAYLOAD_LENGTHS: Final = {"S": 0, "P": 0, "C": 0, "G": 1, "E": 1, "e": 1, "L": 1, "D": 2, "d": 2, "R": 2, "M": 6}

_HEX_DIGITS = frozenset(b"0123456789ABCDEF")
_FRAME = 6  # ENQ, number, code, ETX and two check digits


class ShoeError(IntEnum):
    """What a shoe can complain of."""

    CANNOT_READ = 1
    OVERDRAW = 2
    BUTTON_MISHANDLED = 3
    REVERSE_RUN_AT_EXIT = 4
    REVERSE_RUN_MIDWAY = 5
    CARD_CODE_ERROR = 6
    DRAWING_TIMEOUT = 7


class Refused(IntEnum):
    """Why a shoe does not take a command."""

    LINE_ERROR = 0x01
    CHECK_ERROR = 0x02
    NO_ETX = 0x03
    FORMAT = 0x11
    ADDRESS = 0x12
    COMMAND = 0x13
    TYPE = 0x14
    BUSY = 0x21
    WRITE_IN_PROGRESS = 0x22
    OTHER = 0xFF


@dataclass(frozen=True, slots=True)
class Telegram:
    """What a shoe sends by itself."""

    number: int
    code: str
    data: bytes = b""

    def to_bytes(self) -> bytes:
        """Return one copy as it goes over the line."""
        checked = f"{self.number}{self.code}".encode("ascii") + self.data + bytes([ETX])
        return bytes([ENQ]) + checked + check_digits(checked)

    @classmethod
    def from_bytes(cls, raw: bytes) -> Self | None:
        """Read a copy from its ENQ to its check; None when it is not whole and sound."""
        checked, check = raw[1:-2], raw[-2:]
        if len(raw) < _FRAME or raw[0] != ENQ or checked[-1] != ETX or check != check_digits(checked):
            return None
        number, code = checked[0] - ord("0"), chr(checked[1])
        return cls(number, code, checked[2:-1]) if 1 <= number <= NUMBERS and code.isascii() else None


@dataclass(frozen=True, slots=True)
class HostCommand:
    """What a host may ask of a shoe; an argument is two digits."""

    operation: str
    argument: str

    def to_bytes(self, *, check_covers_stx: bool) -> bytes:
        """Return the command as it goes over the line."""
        head, rest = bytes([STX]), f"OP{self.operation}{self.argument}\x03".encode("ascii")
        return head + rest + check_digits(head + rest if check_covers_stx else rest)


LOCK, UNLOCK = HostCommand("LK", "02"), HostCommand("LK", "01")
CONFIRM_GAME = HostCommand("GP", "00")


def cancel_error(code: int) -> HostCommand:
    """Return the command that ends an error."""
    return HostCommand("EC", f"{code:02d}")


def check_digits(checked: bytes) -> bytes:
    """Return the check of some bytes as it is written."""
    return f"{reduce(xor, checked, 0):02X}".encode("ascii")


def next_number(number: int) -> int:
    """Return the number after `number`."""
    return number % NUMBERS + 1


def ends_here(raw: bytes | bytearray) -> bool:
    """Tell whether the bytes since an ENQ are as long as their telegram: an ETX and two digits behind the payload."""
    if len(raw) < _FRAME or raw[-3] != ETX:
        return False
    return len(raw) - _FRAME >= PAYLOAD_LENGTHS.get(chr(raw[2]), 0)
