"""What a Touch room is asked, by patrons, by its clock and by itself. Pure.

Chance comes in as sealed shoes; who asks leaves the `shoe` out, and the room's controller puts it in.
"""

from dataclasses import dataclass

from dealer_table.betting.commands import DepositFunds, WithdrawFunds
from dealer_table.betting.words import Gesture, Patron, PatronLimits, Stake
from dealer_table.touch.commitment import SealedShoe
from dealer_table.touch.words import SessionEnd


@dataclass(frozen=True, slots=True)
class OpenRoom:
    """Bring to an end what a stop of the room left open, and play."""

    at: int


@dataclass(frozen=True, slots=True)
class CheckClock:
    """Time has passed: sessions that were idle for too long end."""

    at: int


@dataclass(frozen=True, slots=True)
class BeginSession:
    """Let a patron sit down; said again, it renews the limits.

    `shoe` is the first round's, and `previous` what lay on the patron's last; a session that goes on needs neither.
    """

    at: int
    patron: Patron
    limits: PatronLimits
    shoe: SealedShoe | None = None
    previous: tuple[Stake, ...] = ()


@dataclass(frozen=True, slots=True)
class EndSession:
    """Let a patron go, unless a round is in play."""

    at: int
    patron: Patron
    why: SessionEnd


@dataclass(frozen=True, slots=True)
class BeginRound:
    """Lay bets by these gestures and begin the round, whole or not at all.

    `round` is the round the patron meant, `request` the patron's own name for it. What lies there then has been taken
    from the accounts already: `taken`, under the name `movement`. `shoe` is the one that was committed to.
    """

    at: int
    patron: Patron
    request: str
    round: int
    gestures: tuple[Gesture, ...]
    shoe: SealedShoe | None = None
    taken: int = 0
    movement: str = ""


@dataclass(frozen=True, slots=True)
class FinishRound:
    """Deal and settle the round in play; `present` tells whether its patron is still there. `shoe` is the next one."""

    at: int
    patron: Patron
    shoe: SealedShoe | None = None
    present: bool = False


@dataclass(frozen=True, slots=True)
class VoidRound:
    """Give back the stakes of the round in play: something malfunctioned. `shoe` is the next one."""

    at: int
    patron: Patron
    shoe: SealedShoe | None
    reason: str


PatronCommand = BeginSession | EndSession | BeginRound
TouchCommand = PatronCommand | OpenRoom | CheckClock | FinishRound | VoidRound | DepositFunds | WithdrawFunds
