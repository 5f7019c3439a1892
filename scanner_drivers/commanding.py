"""What a table's wishes become on a device that takes commands: trigger on and off, beeps. Pure.

A reading is started for every card that is due, and is over when something was read: a card, or a card that could not
be read. Whether another is wanted then is for the table to say. Only a card still in view from before, of which the
table is not told, and the cut card, which was not what is due, are no end: the device is triggered again.
"""

from dataclasses import dataclass
from typing import Literal, assert_never

from pydantic import Field

from dealer_table.procedure.words import MisreadCause
from scanner_drivers.acknowledging import DAMAGED_ON_THE_WAY
from scanner_drivers.conversation import Command, Conversation
from scanner_drivers.decoding import Answer
from scanner_drivers.driver import NOTHING, DriverSettings, Reaction
from scanner_drivers.intents import BadRead, GoodRead, Intent, NothingWanted, Overdraw, ReadWanted
from scanner_drivers.sightings import CardSeen, CutCardSeen, DeviceEvent, Misread, Sighting, Suppressed

Trigger = Literal["device", "host"]
TRIGGER_DESCRIPTION = (
    "what starts a reading: the device reads by itself all the time, and so sees a card drawn too soon; "
    "or the host tells it to, when a card is due"
)


class CommandSettings(DriverSettings):
    """What a device may be told."""

    trigger: Trigger = Field(default="device", description=TRIGGER_DESCRIPTION)
    retrigger_ms: int = Field(
        default=0,
        ge=0,
        le=600_000,
        description="with trigger = host: a reading that has come to nothing for this long is started again; 0 never",
    )
    reply_timeout_ms: int = Field(
        default=500, ge=50, le=60_000, description="a command not answered within this time is reported"
    )


class BeepSettings(CommandSettings):
    """What a device with a beeper may be told."""

    beep: bool = Field(default=False, description="the device beeps when the table took a read, and when it did not")


@dataclass(frozen=True, slots=True)
class Dialect:
    """One maker's words for what a table can wish; empty where there are none, or where they are not wanted."""

    setup: tuple[Command, ...] = ()
    trigger_on: tuple[Command, ...] = ()
    trigger_off: tuple[Command, ...] = ()
    good: tuple[Command, ...] = ()
    bad: tuple[Command, ...] = ()
    off_before_on: bool = False
    """A reading that came to nothing is ended before it is started again."""


class Commander:
    """Act on the table's wishes, one connection after the other."""

    def __init__(self, dialect: Dialect, settings: CommandSettings) -> None:
        self._dialect = dialect
        self._settings = settings
        self._conversation = Conversation(dialect.setup, settings.reply_timeout_ms)
        self._wanted = False
        self._triggered = False
        self._retrigger_at: float | None = None
        self._ended_at: float | None = None
        self._nothing_told = False

    @property
    def ready(self) -> bool:
        """Tell whether a card drawn now would be read, as far as the device lets that be known."""
        return self._conversation.ready

    @property
    def deadline(self) -> float | None:
        """Return when `expire` is wanted."""
        return min((at for at in (self._conversation.deadline, self._retrigger_at) if at is not None), default=None)

    def connected(self, now: float) -> tuple[bytes, ...]:
        """Set the device up, and start the reading that was going on before."""
        self._triggered, self._ended_at = False, None
        replies = self._conversation.start(now)
        return replies + self._start(now) if self._wanted else replies

    def set_up_again(self, now: float) -> tuple[bytes, ...]:
        """Set up a device that has forgotten it, unless that is being done."""
        return self.connected(now) if self._conversation.ready else ()

    def act(self, intent: Intent, now: float) -> tuple[bytes, ...]:
        """Return what must be written for it."""
        match intent:
            case ReadWanted():
                self._wanted, self._nothing_told, self._ended_at = self._settings.trigger == "host", False, None
                return self._start(now) if self._wanted else ()
            case NothingWanted():
                self._wanted, self._retrigger_at = False, None
                return self._conversation.say(self._ending(now), now)
            case GoodRead():
                return self._conversation.say(self._dialect.good, now)
            case BadRead() | Overdraw():
                return self._conversation.say(self._dialect.bad, now)
            case _:
                assert_never(intent)

    def heard(self, answer: Answer, now: float) -> Reaction:
        """Take an answer of the device."""
        return self._conversation.hear(answer, now)

    def saw(self, sighting: Sighting, now: float) -> Reaction:
        """Take what was read, and return what is to be told of it."""
        if not (isinstance(sighting, Misread) and sighting.cause in DAMAGED_ON_THE_WAY):
            self._conversation.alive()
        match sighting:
            case Misread(MisreadCause.NO_READ) if self._has_just_ended(now):
                return self._told_that_nothing_was_there()
            case CardSeen() | Misread():
                self._wanted, self._retrigger_at = False, None
            case Suppressed() | CutCardSeen() if self._wanted:
                return Reaction((sighting,), self._start(now))
            case _:
                pass
        return Reaction((sighting,))

    def expire(self, now: float) -> Reaction:
        """Act on answers that are overdue and on readings that came to nothing."""
        reaction = self._conversation.expire(now)
        if self._retrigger_at is None or now < self._retrigger_at:
            return reaction
        ending = self._ending(now) if self._dialect.off_before_on else ()
        return Reaction(reaction.seen, reaction.replies + self._start(now, ending))

    def _start(self, now: float, first: tuple[Command, ...] = ()) -> tuple[bytes, ...]:
        wait = self._settings.retrigger_ms
        self._retrigger_at = now + wait if wait and self._wanted else None
        self._triggered = True
        return self._conversation.say(first + self._dialect.trigger_on, now)

    def _ending(self, now: float) -> tuple[Command, ...]:
        """Return what ends a reading, if one was started."""
        if not self._triggered:
            return ()
        self._triggered, self._ended_at = False, now
        return self._dialect.trigger_off

    def _has_just_ended(self, now: float) -> bool:
        """Tell whether a failure to read is only the device's answer to a reading that we ended."""
        return self._ended_at is not None and now - self._ended_at <= self._settings.reply_timeout_ms

    def _told_that_nothing_was_there(self) -> Reaction:
        if self._nothing_told:
            return NOTHING
        self._nothing_told = True
        return Reaction((DeviceEvent("nothing_read"),))
