"""Every coup a fresh shoe can deal, played through the real rules and counted by the points of its cards."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from math import perm

import pytest

from dealer_table.baccarat import odds
from dealer_table.baccarat.cards import PACK, Card
from dealer_table.baccarat.coup import Coup, Outcome

CARD_OF_POINTS = {card.points: card for card in PACK}
COPIES_A_PACK = {points: sum(card.points == points for card in PACK) for points in range(10)}

TOTALS = {
    8: (
        4_998_398_275_503_360,
        {"banker": 2_292_252_566_437_888, "player": 2_230_518_282_592_256, "tie": 475_627_426_473_216},
    ),
    6: (878_869_206_895_680, {"banker": 403_095_751_234_560, "player": 392_220_492_728_832, "tie": 83_552_962_932_288}),
}


def every_coup() -> Iterator[Coup]:
    """Yield one coup for every sequence of points that ends one."""
    unfinished = [Coup()]
    while unfinished:
        coup = unfinished.pop()
        for card in CARD_OF_POINTS.values():
            longer = coup.with_card(card)
            if longer.is_complete:
                yield longer
            else:
                unfinished.append(longer)


@lru_cache(maxsize=1)
def coups_by_cards() -> Counter[tuple[tuple[Card, ...], Outcome]]:
    """Count the coups by outcome and by the cards they take in any order: all that the number of orders depends on."""
    tally: Counter[tuple[tuple[Card, ...], Outcome]] = Counter()
    for coup in every_coup():
        cards = coup.player.cards + coup.banker.cards
        assert 4 <= len(cards) <= 6
        tally[tuple(sorted(cards)), coup.outcome] += 1
    return tally


@pytest.mark.timeout(600)  # some ten seconds of counting on a machine of its own
@pytest.mark.parametrize("packs", TOTALS)
def test_every_reachable_coup_adds_up_to_the_published_counts(packs: int) -> None:
    counts = dict.fromkeys(Outcome, 0)
    for (cards, outcome), coups in coups_by_cards().items():
        ways = coups
        for points, copies in Counter(card.points for card in cards).items():
            ways *= perm(COPIES_A_PACK[points] * packs, copies)
        counts[outcome] += ways * perm(52 * packs - len(cards), 6 - len(cards))
    total, by_outcome = TOTALS[packs]
    assert {outcome.value: orders for outcome, orders in counts.items()} == by_outcome
    assert sum(counts.values()) == total


@pytest.mark.parametrize("packs", TOTALS)
def test_the_odds_count_the_same(packs: int) -> None:
    total, by_outcome = TOTALS[packs]
    assert odds.all_orders(packs) == total
    assert {outcome.value: orders for outcome, orders in odds.outcome_counts(packs).items()} == by_outcome
