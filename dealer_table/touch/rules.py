"""What a Touch room offers: three spots, the limits of each currency, and what it does with patrons who go. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType

from dealer_table.baccarat.odds import expected_return
from dealer_table.baccarat.paytables import BANKER, PLAYER, TIE
from dealer_table.betting.rules import BettingRules, CurrencyLimits, Spot
from dealer_table.touch.commitment import PACKS
from dealer_table.touch.words import Unfinished

SPOTS = tuple(Spot(bet.name, bet) for bet in (PLAYER, BANKER, TIE))


@dataclass(frozen=True, slots=True)
class TouchRules:
    """A room's rules; `digest` is what its bets are recorded under. A session idle for `idle_minutes` ends."""

    currencies: Mapping[str, CurrencyLimits] = field(default_factory=dict)
    unfinished: Unfinished = Unfinished.RESUME
    idle_minutes: int = 15
    digest: str = ""

    @property
    def betting(self) -> BettingRules:
        """Return the same in the betting's words; nobody is asked whether they still play, sessions end instead."""
        return BettingRules(SPOTS, self.currencies, ask_after=0, leave_after=0)


@cache
def returns_to_player() -> Mapping[str, str]:
    """Return the theoretical return of each spot in per cent with two decimals, as the seeds print it."""
    exact = {spot.name: expected_return(spot.bet, PACKS) * 100 for spot in SPOTS}
    return MappingProxyType({name: f"{float(round(value, 2)):.2f}" for name, value in exact.items()})
