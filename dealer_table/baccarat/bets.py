"""A bet as data: named conditions and what each pays, and what a stake returns. Pure.

"3 to one" leaves the patron with the stake and three more; "4 for one" is the same money counted with the stake. Every
payout here is to one; `for_one` is the other word.
"""

from dataclasses import dataclass
from fractions import Fraction

from dealer_table.baccarat.conditions import CONDITIONS, Showing
from dealer_table.baccarat.coup import Coup

LOSS = Fraction(-1)
PUSH = Fraction(0)


@dataclass(frozen=True, slots=True)
class Payout:
    """What a bet pays, to one, when all the conditions `when` hold; 0 is a push and -1 a loss."""

    to_one: Fraction
    when: tuple[str, ...]

    def __post_init__(self) -> None:
        unknown = [name for name in self.when if name not in CONDITIONS]
        if unknown:
            raise ValueError(f"no such condition: {', '.join(unknown)}")
        if not self.when:
            raise ValueError("a payout needs a condition")
        if self.to_one < LOSS:
            raise ValueError("nobody loses more than the stake")

    def applies(self, showing: Showing) -> bool:
        """Tell whether all the conditions hold."""
        return all(CONDITIONS[name](showing) for name in self.when)


def pays(to_one: Fraction | int | str, *when: str) -> Payout:
    """Return a payout; a fraction is written as text ("0.95", "7/2"), never as a float."""
    return Payout(Fraction(to_one), when)


def pushes(*when: str) -> Payout:
    """Return the payout that gives the stake back."""
    return Payout(PUSH, when)


@dataclass(frozen=True, slots=True)
class Bet:
    """A spot on the felt: the first payout that applies is paid, and the stake is lost when none does.

    `closes_after` is the last coup of a shoe the bet is taken on, None when it is taken on all.
    """

    name: str
    payouts: tuple[Payout, ...]
    closes_after: int | None = None

    def line(self, showing: Showing) -> int | None:
        """Return which of the payouts applies, None when the stake is lost."""
        return next((line for line, payout in enumerate(self.payouts) if payout.applies(showing)), None)

    def to_one(self, showing: Showing) -> Fraction:
        """Return what the bet pays, the stake not counted: -1 lost, 0 pushed, 8 for a bet that pays 8:1."""
        line = self.line(showing)
        return LOSS if line is None else self.payouts[line].to_one

    def for_one(self, showing: Showing) -> Fraction:
        """Return what comes back for a stake of one, the stake counted."""
        return self.to_one(showing) + 1


def returned(bet: Bet, coup: Coup, stake_minor: int) -> int:
    """Return what comes back of all that lies on one spot, stake included, in minor units, rounded down once.

    The whole stake of the spot goes in at once: rounding chip by chip would give less (seeds 000, 001, 003).
    """
    return floored(bet.for_one(Showing.of(coup)), stake_minor)


def floored(for_one: Fraction, stake_minor: int) -> int:
    """Return what comes back of a spot's stake at this return for one, in minor units, rounded down once."""
    if stake_minor < 0:
        raise ValueError("a stake is never negative")
    return stake_minor * for_one.numerator // for_one.denominator
