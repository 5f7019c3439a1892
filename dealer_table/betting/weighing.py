"""What a patron's batch comes to: worked out before its money is taken, used again when the bet is decided. Pure.

A bet is looked at twice. In between hardly ever anything happens to the patron, and nearly always others bet. So what
does not depend on the others is kept beside the grounds that it stands on: where these are the same the second time,
only the limits of the whole table are looked at again.
"""

from collections.abc import Mapping
from typing import NamedTuple

from dealer_table.betting.coups import Stakes
from dealer_table.betting.gestures import Batch, in_order
from dealer_table.betting.limits import Change, check_limits, check_table_limits
from dealer_table.betting.rules import BettingRules, CurrencyLimits
from dealer_table.betting.words import Gesture, PatronLimits
from dealer_table.errors import CommandRefused

Lying = Mapping[str, int]


class Grounds(NamedTuple):
    """All that the worth of a batch depends on, but for what others have on the coup."""

    coup: int
    gestures: tuple[Gesture, ...]
    batches: tuple[Stakes, ...]
    previous: Stakes
    limits: PatronLimits
    currency: CurrencyLimits
    rules: BettingRules


class Weighed(NamedTuple):
    """A batch that may be accepted, if its money is there; `stakes` are what then lies of the patron, in order.

    `change` is by how much that is more than before, and `undone` is how many confirmed batches it takes back.
    """

    grounds: Grounds
    before: Lying
    after: Lying
    stakes: Stakes
    change: int
    undone: int

    @property
    def needed(self) -> int:
        """Return what must be taken from the patron for it."""
        return max(self.change, 0)


def weigh(grounds: Grounds, totals: Lying, known: Weighed | None = None) -> Weighed:
    """Carry out the gestures and hold what then lies there to every limit; CommandRefused where one forbids it.

    `totals` is what lies there of everybody in this currency. `known` was weighed before.
    """
    if known is not None and known.grounds == grounds:
        check_table_limits(Change(grounds.coup, known.before, known.after, totals), grounds.currency)
        return known
    batch = Batch(grounds.batches, grounds.previous, grounds.currency.step)
    before = batch.lying
    for gesture in grounds.gestures:
        batch.move(gesture)
    after = batch.lying
    stakes = in_order(after, grounds.rules)
    if after == before:
        raise CommandRefused("nothing_to_confirm", "what lies there is what lay there before")
    check_limits(Change(grounds.coup, before, after, totals), grounds.rules, grounds.currency, grounds.limits)
    change = sum(after.values()) - sum(before.values())
    return Weighed(grounds, before, after, stakes, change, batch.undone)
