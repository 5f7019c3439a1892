"""What bets have returned, measured against what they must return in the long run (GLI-19 A.6.1). Pure.

The theory is exact: every order of six cards from a fresh shoe, and each return rounded down to the minor unit as the
house does it. All that lies on a spot in one coup is won or lost together, however many patrons it belongs to, so it is
the coups that are independent, and a coup weighs by all its stakes.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from math import sqrt
from operator import add, mul

from dealer_table.baccarat.bets import Bet, floored
from dealer_table.baccarat.odds import all_orders, expected_return, showings
from dealer_table.betting.events import BetsSettled, SettlementCorrected, SpotsOffered
from dealer_table.betting.recorded import RecordedEvent
from dealer_table.betting.rules import BettingRules
from dealer_table.errors import JournalError
from dealer_table.procedure.events import ShoeLoaded

# How many standard deviations hold 95 % and 99.9 % of a normal distribution.
_Z_95, _Z_999 = 1.959964, 3.290527
# Below this skewness a sum is near enough to normal for such a band: Cochran's rule, n > 25 times the skewness squared.
_MOST_SKEWNESS = 0.2
# A Touch room loads no shoe: it shuffles so many packs for each round, and calls its rounds coups.
_ROOM_PACKS = 8


class Verdict(StrEnum):
    """What the measured return says; where the payouts were wrong, or are too few, it says nothing of chance."""

    INSIDE = "inside"
    OUTSIDE_95 = "outside_95"
    OUTSIDE = "outside"
    TOO_FEW = "too_few"
    WRONG_PAYOUT = "wrong_payout"


@dataclass(frozen=True, slots=True)
class MeasuredReturn:
    """One spot in one currency. Returns are parts of the turnover, stake included; money is in minor units.

    `theoretical` is the exact return of the bet, `expected` the same with each return rounded down. `deviation` is one
    standard deviation around `expected`, given these stakes. `wrong` counts returns that the bet never pays.
    """

    currency: str
    spot: str
    bet: str
    bets: int
    coups: int
    turnover: int
    returned: int
    theoretical: Fraction
    expected: Fraction
    deviation: float
    skewness: float
    wrong: int

    @property
    def measured(self) -> float:
        """Return what came back of each unit staked."""
        return self.returned / self.turnover

    @property
    def band_95(self) -> tuple[float, float]:
        """Return between what 95 % of such games end."""
        return self._band(_Z_95)

    @property
    def band_999(self) -> tuple[float, float]:
        """Return between what 99.9 % of such games end."""
        return self._band(_Z_999)

    @property
    def verdict(self) -> Verdict:
        """Return whether chance explains what was measured."""
        if self.wrong:
            return Verdict.WRONG_PAYOUT
        if self.skewness > _MOST_SKEWNESS:
            return Verdict.TOO_FEW
        away = abs(self.measured - float(self.expected))
        if away > _Z_999 * self.deviation:
            return Verdict.OUTSIDE
        return Verdict.OUTSIDE_95 if away > _Z_95 * self.deviation else Verdict.INSIDE

    def _band(self, width: float) -> tuple[float, float]:
        center = float(self.expected)
        return center - width * self.deviation, center + width * self.deviation


@dataclass(frozen=True, slots=True, eq=False)
class _Theory:
    """A bet on coups from shoes of so many packs: what it brings back for one, and how many of all orders do.

    `backs` keeps what each stake would bring back of it: stakes are chips, and few are different.
    """

    bet: Bet
    packs: int
    for_one: tuple[Fraction, ...]
    orders: tuple[int, ...]
    backs: dict[int, tuple[int, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, bet: Bet, packs: int) -> "_Theory":
        orders: Counter[Fraction] = Counter()
        for showing, count in showings(packs).items():
            orders[bet.for_one(showing)] += count
        return cls(bet, packs, tuple(orders), tuple(orders.values()))

    def back(self, stake: int) -> tuple[int, ...]:
        if stake not in self.backs:
            self.backs[stake] = tuple(floored(for_one, stake) for for_one in self.for_one)
        return self.backs[stake]


@dataclass(slots=True)
class _Spot:
    """What one spot has taken and given in one currency; the moments are those of the sum of its coups' returns."""

    turnover: Counter[_Theory] = field(default_factory=Counter)
    bets: int = 0
    coups: int = 0
    returned: int = 0
    expected: Fraction = Fraction(0)
    variance: float = 0.0
    third_moment: float = 0.0
    wrong: int = 0


