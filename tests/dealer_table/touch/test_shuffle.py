from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from random import Random
from struct import pack

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_table.touch.shuffle import DrawBytes, shuffled


def drawing(words: Iterator[int]) -> DrawBytes:
    """Return a source whose bytes are these words."""
    return lambda count: pack(f"<{count // 2}H", *(next(words) for _ in range(count // 2)))


@given(st.lists(st.integers(), max_size=60), st.randoms(use_true_random=False))
def test_nothing_is_lost_and_nothing_added(items: list[int], chance: Random) -> None:
    assert Counter(shuffled(items, chance.randbytes)) == Counter(items)


def test_every_order_of_three_comes_equally_often_from_every_pair_of_choices() -> None:
    """Three choices, then two: the six ways to choose lead to the six orders."""
    orders = Counter(shuffled("abc", drawing(iter([first, second, 0]))) for first in range(3) for second in range(2))
    assert orders == Counter(permutations("abc"))


def test_a_word_from_the_ragged_end_is_drawn_again() -> None:
    """65535 = 3 * 21845 would be a fourth way to choose the first of three; 65534 is the last word that is fair."""
    fair = shuffled("abc", drawing(iter([65534, 1, 0])))
    assert shuffled("abc", drawing(iter([65535, 65534, 1, 0, 0, 0]))) == fair


def test_all_words_that_count_are_shared_out_evenly() -> None:
    chosen: Counter[str] = Counter()
    for word in range(1 << 16):
        first = iter([word, 0, 0, 0, 0, 0])
        chosen[shuffled("abc", drawing(first))[2]] += 1
    # Only 65535 is thrown away; the word after it chose "a".
    assert chosen == {"a": 21846, "b": 21845, "c": 21845}


def test_a_source_that_gives_too_little_is_found_out() -> None:
    with pytest.raises(ValueError, match="asked for 6 random bytes, got 5"):
        shuffled("abc", lambda count: bytes(5))


def test_more_cards_than_a_word_can_tell_apart_are_refused() -> None:
    with pytest.raises(ValueError, match="65536 cards at most"):
        shuffled(range(65537), bytes)
