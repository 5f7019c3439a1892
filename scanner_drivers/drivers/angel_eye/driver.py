"""ANGEL EYE II-EX, an electronic shoe that reads each card as it is drawn and applies the rules itself. Pure.

It tells everything three times and needs no answer, so by default nothing is ever written to it.
"""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from dealer_table.procedure.words import MisreadCause
from scanner_drivers.codebook import Codebook
from scanner_drivers.driver import NOTHING, DriverSettings, DriverSpec, LineFormat, Reaction
from scanner_drivers.drivers.angel_eye.copies import Arrived, CopyFold, Lost, StartTakesNumber, Unreadable
from scanner_drivers.drivers.angel_eye.host_commands import HostCommands
from scanner_drivers.drivers.angel_eye.line import Answer, Damage, ShoeLine
from scanner_drivers.drivers.angel_eye.meaning import Meaning, RetransmissionMeaning, error_in
from scanner_drivers.drivers.angel_eye.telegram import CONFIRM_GAME, LOCK, UNLOCK, HostCommand, Telegram, cancel_error
from scanner_drivers.intents import BadRead, GoodRead, Intent, NothingWanted, Overdraw, ReadWanted
from scanner_drivers.sightings import Misread, ReadsLost, Sighting, printable

CommandName = Literal["lock", "cancel_error", "confirm"]


class AngelEyeSettings(DriverSettings):
    """The settings of `angel_eye`; the defaults only listen."""

    commands: tuple[CommandName, ...] = Field(
        default=(),
        description="what may be sent to the shoe: lock (and unlock), cancel_error, confirm; none by default",
    )
    command_check: Literal["with_stx", "without_stx"] = Field(
        default="with_stx", description="whether a command's check covers its STX; sources differ"
    )
    answer_within_ms: int = Field(
        default=1_000, ge=50, le=60_000, description="a command not answered in this time is sent again, twice"
    )
    retransmission: RetransmissionMeaning = Field(
        default="retransmission", description="what an R telegram is: a card told again, or a round dealt anew"
    )
    start_takes_number: StartTakesNumber = Field(
        default="unknown", description="whether the S telegram takes a number of the sequence; sources do not say"
    )
    bit_7_required: bool = Field(
        default=True, description="a card, result or error byte without bit 7 is malformed; false takes it"
    )
    copies_within_ms: int = Field(
        default=1_500,
        ge=100,
        le=10_000,
        description="the same telegram within this time of the last is its copy; later it is another one",
    )
    quiet_ms: int = Field(
        default=300, ge=50, le=5_000, description="so long after the last byte no copy of a damaged telegram will come"
    )


