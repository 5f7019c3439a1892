"""The commands `journal statistics` and `journal returns`: sums over many journals. I/O: journal files, stdout."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from dealer_table.baccarat.coup import Outcome
from dealer_table.betting.recorded import table_events
from dealer_table.procedure.words import HoldKind
from dealer_table.projections.floor_statistics import By, FloorCount, FloorStatistics
from dealer_table.projections.measured_returns import MeasuredReturn, ReturnsCount, outside
from dealer_table.records.reading import DOES_NOT_HOLD, AsJson, Files, check_distinct, reading, recorded


def statistics_command(
    files: Files,
    by: Annotated[By, typer.Option(help="Whose doings are counted together.")] = By.TABLE,
    as_json: AsJson = False,
) -> None:
    """Count coups, outcomes, misreads, rescans, voids and holds, by dealer, by table or by scanner."""
    rows = floor_statistics(files, by)
    if as_json:
        document = {"by": by.value, "journals": [str(file) for file in files]}
        typer.echo(json.dumps({**document, "rows": [statistics_row(row) for row in rows]}))
        return
    heads = (*("coups", "free", *Outcome, "voids", "corr."), *("reads", "misreads", "rescans", "holds", "an hour"))
    typer.echo(f"{by.value:<20}" + "".join(f"{head:>9}" for head in heads))
    for row in rows:
        outcomes = [row.outcomes[outcome] for outcome in Outcome]
        pace = "-" if row.coups_an_hour is None else f"{row.coups_an_hour:.1f}"
        numbers = (row.coups, row.free_coups, *outcomes, row.voids, row.corrections, row.reads, row.misreads)
        cells = (*numbers, row.rescans, sum(row.holds.values()), pace)
        typer.echo(f"{row.name or '(nobody)':<20}" + "".join(f"{cell:>9}" for cell in cells))
        for kind, count in row.holds.items():
            typer.echo(f"{'':<20}  {count} x {HoldKind(kind).value}")


def returns_command(files: Files, as_json: AsJson = False) -> None:
    """Measure what the bets returned against what they must return in the long run. Exit code 1 when they did not.

    A return outside the band that holds 99.9 % of all such games is no chance any more; nor is a payout that the bet
    does not know. A spot with too few coups for its rare wins is told apart, and judged later.
    """
    rows = measured_returns(files)
    if as_json:
        document = {"journals": [str(file) for file in files], "outside": outside(rows)}
        typer.echo(json.dumps({**document, "bets": [returns_row(row) for row in rows]}))
    else:
        heads = ("bets", "coups", "turnover", "returned", "measured", "expected", "from 99.9 %", "to 99.9 %")
        typer.echo(f"{'spot':<26}" + "".join(f"{head:>14}" for head in heads) + "  verdict")
        for row in rows:
            counts = "".join(f"{number:>14}" for number in (row.bets, row.coups, row.turnover, row.returned))
            parts = "".join(f"{part:>14.4%}" for part in (row.measured, float(row.expected), *row.band_999))
            typer.echo(f"{f'{row.currency} {row.spot}':<26}{counts}{parts}  {row.verdict.value}")
    if outside(rows):
        raise typer.Exit(DOES_NOT_HOLD)


def floor_statistics(files: Sequence[Path], by: By) -> tuple[FloorStatistics, ...]:
    """Return the sums over these journals."""
    count = FloorCount(by)
    check_distinct(files)
    for file in files:
        with reading(file) as journal:
            count.begin_table(journal.identity.table)
            for link, event in recorded(journal):
                for each in table_events((event,)):
                    count.take(each, link.decision)
    return count.rows()


def measured_returns(files: Sequence[Path]) -> tuple[MeasuredReturn, ...]:
    """Return what the bets in these journals returned."""
    count = ReturnsCount()
    check_distinct(files)
    for file in files:
        with reading(file) as journal:
            count.begin_journal()
            for _, event in recorded(journal):
                count.take(event)
    return count.rows()


def statistics_row(row: FloorStatistics) -> dict[str, Any]:
    """Return a row as the command prints it for programs."""
    return {**asdict(row), "coups_an_hour": row.coups_an_hour}


def returns_row(row: MeasuredReturn) -> dict[str, Any]:
    """Return a row as the command prints it for programs; `theoretical_exact` is a fraction."""
    exact = {"theoretical": float(row.theoretical), "theoretical_exact": str(row.theoretical)}
    derived = {"measured": row.measured, "expected": float(row.expected), "verdict": row.verdict.value}
    bands = {"band_95": row.band_95, "band_99_9": row.band_999}
    return {**asdict(row), **exact, **derived, **bands}
