"""An ANGEL EYE shoe: it knows the rules, tells each card and result three times, and may be locked. Pure.

It shares no code with the driver: that both agree is what a test proves.
"""

from dataclasses import dataclass, field
from functools import reduce
from operator import xor

from dealer_table.baccarat.cards import Card, Suit
from dealer_table.baccarat.coup import Coup, Outcome
from dealer_table.baccarat.hand import Position, Side
from dealer_table.baccarat.tableau import next_position

_SUITS = {Suit.DIAMONDS: 0x10, Suit.CLUBS: 0x20, Suit.SPADES: 0x30, Suit.HEARTS: 0x40}
_RESULTS = {Outcome.PLAYER: 0x90, Outcome.TIE: 0xA0, Outcome.BANKER: 0xC0}
_CANNOT_READ, _OVERDRAW, _CARD_CODE = 1, 2, 6
_IN_ERROR_MODE = 0x40
_ACK = b"\x06"


def telegram(number: int, code: str, *payload: int) -> bytes:
    """Return one copy of a telegram; the payload gets its bit 7."""
    checked = bytes([0x30 + number, ord(code), *(byte | 0x80 for byte in payload), 0x03])
    return b"\x05" + checked + _check(checked)


def face(card: Card) -> int:
    """Return the byte for a card, without bit 7."""
    return _SUITS[card.suit] | card.rank


def result(coup: Coup) -> int:
    """Return the byte for a coup's result."""
    return _RESULTS[coup.outcome] | coup.player.is_pair | coup.banker.is_pair << 1


@dataclass(slots=True)
class AngelEyeShoe:
    """The `angel_eye` driver's counterpart.

    With `burns` a shoe begins with its burn after `new_shoe`. A card that it could not read is drawn again in error
    mode, and the dealer then presses the button that ends the error.
    """

    burns: bool = False
    copies: int = 3
    check_covers_stx: bool = True
    number: int = 1
    locked: bool = False
    error: int = 0
    _coup: Coup = field(default_factory=Coup)
    _burn: int = 0
    _burn_due: int | None = 0

    def new_shoe(self) -> bytes:
        """Return what it sends when it is switched on with new cards."""
        self.number, self.error = 1, 0
        self._coup, self._burn = Coup(), 0
        self._burn_due = None if self.burns else 0
        return self._send("S")

    def standby(self) -> bytes:
        """Return what it sends between rounds."""
        return self._send("P")

    def show(self, card: Card) -> bytes:
        """Return what it sends when `card` is drawn: the result too when that is the last of the coup."""
        if self.error:
            drawn = self._send("d", 0x10, face(card))
            cleared, self.error = self.error, 0
            ended = self._send("e", cleared)
            return drawn + ended + (self._put_down(card) if cleared != _OVERDRAW else b"")
        if self.locked:
            return self._send("d", 0x00, face(card))
        return self._send("D", self._target_due(), face(card)) + self._put_down(card)

    def show_cut_card(self) -> bytes:
        """Return the cutting card's telegram."""
        return self._send("C")

    def fail_to_read(self) -> bytes:
        """Return the complaint about a card that it could not read; it is then in error mode."""
        return self._complain(_CANNOT_READ)

    def read_smeared(self, card: Card) -> bytes:
        """Return the complaint about a card whose code is none."""
        del card
        return self._complain(_CARD_CODE)

    def read_through_noise(self, card: Card) -> bytes:
        """Return a good read whose first copy the line spoils."""
        sent = bytearray(self.show(card))
        sent[3] ^= 0x01
        return b"\xff\x99" + bytes(sent)

    def draw_too_many(self, card: Card) -> bytes:
        """Return what it sends for a card that no hand may have."""
        return self._complain(_OVERDRAW) + self.show(card)

    def turn_key(self, *, locked: bool) -> bytes:
        """Return what it sends when somebody turns its key."""
        self.locked = locked
        return self._send("L", int(locked))

    def tell_again(self, position: Position, card: Card) -> bytes:
        """Return a card's retransmission, which takes no number of its own."""
        return telegram(self.number - 1 or 9, "R", _target(position), face(card)) * self.copies

    def lose(self, telegrams: int) -> None:
        """Let so many telegrams go where nobody hears them."""
        self.number = (self.number + telegrams - 1) % 9 + 1

    def answer(self, received: bytes) -> bytes:
        """Return its answers to the host's commands."""
        answers = b""
        while b"\x02" in received:
            command, _, received = received.partition(b"\x02")[2].partition(b"\x03")
            answers += self._obey(command, received[:2])
            received = received[2:]
        return answers

    def _obey(self, command: bytes, check: bytes) -> bytes:
        if check != _check((b"\x02" if self.check_covers_stx else b"") + command + b"\x03"):
            return b"\x15\x02"
        match command[:4], command[4:]:
            case b"OPLK", b"02" | b"01":
                self.locked = command.endswith(b"2")
                return _ACK
            case b"OPEC", number if self.error and number == b"%02d" % self.error:
                cleared, self.error = self.error, 0
                return _ACK + self._send("e", cleared)
            case b"OPEC" | b"OPGP", _:
                return _ACK
            case _:
                return b"\x15\x13"

    def _complain(self, error: int) -> bytes:
        self.error = error
        return self._send("E", _IN_ERROR_MODE | error)

    def _target_due(self) -> int:
        if self._burn_due is None:
            return 0x40
        if self._burn < self._burn_due:
            return 0x20 | self._burn + 1
        due = next_position(self._coup.player, self._coup.banker)
        assert due is not None, "a complete coup makes place for the next"
        return _target(due)

    def _put_down(self, card: Card) -> bytes:
        """Put the card on the shoe's own table, and return the result when that makes a coup complete."""
        if self._burn_due is None:
            self._burn_due = card.points or 10
            return b""
        if self._burn < self._burn_due:
            self._burn += 1
            return b""
        self._coup = self._coup.with_card(card)
        if next_position(self._coup.player, self._coup.banker) is not None:
            return b""
        complete, self._coup = self._coup, Coup()
        return self._send("G", result(complete))

    def _send(self, code: str, *payload: int) -> bytes:
        sent = telegram(self.number, code, *payload) * self.copies
        self.number = self.number % 9 + 1
        return sent


def _target(position: Position) -> int:
    return (0x10 if position.side is Side.BANKER else 0) | position.nth


def _check(checked: bytes) -> bytes:
    return b"%02X" % reduce(xor, checked, 0)