class AngelEyeDriver:
    """Turn a shoe's telegrams into sightings, each once."""

    ready = True

    def __init__(self, settings: AngelEyeSettings) -> None:
        self._settings = settings
        self._line = ShoeLine()
        self._copies = CopyFold(
            copies_within_ms=settings.copies_within_ms,
            quiet_ms=settings.quiet_ms,
            start_takes_number=settings.start_takes_number,
        )
        self._meaning = Meaning(retransmission=settings.retransmission, bit_7_required=settings.bit_7_required)
        self._commands = HostCommands(
            check_covers_stx=settings.command_check == "with_stx", answer_within_ms=settings.answer_within_ms
        )
        self._heard_at = 0.0
        self._error = 0  # the error that the shoe stands in, 0 when none
        self._locked_by_us: bool | None = None  # None: not known, as after a restart

    @property
    def deadline(self) -> float | None:
        quiet = self._quiet_at if self._line.in_telegram or self._copies.holds_damage else None
        return min((moment for moment in (quiet, self._commands.deadline) if moment is not None), default=None)

    @property
    def _quiet_at(self) -> float:
        return self._heard_at + self._settings.quiet_ms

    def connected(self, now: float) -> Reaction:
        """Start a line afresh, but not the memory: a copy that comes after a short break is no second card."""
        self._commands.forget()
        self._line.answer_awaited = False
        self._locked_by_us = None
        return self._told(self._cut_off())

    def feed(self, data: bytes, now: float) -> Reaction:
        if data:
            self._heard_at = now
        seen: list[Sighting] = []
        replies: list[bytes] = []
        for piece in self._line.feed(data):
            reaction = self._take(piece, now)
            seen += reaction.seen
            replies += reaction.replies
            self._line.answer_awaited = self._commands.answer_awaited
        return Reaction(tuple(seen), tuple(replies))

    def expire(self, now: float) -> Reaction:
        arrived: list[Arrived] = []
        if now >= self._quiet_at:
            arrived = self._cut_off() + self._copies.quiet()
        told, sent = self._told(arrived), self._commands.expire(now)
        self._line.answer_awaited = self._commands.answer_awaited
        return Reaction(told.seen + sent.seen, sent.replies)

    # ---- commands, where the settings allow them ------------------------------------------------------------------

    def act(self, intent: Intent, now: float) -> Reaction:
        """Lock the shoe while no card is due; end its error once the card that it could not read is known."""
        match intent:
            case ReadWanted():
                return NOTHING if self._locked_by_us is False else self.unlock(now)
            case NothingWanted() | Overdraw():
                return NOTHING if self._locked_by_us else self.lock(now)
            case GoodRead():
                return self.cancel_error(now)
            case BadRead():
                return NOTHING

    def lock(self, now: float) -> Reaction:
        """Let no card be drawn."""
        self._locked_by_us = True
        return self._command("lock", LOCK, now)

    def unlock(self, now: float) -> Reaction:
        """Let cards be drawn again."""
        self._locked_by_us = False
        return self._command("lock", UNLOCK, now)

    def cancel_error(self, now: float) -> Reaction:
        """End the error that the shoe stands in, if any."""
        return self._command("cancel_error", cancel_error(self._error), now) if self._error else NOTHING

    def confirm(self, now: float) -> Reaction:
        """Confirm the game process."""
        return self._command("confirm", CONFIRM_GAME, now)

    def _command(self, name: CommandName, command: HostCommand, now: float) -> Reaction:
        if name not in self._settings.commands:
            return NOTHING
        reaction = self._commands.give(command, now)
        self._line.answer_awaited = self._commands.answer_awaited
        return reaction

    # ---- what came ------------------------------------------------------------------------------------------------

    def _take(self, piece: Telegram | Damage | Answer, now: float) -> Reaction:
        match piece:
            case Answer(refused):
                return self._commands.answered(refused, now)
            case Damage():
                return self._told(self._copies.damaged(piece, now))
            case Telegram():
                return self._told(self._copies.sound(piece, now))

    def _cut_off(self) -> list[Arrived]:
        """Take as damage, of the time when it came, a telegram whose rest did not come."""
        pieces = self._line.give_up(MisreadCause.TRUNCATED)
        return [arrived for piece in pieces for arrived in self._copies.damaged(piece, self._heard_at)]

    def _told(self, arrived: Iterable[Arrived]) -> Reaction:
        return Reaction(tuple(self._sighting(one) for one in arrived))

    def _sighting(self, arrived: Arrived) -> Sighting:
        match arrived:
            case Lost(count):
                return ReadsLost(count)
            case Unreadable(damage):
                return Misread(damage.cause, printable(damage.raw))
            case Telegram():
                error = error_in(arrived)
                self._error = self._error if error is None else error
                return self._meaning.of(arrived)


def build(settings: AngelEyeSettings, codebook: Codebook) -> AngelEyeDriver:
    """Build a driver; the shoe names its cards itself, so the codebook has no say."""
    del codebook
    return AngelEyeDriver(settings)


DRIVER = DriverSpec(
    name="angel_eye",
    summary="ANGEL EYE II-EX electronic shoe: telegrams in triplicate, listening only unless told otherwise",
    settings=AngelEyeSettings,
    build=build,
    line=LineFormat(baud=4800),
)
