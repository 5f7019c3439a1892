"""A USB scanner in HID point-of-sale mode: reports of 64 bytes. Pure."""

from dataclasses import dataclass

from dealer_table.baccarat.cards import Card
from simulators.devices.ascii_line import four_digit_code

_REPORT = 64
_SYMBOLOGY_CODE_128 = 0x6A


@dataclass(frozen=True, slots=True)
class HidPosScanner:
    """The `hid_pos` driver's counterpart, in the layout of the standard. It talks and does not listen."""

    aim: str = "]C0"
    suffix: str = ""
    no_read_text: str = "NR"
    cut_card_code: str = "9990"

    def show(self, card: Card) -> bytes:
        return self.reports(four_digit_code(card))

    def show_cut_card(self) -> bytes:
        return self.reports(self.cut_card_code)

    def fail_to_read(self) -> bytes:
        return self.reports(self.no_read_text)

    def read_smeared(self, card: Card) -> bytes:
        return self.reports(f"{four_digit_code(card)[:-1]}5")

    def read_through_noise(self, card: Card) -> bytes:
        """Return a report with two bytes of garbage in it: no cable does that to USB, but a decoder may."""
        return self._report(b"\xff\x99" + four_digit_code(card).encode("ascii"), last=True)

    def answer(self, received: bytes) -> bytes:
        del received
        return b""

    def reports(self, text: str) -> bytes:
        """Return a text as reports: as many as it takes."""
        data = (text + self.suffix).encode("ascii")
        room = _REPORT - 8
        pieces = [data[start : start + room] for start in range(0, len(data), room)]
        return b"".join(self._report(piece, last=piece is pieces[-1]) for piece in pieces)

    def _report(self, data: bytes, *, last: bool) -> bytes:
        head = bytes([2, len(data)]) + self.aim.encode("ascii")
        return (head + data).ljust(_REPORT - 3, b"\x00") + bytes([_SYMBOLOGY_CODE_128, 0, 0 if last else 1])
