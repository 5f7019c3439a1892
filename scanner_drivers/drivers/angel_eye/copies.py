"""Folding the three copies of a telegram into one, and telling what never arrived. Pure.

Two telegrams are copies when they say the same under the same number and come close together. The number alone would
not do: there are nine, so that after a longer loss the same number is another telegram.

Damage is put down to a telegram when it looks like one with a single byte changed or an end cut off, or when copies
of the last one are still owed. What remains is a telegram of which nothing sound arrived: it is told once, when
something else comes or the line falls quiet. A gap in the numbers tells of those that left no trace at all, so that
nothing is swallowed by a wrong guess here.
"""

from dataclasses import dataclass
from typing import Literal

from scanner_drivers.drivers.angel_eye.line import Damage
from scanner_drivers.drivers.angel_eye.telegram import COPIES, NUMBERS, Telegram, next_number

StartTakesNumber = Literal["yes", "no", "unknown"]

_LINE_NOISE = 2  # so few bytes are not worth a word
_MOST_DAMAGE = 64  # pieces kept; a line that only garbles is told once, until it falls quiet


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A telegram came, and no copy of it was sound."""

    damage: Damage


@dataclass(frozen=True, slots=True)
class Lost:
    """So many telegrams left no trace but a gap in the numbers."""

    count: int


Arrived = Telegram | Unreadable | Lost


class CopyFold:
    """Which of the sound and damaged copies mean something new."""

    def __init__(self, *, copies_within_ms: float, quiet_ms: float, start_takes_number: StartTakesNumber) -> None:
        self._copies_within = copies_within_ms
        self._quiet = quiet_ms
        self._start_takes_number = start_takes_number
        self._last: Telegram | None = None
        self._last_at = 0.0
        self._owed = 0  # copies of `_last` that did not come yet
        self._next: tuple[int, ...] = ()  # numbers the next telegram may have; none when that is not known
        self._damage: list[tuple[float, Damage]] = []
        self._told = 0  # unreadable telegrams since the last sound one: they are part of the gap
        self._flooded = False

    @property
    def holds_damage(self) -> bool:
        """Tell whether damage waits for its judgement: copies that may yet come, or `quiet`."""
        return bool(self._damage) or self._flooded

    def damaged(self, damage: Damage, now: float) -> list[Arrived]:
        """Take damage."""
        if self._flooded:
            return []
        self._damage.append((now, damage))
        if len(self._damage) < _MOST_DAMAGE:
            return []
        self._flooded = True
        return self._judge_damage(None)

    def sound(self, telegram: Telegram, now: float) -> list[Arrived]:
        """Take a copy that is whole; return what it tells, nothing when its telegram is known."""
        self._flooded = False
        if telegram == self._last and now - self._last_at <= self._copies_within:
            self._last_at = now
            self._owed = max(0, self._owed - 1)
            self._damage.clear()  # whatever lies between two copies was one
            return []
        arrived = self._judge_damage(telegram)
        missing = self._missing(telegram)
        if missing:
            arrived.append(Lost(missing))
        arrived.append(telegram)
        self._last, self._last_at, self._owed, self._told = telegram, now, COPIES - 1, 0
        return arrived

    def quiet(self) -> list[Arrived]:
        """Judge the damage, now that no more copies will come."""
        self._flooded = False
        return self._judge_damage(None)

    def _judge_damage(self, following: Telegram | None) -> list[Arrived]:
        """Return at most one unreadable telegram of the damage, in front of the telegram that follows it."""
        left: list[Damage] = []
        for at, damage in self._damage:
            if following is not None and _may_be_copy(damage.raw, following.to_bytes()):
                continue
            if self._last is not None and at - self._last_at <= self._quiet:
                if _may_be_copy(damage.raw, self._last.to_bytes()):
                    continue
                if self._owed:
                    self._owed -= 1
                    continue
            left.append(damage)
        self._damage.clear()
        if sum(len(damage.raw) for damage in left) <= _LINE_NOISE:
            return []
        self._told += 1
        return [Unreadable(left[0])]

    def _missing(self, telegram: Telegram) -> int:
        """Return how many numbers were left out before `telegram`, and set what is expected after it."""
        number, expected = telegram.number, self._next
        if telegram.code == "S":
            # A shoe that was switched on counts afresh; whether its greeting counts, sources do not say.
            self._next = {
                "yes": (next_number(number),),
                "no": (number,),
                "unknown": (number, next_number(number)),
            }[self._start_takes_number]
            return 0
        if telegram.code == "R" and number not in expected:
            return 0  # told again under its old number
        self._next = (next_number(number),)
        if not expected:
            return 0
        return max(0, min((number - wanted) % NUMBERS for wanted in expected) - self._told)


def _may_be_copy(damaged: bytes, sound: bytes) -> bool:
    """Tell whether `damaged` is the beginning and the end of `sound`, with at most one foreign byte between them."""
    shorter = min(len(damaged), len(sound))
    head = next((at for at in range(shorter) if damaged[at] != sound[at]), shorter)
    tail = next((at for at in range(shorter - head) if damaged[-1 - at] != sound[-1 - at]), shorter - head)
    return head + tail >= len(damaged) - 1
