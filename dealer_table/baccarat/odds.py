"""The exact return of a bet, by counting every order of six cards from a full shoe. Pure.

Six cards decide any coup: every order of six is equally likely and decides one, the cards that coup leaves undrawn
being counted too. Orders are counted in classes, never sampled:

1. An opening hand is known by the points of its two cards and by the kind of pair they make. Both opening hands are
   counted card by card; the Banker's after one example of the Player's is taken out, which is as good as any other of
   its class because a full shoe is the same under any exchange of suits, or of ranks worth the same.
2. From there the tableau looks at totals and points only, so third cards are counted by points.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import perm
from types import MappingProxyType

from dealer_table.baccarat.bets import Bet
from dealer_table.baccarat.cards import PACK, Card
from dealer_table.baccarat.conditions import HandShowing, PairKind, Showing
from dealer_table.baccarat.coup import Coup, Outcome
from dealer_table.baccarat.hand import Hand
from dealer_table.baccarat.shoe import CARDS_A_PACK, full_shoe

MOST_CARDS = 6
PACKS = range(1, 13)

_Class = tuple[int, int, PairKind]
_Hands = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class _Opening:
    """A class of opening hands: how many ordered draws belong to it, and one of them as an example."""

    ways: int
    cards: tuple[Card, Card]
    points: tuple[int, int]
    pair: PairKind

    @property
    def total(self) -> int:
        """Return what the hand counts."""
        return sum(self.points) % 10


@dataclass(frozen=True, slots=True)
class _Ending:
    """One way a coup may go on from two opening totals: the points of the third cards, and where the hands end.

    `hands` is the Player's total and count of cards, then the Banker's.
    """

    thirds: tuple[int, ...]
    hands: _Hands


def all_orders(packs: int) -> int:
    """Return how many ordered draws of six cards a shoe of `packs` packs has."""
    return perm(packs * CARDS_A_PACK, MOST_CARDS)


@lru_cache(maxsize=len(PACKS))
def showings(packs: int) -> Mapping[Showing, int]:
    """Count the orders of six cards by what the coup they decide shows; ValueError unless `packs` is 1 to 12."""
    if packs not in PACKS:
        raise ValueError(f"a shoe has {PACKS.start} to {PACKS.stop - 1} packs, not {packs}")
    left = Counter(full_shoe(packs))
    tallies = {pairs: Counter[_Hands]() for pairs in product(PairKind, repeat=2)}
    for player in _openings(left):
        left.subtract(player.cards)
        behind = _by_points(left)
        for banker in _openings(left):
            _count_endings(tallies[player.pair, banker.pair], player, banker, behind)
        left.update(player.cards)
    return MappingProxyType(
        {
            Showing(HandShowing(*hands[:2], player_pair), HandShowing(*hands[2:], banker_pair)): orders
            for (player_pair, banker_pair), tally in tallies.items()
            for hands, orders in tally.items()
        }
    )


def outcome_counts(packs: int) -> dict[Outcome, int]:
    """Count the orders of six cards by outcome."""
    counts = dict.fromkeys(Outcome, 0)
    for showing, orders in showings(packs).items():
        counts[showing.outcome] += orders
    return counts


def expected_return(bet: Bet, packs: int) -> Fraction:
    """Return what a stake of one on `bet` gives back on average, stake included, from a fresh shoe."""
    paid = [0] * len(bet.payouts)
    for showing, orders in showings(packs).items():
        line = bet.line(showing)
        if line is not None:
            paid[line] += orders
    weighted = ((payout.to_one + 1) * orders for payout, orders in zip(bet.payouts, paid, strict=True))
    return sum(weighted, Fraction(0)) / all_orders(packs)


def _openings(left: Mapping[Card, int]) -> list[_Opening]:
    """Count every ordered draw of two cards from `left` by class."""
    ways: Counter[_Class] = Counter()
    example: dict[_Class, tuple[Card, Card]] = {}
    for first, second, kind in _TWO_CARDS:
        draws = left[first] * (left[second] - (first is second))
        if draws:
            ways[kind] += draws
            example[kind] = (first, second)
    return [_Opening(ways[kind], cards, kind[:2], kind[2]) for kind, cards in example.items()]


def _count_endings(tally: Counter[_Hands], player: _Opening, banker: _Opening, behind: list[int]) -> None:
    """Add to `tally` every coup that begins with these hands; `behind` counts by points what the Player's left."""
    opening_ways = player.ways * banker.ways
    left = behind.copy()
    for points in banker.points:
        left[points] -= 1
    undrawn = sum(left)
    ways_unneeded = [perm(undrawn - thirds, MOST_CARDS - 4 - thirds) for thirds in range(3)]
    for ending in _endings(player.total, banker.total):
        thirds = ending.thirds
        tally[ending.hands] += opening_ways * _third_card_ways(thirds, left) * ways_unneeded[len(thirds)]


def _third_card_ways(thirds: tuple[int, ...], left: list[int]) -> int:
    match thirds:
        case (first, second):
            return left[first] * (left[second] - (first == second))
        case (only,):
            return left[only]
        case _:
            return 1


def _by_points(cards: Mapping[Card, int]) -> list[int]:
    counts = [0] * 10
    for card, copies in cards.items():
        counts[card.points] += copies
    return counts


def _completions(coup: Coup) -> Iterator[Coup]:
    """Yield the coup played on to every end, third cards told apart by points."""
    if coup.is_complete:
        yield coup
        return
    for card in _CARD_OF_POINTS.values():
        yield from _completions(coup.with_card(card))


@lru_cache(maxsize=100)
def _endings(player_total: int, banker_total: int) -> tuple[_Ending, ...]:
    """Return every way to go on from these totals of two cards each, asked of the tableau itself."""
    player, banker = (Hand((_CARD_OF_POINTS[0], _CARD_OF_POINTS[total])) for total in (player_total, banker_total))
    return tuple(
        _Ending(
            thirds=tuple(card.points for hand in (coup.player, coup.banker) for card in hand.cards[2:]),
            hands=(coup.player.total, len(coup.player.cards), coup.banker.total, len(coup.banker.cards)),
        )
        for coup in _completions(Coup(player, banker))
    )


def _class_of(first: Card, second: Card) -> _Class:
    low, high = sorted((first.points, second.points))
    return low, high, PairKind.of(Hand((first, second)))


_CARD_OF_POINTS = {card.points: card for card in PACK}
_TWO_CARDS = tuple((first, second, _class_of(first, second)) for first, second in product(PACK, repeat=2))
