"""What a Touch room offers: three spots, the limits of each currency, and what it does with patrons who go. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from dealer_table.baccarat.known_returns import return_of
from dealer_table.baccarat.paytables import BANKER, PLAYER, TIE
from dealer_table.betting.rules import BettingRules, CurrencyLimits, Spot
from dealer_table.touch.commitment import PACKS
from dealer_table.touch.words import Unfinished

SPOTS = tuple(Spot(bet.name, bet) for bet in (PLAYER, BANKER, TIE))


# The theoretical return of each spot in per cent with two decimals, as the seeds print it.
RETURNS_TO_PLAYER: Mapping[str, str] = MappingProxyType(
    {spot.name: f"{float(round(return_of(spot.bet, PACKS) * 100, 2)):.2f}" for spot in SPOTS}
)


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
