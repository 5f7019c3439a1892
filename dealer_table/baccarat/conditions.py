"""What a bet may depend on: the facts a finished coup shows, and the conditions on them by name. Pure."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from dealer_table.baccarat.coup import Coup, Outcome
from dealer_table.baccarat.hand import Hand


class PairKind(StrEnum):
    """How alike the first two cards of a hand are."""

    NONE = "none"
    MIXED = "mixed"
    PERFECT = "perfect"

    @classmethod
    def of(cls, hand: Hand) -> "PairKind":
        """Return the kind of pair `hand` opened with; perfect is one rank and one suit."""
        if not hand.is_pair:
            return cls.NONE
        return cls.PERFECT if hand.cards[0] == hand.cards[1] else cls.MIXED


@dataclass(frozen=True, slots=True)
class HandShowing:
    """What one finished hand shows: its total, how many cards made it, and the pair it opened with."""

    total: int
    cards: int
    pair: PairKind

    @property
    def is_natural(self) -> bool:
        """Tell whether the first two cards made 8 or 9; such a hand never has a third."""
        return self.cards == 2 and self.total >= 8

    @classmethod
    def of(cls, hand: Hand) -> "HandShowing":
        """Return what `hand` shows."""
        return cls(hand.total, len(hand.cards), PairKind.of(hand))


@dataclass(frozen=True, slots=True)
class Showing:
    """All of a finished coup that a bet may depend on.

    Conditions take this instead of the coup, so that the exact odds, which count coups by what they show, can never
    lump together two coups that a bet would tell apart.
    """

    player: HandShowing
    banker: HandShowing

    @property
    def outcome(self) -> Outcome:
        """Return who won."""
        if self.player.total == self.banker.total:
            return Outcome.TIE
        return Outcome.PLAYER if self.player.total > self.banker.total else Outcome.BANKER

    @property
    def margin(self) -> int:
        """Return by how many points the winner won, 0 for a tie."""
        return abs(self.player.total - self.banker.total)

    @property
    def cards(self) -> int:
        """Return how many cards the coup took, 4 to 6."""
        return self.player.cards + self.banker.cards

    @classmethod
    def of(cls, coup: Coup) -> "Showing":
        """Return what `coup` shows; ValueError while a card is still due."""
        if not coup.is_complete:
            raise ValueError("a coup shows nothing to bet on before it is complete")
        return cls(HandShowing.of(coup.player), HandShowing.of(coup.banker))


Condition = Callable[[Showing], bool]


def _on_each_hand(name: str, holds: Callable[[HandShowing], bool]) -> dict[str, Condition]:
    return {f"player_{name}": lambda it: holds(it.player), f"banker_{name}": lambda it: holds(it.banker)}


def _on_the_coup() -> dict[str, Condition]:
    return {
        "player_wins": lambda it: it.outcome is Outcome.PLAYER,
        "banker_wins": lambda it: it.outcome is Outcome.BANKER,
        "tie": lambda it: it.outcome is Outcome.TIE,
        "four_cards": lambda it: it.cards == 4,
        "five_cards": lambda it: it.cards == 5,
        "six_cards": lambda it: it.cards == 6,
        **{f"margin_{points}": _margin_is(points) for points in range(10)},
    }


def _margin_is(points: int) -> Condition:
    return lambda it: it.margin == points


def _total_is(points: int) -> Callable[[HandShowing], bool]:
    return lambda hand: hand.total == points


def _all_conditions() -> dict[str, Condition]:
    conditions = _on_the_coup()
    conditions |= _on_each_hand("natural", lambda hand: hand.is_natural)
    conditions |= _on_each_hand("pair", lambda hand: hand.pair is not PairKind.NONE)
    conditions |= _on_each_hand("perfect_pair", lambda hand: hand.pair is PairKind.PERFECT)
    conditions |= _on_each_hand("two_cards", lambda hand: hand.cards == 2)
    conditions |= _on_each_hand("three_cards", lambda hand: hand.cards == 3)
    for points in range(10):
        conditions |= _on_each_hand(f"total_{points}", _total_is(points))
    return conditions


# Every condition a paytable may name. `player_natural` holds whether or not that hand wins; a pair is of ranks only.
CONDITIONS: Mapping[str, Condition] = MappingProxyType(_all_conditions())
