"""Each benchmark runs, with sizes at which its figures mean nothing. I/O: brokers, processes, sockets, SQLite."""

import json
from math import isfinite
from pathlib import Path

import pytest

from benchmarks.__main__ import BENCHMARKS, main
from benchmarks.report import Report, p50, p99, quantile
from benchmarks.sizes import Sizes

TINY = Sizes(
    brokers=("mosquitto",),
    watchers=(2,),
    cards=3,
    warm_up=1,
    commands_inside=30,
    fan_out_watchers=3,
    fan_out_rounds=2,
    fan_out_round=1,
    batches=(1, 64),
    commands=64,
    command_rounds=1,
    patrons=5,
    bets=64,
    settled_bets=10,
    settled_rounds=1,
    bettors=2,
    bet_rates=(10,),
    bet_seconds=0.5,
    fold_rounds=1,
    shoes=2,
    bridge_reads=1,
    bridge_drivers=("ascii_line", "keyence"),
    decoder_seconds=0.0,
)


@pytest.mark.parametrize("name", BENCHMARKS)
def test_a_benchmark_finds_figures_for_every_column(name: str, tmp_path: Path) -> None:
    reports = BENCHMARKS[name](TINY, tmp_path)
    assert reports
    for report in reports:
        assert report.rows
        assert all(len(row) == len(report.columns) for row in report.rows)
        # A difference of two that are hardly measured may be below nought.
        assert all(isinstance(cell, str) or isfinite(cell) for row in report.rows for cell in row if cell is not None)


def test_what_was_found_is_written_as_json(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    report = Report("answer", "The answer", ("of", "is"), (("everything", 42), ("nothing", 0.5)), ("as always",))
    monkeypatch.setitem(BENCHMARKS, "answer", lambda sizes, directory: [report])
    assert main(["answer", "--json", str(tmp_path / "found.json"), "--directory", str(tmp_path)]) == 0
    (found,) = json.loads((tmp_path / "found.json").read_text("utf-8"))["reports"]
    assert found["rows"] == [{"of": "everything", "is": 42}, {"of": "nothing", "is": 0.5}]
    assert "everything" in report.as_text()


def test_quantiles_are_values_that_were_measured() -> None:
    values = [5.0, 1.0, 4.0, 2.0, 3.0]
    assert (quantile(values, 0.2), quantile(values, 0.21), quantile(values, 1.0)) == (1.0, 2.0, 5.0)
    assert (p50(values), p99(values)) == (3.0, 5.0)
