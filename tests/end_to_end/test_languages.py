"""The pages in every language in a real browser: chosen, kept and whole. I/O: processes."""

from collections.abc import Mapping
from typing import Any

import pytest
from playwright.async_api import expect

from dealer_table.procedure.words import Role
from simulators.rig import Rig
from tests.end_to_end.support_staffed_table import staffed
from tests.fixtures.browser import NARROW, Tab, Tabs

pytest_plugins = ["tests.fixtures.browser_fixtures"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

RULES: Mapping[str, Any] = {"draw_timeout_seconds": 0}

PLACE_YOUR_BETS = {
    "en": "Place your bets",
    "fi": "Asettakaa panoksenne",
    "ms": "Letakkan taruhan anda",
    "pl": "Proszę obstawiać",
    "th": "โปรดวางเดิมพัน",
}
BANKER = {"en": "Banker", "fi": "Pankkiiri", "ms": "Banker", "pl": "Bankier", "th": "เจ้ามือ"}


async def test_every_page_is_whole_in_every_language(rig: Rig, tabs: Tabs) -> None:
    async with staffed(rig) as table:
        await table.fresh_shoe()
        await table.ask("open_betting", seconds=600)
        watcher, desk = await tabs.new(NARROW), await tabs.new(NARROW)
        for language, said in PLACE_YOUR_BETS.items():
            await watcher.open(f"{rig.address}?lang={language}")
            await expect(watcher.root).to_have_attribute("lang", language)
            await expect(watcher.at("phase-text")).to_have_text(said)
            await expect(watcher.at("hand-banker").locator(".hand-name")).to_have_text(BANKER[language])
            await fits(watcher, language, [".brand", "#table-name", "#shoe-number", "#coup-number", "#link"])
            await desk.open(f"{rig.address}dealer?lang={language}#token={rig.token(Role.DEALER, 'Dana')}")
            await expect(desk.root).to_have_attribute("lang", language)
            await fits(desk, language, [".brand", "#table-name", "#link", "#language", "#next-text", ".button"])
        await table.ask("close_betting")


async def test_a_language_is_chosen_on_the_page_and_kept(rig: Rig, tabs: Tabs) -> None:
    async with staffed(rig) as table:
        await table.fresh_shoe()
        tab = await tabs.new()
        await tab.open(rig.address)
        await expect(tab.at("phase-text")).to_have_text("Next coup in a moment")
        await tab.at("language").select_option("pl")
        await expect(tab.root).to_have_attribute("lang", "pl")
        await expect(tab.at("phase-text")).to_have_text("Za chwilę następne rozdanie")
        await expect(tab.page).to_have_title("Stół do bakarata")
        await tab.open(rig.address)
        await expect(tab.root).to_have_attribute("lang", "pl")
        # What the address asks for comes first, and changes with the choice.
        await tab.open(f"{rig.address}?lang=fi")
        await expect(tab.root).to_have_attribute("lang", "fi")
        await tab.at("language").select_option("th")
        await expect(tab.root).to_have_attribute("lang", "th")
        assert tab.page.url.endswith("?lang=th")


async def fits(tab: Tab, language: str, beside: list[str]) -> None:
    """See that nothing covers another thing or leaves the window."""
    size = tab.page.viewport_size
    assert (language, size, await tab.overlaps(beside)) == (language, size, [])
    assert (language, size, await tab.sticking_out()) == (language, size, [])
