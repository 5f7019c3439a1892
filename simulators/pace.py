"""How fast a virtual dealer works. Pure."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds between what the dealer's hands do.

    A card shown twice because its first read was only late would be two cards. So `patience`, where the table says that
    reads may be lost, is longer than the two seconds after which a bridge sends a read again; and `silence`, where
    nobody says anything, is longer than it takes bridge and table to find a broker that was away. `same_card_seconds`
    is longer than the scanner's repeat interval.
    """

    name: str
    card: float
    rescan: float
    between_coups: float
    patience: float
    silence: float
    unplugged: float
    stall: float
    same_card_seconds: float
    betting_seconds: int
    closes_betting: bool


FAST = Pace(
    name="fast", card=0.0, rescan=0.0, between_coups=0.0, patience=3.5, silence=15.0, unplugged=0.3, stall=1.5,
    same_card_seconds=0.15, betting_seconds=1, closes_betting=True,
)  # fmt: skip
BRISK = Pace(
    name="brisk", card=0.4, rescan=1.2, between_coups=1.0, patience=5.0, silence=20.0, unplugged=3.0, stall=2.0,
    same_card_seconds=0.6, betting_seconds=3, closes_betting=False,
)  # fmt: skip
REAL = Pace(
    name="real", card=1.5, rescan=2.5, between_coups=4.0, patience=6.0, silence=20.0, unplugged=4.0, stall=3.0,
    same_card_seconds=0.8, betting_seconds=12, closes_betting=False,
)  # fmt: skip
PACES = {pace.name: pace for pace in (FAST, BRISK, REAL)}
