"""The body of every driver whose device is also spoken to: a decoder, a code reader and a commander at work. Pure."""

from collections.abc import Iterable

from dealer_table.procedure.words import MisreadCause
from scanner_drivers.acknowledging import Acknowledger
from scanner_drivers.code_reading import CodeReader
from scanner_drivers.commanding import Commander
from scanner_drivers.decoding import Answer, Code, Decoder, Part, Unframed
from scanner_drivers.driver import Reaction
from scanner_drivers.intents import Intent
from scanner_drivers.sightings import DeviceEvent, Misread, Sighting, printable


class CommandedScanner:
    """Turn a device's bytes into card reads, and the table's wishes into commands."""

    def __init__(
        self,
        decoder: Decoder,
        reader: CodeReader,
        commander: Commander,
        acknowledger: Acknowledger | None = None,
    ) -> None:
        self._decoder = decoder
        self._reader = reader
        self._commander = commander
        self._acknowledger = acknowledger

    @property
    def ready(self) -> bool:
        return self._commander.ready

    @property
    def deadline(self) -> float | None:
        deadlines = (self._decoder.deadline, self._commander.deadline)
        return min((at for at in deadlines if at is not None), default=None)

    def connected(self, now: float) -> Reaction:
        """Start afresh; a code that was cut off is a card somebody drew, so it is reported."""
        cut_off = self._decoder.reset()
        seen = (Misread(MisreadCause.TRUNCATED, printable(cut_off)),) if cut_off else ()
        return Reaction(seen, self._commander.connected(now))

    def feed(self, data: bytes, now: float) -> Reaction:
        return _together(self._take(part, now) for part in self._decoder.feed(data, now))

    def expire(self, now: float) -> Reaction:
        given_up = [self._take(part, now) for part in self._decoder.expire(now)]
        return _together([*given_up, self._commander.expire(now)])

    def act(self, intent: Intent, now: float) -> Reaction:
        return Reaction(replies=self._commander.act(intent, now))

    def _take(self, part: Part, now: float) -> Reaction:
        match part:
            case Answer():
                return self._commander.heard(part, now)
            case DeviceEvent():
                return Reaction((part,))
            case Code(content):
                return self._read(self._reader.read(content, now), now)
            case Unframed(content):
                seen, _ = self._read(Misread(MisreadCause.GARBLED, printable(content)), now)
                return Reaction(seen, self._commander.set_up_again(now))
            case Misread():
                return self._read(part, now)

    def _read(self, sighting: Sighting, now: float) -> Reaction:
        seen, commands = self._commander.saw(sighting, now)
        acknowledged = self._acknowledger.answer(sighting) if self._acknowledger else ()
        return Reaction(seen, acknowledged + commands)


def _together(reactions: Iterable[Reaction]) -> Reaction:
    seen: list[Sighting] = []
    replies: list[bytes] = []
    for reaction in reactions:
        seen += reaction.seen
        replies += reaction.replies
    return Reaction(tuple(seen), tuple(replies))
