"""One round from its first bet to its end: a fold of its events, and the dealing of it. Pure."""

from collections import Counter
from dataclasses import dataclass, replace

from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.coup import Coup, Outcome
from dealer_table.baccarat.hand import Hand
from dealer_table.baccarat.shoe import full_shoe
from dealer_table.betting.events import BetsAccepted, BetsSettled, StakesReturned
from dealer_table.betting.words import Patron, Stake
from dealer_table.touch.commitment import PACKS, SealedShoe
from dealer_table.touch.events import RoomEvent, RoundBegun, RoundDealt, RoundRefunded, RoundVoided
from dealer_table.touch.words import RoundEnd

# By their names: a round looks at all of its shoe, and plain text is counted ten times as fast.
_WHOLE = Counter(card.value for card in full_shoe(PACKS))


@dataclass(frozen=True, slots=True)
class Round:
    """A round that has begun; `end` is None while it is in play. A refunded or void round shows no cards."""

    number: int
    patron: Patron
    request: str
    shoe: SealedShoe
    begun_at: int
    stakes: tuple[Stake, ...] = ()
    movement: str = ""
    end: RoundEnd | None = None
    reason: str = ""
    player: tuple[Card, ...] = ()
    banker: tuple[Card, ...] = ()
    outcome: Outcome | None = None
    returned: tuple[Stake, ...] = ()

    @property
    def coup(self) -> Coup:
        """Return both hands."""
        return Coup(Hand(self.player), Hand(self.banker))

    def after(self, event: RoomEvent) -> "Round":
        """Return the round after something that happened to it."""
        match event:
            case BetsAccepted(stakes=stakes, movement=movement):
                return replace(self, stakes=stakes, movement=movement)
            case RoundDealt(player=player, banker=banker, outcome=outcome):
                return replace(self, end=RoundEnd.SETTLED, player=player, banker=banker, outcome=outcome)
            case RoundRefunded(reason=reason):
                return replace(self, end=RoundEnd.REFUNDED, reason=reason)
            case RoundVoided(reason=reason):
                return replace(self, end=RoundEnd.VOIDED, reason=reason)
            case BetsSettled(returned=returned):
                return replace(self, returned=returned)
            case StakesReturned(stakes=stakes):
                return replace(self, returned=stakes)
            case _:
                return self


def begun(event: RoundBegun) -> Round:
    """Return the round that this begins."""
    return Round(event.round, event.patron, event.request, SealedShoe(event.order, event.nonce), event.at)


def shoe_fault(shoe: SealedShoe) -> str:
    """Say what is wrong with a shoe; nothing when it is eight whole packs."""
    names = Counter(shoe.order.split(" "))
    if names == _WHOLE:
        return ""
    unknown = names.keys() - _WHOLE.keys()
    if unknown:
        return f"no card is called {min(unknown)!r}"
    wrong = sorted((names - _WHOLE).keys() | (_WHOLE - names).keys())
    return f"not {PACKS} whole packs: look at {' '.join(wrong)}"


def dealt(shoe: SealedShoe) -> Coup:
    """Deal a round from the head of its shoe; ValueError for a shoe that cannot be."""
    if fault := shoe_fault(shoe):
        raise ValueError(fault)
    return Coup.dealt(map(Card, shoe.order.split(" ")))


def dealing_order(coup: Coup) -> tuple[Card, ...]:
    """Return the cards of a coup as they left the shoe: Player, Banker, Player, Banker, then the third cards."""
    player, banker = coup.player.cards, coup.banker.cards
    opening = (card for pair in zip(player[:2], banker[:2], strict=True) for card in pair)
    return (*opening, *player[2:], *banker[2:])
