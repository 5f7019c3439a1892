"""A patron's hand at the felt: gestures, one after the other, on top of what lies there confirmed. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from dealer_table.betting.coups import Stakes
from dealer_table.betting.rules import BettingRules
from dealer_table.betting.words import Gesture, Move, Stake
from dealer_table.errors import CommandRefused


@dataclass(slots=True)
class Batch:
    """What lies of one patron while a batch is carried out.

    Undo takes back the gestures of this batch from the last on, and then whole batches confirmed before: `undone` of
    them.
    """

    batches: tuple[Stakes, ...]
    previous: Stakes
    step: int
    lying: dict[str, int] = field(init=False)
    undone: int = 0
    _before: list[dict[str, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.lying = self._confirmed()

    def move(self, gesture: Gesture) -> None:
        """Carry out one gesture, or refuse it."""
        match gesture.move:
            case Move.UNDO:
                self._undo()
            case Move.PLACE:
                self._place([Stake(gesture.spot, gesture.amount)])
            case Move.CLEAR:
                self._before.append(self.lying)
                self.lying = {}
            case Move.REBET | Move.REBET_X2:
                if not self.previous:
                    raise CommandRefused("nothing_to_rebet", "there is no coup before this one that you bet on")
                times = 2 if gesture.move is Move.REBET_X2 else 1
                self._place([Stake(spot, amount * times) for spot, amount in self.previous])

    def _place(self, stakes: Iterable[Stake]) -> None:
        self._before.append(self.lying)
        self.lying = dict(self.lying)
        for spot, amount in stakes:
            if amount <= 0 or amount % self.step:
                raise CommandRefused(
                    "wrong_step", "stakes are whole multiples of the step", {"step": self.step, "amount": amount}
                )
            self.lying[spot] = self.lying.get(spot, 0) + amount

    def _undo(self) -> None:
        if self._before:
            self.lying = self._before.pop()
        elif self.undone < len(self.batches):
            self.undone += 1
            self.lying = self._confirmed()
        else:
            raise CommandRefused("nothing_to_undo", "nothing of yours was placed on this coup")

    def _confirmed(self) -> dict[str, int]:
        left = len(self.batches) - self.undone
        return dict(self.batches[left - 1]) if left else {}


def in_order(lying: dict[str, int], rules: BettingRules) -> Stakes:
    """Return what lies there as stakes, in the order of the rules; a spot that the house has not is refused."""
    stakes = tuple([Stake(spot.name, lying[spot.name]) for spot in rules.spots if spot.name in lying])
    if len(stakes) != len(lying):
        known = {spot.name for spot in rules.spots}
        unknown = next(spot for spot in lying if spot not in known)
        raise CommandRefused("unknown_spot", "this table has no such spot", {"spot": unknown})
    return stakes
