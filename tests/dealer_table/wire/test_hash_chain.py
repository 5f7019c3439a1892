from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_table.procedure.events import BurnDue
from dealer_table.wire.hash_chain import Break, Link, chained, checked, genesis, link

START = genesis("e" * 32, "table-1", 1_700_000_000_000)
LINKS = chained([[BurnDue(at, at % 11)] for at in range(12)], 0, START)


def first_break(links: list[Link], start: str = START) -> Break | None:
    *_, last = [None, *checked(links, start)]
    return last if isinstance(last, Break) else None


def test_the_hash_of_a_record_is_fixed_for_ever() -> None:
    assert START == "e5a21dd543ed1ba9307488c3bf4103a37337a3e911715ccc1e23401402922c8b"
    assert link(START, 1, 1, 5, "burn_due", 1, '{"at":5,"burns":3}') == (
        "9ef0ff20f0b7cd6df6d4544f274480c39bb04de07f82605c2081c6adcfbce8cd"
    )


def test_a_whole_chain_holds() -> None:
    assert list(checked(LINKS, START)) == LINKS


def test_a_chain_written_in_pieces_is_the_same_chain() -> None:
    first = chained([[BurnDue(at, at % 11)] for at in range(5)], 0, START)
    rest = chained([[BurnDue(at, at % 11)] for at in range(5, 12)], 5, first[-1].hash)
    assert first + rest == LINKS


@given(st.integers(0, 11), st.sampled_from(["decision", "at", "name", "version", "body", "hash"]))
def test_a_changed_record_breaks_the_chain_at_its_position(index: int, field: str) -> None:
    old = getattr(LINKS[index], field)
    change: dict[str, Any] = {field: old + 1 if isinstance(old, int) else old + " "}
    changed = replace(LINKS[index], **change)
    broken = first_break([*LINKS[:index], changed, *LINKS[index + 1 :]])
    assert broken is not None
    assert broken.position == index + 1


@given(st.integers(0, 10))
def test_a_missing_record_breaks_the_chain_at_its_position(index: int) -> None:
    broken = first_break([*LINKS[:index], *LINKS[index + 1 :]])
    assert broken is not None
    assert broken.position == index + 1


@given(st.integers(0, 10), st.integers(0, 10))
def test_records_that_changed_places_break_the_chain_where_they_were(one: int, other: int) -> None:
    links = list(LINKS)
    links[one] = replace(LINKS[other], position=one + 1)
    links[other] = replace(LINKS[one], position=other + 1)
    broken = first_break(links)
    assert (broken.position if broken else None) == (None if one == other else min(one, other) + 1)


def test_a_chain_of_another_journal_breaks_at_its_start() -> None:
    broken = first_break(LINKS, genesis("f" * 32, "table-1", 1_700_000_000_000))
    assert broken == Break(1, "the record was changed, or it does not follow the one before it")


@pytest.mark.parametrize("other", [("e", "table-1", 1), ("e", "table-2", 0), ("f", "table-1", 0)])
def test_each_part_of_a_journals_identity_counts(other: tuple[str, str, int]) -> None:
    assert genesis("e", "table-1", 0) != genesis(*other)
