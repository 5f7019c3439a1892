"""Exact returns of the bets there are from a fresh shoe of eight packs: counting them takes a second. Pure.

`odds` counts them, for any bet and shoe; a test holds these to it.
"""

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType

from dealer_table.baccarat.bets import Bet
from dealer_table.baccarat.odds import expected_return
from dealer_table.baccarat.paytables import BETS

PACKS = 8
RETURNS: Mapping[str, Fraction] = MappingProxyType(
    {
        "player": Fraction(19283843717413, 19524993263685),
        "banker": Fraction(10732465128097, 10847218479825),
        "tie": Fraction(619306544887, 723147898655),
        "player_pair": Fraction(372, 415),
        "banker_pair": Fraction(372, 415),
        "lucky_six": Fraction(235761260096, 282970916865),
        "player_natural": Fraction(4599, 5395),
        "banker_natural": Fraction(4599, 5395),
        "banker_no_commission": Fraction(19240298465317, 19524993263685),
        "banker_ez": Fraction(6442056703151, 6508331087895),
        "either_pair": Fraction(680326, 788417),
        "perfect_pair": Fraction(1553513, 1689465),
        "small": Fraction(350890, 370461),
        "big": Fraction(506231, 529230),
        "dragon_bonus_player": Fraction(3801450797986, 3904998652737),
        "dragon_bonus_banker": Fraction(93623815842, 103306842665),
        "dragon_7": Fraction(784299161768, 848912750595),
        "panda_8": Fraction(1348912212992, 1501922558745),
        "small_tiger": Fraction(1769445112, 2065481145),
        "big_tiger": Fraction(787942102888, 929761583985),
        "tiger_tie": Fraction(214665181492, 309920527995),
        "player_natural_must_win": Fraction(37494992, 51247105),
        "player_natural_tie_pushes": Fraction(345697418, 461223945),
        "banker_natural_must_win": Fraction(37494992, 51247105),
        "banker_natural_tie_pushes": Fraction(345697418, 461223945),
        "super_six_12": Fraction(210337737856, 300384511749),
        "super_six_15": Fraction(3365403805696, 3904998652737),
        "super_six_12_18": Fraction(15618633450128, 19524993263685),
        "super_six_12_23": Fraction(1915651910152, 2169443695965),
    }
)


def return_of(bet: Bet, packs: int) -> Fraction:
    """Return what a stake of one on `bet` gives back on average, stake included, from a fresh shoe."""
    if packs == PACKS and BETS.get(bet.name) == bet:
        return RETURNS[bet.name]
    return expected_return(bet, packs)
