"""What the betting is asked, by patrons and by the cashier; all of it may be refused. Pure."""

from dataclasses import dataclass, field

from dealer_table.betting.weighing import Weighed
from dealer_table.betting.words import Gesture, Left, Means, Patron, PatronLimits
from dealer_table.procedure.words import Actor


@dataclass(frozen=True, slots=True)
class SeatPatron:
    """Let a patron bet at this table; said again, it renews the limits and ends idleness."""

    at: int
    patron: Patron
    limits: PatronLimits = field(default_factory=PatronLimits)


@dataclass(frozen=True, slots=True)
class LeaveTable:
    """Take a patron's seat away; bets that were accepted stand."""

    at: int
    patron: Patron
    why: Left = Left.OWN_WISH


@dataclass(frozen=True, slots=True)
class PlaceBets:
    """Carry out gestures one after the other, and confirm what then lies there, whole or not at all.

    `coup` is the coup the patron meant: a request that comes late must not become a bet on the next. `request` is the
    patron's own name for it, answered once. What is more than before has been taken from the accounts already:
    `taken`, under the name `movement`. `weighed` is what was found when that was foreseen.
    """

    at: int
    patron: Patron
    request: str
    coup: int
    gestures: tuple[Gesture, ...]
    taken: int = 0
    movement: str = ""
    weighed: Weighed | None = None


@dataclass(frozen=True, slots=True)
class DepositFunds:
    """Pay money into a patron's account in this house; `reference` makes it happen once."""

    at: int
    by: Actor
    patron: Patron
    amount: int
    reference: str


@dataclass(frozen=True, slots=True)
class WithdrawFunds:
    """Pay money out of a patron's account in this house; `reference` makes it happen once."""

    at: int
    by: Actor
    patron: Patron
    amount: int
    reference: str


@dataclass(frozen=True, slots=True)
class SettleDebt:
    """Let a patron owe `amount` less than a correction left owing; `reference` makes it happen once.

    What is forgiven is forgiven for a `reason`.
    """

    at: int
    by: Actor
    patron: Patron
    amount: int
    means: Means
    reference: str
    reason: str = ""


BettingCommand = SeatPatron | LeaveTable | PlaceBets | DepositFunds | WithdrawFunds | SettleDebt
