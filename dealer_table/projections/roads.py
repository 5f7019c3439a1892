"""The five roads of a shoe and the "ask" marks, with the place of every mark as it is drawn. Pure.

Derived roads look at logical columns, a streak's whole length; the bends of the drawn big road never enter into them.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from dealer_table.baccarat.coup import Outcome
from dealer_table.baccarat.hand import Side

ROWS = 6

# How many columns further back a derived road compares with.
BIG_EYE_BOY = 1
SMALL_ROAD = 2
COCKROACH_PIG = 3


class Color(StrEnum):
    """What a derived road says: red where the big road is regular, blue where it is not."""

    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True, slots=True)
class RoadCoup:
    """What the roads keep of a coup."""

    outcome: Outcome
    pairs: tuple[Side, ...] = ()
    natural: bool = False


@dataclass(frozen=True, slots=True)
class Streak:
    """One logical column of the big road: the wins of one side until the other wins, and the ties after each win.

    The first streak's first cell also has the ties that came before any win.
    """

    outcome: Outcome
    wins: tuple[RoadCoup, ...]
    ties: tuple[int, ...]

    @property
    def length(self) -> int:
        """Return how many wins the streak has."""
        return len(self.wins)


@dataclass(frozen=True, slots=True)
class BeadCell:
    """A bead."""

    column: int
    row: int
    outcome: Outcome
    pairs: tuple[Side, ...]
    natural: bool


@dataclass(frozen=True, slots=True)
class BigRoadCell:
    """A win on the big road, with the ties marked on it."""

    column: int
    row: int
    outcome: Outcome
    ties: int
    pairs: tuple[Side, ...]


@dataclass(frozen=True, slots=True)
class BigRoadSection:
    """The big road; `columns` is how many columns it takes, bends included."""

    cells: tuple[BigRoadCell, ...]
    columns: int


@dataclass(frozen=True, slots=True)
class DerivedMark:
    """A mark of a derived road."""

    column: int
    row: int
    color: Color


@dataclass(frozen=True, slots=True)
class DerivedRoadSection:
    """A derived road."""

    marks: tuple[DerivedMark, ...]


@dataclass(frozen=True, slots=True)
class AskMarks:
    """The marks one more win would add; None where it would add none."""

    big_eye_boy: Color | None
    small_road: Color | None
    cockroach_pig: Color | None


@dataclass(frozen=True, slots=True)
class AskSection:
    """What comes next if the Player, or the Banker, wins."""

    player: AskMarks
    banker: AskMarks


@dataclass(frozen=True, slots=True)
class RoadsSection:
    """All roads as the view has them; rows are 0-5, columns count from 0."""

    bead_plate: tuple[BeadCell, ...]
    big_road: BigRoadSection
    big_eye_boy: DerivedRoadSection
    small_road: DerivedRoadSection
    cockroach_pig: DerivedRoadSection
    ask: AskSection


@dataclass(frozen=True, slots=True)
class Roads:
    """The coups of a shoe as the roads see them; a fold, one `with_coup` a finished coup."""

    coups: tuple[RoadCoup, ...] = ()

    def with_coup(self, outcome: Outcome, pairs: tuple[Side, ...] = (), natural: bool = False) -> "Roads":
        """Return the roads with one more coup."""
        return Roads((*self.coups, RoadCoup(outcome, pairs, natural)))

    @property
    def streaks(self) -> tuple[Streak, ...]:
        """Return the logical columns of the big road."""
        wins: list[RoadCoup] = []
        ties: list[int] = []
        waiting = 0
        for coup in self.coups:
            if coup.outcome is not Outcome.TIE:
                wins.append(coup)
                ties.append(waiting)
                waiting = 0
            elif wins:
                ties[-1] += 1
            else:
                waiting += 1
        marked = zip(wins, ties, strict=True)
        return tuple(_streak(outcome, cells) for outcome, cells in groupby(marked, key=lambda cell: cell[0].outcome))

    def marks(self, lag: int) -> tuple[Color, ...]:
        """Return the marks of a derived road in the order they were made; `lag` says which road."""
        return tuple(_derived(self._lengths(), lag))

    def ask(self, side: Side) -> AskMarks:
        """Return the marks that a win of `side` would add now."""
        streaks = self.streaks
        lengths = self._lengths()
        if streaks and streaks[-1].outcome.value == side.value:
            column, depth = len(streaks) - 1, lengths[-1]
        else:
            column, depth = len(streaks), 0
        return AskMarks(
            big_eye_boy=_mark(lengths, column, depth, BIG_EYE_BOY),
            small_road=_mark(lengths, column, depth, SMALL_ROAD),
            cockroach_pig=_mark(lengths, column, depth, COCKROACH_PIG),
        )

    def section(self) -> RoadsSection:
        """Return all roads, every mark at its drawn place."""
        return RoadsSection(
            bead_plate=tuple(
                BeadCell(index // ROWS, index % ROWS, coup.outcome, coup.pairs, coup.natural)
                for index, coup in enumerate(self.coups)
            ),
            big_road=self._big_road(),
            big_eye_boy=self._derived_road(BIG_EYE_BOY),
            small_road=self._derived_road(SMALL_ROAD),
            cockroach_pig=self._derived_road(COCKROACH_PIG),
            ask=AskSection(self.ask(Side.PLAYER), self.ask(Side.BANKER)),
        )

    def _lengths(self) -> list[int]:
        return [streak.length for streak in self.streaks]

    def _big_road(self) -> BigRoadSection:
        places = drawn_places(self._lengths())
        cells = (cell for streak in self.streaks for cell in zip(streak.wins, streak.ties, strict=True))
        return BigRoadSection(
            cells=tuple(
                BigRoadCell(column, row, win.outcome, ties, win.pairs)
                for (column, row), (win, ties) in zip(places, cells, strict=True)
            ),
            columns=1 + max((column for column, _ in places), default=-1),
        )

    def _derived_road(self, lag: int) -> DerivedRoadSection:
        marks = self.marks(lag)
        places = drawn_places(sum(1 for _ in run) for _, run in groupby(marks))
        return DerivedRoadSection(
            tuple(DerivedMark(column, row, color) for (column, row), color in zip(places, marks, strict=True))
        )


def drawn_places(lengths: Iterable[int]) -> tuple[tuple[int, int], ...]:
    """Return the (column, row) of every mark of streaks of these lengths, in order.

    A streak goes down until the column ends or the place below is taken, then bends right and stays in its row. The
    next one starts at the first free column of the top row: a streak that had to bend there moves it on.
    """
    places: list[tuple[int, int]] = []
    taken: set[tuple[int, int]] = set()
    start = 0
    for length in lengths:
        while (start, 0) in taken:
            start += 1
        column, row, bent = start, 0, False
        for _ in range(length):
            places.append((column, row))
            taken.add((column, row))
            bent = bent or row == ROWS - 1 or (column, row + 1) in taken
            column, row = (column + 1, row) if bent else (column, row + 1)
    return tuple(places)


def _streak(outcome: Outcome, cells: Iterable[tuple[RoadCoup, int]]) -> Streak:
    wins, ties = zip(*cells, strict=True)
    return Streak(outcome, wins, ties)


def _derived(lengths: Sequence[int], lag: int) -> Iterator[Color]:
    for column, length in enumerate(lengths):
        for depth in range(length):
            mark = _mark(lengths, column, depth, lag)
            if mark is not None:
                yield mark


def _mark(lengths: Sequence[int], column: int, depth: int, lag: int) -> Color | None:
    """Return what the win at `depth` (from 0) of logical `column` adds to a derived road, None before it has begun.

    A win that opens a column is red when the column it ended is as long as the one `lag` before that; any other is blue
    only just under the end of the column `lag` back. Only finished columns are looked at.
    """
    compared = column - lag if depth else column - 1 - lag
    if compared < 0:
        return None
    regular = depth != lengths[compared] if depth else lengths[column - 1] == lengths[compared]
    return Color.RED if regular else Color.BLUE
