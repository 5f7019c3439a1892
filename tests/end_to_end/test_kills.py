"""Nothing is lost, doubled or told before its commit, whatever part is killed and when. I/O: processes, sockets."""

import asyncio
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Literal

import pytest

from simulators.rig import BRIDGE, BROKER, TABLE_PROCESS
from tests.end_to_end.support_dealt_table import DealtTable, Order, faults_of

_PARTS = (TABLE_PROCESS, BRIDGE, BROKER)
_STEPS_A_COUP = 12  # five cards shown, six or seven updates told


@dataclass(frozen=True, slots=True)
class Kill:
    """Parts to be killed, `gap` seconds apart, `after` seconds into a step: seconds in which a card is on its way."""

    step: int
    after: float
    parts: tuple[str, ...]
    gap: float


def planned_kills(seed: int, count: int, steps_apart: int) -> Iterator[Kill]:
    """Yield kills by chance, `count` parts in all; one in five takes a second part with it while it is down."""
    chance = Random(f"kills/{seed}")
    step = 0
    while count:
        step += chance.randint(2, 2 * steps_apart - 2)
        parts = chance.sample(_PARTS, min(count, 2 if chance.random() < 0.2 else 1))
        count -= len(parts)
        yield Kill(step, chance.uniform(0.0, 0.03), tuple(parts), chance.uniform(0.0, 0.3))


async def deal_through_kills(directory: Path, seed: int, kills: int, steps_apart: int) -> list[str]:
    """Deal while parts are killed; return all that is wrong afterwards."""
    coups = kills * steps_apart // _STEPS_A_COUP + 4
    broker: Literal["embedded", "mosquitto"] = "mosquitto" if seed % 4 else "embedded"
    table = DealtTable(Order(directory, seed, coups, broker))
    killed: list[str] = []

    async def kill_all() -> None:
        for kill in planned_kills(seed, kills, steps_apart):
            await table.step(kill.step)
            await asyncio.sleep(kill.after)
            for part in kill.parts:
                table.rig.kill(part)
                await asyncio.sleep(kill.gap)
            async with asyncio.TaskGroup() as restarts:
                for part in kill.parts:
                    restarts.create_task(table.rig.start(part))
            killed.extend(kill.parts)

    await table.deal(kill_all)
    faults = faults_of(table)
    if len(killed) != kills:
        faults.append(f"only {len(killed)} of {kills} kills found a coup to disturb")
    return [f"seed {seed}: {fault}" for fault in faults]


@pytest.mark.timeout(240)
async def test_twenty_kills_change_nothing_that_was_dealt_or_told(tmp_path: Path) -> None:
    """Four tables at once, so that one deals while another waits for a part to come back."""
    async with asyncio.TaskGroup() as tables:
        runs = [
            tables.create_task(deal_through_kills(tmp_path / str(seed), seed, 5, steps_apart=12))
            for seed in (1, 2, 3, 4)
        ]
    assert [fault for run in runs for fault in run.result()] == []


@pytest.mark.soak
async def test_a_thousand_kills_change_nothing_that_was_dealt_or_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    began, faults = time.monotonic(), []
    for seeds in (range(first, first + 4) for first in range(100, 140, 4)):
        async with asyncio.TaskGroup() as tables:
            runs = [
                tables.create_task(deal_through_kills(tmp_path / str(seed), seed, 25, steps_apart=14)) for seed in seeds
            ]
        faults += [fault for run in runs for fault in run.result()]
        done = (seeds.stop - 100) * 25
        with capsys.disabled():
            print(f"{done} kills in {time.monotonic() - began:.0f} s, {len(faults)} faults", flush=True)
    assert faults == []
