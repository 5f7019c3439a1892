"""Watch the player's page while a table deals at 60 cards a minute: its memory, its frames. I/O: processes, a browser.

Usage: python tools/watch_page_at_pace.py [--minutes 10]
The page bets on every coup. Each shoe is looked at after the same coup of it, when as much lies on the felt and on the
roads: what the page holds more of then than a shoe before has been kept. The browser's heap holds the program beside
it, which it compiles further as long as some part of it runs often enough: that is told apart.
"""

import argparse
import asyncio
import json
import logging
import os
import random
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import structlog
from playwright.async_api import CDPSession, Page, async_playwright, expect

from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.coup import Coup
from simulators.rig import Rig, RigSettings
from simulators.virtual_shoe import VirtualShoe
from tests.end_to_end.support_staffed_table import StaffedTable, staffed
from tests.fixtures.browser import launched

CARD_SECONDS = 1.0
# One card after another at once would be the first of them, still in view.
APART_SECONDS = 0.3
# A shoe in a minute and a half: ten minutes are six of them, and the first is for warming up.
COUPS_A_SHOE = 18
SEED = 60
PACKS, CUT_CARD_DEPTH = 8, 14
# What `fresh_shoe` shows of the shoe.
BURNED = ("AS", "2C")
PHONE = {"width": 390, "height": 844}
PATIENCE_MS = 60_000
# A frame is due each 16.7 ms; at more than this one at least was dropped.
DROPPED_MS = 25
LONG_MS = 100
# Kinds of a heap snapshot's nodes: the browser's compiled program, and its own side of what is drawn.
NOT_KEPT = {"code", "native"}

# Counts by the millisecond, in place: what measures must not grow either.
_COUNT_FRAMES = """() => {
  const counts = window.frameCounts = new Uint32Array(1001);
  window.lookedAt = false;
  window.longTasks = { count: 0, milliseconds: 0 };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      window.longTasks.count += 1;
      window.longTasks.milliseconds += duration;
    }
  }).observe({ type: "longtask" });
  let last = 0;
  requestAnimationFrame(function count(now) {
    if (last > 0 && !window.lookedAt) counts[Math.min(1000, Math.round(now - last))] += 1;
    last = window.lookedAt ? 0 : now;
    requestAnimationFrame(count);
  });
}"""


@dataclass(frozen=True, slots=True)
class Look:
    """What the page holds, after rubbish was collected, and the processor time that it has taken.

    `kept_kb` is what the page's own scripts keep: objects, arrays, strings, functions. `program_kb` is what the browser
    made of their text: bytecode, machine code, and what it has learnt of how they run.
    """

    seconds: float
    cards: int
    kept_kb: int
    program_kb: int
    nodes: int
    listeners: int
    cpu_ms: int


