"""The catalogue of fifty faults seen on scanners' wires, as what is sent and what must be on record then. Pure.

The stream of a fault is what somebody reported, or the same done to a four-digit card code. Written to be read as a
page too: docs/hardware/faults.md is drawn from it (python -m tests.end_to_end.support_fault_catalogue).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto

from dealer_table.baccarat.cards import Card
from simulators.devices.angel_eye import AngelEyeShoe, telegram
from simulators.devices.ascii_line import AsciiLineScanner, four_digit_code
from simulators.devices.emulated_scanner import EmulatedScanner
from simulators.devices.gm65 import Gm65Engine
from simulators.devices.hid_keyboard import KeyboardScanner, key_event
from simulators.devices.hid_pos import HidPosScanner
from simulators.devices.zebra_ssi import ZebraSsiScanner


class Moment(Enum):
    """What happens between two pieces of a stream: the table deals a card, the cable is pulled, and put back."""

    CARD_DEALT = auto()
    CABLE_OUT = auto()
    CABLE_IN = auto()


Step = str | bytes | int | Moment
"""Bytes, in hexadecimal or as they are; a pause in milliseconds; something that happens."""


@dataclass(frozen=True, slots=True)
class SurroundedLines(AsciiLineScanner):
    """A scanner that puts something around every code."""

    before: bytes = b""
    after: bytes = b""

    def show(self, card: Card) -> bytes:
        return self.before + four_digit_code(card).encode("ascii") + self.after + self.terminator


@dataclass(frozen=True, slots=True)
class Fit:
    """A driver with its settings, and an emulator that shows it a good card.

    `code_begins` stands before every code of its codebook, which otherwise is the studio's.
    """

    driver: str
    device: EmulatedScanner
    settings: Mapping[str, object] = field(default_factory=dict)
    scheme: str = ""
    code_begins: str = ""


_CODES = {"repeat_interval_ms": 100}
FITS: Mapping[str, Fit] = {
    "lines": Fit("ascii_line", AsciiLineScanner(), _CODES),
    "lines with AIM": Fit("ascii_line", SurroundedLines(before=b"]C10"), _CODES | {"aim": True}, code_begins="0"),
    "lines from B to C": Fit(
        "ascii_line", SurroundedLines(before=b"B", after=b"C"), _CODES | {"prefix": "B", "suffix": "C"}
    ),
    "gm65": Fit("gm65", Gm65Engine(waits_for_trigger=False), _CODES),
    "zebra_ssi": Fit("zebra_ssi", ZebraSsiScanner(), _CODES),
    "angel_eye": Fit("angel_eye", AngelEyeShoe()),
    "hid_pos": Fit("hid_pos", HidPosScanner(), _CODES, "hid+unix"),
    "hid_keyboard": Fit("hid_keyboard", KeyboardScanner(), _CODES, "evdev+unix"),
    "hid_keyboard, French": Fit("hid_keyboard", KeyboardScanner(french=True), _CODES | {"layout": "fr"}, "evdev+unix"),
}


@dataclass(frozen=True, slots=True)
class Fault:
    """One stream. `sent` comes while a coup's first card is due; `recorded` is all that the journal then holds of it.

    In `recorded` a `*` stands for anything. `answered` is what the host must have written, `suppressed` how many reads
    it took for a card still in view. `does` says it in words.
    """

    row: int
    name: str
    fit: str
    sent: tuple[Step, ...]
    recorded: tuple[str, ...]
    does: str
    answered: bytes = b""
    suppressed: int = 0

    @property
    def id(self) -> str:
        """Return what pytest and the page call it."""
        return f"{self.row:02d} {self.name}"


def hid_report(data: bytes, *, continued: bool = False, aim: bytes = b"]C0") -> bytes:
    """Return a report of a HID point-of-sale scanner."""
    return (bytes([2, len(data)]) + aim + data).ljust(63, b"\x00") + bytes([continued])


def keys(*strokes: int) -> bytes:
    """Return keys that go down and up."""
    return b"".join(key_event(key, value) for key in strokes for value in (1, 0))


_CTRL, _J, _ENTER = 29, 36, 28
_CTRL_J = key_event(_CTRL, 1) + keys(_J) + key_event(_CTRL, 0)
_US = KeyboardScanner()
_CABLE_PULLED = (Moment.CABLE_OUT, Moment.CABLE_IN)
_HELD = ("hold misread",)
_UNKNOWN = ("misread unknown_code*", "hold misread")
_GARBLED = ("misread garbled*", "hold misread")
_AGAIN = "Reported and held; the card is shown again."

LINES = (
    Fault(1, "one byte and then the rest", "lines", ("54", 300, "65 73 74 0D"),
          ("misread unknown_code: Test", *_HELD),
          "An unfinished line is kept as long as it takes; no part of it is a code."),
    Fault(2, "pause in mid-code", "lines", ("31 30", 300, "31 30 0D"), ("AS dealt",),
          "An unfinished line is kept as long as it takes: one read."),
    Fault(3, "two reads in one piece", "lines", ("31 30 31 30 0D 32 31 30 30 0D",), ("AS dealt", "TH dealt"),
          "Two cards, in their order."),
    Fault(4, "CR inside the code", "lines", ("5D 51 31 4C 69 6E 65 0D 20 62 72 65 61 6B 73 0D",),
          ("misread unknown_code: ]Q1Line", *_HELD, "misread unknown_code:  breaks", "failed again"),
          "Neither half is a code; both are reported, and one hold asks for the card again."),
    Fault(5, "bytes that XON/XOFF would eat", "lines",
          ("F2000006503232323130039406F200000F5060303231304D000404A5114EA90803DB", "31 13 11 0D"),
          (r"misread garbled: *\xa5\x11N\xa9*1\x13\x11", *_HELD),
          "No port is opened with XON/XOFF: 11 and 13 arrive, and what they spoil is reported."),
    Fault(6, "CR delivered as LF", "lines", ("31 30 31 30 0A",), ("AS dealt",), "Either ends a line."),
    Fault(7, "terminators mixed", "lines", ("31 30 31 30 0D 0A 32 31 30 30 0A 33 31 33 30 0D",),
          ("AS dealt", "TH dealt", "KC dealt"), "CR, LF and both end a line; an empty line is no read."),
    Fault(8, "FF at power-up", "lines", ("FF 31 30 31 30 0D",), _GARBLED, _AGAIN),
    Fault(9, "start-up garbage", "lines", ("C2 31 30 31 30 0D",), _GARBLED, _AGAIN),
    Fault(10, "boot text mixed with data", "lines",
          ("95 ED 62 75 6D 70 65 72 F6 49 28 31 32 29", "31 30 31 30 0D"), _GARBLED,
          "The line that the text ran into is reported; the next is whole again."),
    Fault(11, "wrong baud", "lines", ("99" * 200, "9E" * 50, "0D"), _GARBLED,
          "Told once, by its beginning; the rest is dropped up to the next terminator, and no memory is taken."),
    Fault(12, "one card read twice", "lines", ("31 30 31 30 0D", 40, "31 30 31 30 0D"), ("AS dealt",),
          "Within the repeat interval it is the card still in view: one card, one suppressed read.", suppressed=1),
    Fault(13, "two cards alike, the second not told", "lines", ("31 30 31 30 0D",), ("AS dealt",),
          "One card is dealt, the next stays due, and no timer makes up a card. After `draw_timeout_seconds` the table "
          "holds (`test_decide.py`); set the scanner to tell the same code again."),
    Fault(17, "letters around the code, unexpected", "lines", ("42 31 30 31 30 43 0D",), _UNKNOWN,
          "Not exactly a code: reported."),
    Fault(17, "letters around the code, set", "lines from B to C", ("42 31 30 31 30 43 0D",), ("AS dealt",),
          "With `prefix` and `suffix` they are taken off, and missing ones reported."),
    Fault(18, "quotation mark and at sign swapped", "lines", ("22 31 30 31 30 0D", "40 31 30 31 30 0D"),
          (*_UNKNOWN, "misread unknown_code*", "failed again"), "No card code holds either: reported."),
    Fault(19, "minus and j before the code", "lines", ("2D 6A 31 30 31 30 0D",), _UNKNOWN,
          "Not exactly a code: reported."),
    Fault(20, "AIM identifier, unexpected", "lines", ("5D 43 31 31 30 31 30 0D",), _UNKNOWN,
          "Not exactly a code: reported."),
    Fault(20, "AIM identifier, set", "lines with AIM", ("5D 43 31 30 31 30 31 30 0D",), ("AS dealt",),
          "With `aim` it is taken off, and a code without one reported."),
    Fault(21, "letter I before the code", "lines", ("49 31 30 31 30 0D",), _UNKNOWN, "Not exactly a code: reported."),
    Fault(22, "Codabar's A and B around the code", "lines", ("41 31 30 31 30 42 0D",), _UNKNOWN,
          "Not exactly a code: reported."),
    Fault(23, "NUL bytes around the code", "lines", ("00 31 30 31 30 00 0D",), ("AS dealt",),
          "Padding, ignored wherever it comes (`ignored`)."),
    Fault(23, "NUL bytes with other garbage", "lines", ("1F 00 00 00 C3 85 00 00 00 0D",), _GARBLED,
          "What is left without the padding is no code: reported."),
    Fault(24, "trailing non-printing character", "lines", ("31 30 31 30 1D 0D",), _GARBLED,
          "Reported; as a `suffix` it is expected."),
    Fault(25, "leading zero kept", "lines with AIM", ("5D 43 31 30 31 30 31 30 0D",), ("AS dealt",),
          "A code is text, never a number: 01010 is a code."),
    Fault(25, "leading zero lost", "lines with AIM", ("5D 43 31 31 30 31 30 0D",), _UNKNOWN,
          "1010 is another code, and here no card's: reported."),
    Fault(26, "empty scan", "lines", ("0D", "0D 0A"), (), "An empty line is no read."),
    Fault(27, "Enter before the data", "lines", ("0D 31 30 31 30", 40, "0D"), ("AS dealt",),
          "The empty line is nothing; the code ends with the next terminator."),
    Fault(28, "ESC ( B before the code", "lines", ("1B 28 42 31 30 31 30 0D",), _GARBLED, _AGAIN),
    Fault(29, "no-read texts", "lines",
          ("4E 4F 52 45 41 44 0D", "4E 52 0D", "45 52 52 4F 52 0D", "5D 41 30 4E 52 0D", "4E 4F 20 4C 41 42 45 4C 0D"),
          ("misread no_read: NOREAD", *_HELD, "misread no_read: NR", "failed again", "misread no_read: ERROR",
           "failed again", "misread no_read: ]A0NR", "failed again", "misread no_read: NO LABEL", "failed again"),
          "Each is a failure to read, with an AIM identifier or without; after the tries a supervisor may key in."),
    Fault(30, "ACK and NAK between reads", "lines", ("31 30 31 30 0D 06 15 32 31 30 30 0D",), ("AS dealt", "TH dealt"),
          "Ignored wherever they come; a driver that gives commands takes them for their answers."),
    Fault(42, "cable out and in again as another number", "lines",
          ("31 30 31 30 0D 32 31", Moment.CARD_DEALT, *_CABLE_PULLED),
          ("AS dealt", "offline", "hold reads_lost", "online", "misread truncated: 21"),
          "Found again by its name, whatever its number; half a code is reported, and in mid-coup people compare felt "
          "and screen."),
    Fault(43, "answers to ModemManager's probe", "lines", ("15 15 15", "31 30 31 30 0D"), ("AS dealt",),
          "NAK bytes are ignored; the udev lines keep ModemManager away."),
    Fault(43, "ModemManager's own words come back", "lines", ("41 54 0D",), ("misread unknown_code: AT", *_HELD),
          "Not a code: reported."),
    Fault(49, "whole previous buffer sent again", "lines",
          ("31 30 31 30 0D 32 31 30 30 0D", 20, "31 30 31 30 0D 32 31 30 30 0D"), ("AS dealt", "TH dealt"),
          "Within the repeat interval no card of it counts again.", suppressed=2),
    Fault(50, "faster than a host, nothing dropped", "lines", ("31 30 31 30 0D 32 31 30 30 0D 33 31 33 30 0D",),
          ("AS dealt", "TH dealt", "KC dealt"), "The bridge reads on while the table commits; nothing is dropped."),
    Fault(50, "faster than a host, a character dropped", "lines", ("31 30 30 0D",), _UNKNOWN,
          "Not exactly a code: reported."),
)  # fmt: skip

PACKETS = (
    Fault(30, "answer to a command between reads", "gm65",
          ("31 30 31 30 0D", "02 00 00 01 00 33 31", "32 31 30 30 0D"), ("AS dealt", "TH dealt"),
          "Known by its head and its check and cut out whole; the codes around it stay as they were sent."),
    Fault(31, "retransmission after a lost ACK", "zebra_ssi",
          ("0A F3 00 00 03 31 30 31 30 0D FE 31", 20, "0A F3 00 01 03 31 30 31 30 0D FE 30"), ("AS dealt",),
          "Acknowledged twice, dealt once.", answered=bytes.fromhex("04D00400FF28 04D00400FF28")),
    Fault(32, "bad checksum, then sent again", "zebra_ssi",
          ("0A F3 00 00 03 31 30 31 31 0D FE 31", 20, "0A F3 00 01 03 31 30 31 30 0D FE 30"), ("AS dealt",),
          "NAK asks for it again; the second is the card.", answered=bytes.fromhex("05D1040001FF25 04D00400FF28")),
    Fault(32, "bad checksum, never sent again", "zebra_ssi", ("0A F3 00 00 03 31 30 31 31 0D FE 31",),
          ("misread check_failed*", *_HELD), "NAK asks for it again; when another read comes instead, it is reported.",
          answered=bytes.fromhex("05D1040001FF25")),
    Fault(33, "truncated packet", "zebra_ssi", ("08 F3 00", 300), ("misread truncated*", *_HELD),
          "Given up after the character time-out and reported."),
)  # fmt: skip

SHOE = (
    Fault(34, "triple telegram", "angel_eye", ("05 31 44 81 B8 03 34 46" * 3,), ("8S dealt",),
          "Three copies are one card."),
    Fault(35, "lost ETX", "angel_eye", ("05 31 44 81 B8", "05 32 44 91 A5 03 34 31"),
          ("misread check_failed*", *_HELD, "hold over", "hold wrong_position", "5C held"),
          "The next ENQ begins a telegram: the first card is reported as not read, the second is whole, and its place "
          "betrays that one is missing."),
    Fault(36, "bad BCC in one copy", "angel_eye", ("05 31 44 81 B9 03 34 46", "05 31 44 81 B8 03 34 46" * 2),
          ("8S dealt",), "The other copies count."),
    Fault(36, "bad BCC in every copy", "angel_eye", ("05 31 44 81 B9 03 34 46" * 3, 350),
          ("misread check_failed*", *_HELD), "Never taken for the 9 it looks like: reported once."),
    Fault(37, "index 0", "angel_eye", ("05 31 44 80 B8 03 34 45" * 3,), _GARBLED, "Sound, and no card: reported."),
    Fault(37, "no suit", "angel_eye", ("05 31 44 81 88 03 37 46" * 3,), _GARBLED, "Sound, and no card: reported."),
    Fault(38, "start of communication, three copies", "angel_eye", ("05 31 53 03 36 31" * 3,), ("device start",),
          "Told once; it begins nothing on the table."),
    Fault(39, "sequence gap", "angel_eye",
          (telegram(9, "D", 0x01, 0x32) * 3 + telegram(1, "D", 0x11, 0x25) * 3 + telegram(2, "D", 0x02, 0x4D) * 3,
           "05 33 44 92 9A 03 37 43" * 3, telegram(5, "D", 0x13, 0x31) * 3),
          ("2S dealt", "5C dealt", "KH dealt", "TD dealt", "lost 1", "hold reads_lost", "AS held"),
          "A gap in the numbers is a loss, and the table holds: no card moves up into the missing one's place."),
    Fault(40, "cannot read, the card drawn again", "angel_eye",
          ("05 34 45 C1 03 42 33" * 3, telegram(5, "d", 0x10, 0x49) * 3, telegram(6, "e", 0x01) * 3),
          ("misread no_read: cannot_read", *_HELD, "hold over", "9H dealt", "device error_cleared 1"),
          "Held as not read; the same card, drawn again in error mode, ends the hold and is dealt."),
    Fault(40, "cannot read, cancelled without a card", "angel_eye",
          ("05 34 45 C1 03 42 33" * 3, "05 35 65 81 03 44 32" * 3),
          ("misread no_read: cannot_read", *_HELD, "device error_cleared 1"), "The hold stands until a card is read."),
)  # fmt: skip

USB = (
    Fault(45, "reports of zeros", "hid_pos", ("00" * 64, "00" * 64, hid_report(b"1010")), ("AS dealt",),
          "A report without anything in it is none."),
    Fault(46, "continuation lost with the cable", "hid_pos",
          (hid_report(b"1010"), hid_report(b"2100" * 14, continued=True), Moment.CARD_DEALT, *_CABLE_PULLED),
          ("AS dealt", "offline", "hold reads_lost", "online", "misread truncated*"),
          "Half a code is reported, never completed by what comes on the next connection."),
    Fault(46, "continuation never comes", "hid_pos", (hid_report(b"1010", continued=True), 600),
          ("misread truncated: 1010", *_HELD), "Given up after `continuation_timeout_ms` and reported."),
    Fault(14, "every key doubled", "hid_keyboard", (_US.types("66442277001155005588008888"),), _UNKNOWN,
          "Not a code: reported."),
    Fault(14, "every key of a card doubled", "hid_keyboard", (_US.types("11001100"),),
          (*_UNKNOWN, "device keys_doubled"), "Never halved; reported with its likely cause."),
    Fault(15, "the same key twice", "hid_keyboard", (_US.types("1100"),), ("TS dealt",),
          "Going down and up are events of their own: no repeated digit is lost."),
    Fault(15, "a repeated digit lost", "hid_keyboard", (_US.types("100"),), _UNKNOWN, "Not exactly a code: reported."),
    Fault(16, "Enter that repeats for ever", "hid_keyboard",
          (_US.types("1010"), key_event(_ENTER, 1) + key_event(_ENTER, 2) * 40 + key_event(_ENTER, 0)),
          ("AS dealt", "device key_stuck 28"), "Autorepeat types nothing; a key that hangs is reported once."),
    Fault(18, "layout that is set", "hid_keyboard, French", (KeyboardScanner(french=True).types("1010"),),
          ("AS dealt",), "Keys are read by the `layout` the scanner is set to."),
    Fault(18, "layout that is not set", "hid_keyboard, French", (_US.types("1010"),), ("misread *", *_HELD),
          "What another layout types is no code: reported."),
    Fault(19, "Ctrl+J left over", "hid_keyboard", (_CTRL_J + _US.types("1010"),), ("AS dealt",),
          "It is a line feed, and an empty line is no read."),
    Fault(47, "digits of the keypad", "hid_keyboard", (KeyboardScanner(keypad=True).types("1010"),), ("AS dealt",),
          "The digit is meant, whatever Num Lock says."),
    Fault(48, "57 key codes in a loop", "hid_keyboard", (keys(*range(2, 59)) * 3, keys(_ENTER)),
          ("misread *", *_HELD, *("misread *", "failed again") * 3), "Reported line by line; none of it is a card."),
)  # fmt: skip

CATALOGUE = tuple(sorted((*LINES, *PACKETS, *SHOE, *USB), key=lambda fault: (fault.row, fault.name)))


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A fault that is no stream of bytes: what is done about it, and the test of its own that shows it."""

    row: int
    name: str
    does: str
    test: str


