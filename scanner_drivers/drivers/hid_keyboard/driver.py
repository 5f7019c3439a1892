"""USB scanners that can only be a keyboard: keys in, codes out, on an evdev port. Pure."""

from pydantic import Field

from dealer_table.procedure.words import MisreadCause
from scanner_drivers.code_reading import CodeReader, is_printable
from scanner_drivers.codebook import Codebook
from scanner_drivers.driver import DriverSpec, Reaction
from scanner_drivers.drivers.hid_keyboard import key_events as ev
from scanner_drivers.drivers.hid_keyboard.layouts import LAYOUTS, UNTYPABLE, Country
from scanner_drivers.drivers.hid_keyboard.typist import Typist
from scanner_drivers.fixed_blocks import BlockFramer
from scanner_drivers.framing import Line
from scanner_drivers.line_settings import LineSettings, line_framer
from scanner_drivers.sightings import DeviceEvent, Misread, Sighting, printable

# A scanner lifts its keys within milliseconds. The kernel repeats a key that is held, 33 times a second.
_REPEATS_OF_A_STUCK_KEY = 10


class HidKeyboardSettings(LineSettings):
    """The settings of `hid_keyboard`."""

    layout: Country = Field(default="us", description="the country that the scanner is set to type for")
    key_timeout_ms: int = Field(
        default=500, ge=50, le=60_000, description="a code whose next key takes longer was cut off"
    )


class HidKeyboardDriver:
    """Turn keys into card reads."""

    ready = True

    def __init__(self, settings: HidKeyboardSettings, codebook: Codebook) -> None:
        self._timeout = settings.key_timeout_ms
        self._codebook = codebook
        self._blocks = BlockFramer(ev.EVENT_BYTES)
        self._typist = Typist(LAYOUTS[settings.layout])
        self._framer = line_framer(settings)
        self._reader = CodeReader(settings, codebook)
        self._terminators = settings.terminators.encode("ascii")
        self._given_up_at: float | None = None
        self._deaf = False  # events were lost: until a pause, nothing is known to be whole
        self._repeats = 0

    @property
    def deadline(self) -> float | None:
        return min((at for at in (self._blocks.deadline, self._given_up_at) if at is not None), default=None)

    def connected(self, now: float) -> Reaction:
        """Start afresh; a code that was cut off is a card somebody drew, so it is reported."""
        self._blocks.reset()
        self._typist.let_go()
        return Reaction(self._give_up())

    def feed(self, data: bytes, now: float) -> Reaction:
        seen = list(self.expire(now).seen)
        for block in self._blocks.feed(data, now):
            event = ev.parse_event(block)
            seen += self._type(UNTYPABLE, now) if event is None else self._take(event, now)
        return Reaction(tuple(seen))

    def expire(self, now: float) -> Reaction:
        seen: tuple[Sighting, ...] = ()
        if self._blocks.expire(now):
            seen += self._type(UNTYPABLE, now)
        if self._given_up_at is not None and self._given_up_at <= now:
            seen += self._give_up()
        return Reaction(seen)

    def _take(self, event: ev.KeyEvent, now: float) -> tuple[Sighting, ...]:
        match event:
            case ev.KeyEvent(ev.EV_SYN, ev.SYN_DROPPED, _):
                return self._lose(now)
            case ev.KeyEvent(ev.EV_KEY, key, ev.PRESSED):
                self._repeats = 0
                return self._type(self._typist.press(key), now)
            case ev.KeyEvent(ev.EV_KEY, key, ev.RELEASED):
                self._repeats = 0
                return self._type(self._typist.release(key), now)
            case ev.KeyEvent(ev.EV_KEY, key, ev.REPEATED):
                self._repeats += 1
                return (DeviceEvent("key_stuck", key),) if self._repeats == _REPEATS_OF_A_STUCK_KEY else ()
            case _:
                return ()

    def _lose(self, now: float) -> tuple[Sighting, ...]:
        """Take notice that the kernel dropped events: a whole code may be among them, or any part of one."""
        cut_off = self._framer.reset()
        self._typist.let_go()
        self._deaf, self._given_up_at = True, now + self._timeout
        return (Misread(MisreadCause.TRUNCATED, printable(cut_off)),)

    def _type(self, typed: bytes, now: float) -> tuple[Sighting, ...]:
        if not typed:
            return ()
        if self._deaf:
            self._given_up_at = now + self._timeout
            return ()
        seen = tuple(sighting for line in self._framer.feed(typed) for sighting in self._read(line, now))
        self._given_up_at = None if typed in self._terminators else now + self._timeout
        return seen

    def _read(self, line: Line, now: float) -> tuple[Sighting, ...]:
        if line.overlong:
            return (Misread(MisreadCause.GARBLED, printable(line.content)),)
        sighting = self._reader.read(line.content, now)
        return (sighting, DeviceEvent("keys_doubled")) if self._is_doubled(line.content) else (sighting,)

    def _is_doubled(self, content: bytes) -> bool:
        """Tell whether every key of a card's code came twice: something between scanner and driver counts key-ups."""
        once = content[::2]
        return content[1::2] == once and self._codebook.card(once.decode("latin-1")) is not None

    def _give_up(self) -> tuple[Sighting, ...]:
        cut_off, self._deaf, self._given_up_at = self._framer.reset(), False, None
        if not cut_off:
            return ()
        cause = MisreadCause.TRUNCATED if is_printable(cut_off) else MisreadCause.GARBLED
        return (Misread(cause, printable(cut_off)),)


DRIVER = DriverSpec(
    name="hid_keyboard",
    summary="USB scanners that are keyboards, on an evdev port, kept from the console",
    settings=HidKeyboardSettings,
    build=HidKeyboardDriver,
)
