"""The betting's vocabulary: patrons, stakes, gestures, debts, why a patron left. Pure.

Money is an integer number of a currency's minor units everywhere; only the way to a person's eye divides it.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

PLAY_MONEY = "FUN"


class Patron(NamedTuple):
    """A person who bets, and in which money: the two name one account. `currency` is ISO 4217's code, or play money."""

    name: str
    currency: str

    @property
    def plays_for_fun(self) -> bool:
        """Tell whether nothing of it is real money."""
        return self.currency == PLAY_MONEY


class Stake(NamedTuple):
    """What lies on a spot, or comes back from it, in minor units."""

    spot: str
    amount: int


@dataclass(frozen=True, slots=True)
class PatronLimits:
    """What a launch token allows its patron beyond the house's own limits, in minor units; None is no limit."""

    spot_maximum: int | None = None
    coup_maximum: int | None = None


class Move(StrEnum):
    """What a patron's hand does at the felt."""

    PLACE = "place"
    UNDO = "undo"
    CLEAR = "clear"
    REBET = "rebet"
    REBET_X2 = "rebet_x2"


@dataclass(frozen=True, slots=True)
class Gesture:
    """One move; `spot` and `amount` (minor units, more than nought) belong to placing and to nothing else."""

    move: Move
    spot: str = ""
    amount: int = 0


class Means(StrEnum):
    """By what means a debt becomes less: money at the cage, the patron's account, or the house's forgiving."""

    CASH = "cash"
    ACCOUNT = "account"
    FORGIVEN = "forgiven"


class Left(StrEnum):
    """Why a patron is at the table no more."""

    IDLE = "idle"
    OWN_WISH = "own_wish"
    TABLE_CLOSED = "table_closed"
