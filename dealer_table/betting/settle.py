"""What stakes return, by the rules they were accepted under. Pure."""

from dataclasses import dataclass
from fractions import Fraction

from dealer_table.baccarat.bets import floored
from dealer_table.baccarat.conditions import Showing
from dealer_table.baccarat.coup import Coup
from dealer_table.betting.coups import Stakes
from dealer_table.betting.rules import BettingRules
from dealer_table.betting.words import Stake


@dataclass(frozen=True, slots=True)
class Settlement:
    """What each spot returns for a stake of one, found once a coup: thousands of stakes are settled by it."""

    for_one: dict[str, Fraction]

    @classmethod
    def of(cls, rules: BettingRules, coup: Coup) -> "Settlement":
        """Return what a complete coup pays; ValueError while a card is still due."""
        showing = Showing.of(coup)
        return cls({spot.name: spot.bet.for_one(showing) for spot in rules.spots})

    def returned(self, stakes: Stakes) -> Stakes:
        """Return what comes back, stakes counted, rounded down once a spot; spots that lost are not in it."""
        back = (Stake(spot, floored(self.for_one[spot], amount)) for spot, amount in stakes)
        return tuple(stake for stake in back if stake.amount)
