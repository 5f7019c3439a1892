"""The bets a house may offer out of the box, each by its name. Pure.

The first eight are the live table of seed 002, the rest what commercial tables add; a house writes more of its own.
"""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from dealer_table.baccarat.bets import Bet, Payout, pays, pushes

PLAYER = Bet("player", (pays(1, "player_wins"), pushes("tie")))
BANKER = Bet("banker", (pays("0.95", "banker_wins"), pushes("tie")))
TIE = Bet("tie", (pays(8, "tie"),))
PLAYER_PAIR = Bet("player_pair", (pays(11, "player_pair"),), closes_after=60)
BANKER_PAIR = Bet("banker_pair", (pays(11, "banker_pair"),), closes_after=60)


def _banker_wins_on_six(two_cards: int, three_cards: int) -> tuple[Payout, ...]:
    return (
        pays(two_cards, "banker_wins", "banker_total_6", "banker_two_cards"),
        pays(three_cards, "banker_wins", "banker_total_6", "banker_three_cards"),
    )


LUCKY_SIX = Bet("lucky_six", _banker_wins_on_six(12, 20), closes_after=50)
PLAYER_NATURAL = Bet("player_natural", (pays("7/2", "player_natural"),), closes_after=50)
BANKER_NATURAL = Bet("banker_natural", (pays("7/2", "banker_natural"),), closes_after=50)

BANKER_NO_COMMISSION = Bet(
    "banker_no_commission",
    (pays("1/2", "banker_wins", "banker_total_6"), pays(1, "banker_wins"), pushes("tie")),
)
BANKER_EZ = Bet(
    "banker_ez",
    (pushes("banker_wins", "banker_total_7", "banker_three_cards"), pays(1, "banker_wins"), pushes("tie")),
)


def _dragon_bonus(side: str) -> Bet:
    """Build the bet on `side` winning by a natural or by at least four points."""
    wins = f"{side}_wins"
    margins = {4: 1, 5: 2, 6: 4, 7: 6, 8: 10, 9: 30}
    return Bet(
        f"dragon_bonus_{side}",
        (
            pays(1, wins, f"{side}_natural"),
            pushes("tie", f"{side}_natural"),
            *(pays(to_one, wins, f"margin_{points}") for points, to_one in margins.items()),
        ),
    )


_SIDE_BETS = (
    Bet("either_pair", (pays(5, "player_pair"), pays(5, "banker_pair"))),
    Bet(
        "perfect_pair",
        (
            pays(200, "player_perfect_pair", "banker_perfect_pair"),
            pays(25, "player_perfect_pair"),
            pays(25, "banker_perfect_pair"),
        ),
    ),
    Bet("small", (pays("3/2", "four_cards"),)),
    Bet("big", (pays("0.54", "five_cards"), pays("0.54", "six_cards"))),
    _dragon_bonus("player"),
    _dragon_bonus("banker"),
    Bet("dragon_7", (pays(40, "banker_wins", "banker_total_7", "banker_three_cards"),)),
    Bet("panda_8", (pays(25, "player_wins", "player_total_8", "player_three_cards"),)),
    Bet("small_tiger", (pays(22, "banker_wins", "banker_total_6", "banker_two_cards"),)),
    Bet("big_tiger", (pays(50, "banker_wins", "banker_total_6", "banker_three_cards"),)),
    Bet("tiger_tie", (pays(35, "tie", "player_total_6"),)),
)

_NATURAL_VARIANTS = tuple(
    bet
    for side in ("player", "banker")
    for bet in (
        Bet(f"{side}_natural_must_win", (pays("7/2", f"{side}_natural", f"{side}_wins"),)),
        Bet(
            f"{side}_natural_tie_pushes",
            (pays("7/2", f"{side}_natural", f"{side}_wins"), pushes(f"{side}_natural", "tie")),
        ),
    )
)

_SUPER_SIX_VARIANTS = (
    Bet("super_six_12", _banker_wins_on_six(12, 12)),
    Bet("super_six_15", _banker_wins_on_six(15, 15)),
    Bet("super_six_12_18", _banker_wins_on_six(12, 18)),
    Bet("super_six_12_23", _banker_wins_on_six(12, 23)),
)

LIVE_TABLE: tuple[Bet, ...] = (
    PLAYER,
    BANKER,
    TIE,
    PLAYER_PAIR,
    BANKER_PAIR,
    LUCKY_SIX,
    PLAYER_NATURAL,
    BANKER_NATURAL,
)

BETS: Mapping[str, Bet] = MappingProxyType(
    {
        bet.name: bet
        for bet in (
            *LIVE_TABLE,
            BANKER_NO_COMMISSION,
            BANKER_EZ,
            *_SIDE_BETS,
            *_NATURAL_VARIANTS,
            *_SUPER_SIX_VARIANTS,
        )
    }
)


class BankerRule(StrEnum):
    """What a house keeps of a Banker win: a commission, half of a win on 6, or the three-card 7."""

    COMMISSION = "commission"
    NO_COMMISSION = "no_commission"
    EZ = "ez"

    @property
    def bet(self) -> Bet:
        """Return the bet that lies on the Banker spot under this rule."""
        match self:
            case BankerRule.COMMISSION:
                return BANKER
            case BankerRule.NO_COMMISSION:
                return BANKER_NO_COMMISSION
            case BankerRule.EZ:
                return BANKER_EZ
