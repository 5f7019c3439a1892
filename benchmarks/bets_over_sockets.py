"""From a bet sent to its answer, through real sockets at a whole table with watchers. I/O: all of it."""

import asyncio
import os
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from benchmarks.crowd import Group, crowd_of
from benchmarks.line_process import LineProcess, started
from benchmarks.report import Report, milliseconds, p50, p99
from benchmarks.sizes import Sizes
from dealer_table.client.table_client import TableClient
from dealer_table.procedure.words import Role
from simulators.play import background
from simulators.rig import TABLE_PROCESS, Rig, RigSettings

NAME = "bets_over_sockets"
_RULES: Mapping[str, object] = {"burn": "none", "betting_seconds": 600, "play_money": 10_000_000}
_SEATED_WITHIN = 150.0
_CLOCK_TICKS = os.sysconf("SC_CLK_TCK")


def run(sizes: Sizes, directory: Path) -> list[Report]:
    """Bet at a few a second and at as many as the table takes, with and without a crowd watching."""
    rows = [
        row
        for watchers in (0, sizes.watchers[-1])
        for row in asyncio.run(_measure(watchers, sizes, directory / str(watchers)))
    ]
    return [
        Report(
            NAME,
            "From a bet sent to its answer",
            ("watchers", "asked_per_s", "accepted_per_s", "p50_ms", "p99_ms", "table_cpu_us"),
            tuple(rows),
            (
                f"{sizes.bettors} patrons, each on a socket of its own and with one bet under way; table process with"
                f" SQLite FULL; {sizes.bet_seconds:g} s a row",
                "table_cpu_us: the table process's time for each accepted bet, watchers' totals and patrons' own views"
                " counted in",
            ),
        )
    ]


async def _measure(watchers: int, sizes: Sizes, directory: Path) -> list[tuple[int | float, ...]]:
    rig = Rig(RigSettings(directory, rules=_RULES))
    async with rig, _open_betting(rig), AsyncExitStack() as crowd:
        if watchers:
            await crowd.enter_async_context(crowd_of(Group("gateway", rig.files.http_port, watchers)))
        async with _bettors(rig, sizes.bettors) as bettors:
            await _bet(rig, bettors, sizes.bet_seconds / 4, sizes.bet_rates[0])  # to warm up
            return [(watchers, *(await _bet(rig, bettors, sizes.bet_seconds, rate))) for rate in sizes.bet_rates]


async def _bet(rig: Rig, bettors: LineProcess, seconds: float, a_second: int) -> tuple[int | float, ...]:
    cpu = _cpu_seconds(rig.parts[TABLE_PROCESS].pid)
    told = await bettors.ask({"seconds": seconds, "a_second": a_second})
    cpu = _cpu_seconds(rig.parts[TABLE_PROCESS].pid) - cpu
    if told["refused"] or len(told["answers"]) < told["sent"]:
        raise RuntimeError(f"of {told['sent']} bets {len(told['answers'])} were accepted, refused {told['refused']}")
    took = milliseconds(told["answers"])
    return a_second, len(took) / (told["took"] / 1e9), p50(took), p99(took), cpu / len(took) * 1e6


@asynccontextmanager
async def _open_betting(rig: Rig) -> AsyncIterator[None]:
    desk = TableClient(rig.socket_address, token=rig.token(Role.DEALER, "benchmark"))
    async with background(desk.run):
        await desk.until(lambda view: any(scanner["online"] for scanner in view["desk"]["scanners"]), within=30)
        for command in ("open_table", "load_shoe", "open_betting"):
            await desk.command(command)
        yield


@asynccontextmanager
async def _bettors(rig: Rig, count: int) -> AsyncIterator[LineProcess]:
    tokens = [rig.patron_token(f"patron-{number}") for number in range(count)]
    spec: dict[str, Any] = {"port": rig.files.http_port, "coup": 1, "tokens": tokens}
    async with started("bettors_process") as bettors:
        bettors.tell(spec)
        await bettors.hear(_SEATED_WITHIN)
        yield bettors


def _cpu_seconds(pid: int) -> float:
    """Return how much processor time a process has used (proc(5): utime and stime)."""
    user, system = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / _CLOCK_TICKS
