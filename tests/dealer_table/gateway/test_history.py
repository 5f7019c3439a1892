import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealer_table.gateway.history import History


def filled(capacity: int, versions: list[int], head: int = 0) -> History:
    history = History(capacity, head)
    for version in versions:
        history.append(version, history.head, str(version).encode())
    return history


def test_what_was_missed_comes_oldest_first() -> None:
    history = filled(8, [3, 4, 9])
    assert history.since(0) == [b"3", b"4", b"9"]
    assert history.since(3) == [b"4", b"9"]
    assert history.since(9) == []


@pytest.mark.parametrize("version", [1, 5, 8, 10, -1])
def test_a_version_that_never_was_is_not_resumed(version: int) -> None:
    assert filled(8, [3, 4, 9]).since(version) is None


def test_what_is_too_old_is_not_resumed() -> None:
    history = filled(2, [3, 4, 9])
    assert history.since(0) is None
    assert history.since(3) == [b"4", b"9"]


def test_a_history_may_begin_in_the_middle_of_a_journal() -> None:
    history = filled(2, [], head=40)
    assert history.since(40) == []
    assert history.since(0) is None


@pytest.mark.parametrize(("version", "prev"), [(5, 3), (4, 4), (3, 4)])
def test_a_broken_chain_is_a_bug(version: int, prev: int) -> None:
    with pytest.raises(AssertionError):
        filled(8, [3, 4]).append(version, prev, b"")


@settings(deadline=None)
@given(st.integers(1, 12), st.sets(st.integers(1, 60), max_size=30), st.integers(-1, 61))
def test_a_resume_is_the_exact_rest_or_nothing(capacity: int, seen: set[int], asked: int) -> None:
    versions = sorted(seen)
    rest = [str(version).encode() for version in versions if version > asked]
    known = asked in [0, *versions] and len(rest) <= capacity
    assert filled(capacity, versions).since(asked) == (rest if known else None)
