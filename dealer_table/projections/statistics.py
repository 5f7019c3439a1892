"""What a shoe has brought so far, counted. Pure."""

from dataclasses import dataclass, replace

from dealer_table.baccarat.coup import Coup, Outcome
from dealer_table.baccarat.hand import Side


@dataclass(frozen=True, slots=True)
class Statistics:
    """Counts of this shoe's finished coups; a fold, one call a coup.

    `coups` is Player, Banker and tie together. A free coup counts like any other, and `free` tells how many there were;
    a voided one counts in `voids` only.
    """

    coups: int = 0
    player: int = 0
    banker: int = 0
    tie: int = 0
    player_pairs: int = 0
    banker_pairs: int = 0
    player_naturals: int = 0
    banker_naturals: int = 0
    voids: int = 0
    free: int = 0

    def with_coup(self, coup: Coup, *, free: bool = False) -> "Statistics":
        """Return the counts with a finished coup."""
        return replace(
            self,
            coups=self.coups + 1,
            player=self.player + (coup.outcome is Outcome.PLAYER),
            banker=self.banker + (coup.outcome is Outcome.BANKER),
            tie=self.tie + (coup.outcome is Outcome.TIE),
            player_pairs=self.player_pairs + (Side.PLAYER in coup.pairs),
            banker_pairs=self.banker_pairs + (Side.BANKER in coup.pairs),
            player_naturals=self.player_naturals + coup.player.is_natural,
            banker_naturals=self.banker_naturals + coup.banker.is_natural,
            free=self.free + free,
        )

    def with_void(self) -> "Statistics":
        """Return the counts with a voided coup."""
        return replace(self, voids=self.voids + 1)