ELSEWHERE = (
    Elsewhere(41, "second host on the same port",
              "The port is opened exclusively: a second program that asks for it alone is refused, and no byte goes "
              "astray. Linux lets root in all the same.",
              "test_a_second_host_does_not_get_the_port"),
    Elsewhere(42, "reconnect storm, log flood", "A port that stays away is tried more and more slowly and told once.",
              "test_a_port_that_stays_away_is_logged_once"),
    Elsewhere(44, "close that hangs, flush on a dead device",
              "Nothing is ever flushed, and a close has two seconds in a thread of its own; then the port is opened "
              "anew. A pseudo-terminal never hangs, so the port is one made to.",
              "test_a_port_that_hangs_in_its_close_is_left_behind"),
)  # fmt: skip


def page() -> str:
    """Return the page of the faults."""
    rows = sorted([*_rows(CATALOGUE), *((e.row, e.name, "", e.does, e.test) for e in ELSEWHERE)])
    table = "\n".join(
        f"| {row} | {name} | {f'`{fit}`' if fit else ''} | {does} | `{test}` |" for row, name, fit, does, test in rows
    )
    return _PAGE + table + "\n"


def _rows(faults: Sequence[Fault]) -> Iterator[tuple[int, str, str, str, str]]:
    for fault in faults:
        fit = FITS[fault.fit]
        yield fault.row, fault.name, fit.driver, fault.does, f"test_a_fault_comes_out_as_it_says[{fault.id}]"


_PAGE = """# Fifty faults of scanners, and what becomes of them here

Each of these was seen by somebody on a real wire, or follows from a maker's manual. Each is sent over the whole path:
into a pseudo-terminal, or a socket in the place of a USB device, through the bridge and the broker to a table that
waits for a coup's first card. What must come of it, to the last entry of the journal, is checked by the test that is
named; all are in `tests/end_to_end/test_fifty_faults.py`. This page is drawn from the same table as the tests.

Whatever the fault, the card is shown again and dealt then: a good read ends every stream. Nothing is ever made up: no
card out of half a code, none out of two.

| # | fault | driver | what comes of it | shown by |
|---|---|---|---|---|
"""

if __name__ == "__main__":
    print(page(), end="")
