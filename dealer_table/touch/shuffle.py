"""An unbiased shuffle over bytes of chance that come in as values. Pure.

Fisher and Yates's, from the last place to the second: each card that is not placed yet is as likely as any other. A
remainder alone would prefer the small numbers, so a word from the range's ragged end is thrown away and drawn again.
"""

from collections.abc import Callable, Iterator, Sequence
from struct import Struct
from typing import TypeVar

DrawBytes = Callable[[int], bytes]
Item = TypeVar("Item")

_WORDS = 1 << 16


def shuffled(cards: Sequence[Item], draw_bytes: DrawBytes) -> tuple[Item, ...]:
    """Return `cards` in an order that is as likely as every other, as far as the bytes are random.

    `draw_bytes` returns as many random bytes as it is asked for. ValueError for more cards than a word can tell apart.
    """
    if len(cards) > _WORDS:
        raise ValueError(f"a shuffle is of {_WORDS} cards at most, not {len(cards)}")
    order = list(cards)
    words = _words(draw_bytes, len(order))
    for place in range(len(order) - 1, 0, -1):
        choices = place + 1
        unbiased = _WORDS - _WORDS % choices
        word = next(words)
        while word >= unbiased:
            word = next(words)
        chosen = word % choices
        order[place], order[chosen] = order[chosen], order[place]
    return tuple(order)


def _words(draw_bytes: DrawBytes, at_a_time: int) -> Iterator[int]:
    """Yield words without end; they are drawn by the shoe, because asking costs more than the bytes."""
    words = Struct(f"<{at_a_time}H")
    while True:
        drawn = draw_bytes(words.size)
        if len(drawn) != words.size:
            raise ValueError(f"asked for {words.size} random bytes, got {len(drawn)}")
        yield from words.unpack(drawn)