@dataclass(frozen=True, slots=True)
class Watched:
    """All that was found. Frames in milliseconds; long tasks are those of the page's own that took 50 ms and more."""

    minutes: float
    cards_a_minute: float
    looks: Sequence[Look]
    frames: int
    frame_p50: int
    frame_p99: int
    frames_dropped: float
    frames_long: int
    long_tasks: int
    long_tasks_ms: int

    @property
    def cpu_ms_a_card(self) -> float:
        """Return what the page's thread took for a card and all around it: bet, countdown, motion, roads."""
        first, last = self.looks[0], self.looks[-1]
        return round((last.cpu_ms - first.cpu_ms) / (last.cards - first.cards), 1)

    @property
    def growth_kb(self) -> float:
        """Return by how much more the page kept from one look to the next, once warm: the median."""
        steps = sorted(b.kept_kb - a.kept_kb for a, b in pairwise(self.looks[1:] or self.looks))
        return steps[len(steps) // 2] if steps else 0


async def watch(folder: Path, minutes: float, coups_a_shoe: int = COUPS_A_SHOE) -> Watched:
    """Deal for so many minutes, at least two shoes, and watch a patron's page."""
    rules = {"draw_timeout_seconds": 0, "betting_seconds": 60}
    async with Rig(RigSettings(folder, rules)) as rig, staffed(rig) as table, _page(rig) as (page, session):
        await page.evaluate(_COUNT_FRAMES)
        pace, looks = _Pace(), list[Look]()
        chance = random.Random(SEED)  # noqa: S311 - shoes that are the same each time
        while len(looks) < 2 or pace.seconds < minutes * 60:
            await _deal_a_shoe(table, page, pace, chance, coups_a_shoe)
            looks.append(await _look(page, session, pace))
        return await _watched(page, pace, looks)


class _Pace:
    """A card a second, whatever happens between; a late one is made up for as far as a scanner follows."""

    def __init__(self) -> None:
        self._begun = self._due = time.monotonic()
        self.cards = 0

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._begun

    async def next_card(self) -> None:
        await asyncio.sleep(max(0.0, self._due - time.monotonic()))
        self._due = max(self._due + CARD_SECONDS, time.monotonic() + APART_SECONDS)
        self.cards += 1


@asynccontextmanager
async def _page(rig: Rig) -> AsyncIterator[tuple[Page, CDPSession]]:
    async with async_playwright() as playwright:
        browser = await launched(playwright)
        page = await browser.new_page(viewport={"width": PHONE["width"], "height": PHONE["height"]}, locale="en-GB")
        page.set_default_timeout(PATIENCE_MS)
        await page.goto(f"{rig.address}play#token={rig.patron_token('ann')}")
        await expect(page.locator("html")).to_have_attribute("data-link", "live")
        session = await page.context.new_cdp_session(page)
        # By the processor's clock: what the page costs, whoever else is at work.
        await session.send("Performance.enable", {"timeDomain": "threadTicks"})
        try:
            yield page, session
        finally:
            await browser.close()


async def _deal_a_shoe(table: StaffedTable, page: Page, pace: _Pace, chance: random.Random, coups: int) -> None:
    await table.fresh_shoe()
    shoe = VirtualShoe.scripted([Card(card) for card in BURNED], PACKS, CUT_CARD_DEPTH, chance)
    for _ in BURNED:
        shoe.draw()
    for _ in range(coups):
        await table.ask("open_betting")
        await _bet(page)
        await table.ask("close_betting")
        coup = Coup()
        while not coup.is_complete:
            card = shoe.draw()
            assert isinstance(card, Card), "the cut card lies far behind the last coup"
            coup = coup.with_card(card)
            await pace.next_card()
            await table.show(card.value)
        await table.until(lambda view: view["table"]["phase"] == "settled")


async def _bet(page: Page) -> None:
    await expect(page.locator("html")).to_have_attribute("data-phase", "betting")
    await page.get_by_test_id("spot-banker").click()
    await page.get_by_test_id("confirm").click()
    await expect(page.get_by_test_id("bet-status")).to_have_attribute("data-tone", "accepted")


async def _look(page: Page, session: CDPSession, pace: _Pace) -> Look:
    # A page that is looked at stands still: that is no dropped frame of its own.
    await page.evaluate("() => { window.lookedAt = true; }")
    # A second time for what only the first let go of.
    for _ in range(2):
        await session.send("HeapProfiler.collectGarbage")
    sizes = _sizes_by_kind(await _heap_snapshot(session))
    told = {each["name"]: each["value"] for each in (await session.send("Performance.getMetrics"))["metrics"]}
    await page.evaluate("() => { window.lookedAt = false; }")
    return Look(
        seconds=round(pace.seconds, 1),
        cards=pace.cards,
        kept_kb=round(sum(size for kind, size in sizes.items() if kind not in NOT_KEPT) / 1000),
        program_kb=round(sizes["code"] / 1000),
        nodes=int(told["Nodes"]),
        listeners=int(told["JSEventListeners"]),
        cpu_ms=round(told["TaskDuration"] * 1000),
    )


async def _heap_snapshot(session: CDPSession) -> dict[str, Any]:
    pieces: list[str] = []

    def keep(told: dict[str, Any]) -> None:
        pieces.append(told["chunk"])

    session.on("HeapProfiler.addHeapSnapshotChunk", keep)
    await session.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False})
    session.remove_listener("HeapProfiler.addHeapSnapshotChunk", keep)
    snapshot: dict[str, Any] = json.loads("".join(pieces))
    return snapshot


def _sizes_by_kind(snapshot: dict[str, Any]) -> Counter[str]:
    """Add up a heap snapshot's nodes, each a row of numbers, by the kind that the browser gives them; in bytes."""
    meta, nodes = snapshot["snapshot"]["meta"], snapshot["nodes"]
    fields, kinds = meta["node_fields"], meta["node_types"][0]
    rows = zip(*(nodes[fields.index(field) :: len(fields)] for field in ("type", "self_size")), strict=True)
    sizes = Counter[str]()
    for kind, size in rows:
        sizes[kinds[kind]] += size
    return sizes


async def _watched(page: Page, pace: _Pace, looks: Sequence[Look]) -> Watched:
    counts: list[int] = await page.evaluate("() => [...window.frameCounts]")
    tasks: dict[str, Any] = await page.evaluate("() => window.longTasks")
    frames = sum(counts)
    return Watched(
        minutes=round(pace.seconds / 60, 2),
        cards_a_minute=round(pace.cards / pace.seconds * 60, 1),
        looks=looks,
        frames=frames,
        frame_p50=_quantile(counts, 0.5),
        frame_p99=_quantile(counts, 0.99),
        frames_dropped=round(sum(counts[DROPPED_MS:]) / frames, 4),
        frames_long=sum(counts[LONG_MS:]),
        long_tasks=tasks["count"],
        long_tasks_ms=round(tasks["milliseconds"]),
    )


def _quantile(counts: Sequence[int], part: float) -> int:
    wanted, seen = part * sum(counts), 0
    for milliseconds, count in enumerate(counts):
        seen += count
        if seen >= wanted:
            return milliseconds
    return len(counts)


def main() -> None:
    """Read the command line, watch, and print what was found as JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10.0)
    minutes: float = parser.parse_args().minutes
    # Standard output is the JSON's.
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(watch(Path(folder), minutes))
    machine = {"cores": os.cpu_count(), "load_before": round(load, 1), "load_after": round(os.getloadavg()[0], 1)}
    print(
        json.dumps(
            {**machine, **asdict(found), "growth_kb_a_shoe": found.growth_kb, "cpu_ms_a_card": found.cpu_ms_a_card},
            indent=2,
        )
    )


if __name__ == "__main__":
    main()
