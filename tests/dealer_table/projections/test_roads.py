import json
from collections.abc import Sequence
from dataclasses import asdict
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_table.baccarat.coup import Outcome
from dealer_table.baccarat.hand import Side
from dealer_table.projections.roads import (
    BIG_EYE_BOY,
    COCKROACH_PIG,
    ROWS,
    SMALL_ROAD,
    AskMarks,
    Color,
    RoadCoup,
    Roads,
    drawn_places,
)

SHOES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "vectors" / "roads.json").read_text(encoding="utf-8")
)["shoes"]

OUTCOMES = {outcome.letter: outcome for outcome in Outcome}
LAGS = {"big_eye_boy": BIG_EYE_BOY, "small_road": SMALL_ROAD, "cockroach_pig": COCKROACH_PIG}

# Long streaks are what bends, so they come more often than a fair shoe would have them.
streaks = st.tuples(st.sampled_from("PBT"), st.integers(1, 14)).map(lambda streak: streak[0] * streak[1])
shoes = st.one_of(st.text("PBT", max_size=90), st.lists(streaks, max_size=20).map("".join))


def roads_of(letters: str) -> Roads:
    roads = Roads()
    for letter in letters:
        roads = roads.with_coup(OUTCOMES[letter])
    return roads


def letters_of(marks: Sequence[Color]) -> str:
    return "".join("R" if mark is Color.RED else "B" for mark in marks)


def derived_by_columns(letters: str, lag: int) -> str:
    """Return a derived road by asking of every win what the columns looked like just then: another way to the rule.

    A win under another is red when the compared column goes on beside it, or ended more than one row above: the place
    beside it and the one above that are both filled or both empty. A win in a new column is judged by the one it ended.
    """
    grid: list[list[str]] = []
    marks = ""
    for letter in letters.replace("T", ""):
        if grid and grid[-1][-1] == letter:
            grid[-1].append(letter)
            if len(grid) > lag:
                row, beside = len(grid[-1]), grid[-1 - lag]
                there, above = row <= len(beside), row - 1 <= len(beside)
                marks += "R" if there == above else "B"
        else:
            grid.append([letter])
            if len(grid) > lag + 1:
                marks += "R" if len(grid[-2]) == len(grid[-2 - lag]) else "B"
    return marks


@pytest.mark.parametrize("shoe", SHOES, ids=lambda shoe: str(shoe["outcomes"])[:12])
def test_the_logical_roads_of_every_vector(shoe: dict[str, Any]) -> None:
    roads = roads_of(shoe["outcomes"])
    assert [[streak.outcome.letter, streak.length] for streak in roads.streaks] == shoe["big_road_columns"]
    for name, lag in LAGS.items():
        assert letters_of(roads.marks(lag)) == shoe[name], name


@given(shoes)
def test_derived_roads_agree_with_another_reading_of_the_rule(letters: str) -> None:
    roads = roads_of(letters)
    for lag in LAGS.values():
        assert letters_of(roads.marks(lag)) == derived_by_columns(letters, lag)


@given(shoes, st.sampled_from(Side))
def test_ask_tells_what_really_comes_next(letters: str, side: Side) -> None:
    now = roads_of(letters)
    then = now.with_coup(Outcome(side.value))
    asked = now.ask(side)
    for name, lag in LAGS.items():
        mark: Color | None = getattr(asked, name)
        assert then.marks(lag) == now.marks(lag) + ((mark,) if mark else ())


@given(shoes)
def test_a_tie_changes_no_derived_road_and_no_ask(letters: str) -> None:
    without, with_ties = roads_of(letters.replace("T", "")), roads_of(letters)
    for lag in LAGS.values():
        assert without.marks(lag) == with_ties.marks(lag)
    assert without.section().ask == with_ties.section().ask


@given(shoes)
def test_every_coup_has_one_place_on_the_drawn_roads(letters: str) -> None:
    roads = roads_of(letters)
    section = roads.section()
    cells = section.big_road.cells
    assert len(section.bead_plate) == len(letters)
    assert len(cells) == sum(streak.length for streak in roads.streaks) == len(letters.replace("T", ""))
    assert len({(cell.column, cell.row) for cell in cells}) == len(cells)
    assert all(0 <= cell.row < ROWS and 0 <= cell.column < section.big_road.columns for cell in cells)
    for name, lag in LAGS.items():
        marks = getattr(section, name).marks
        assert [mark.color for mark in marks] == list(roads.marks(lag))
        assert len({(mark.column, mark.row) for mark in marks}) == len(marks)


