"""Emulated scanners on a bad line: what they send of a card is damaged, doubled, cut or lost, by a seed. Pure."""

from collections import Counter
from collections.abc import Callable, Mapping
from random import Random

from dealer_table.baccarat.cards import Card
from simulators.devices.angel_eye import AngelEyeShoe
from simulators.devices.ascii_line import four_digit_code
from simulators.devices.emulated_scanner import EmulatedScanner
from simulators.devices.triggered_scanner import TriggeredScanner
from simulators.devices.zebra_ssi import ZebraSsiScanner

_SSI_STATUS = 3
_ACK_BEGINS, _ACK_LENGTH = b"\x04\xd0", 6

Harm = Callable[[bytes, Random], bytes]
"""What becomes on the line of all that a device sends for a card."""


def damaged(sent: bytes, chance: Random) -> bytes:
    """Flip the top bit of a byte that does not end the line."""
    return _flipped(sent, chance.randrange(len(_unterminated(sent))))


def cut(sent: bytes, chance: Random) -> bytes:
    """Lose the end, its terminator at least."""
    return sent[: chance.randrange(1, min(len(sent), len(_unterminated(sent)) + 1))]


def lost(sent: bytes, chance: Random) -> bytes:
    """Lose all of it."""
    del sent, chance
    return b""


def doubled(sent: bytes, chance: Random) -> bytes:
    """Send it again at once."""
    del chance
    return sent + sent


def head_damaged(sent: bytes, chance: Random) -> bytes:
    """Flip the top bit of an SSI packet's length, opcode or source: nothing says any more that it is one."""
    return _flipped(sent, chance.randrange(_SSI_STATUS))


def body_damaged(sent: bytes, chance: Random) -> bytes:
    """Flip any bit behind that: the checksum tells."""
    return _flipped(sent, chance.randrange(_SSI_STATUS, len(sent)), 1 << chance.randrange(8))


def one_copy_damaged(sent: bytes, chance: Random) -> bytes:
    """Damage one of the three copies of an electronic shoe's telegram, whichever byte of it."""
    return _flipped(sent, chance.randrange(_telegram_length(sent) * 3), 1 << chance.randrange(8))


def one_copy_cut(sent: bytes, chance: Random) -> bytes:
    """Lose the end of one of the three copies."""
    length = _telegram_length(sent)
    end = length * (1 + chance.randrange(3))
    return sent[: end - chance.randrange(1, length)] + sent[end:]


def copies_doubled(sent: bytes, chance: Random) -> bytes:
    """Send every telegram six times."""
    del chance
    return b"".join(b"\x05" + telegram + b"\x05" + telegram for telegram in sent.split(b"\x05")[1:])


def result_lost(sent: bytes, chance: Random) -> bytes:
    """Lose the result, where there is one, in all its copies; the shoe has counted it."""
    del chance
    telegrams = [b"\x05" + telegram for telegram in sent.split(b"\x05")[1:]]
    return b"".join(telegram for telegram in telegrams if telegram[2:3] != b"G")


def frame_lost(sent: bytes, chance: Random) -> bytes:
    """Lose one of the frames that a card is in."""
    frames = sent.splitlines(keepends=True)
    in_view = [place for place, frame in enumerate(frames) if frame != b"[]\n"]
    del frames[chance.choice(in_view)]
    return b"".join(frames)


def _unterminated(sent: bytes) -> bytes:
    return sent.rstrip(b"\r\n")


def _telegram_length(sent: bytes) -> int:
    return sent.index(b"\x05", 1)


def _flipped(sent: bytes, place: int, bits: int = 0x80) -> bytes:
    return sent[:place] + bytes([sent[place] ^ bits]) + sent[place + 1 :]


class NoisyDevice:
    """A device behind a bad line. `suffered` counts what went wrong, `heard` is all that the host has said.

       Only good reads are harmed, each by chance, and none while it is calm.
    A card that the
       device cannot look at yet lies there until it can.
    """

    def __init__(self, device: EmulatedScanner, harms: Mapping[str, Harm], rate: float, seed: str) -> None:
        self.device = device
        self.suffered: Counter[str] = Counter()
        self.heard = b""
        self.calm = False
        self._harms = harms
        self._rate = rate
        self._chance = Random(seed)
        self._message = b""
        self._waiting: Callable[[], bytes] | None = None
        self.fail_to_read = self._laid(device.fail_to_read)
        self.show_cut_card = self._laid(device.show_cut_card)

    def show(self, card: Card) -> bytes:
        if isinstance(self.device, TriggeredScanner):
            self._message = self.device.message(four_digit_code(card))
            return self._over_the_line(self.device.show(card))
        return self._lay(lambda: self._harmed(self.device.show(card)))

    def read_smeared(self, card: Card) -> bytes:
        return self._lay(lambda: self.device.read_smeared(card))

    def read_through_noise(self, card: Card) -> bytes:
        return self._lay(lambda: self.device.read_through_noise(card))

    def answer(self, received: bytes) -> bytes:
        self.heard += received
        again = b""
        if isinstance(self.device, ZebraSsiScanner) and self._loses_acknowledgement(received):
            again, received = self.device.response_timeout(), received[_ACK_LENGTH:]
        sent = again + self._over_the_line(self.device.answer(received))
        return sent + (self._lay(self._waiting) if self._waiting else b"")

    def _laid(self, show: Callable[[], bytes]) -> Callable[[], bytes]:
        return lambda: self._lay(show)

    def _lay(self, show: Callable[[], bytes]) -> bytes:
        """Show what lies there, now or when the scanner's session begins."""
        self._message, self._waiting = b"", None
        if isinstance(self.device, ZebraSsiScanner) and self.device.host_trigger and not self.device.in_session:
            self._waiting = show
            return b""
        return show()

    def _over_the_line(self, sent: bytes) -> bytes:
        if not self._message or self._message not in sent:
            return sent
        good, self._message = self._message, b""
        before, _, after = sent.partition(good)
        return before + self._harmed(good) + after

    def _harmed(self, sent: bytes) -> bytes:
        if not sent or self.calm:
            return sent
        for name, harm in self._harms.items():
            if self._chance.random() < self._rate and (harmed := harm(sent, self._chance)) != sent:
                self.suffered[name] += 1
                return harmed
        return sent

    def _loses_acknowledgement(self, received: bytes) -> bool:
        """Tell whether the host's ACK does not arrive: the scanner then sends its packet again."""
        if not received.startswith(_ACK_BEGINS) or self._chance.random() >= self._rate:
            return False
        self.suffered["acknowledgement lost"] += 1
        return True


def is_locked(device: object) -> bool:
    """Tell whether no card can be drawn: a shoe's lock holds its cards back."""
    inner = device.device if isinstance(device, NoisyDevice) else device
    return isinstance(inner, AngelEyeShoe) and inner.locked
