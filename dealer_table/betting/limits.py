"""What may lie where: each limit checked on its own, with the numbers that explain a refusal. Pure.

A request is held to a limit where it makes things more: what lies there rightly may always become less. The one
exception is the differential, which a stake taken back on one side makes tighter for the other (seed 002): a request
is refused that leaves the sides further apart than allowed and further than they were.
"""

from collections.abc import Mapping
from typing import NamedTuple

from dealer_table.betting.rules import BettingRules, CurrencyLimits
from dealer_table.betting.words import PatronLimits
from dealer_table.errors import CommandRefused

# The two spots whose limit for the whole table is the differential.
SIDES = ("player", "banker")


class Change(NamedTuple):
    """What lay of a patron on the spots of a coup, what would, and what lies there of everybody, in one currency."""

    coup: int
    before: Mapping[str, int]
    after: Mapping[str, int]
    totals: Mapping[str, int]

    def grows(self, spot: str) -> int:
        """Return by how much more would lie on the spot."""
        return self.after.get(spot, 0) - self.before.get(spot, 0)


def check_limits(change: Change, rules: BettingRules, currency: CurrencyLimits, patron: PatronLimits) -> None:
    """Refuse a change that any limit forbids."""
    for spot, amount in change.after.items():
        grows = change.grows(spot)
        if grows:
            _check_spot(spot, amount, grows, currency)
        if grows > 0:
            _check_table_spot(change, spot, grows, currency)
            _check_open(change, spot, rules)
            _check_patron_spot(spot, amount, patron)
    _check_patron_coup(change, patron)
    _check_differential(change, currency.differential)


def check_table_limits(change: Change, currency: CurrencyLimits) -> None:
    """Refuse what other patrons left no room for: all of `check_limits` that depends on what they have there."""
    for spot in change.after:
        grows = change.grows(spot)
        if grows > 0:
            _check_table_spot(change, spot, grows, currency)
    _check_differential(change, currency.differential)


def _check_open(change: Change, spot: str, rules: BettingRules) -> None:
    bet = rules.bet_on(spot)
    if bet is not None and bet.closes_after is not None and change.coup > bet.closes_after:
        raise _refused(
            "spot_closed",
            "no more bets on this spot in this shoe",
            spot=spot,
            closes_after=bet.closes_after,
            coup=change.coup,
        )


def _check_spot(spot: str, amount: int, grows: int, currency: CurrencyLimits) -> None:
    limits = currency.spots.get(spot)
    if limits is None:
        raise _refused("unknown_spot", "this spot is not for that currency", spot=spot)
    if amount < limits.minimum:
        raise _refused(
            "below_minimum", "less than may lie on this spot", spot=spot, minimum=limits.minimum, asked=amount
        )
    if grows > 0 and amount > limits.maximum:
        raise _refused(
            "over_maximum",
            "more than one patron may have on this spot",
            spot=spot,
            maximum=limits.maximum,
            asked=amount,
        )


def _check_table_spot(change: Change, spot: str, grows: int, currency: CurrencyLimits) -> None:
    if spot in SIDES:
        return
    limits, lies = currency.spots[spot], change.totals.get(spot, 0)
    if lies + grows > limits.table_maximum:
        raise _refused(
            "over_table_maximum",
            "more than all patrons may have on this spot",
            spot=spot,
            maximum=limits.table_maximum,
            asked=grows,
            room=max(limits.table_maximum - lies, 0),
        )


def _check_patron_spot(spot: str, amount: int, patron: PatronLimits) -> None:
    if patron.spot_maximum is not None and amount > patron.spot_maximum:
        raise _refused(
            "over_patron_limit",
            "more than you may have on a spot",
            spot=spot,
            maximum=patron.spot_maximum,
            asked=amount,
        )


def _check_patron_coup(change: Change, patron: PatronLimits) -> None:
    asked = sum(change.after.values())
    if patron.coup_maximum is not None and sum(change.before.values()) < asked > patron.coup_maximum:
        raise _refused(
            "over_patron_limit", "more than you may have on a coup", maximum=patron.coup_maximum, asked=asked
        )


def _check_differential(change: Change, differential: int) -> None:
    before = change.totals.get(SIDES[0], 0) - change.totals.get(SIDES[1], 0)
    asked = change.grows(SIDES[0]) - change.grows(SIDES[1])
    after = before + asked
    if abs(after) > differential and abs(after) > abs(before):
        leaning = before if after > 0 else -before
        raise _refused(
            "over_differential",
            "the sides would be too far apart",
            differential=differential,
            asked=abs(asked),
            room=max(differential - leaning, 0),
        )


def _refused(code: str, detail: str, **numbers: int | str) -> CommandRefused:
    return CommandRefused(code, detail, numbers)
