"""Every page by axe, to WCAG 2.2 AA, in a real browser on a real table. I/O: processes."""

from collections.abc import Mapping
from typing import Any

import pytest
from playwright.async_api import expect

from dealer_table.procedure.words import Role
from simulators.rig import Rig
from tests.end_to_end.support_staffed_table import staffed
from tests.fixtures.browser import DESKTOP, NARROW, Tabs
from tests.fixtures.page_checks import violations

pytest_plugins = ["tests.fixtures.browser_fixtures"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

RULES: Mapping[str, Any] = {"draw_timeout_seconds": 0}


async def test_the_check_finds_what_is_wrong(rig: Rig, tabs: Tabs) -> None:
    tab = await tabs.new(NARROW, still=True)
    await tab.open(rig.address)
    await tab.page.evaluate("() => document.body.append(document.createElement('img'))")
    (fault,) = await violations(tab)
    assert fault.startswith("image-alt: <img>")


async def test_the_table_s_pages_are_accessible_whatever_happens(rig: Rig, tabs: Tabs) -> None:
    async with staffed(rig) as table:
        await table.fresh_shoe()
        await table.ask("open_betting", seconds=600)
        watcher, desk, floor, wall = shown = [
            await tabs.new(size, still=True) for size in (NARROW, DESKTOP, NARROW, (1920, 1080))
        ]
        await watcher.open(rig.address)
        await desk.open(f"{rig.address}dealer#token={rig.token(Role.DEALER, 'Dana')}")
        await floor.open(f"{rig.address}floor#token={rig.token(Role.SUPERVISOR, 'Sam')}")
        await wall.open(f"{rig.address}wall")
        await watcher.stands("phase", "betting")
        assert [await violations(tab) for tab in shown] == [[]] * 4
        await table.ask("close_betting")
        await table.smear("KC")
        await expect(watcher.at("banner-hold")).to_be_visible()
        await expect(floor.at("hold")).to_be_visible()
        assert [await violations(tab) for tab in shown] == [[]] * 4
        await table.show("KC", "QC", "5C", "2S", "8H", "4D")
        await watcher.stands("phase", "settled")
        assert [await violations(tab) for tab in shown] == [[]] * 4


async def test_the_player_s_pages_are_accessible(rig: Rig, tabs: Tabs) -> None:
    async with staffed(rig) as table:
        await table.fresh_shoe()
        await table.ask("open_betting", seconds=600)
        tab = await tabs.new(NARROW, still=True)
        await tab.open(f"{rig.address}play#token={rig.patron_token('ada')}")
        await tab.at("spot-player").click()
        await tab.at("confirm").click()
        await expect(tab.at("bet-status")).to_have_text("FUN 5 accepted")
        await tab.at("spot-tie").click()
        assert await violations(tab) == []
        await tab.at("open-history").click()
        await expect(tab.at("history")).to_contain_text("Nothing yet")
        assert await violations(tab) == []
        for address in ("rules", "rules?game=touch&lang=th"):
            await tab.page.goto(f"{rig.address}{address}")
            await expect(tab.at("tableau")).to_be_visible()
            assert (address, await violations(tab)) == (address, [])