@given(shoes)
def test_every_tie_is_marked_once_a_win_has_come(letters: str) -> None:
    marked = sum(cell.ties for cell in roads_of(letters).section().big_road.cells)
    assert marked == (letters.count("T") if letters.strip("T") else 0)


@given(st.lists(st.integers(1, 20), max_size=30))
def test_a_streak_goes_down_or_right_and_the_next_begins_further_right_at_the_top(lengths: list[int]) -> None:
    places = iter(drawn_places(lengths))
    starts = []
    for length in lengths:
        streak = [next(places) for _ in range(length)]
        starts.append(streak[0])
        steps = [(to[0] - at[0], to[1] - at[1]) for at, to in pairwise(streak)]
        # Down first, and once to the right for ever to the right.
        assert [step for step, _ in groupby(steps)] in ([], [(0, 1)], [(1, 0)], [(0, 1), (1, 0)])
    assert all(row == 0 for _, row in starts)
    assert starts == sorted(set(starts))


def test_a_streak_longer_than_the_column_bends_right() -> None:
    assert drawn_places([8]) == ((0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (1, 5), (2, 5))


def test_a_streak_bends_above_an_earlier_tail() -> None:
    assert drawn_places([8, 6])[8:] == ((1, 0), (1, 1), (1, 2), (1, 3), (1, 4), (2, 4))


def test_a_streak_that_bends_in_the_top_row_moves_the_next_one_on() -> None:
    # Six tails, each a row above the one before, until the seventh streak has the top row alone.
    lengths = [14, 13, 12, 11, 10, 9, 1]
    places = drawn_places(lengths)
    sixth = places[sum(lengths[:5]) : sum(lengths[:6])]
    assert sixth == tuple((column, 0) for column in range(5, 14))
    assert places[-1] == (14, 0)


def test_ties_before_any_win_wait_for_the_first_cell() -> None:
    assert roads_of("TT").section().big_road.cells == ()
    cells = roads_of("TTPTB").section().big_road.cells
    assert [(cell.outcome, cell.ties) for cell in cells] == [(Outcome.PLAYER, 3), (Outcome.BANKER, 0)]


def test_the_bead_plate_fills_column_by_column() -> None:
    beads = roads_of("PBTPBTP").section().bead_plate
    assert [(bead.column, bead.row) for bead in beads] == [(0, row) for row in range(6)] + [(1, 0)]
    assert "".join(bead.outcome.letter for bead in beads) == "PBTPBTP"


def test_an_empty_shoe_has_empty_roads_and_nothing_to_ask() -> None:
    section = Roads().section()
    nothing = AskMarks(None, None, None)
    assert (section.big_road.columns, section.ask.player, section.ask.banker) == (0, nothing, nothing)


def test_the_section_has_the_shape_that_watchers_are_sent() -> None:
    roads = Roads().with_coup(Outcome.PLAYER, (Side.BANKER,), natural=True).with_coup(Outcome.TIE)
    no_marks: dict[str, list[object]] = {"marks": []}
    nobody = dict.fromkeys(LAGS)
    assert json.loads(json.dumps(asdict(roads.section()))) == {
        "bead_plate": [
            {"column": 0, "row": 0, "outcome": "player", "pairs": ["banker"], "natural": True},
            {"column": 0, "row": 1, "outcome": "tie", "pairs": [], "natural": False},
        ],
        "big_road": {
            "cells": [{"column": 0, "row": 0, "outcome": "player", "ties": 1, "pairs": ["banker"]}],
            "columns": 1,
        },
        **dict.fromkeys(LAGS, no_marks),
        "ask": {"player": nobody, "banker": nobody},
    }


def test_the_fold_keeps_every_coup() -> None:
    assert roads_of("PT").coups == (RoadCoup(Outcome.PLAYER), RoadCoup(Outcome.TIE))
