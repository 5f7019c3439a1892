"""What the README promises of the demo's panel, in a real browser: pull the cable, plug it back. I/O: processes."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Frame, expect

from simulators.play import replay_journal
from tests.fixtures.browser import Tab, Tabs, shows_cards

pytest_plugins = ["tests.fixtures.browser_fixtures"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

# This seed's shoe begins with an ace, which burns one card; its first coup takes all six.
SEED = 51
COUP = {"player_1": "3H", "banker_1": "5H", "player_2": "AS", "banker_2": "6D", "player_3": "3S", "banker_3": "2S"}
RESULT = "Player wins"


async def test_pull_the_cable_and_plug_it_back(tabs: Tabs, tmp_path: Path) -> None:
    async with demo(tmp_path) as address:
        tab = await tabs.new()
        await tab.page.goto(address)
        table = await watchers_frame(tab)
        await expect(table.locator("html")).to_have_attribute("data-phase", "betting")
        # From the dealer's seat the cable is pulled in mid-coup for certain, however slow this machine.
        await press(tab, "pause")
        await expect(table.locator("html")).to_have_attribute("data-phase", "dealing")
        for place in ("player_1", "banker_1"):
            await press(tab, "draw")
            await shows_cards(table, {place: COUP[place]})

        await press(tab, "unplug")
        await expect(tab.page.locator('[data-part="cable"]')).to_have_class("down")
        await expect(tab.page.locator('[data-part="cable"] small')).to_have_text("gone")
        await expect(tab.page.locator("#log")).to_contain_text("you pulled the scanner's cable")
        await expect(tab.page.locator("#log")).to_contain_text("hold: reads lost")
        await expect(table.get_by_test_id("banner-hold")).to_contain_text("being compared with the screen")
        await expect(table.get_by_test_id("phase-text")).to_have_text("One moment, please")
        await expect(tab.page.locator('[data-command="unplug"]')).to_be_hidden()

        await press(tab, "plug")
        await press(tab, "resume")
        await expect(tab.page.locator('[data-part="cable"]')).not_to_have_class("down")
        await expect(table.get_by_test_id("banner-hold")).to_have_count(0)
        # The demo deals on by itself: the felt is looked at as soon as the coup lies there.
        await shows_cards(table, COUP)
        await expect(table.get_by_test_id("phase-text")).to_have_text(RESULT)
        await expect(table.get_by_test_id("road-bead_plate")).to_have_attribute("data-marks", "1")
        # Before the demo ends: a page left open would complain that it is gone.
        await tabs.close()
    first = replay_journal(tmp_path / "demo.sqlite")[0]
    laid = {f"{side}_{n}": card for side in ("player", "banker") for n, card in enumerate(first[side], start=1)}
    assert (laid, first["void"]) == (COUP, False)


async def press(tab: Tab, command: str) -> None:
    """Press a button of the panel."""
    await tab.page.locator(f'[data-command="{command}"]').click()


async def watchers_frame(tab: Tab) -> Frame:
    """Return the watcher's page inside the panel."""
    element = await tab.page.wait_for_selector("#table[src]")
    inside = await element.content_frame() if element is not None else None
    assert inside is not None
    await expect(inside.locator("html")).to_have_attribute("data-link", "live")
    return inside


@asynccontextmanager
async def demo(folder: Path) -> AsyncIterator[str]:
    """Run the demo as a stranger does, and give the panel's address."""
    arguments = ["demo", "--seed", str(SEED), "--pace", "brisk", "--http", "0", "--dir", str(folder)]
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "dealer_table", *arguments, stdout=asyncio.subprocess.PIPE
    )
    assert child.stdout is not None
    try:
        said = (await child.stdout.readline()).decode()
        assert said.startswith("open this"), said
        yield said.split()[-1]
    finally:
        child.terminate()
        await child.communicate()
    assert child.returncode == 0
