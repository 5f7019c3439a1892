"""What telling a thousand watchers costs the gateway, beside what it must cost. I/O: child processes, sockets."""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from itertools import permutations
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.crowd import Crowd, Group, crowd_of
from benchmarks.line_process import LineProcess, started
from benchmarks.report import Report
from benchmarks.sizes import Sizes
from dealer_table.wire.to_client import Update

NAME = "fan_out"
_FLOOR, _SAME_SOCKETS = "floor", "floor, on the gateway's sockets"
_AT = 1_800_000_000_000
_NOTE = "x" * 200
_UPDATE = Update(version=100, prev=99, at=_AT, events=[], view={"note": _NOTE})
_TEXT = _UPDATE.model_dump_json()
_GATEWAY: Mapping[str, Any] = {"note": _NOTE, "at": _AT}
_RAW: Mapping[str, Any] = {"text": _TEXT}
_PAST: Mapping[str, Any] = {"text": _TEXT, "past_the_gateway": True}


def run(sizes: Sizes, directory: Path) -> list[Report]:
    """Measure; one crowd listens to both servers, which take turns, first the one and then the other."""
    del directory
    return [asyncio.run(_measure(sizes))]


async def _measure(sizes: Sizes) -> Report:
    count = sizes.fan_out_watchers
    async with AsyncExitStack() as stack:
        raw = await stack.enter_async_context(started("fan_out_process", "raw"))
        gateway = await stack.enter_async_context(started("fan_out_process", "gateway"))
        ports = {"raw": (await raw.hear())["port"], "gateway": (await gateway.hear())["port"]}
        groups = [Group(kind, port, count) for kind, port in ports.items()]
        crowd = await stack.enter_async_context(crowd_of(*groups))
        ways = {
            _FLOOR: (raw, "raw", _RAW),
            "gateway": (gateway, "gateway", _GATEWAY),
            _SAME_SOCKETS: (gateway, "gateway", _PAST),
        }
        used: dict[str, list[float]] = {name: [] for name in ways}
        # Whoever follows on the same sockets finds them in the cache: so each follows each as often.
        orders = list(permutations(ways))
        for round_ in range(sizes.fan_out_rounds + 1):
            for name in orders[round_ % len(orders)]:
                server, kind, message = ways[name]
                spent = await _round(server, crowd, kind, message, sizes.fan_out_round)
                if round_:
                    used[name].append(spent / sizes.fan_out_round / count)
    return _report(used, count, sizes)


async def _round(server: LineProcess, crowd: Crowd, kind: str, message: Mapping[str, Any], times: int) -> float:
    """Return the CPU time, in nanoseconds, of telling everybody so many times."""
    before = (await server.ask({}))["used"]
    for _ in range(times):
        await server.ask(message)
        await crowd.next(kind)
    return float((await server.ask({}))["used"] - before)


def _report(used: Mapping[str, list[float]], count: int, sizes: Sizes) -> Report:
    rows = (
        (name, count, median(spent) / 1000, _ratio(spent, used[_FLOOR]), _ratio(spent, used[_SAME_SOCKETS]))
        for name, spent in used.items()
    )
    return Report(
        NAME,
        "CPU seconds per million deliveries",
        ("server", "watchers", "cpu_s_per_million", "to_floor", "to_floor_on_same_sockets"),
        tuple(rows),
        (
            f"updates of {len(_TEXT)} bytes; {sizes.fan_out_rounds} rounds of {sizes.fan_out_round}, taken in turns;"
            " medians over the rounds; aim: at most 1.2 times the floor",
        ),
    )


def _ratio(spent: Sequence[float], floor: Sequence[float]) -> float:
    return median(one / least for one, least in zip(spent, floor, strict=True))
