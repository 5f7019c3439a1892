"""`python -m benchmarks`: what this machine makes of the path of a card. I/O: runs the benchmarks, prints, a file."""

import argparse
import json
import logging
import os
import platform
import resource
import sqlite3
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import structlog

from benchmarks import (
    accepted_bets,
    bets_over_sockets,
    bridge_latency,
    card_to_watcher,
    decoders,
    durable_commands,
    fan_out,
    inside_table,
    recovery,
    settled_coup,
)
from benchmarks.report import Report
from benchmarks.sizes import FULL, QUICK, Sizes
from dealer_table.process import collect_garbage_rarely

Benchmark = Callable[[Sizes, Path], list[Report]]
BENCHMARKS: dict[str, Benchmark] = {
    module.NAME: module.run
    for module in (
        card_to_watcher,
        inside_table,
        fan_out,
        durable_commands,
        accepted_bets,
        settled_coup,
        bets_over_sockets,
        recovery,
        bridge_latency,
        decoders,
    )
}


def main(arguments: list[str] | None = None) -> int:
    """Run the benchmarks that were named, or all."""
    parser = _parser()
    asked = parser.parse_args(arguments)
    if unknown := [name for name in asked.names if name not in BENCHMARKS]:
        parser.error(f"no benchmark {', '.join(unknown)}; there are {', '.join(BENCHMARKS)}")
    _allow_many_sockets()
    collect_garbage_rarely()  # as a table's process does
    # With JSON on standard output, people read along on the other one.
    people = sys.stderr if asked.json == "-" else sys.stdout
    reports: list[Report] = []
    machine = _machine()
    print(", ".join(f"{key}: {value}" for key, value in machine.items()), end="\n\n", file=people, flush=True)
    for name in asked.names or BENCHMARKS:
        with tempfile.TemporaryDirectory(prefix=".bench-", dir=asked.directory) as directory:
            for report in BENCHMARKS[name](QUICK if asked.quick else FULL, Path(directory)):
                reports.append(report)
                print(report.as_text(), file=people, flush=True)
    if asked.json is not None:
        document = {"machine": machine, "quick": asked.quick, "reports": [report.as_json() for report in reports]}
        _write(asked.json, json.dumps(document, indent=2) + "\n")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__.partition(" I/O")[0])
    parser.add_argument("names", nargs="*", metavar="name", help=", ".join(BENCHMARKS))
    parser.add_argument("--quick", action="store_true", help="small sizes: to see that it runs, not to quote")
    parser.add_argument("--json", metavar="PATH", help='write JSON too; "-" is standard output')
    parser.add_argument(
        "--directory",
        type=Path,
        default=Path(),
        help="where journals are written: a real disk, not a RAM disk (here)",
    )
    return parser


def _machine() -> dict[str, Any]:
    """Return what figures depend on, and nothing that names the machine."""
    return {
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
        "load_average": round(os.getloadavg()[0], 2),
    }


def _allow_many_sockets() -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _write(where: str, text: str) -> None:
    if where == "-":
        sys.stdout.write(text)
    else:
        Path(where).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    sys.exit(main())