class ReturnsCount:
    """The fold over the records of any number of tables and rooms, one after the other."""

    def __init__(self) -> None:
        self._rules: dict[str, BettingRules] = {}
        self._theories: dict[tuple[str, str, int], _Theory] = {}
        self._spots: dict[tuple[str, str], _Spot] = {}
        self._packs = _ROOM_PACKS
        self._coup: int | None = None
        # What the coup at hand would bring back of all that lies on a spot, by what the bet may bring back for one.
        self._open: dict[tuple[str, str, _Theory], tuple[int, ...]] = {}

    def begin_journal(self) -> None:
        """Go on with another journal, from its start."""
        self._end_coup()
        self._packs = _ROOM_PACKS

    def take(self, event: RecordedEvent) -> None:
        """Fold one event in."""
        match event:
            case ShoeLoaded(packs=packs):
                self._end_coup()
                self._packs = packs
            case SpotsOffered(digest=digest, rules=rules):
                self._rules[digest] = rules
            case BetsSettled(coup=coup):
                if coup != self._coup:
                    self._end_coup()
                    self._coup = coup
                self._settled(event)
            case SettlementCorrected():
                self._corrected(event)
            case _:
                pass

    def rows(self) -> tuple[MeasuredReturn, ...]:
        """Return what was measured, by currency and spot."""
        self._end_coup()
        return tuple(_row(currency, spot, self._spots[currency, spot]) for currency, spot in sorted(self._spots))

    def _settled(self, event: BetsSettled) -> None:
        returned, currency = dict(event.returned), event.patron.currency
        for spot, stake in event.stakes:
            theory = self._theory(event.rules_digest, spot)
            back = theory.back(stake)
            tally = self._spots.setdefault((currency, spot), _Spot())
            tally.bets += 1
            tally.turnover[theory] += stake
            tally.returned += returned.get(spot, 0)
            tally.wrong += returned.get(spot, 0) not in back
            key = (currency, spot, theory)
            self._open[key] = tuple(map(add, self._open[key], back)) if key in self._open else back

    def _corrected(self, event: SettlementCorrected) -> None:
        for stakes, sign in ((event.before, -1), (event.after, 1)):
            for spot, amount in stakes:
                self._spots[event.patron.currency, spot].returned += sign * amount

    def _end_coup(self) -> None:
        for (currency, spot, theory), returns in self._open.items():
            tally, total = self._spots[currency, spot], all_orders(theory.packs)
            mean = Fraction(sum(map(mul, theory.orders, returns)), total)
            away = [(orders / total, money - float(mean)) for orders, money in zip(theory.orders, returns, strict=True)]
            tally.coups += 1
            tally.expected += mean
            tally.variance += sum(chance * distance**2 for chance, distance in away)
            tally.third_moment += sum(chance * distance**3 for chance, distance in away)
        self._open.clear()
        self._coup = None

    def _theory(self, digest: str, spot: str) -> _Theory:
        key = (digest, spot, self._packs)
        if key not in self._theories:
            rules = self._rules.get(digest)
            bet = rules.bet_on(spot) if rules is not None else None
            if bet is None:
                raise JournalError(f"a bet on {spot!r} was settled under rules {digest}, which never offered it")
            self._theories[key] = _Theory.of(bet, self._packs)
        return self._theories[key]


def _row(currency: str, spot: str, tally: _Spot) -> MeasuredReturn:
    turnover = tally.turnover.total()
    theoretical = sum(
        (stake * expected_return(theory.bet, theory.packs) for theory, stake in tally.turnover.items()), Fraction(0)
    )
    return MeasuredReturn(
        currency,
        spot,
        bet=", ".join(sorted({theory.bet.name for theory in tally.turnover})),
        bets=tally.bets,
        coups=tally.coups,
        turnover=turnover,
        returned=tally.returned,
        theoretical=theoretical / turnover,
        expected=tally.expected / turnover,
        deviation=sqrt(tally.variance) / turnover,
        skewness=abs(tally.third_moment) / tally.variance**1.5 if tally.variance else 0.0,
        wrong=tally.wrong,
    )


def outside(rows: Iterable[MeasuredReturn]) -> bool:
    """Tell whether anything was measured that chance and the rules do not explain."""
    return any(row.verdict in (Verdict.OUTSIDE, Verdict.WRONG_PAYOUT) for row in rows)
