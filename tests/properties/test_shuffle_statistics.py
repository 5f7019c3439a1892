"""A great many shuffles, and whether each card is as often in each place, and beside each other card. I/O: chance."""

from collections import Counter
from collections.abc import Callable, Sequence
from math import cbrt, sqrt
from random import Random
from typing import TypeVar

import pytest

from dealer_table.adapters.system_chance import SystemChance
from dealer_table.touch.shuffle import DrawBytes, shuffled

CARDS = 416
KINDS = 52
COPIES = CARDS // KINDS
# The six that a round may take, one behind them, the middle and the end.
PLACES = (0, 1, 2, 3, 4, 5, 6, CARDS // 2, CARDS - 2, CARDS - 1)
PAIRS = ((0, 1), (1, 2), (0, 2), (4, 5), (207, 208), (0, CARDS - 1))
# Further out than one honest series in twenty million goes.
LIMIT = 5.5

Cell = TypeVar("Cell")
Shuffle = Callable[[Sequence[int], DrawBytes], Sequence[int]]


def deviations(shuffle: Shuffle, draw: DrawBytes, count: int) -> dict[str, float]:
    """Return how far, in standard deviations, chi-square of each place and of each pair of places is off."""
    cards = tuple(range(CARDS))
    places: dict[int, Counter[int]] = {place: Counter() for place in PLACES}
    pairs: dict[tuple[int, int], Counter[tuple[int, int]]] = {pair: Counter() for pair in PAIRS}
    for _ in range(count):
        order = shuffle(cards, draw)
        for place, seen in places.items():
            seen[order[place]] += 1
        for (first, second), beside in pairs.items():
            beside[order[first] % KINDS, order[second] % KINDS] += 1
    found = {f"place {place}": off(seen, dict.fromkeys(cards, count / CARDS)) for place, seen in places.items()}
    expected = {
        (first, second): count / KINDS * (COPIES - (first == second)) / (CARDS - 1)
        for first in range(KINDS)
        for second in range(KINDS)
    }
    return found | {f"places {first} and {second}": off(beside, expected) for (first, second), beside in pairs.items()}


def off(seen: Counter[Cell], expected: dict[Cell, float]) -> float:
    """Return chi-square's distance from what it should be, as a normal deviate (Wilson and Hilferty's)."""
    chi_square = sum((seen[cell] - often) ** 2 / often for cell, often in expected.items())
    free = len(expected) - 1
    return (cbrt(chi_square / free) - (1 - 2 / (9 * free))) / sqrt(2 / (9 * free))


def beyond(found: dict[str, float]) -> dict[str, float]:
    return {what: deviation for what, deviation in found.items() if abs(deviation) > LIMIT}


def swapped_with_any(cards: Sequence[int], draw: DrawBytes) -> Sequence[int]:
    """Shuffle as is often done, and wrongly: each card is swapped with any other, placed or not."""
    order = list(cards)
    words = draw(4 * len(order))
    for place in range(len(order)):
        chosen = int.from_bytes(words[4 * place : 4 * place + 4]) % len(order)
        order[place], order[chosen] = order[chosen], order[place]
    return order


def test_every_card_is_as_often_in_every_place_and_beside_every_other() -> None:
    assert beyond(deviations(shuffled, Random(4).randbytes, 4_000)) == {}


def test_a_shuffle_that_is_often_done_wrongly_would_be_found_out() -> None:
    assert beyond(deviations(swapped_with_any, Random(4).randbytes, 4_000)) != {}


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_a_million_shuffles_by_the_system_s_chance_are_fair() -> None:
    assert beyond(deviations(shuffled, SystemChance().draw, 1_000_000)) == {}
