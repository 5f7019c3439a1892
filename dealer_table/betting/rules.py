"""What a house offers to bet on, and how much may lie where; data, from its rules file. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from dealer_table.baccarat.bets import Bet
from dealer_table.baccarat.paytables import LIVE_TABLE


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on the felt and the bet that lies there: "banker" may be paid with commission or without."""

    name: str
    bet: Bet


@dataclass(frozen=True, slots=True)
class SpotLimits:
    """How much may lie on one spot, in minor units.

    `minimum` and `maximum` are a patron's; `table_maximum` is that of all patrons together. For Player and Banker the
    table's limit is the differential instead.
    """

    minimum: int
    maximum: int
    table_maximum: int


@dataclass(frozen=True, slots=True)
class CurrencyLimits:
    """The limits of one currency. Every stake is a multiple of `step`, the smallest chip.

    `differential` bounds by how much all Player stakes and all Banker stakes may differ (seed 002): a stake on one side
    makes room on the other. Totals are counted within a currency; nothing is ever converted.
    """

    exponent: int
    step: int
    differential: int
    spots: Mapping[str, SpotLimits]


@dataclass(frozen=True, slots=True)
class BettingRules:
    """All of it. A currency without limits here is not taken at this table.

    A patron who has not bet for `ask_after` coups is asked, and after `leave_after` loses the seat; 0 turns it off.
    """

    spots: tuple[Spot, ...] = tuple(Spot(bet.name, bet) for bet in LIVE_TABLE)
    currencies: Mapping[str, CurrencyLimits] = field(default_factory=dict)
    ask_after: int = 5
    leave_after: int = 10

    def bet_on(self, spot: str) -> Bet | None:
        """Return the bet of that spot, None when this house has no such spot."""
        for one in self.spots:
            if one.name == spot:
                return one.bet
        return None
