"""What goes wrong, and at which card: planned by place, or by chance from a seed. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random


class FaultKind(StrEnum):
    """One thing that can go wrong around a card."""

    NO_READ = "no_read"
    SMEARED = "smeared"
    NOISE = "noise"
    REPEATED = "repeated"
    SPLIT = "split"
    MERGED = "merged"
    STALLED = "stalled"
    UNPLUGGED = "unplugged"
    BROKER_KILLED = "broker_killed"
    BRIDGE_KILLED = "bridge_killed"
    TABLE_KILLED = "table_killed"
    EXCESS_CARD = "excess_card"


# These belong to the end of a coup, the others to one of its cards.
AFTER_COUP = frozenset({FaultKind.EXCESS_CARD})

BURN = 0
"""The coup number of a new shoe's burn: its first card is the indicator."""


@dataclass(frozen=True, slots=True)
class PlannedFault:
    """A fault at one place; `card` counts the coup's cards from 1, `times` how often that card suffers it."""

    kind: FaultKind
    coup: int
    card: int = 1
    shoe: int = 1
    times: int = 1


class FaultPlan:
    """The same answer for the same place, however often and in whatever order it is asked."""

    def __init__(
        self,
        planned: Sequence[PlannedFault] = (),
        rates: Mapping[FaultKind, float] | None = None,
        seed: int = 0,
    ) -> None:
        self._planned = tuple(planned)
        self._rates = dict(rates or {})
        self._seed = seed

    def at_card(self, shoe: int, coup: int, card: int) -> tuple[FaultKind, ...]:
        """Return the faults that the `card`-th card of a coup suffers, one for each time it is shown."""
        faults: list[FaultKind] = []
        for fault in self._planned:
            if fault.kind not in AFTER_COUP and (fault.shoe, fault.coup, fault.card) == (shoe, coup, card):
                faults.extend([fault.kind] * fault.times)
        return (*faults, *self._by_chance(f"{shoe}/{coup}/{card}", after_coup=False))

    def after_coup(self, shoe: int, coup: int) -> tuple[FaultKind, ...]:
        """Return what goes wrong when a coup is over."""
        planned = [
            fault.kind
            for fault in self._planned
            if fault.kind in AFTER_COUP and (fault.shoe, fault.coup) == (shoe, coup)
        ]
        return (*planned, *self._by_chance(f"{shoe}/{coup}/after", after_coup=True))

    def _by_chance(self, place: str, *, after_coup: bool) -> list[FaultKind]:
        # A generator of its own for each place: what was asked before cannot change what comes.
        chance = Random(f"{self._seed}/{place}")
        rolls = {kind: chance.random() for kind in FaultKind}
        return [kind for kind, rate in self._rates.items() if (kind in AFTER_COUP) is after_coup and rolls[kind] < rate]
