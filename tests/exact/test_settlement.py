"""Every bet settled as the table does it: over every class of coups to the figures published, and at random."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import sqrt

import pytest

from dealer_table.baccarat.cards import PACK
from dealer_table.baccarat.conditions import PairKind, Showing
from dealer_table.baccarat.coup import Coup
from dealer_table.baccarat.hand import Hand
from dealer_table.baccarat.odds import all_orders, showings
from dealer_table.baccarat.paytables import BETS
from dealer_table.baccarat.shoe import full_shoe
from dealer_table.betting.rules import BettingRules, Spot
from dealer_table.betting.settle import Settlement
from dealer_table.betting.words import Stake
from tests.exact.test_returns import PUBLISHED, in_per_cent

# Of this stake every payout is a whole number of minor units, so that nothing is rounded.
STAKE = 10_000
ALL_BETS = BettingRules(tuple(Spot(name, bet) for name, bet in BETS.items()))
STAKES = tuple(Stake(name, STAKE) for name in BETS)

SHORT_RUN, LONG_RUN = 5_000, 5_000_000
STANDARD_ERRORS = 4


def settled(coup: Coup) -> Mapping[str, int]:
    """Return what comes back of a stake on every spot."""
    back = dict(Settlement.of(ALL_BETS, coup).returned(STAKES))
    return {name: back.get(name, 0) for name in BETS}


@lru_cache(maxsize=1)
def coup_of_each_class() -> Mapping[Showing, Coup]:
    """Return one coup for all that a finished coup may show."""
    openings = {(Hand(pair).total, PairKind.of(Hand(pair))): pair for pair in product(PACK, repeat=2)}
    third = {card.points: card for card in PACK}
    coups: dict[Showing, Coup] = {}
    for player, banker in product(openings.values(), repeat=2):
        for thirds in product(third.values(), repeat=2):
            coup = Coup.dealt((player[0], banker[0], player[1], banker[1], *thirds))
            coups.setdefault(Showing.of(coup), coup)
    return coups


@lru_cache(maxsize=1)
def moments() -> Mapping[str, tuple[Fraction, Fraction]]:
    """Return the exact mean of what comes back of each stake, and of its square."""
    sums = {name: [0, 0] for name in BETS}
    for showing, orders in showings(8).items():
        for name, back in settled(coup_of_each_class()[showing]).items():
            sums[name][0] += orders * back
            sums[name][1] += orders * back**2
    return {
        name: (Fraction(first, all_orders(8)), Fraction(second, all_orders(8)))
        for name, (first, second) in sums.items()
    }


def test_there_is_a_coup_of_every_class_that_the_odds_count() -> None:
    assert coup_of_each_class().keys() == showings(8).keys()


@pytest.mark.parametrize("name", PUBLISHED)
def test_settling_every_coup_there_is_returns_what_is_published(name: str) -> None:
    mean, _ = moments()[name]
    assert in_per_cent(mean / STAKE) == PUBLISHED[name]


def random_coups(count: int) -> Iterator[Coup]:
    """Deal each coup from a fresh shoe of its own."""
    chance, shoe = random.Random(627), full_shoe(8)
    return (Coup.dealt(chance.sample(shoe, 6)) for _ in range(count))


def check_means(classes: Counter[Showing], returns: Mapping[Showing, Mapping[str, int]]) -> None:
    """Fail unless every bet's mean return is within a few standard errors of the exact one."""
    coups = classes.total()
    for name, (mean, second) in moments().items():
        measured = Fraction(sum(count * returns[showing][name] for showing, count in classes.items()), coups)
        error = sqrt((second - mean**2) / coups)
        away = float(measured - mean) / error
        assert abs(away) <= STANDARD_ERRORS, f"{name} returned {float(measured) / STAKE:.6%}, {away:+.2f} errors away"


def test_random_coups_return_what_they_must() -> None:
    classes: Counter[Showing] = Counter()
    returns: dict[Showing, Mapping[str, int]] = {}
    for coup in random_coups(SHORT_RUN):
        showing, back = Showing.of(coup), settled(coup)
        # A coup returns what another does that shows the same: so one of each is enough for the long run.
        assert returns.setdefault(showing, back) == back
        classes[showing] += 1
    check_means(classes, returns)


@pytest.mark.soak
def test_five_million_random_coups_return_what_they_must() -> None:
    classes = Counter(map(Showing.of, random_coups(LONG_RUN)))
    check_means(classes, {showing: settled(coup_of_each_class()[showing]) for showing in classes})
