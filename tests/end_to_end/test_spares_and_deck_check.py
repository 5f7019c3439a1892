"""Spare scanners and the deck check at the dealer's page, with two real scanners. I/O: processes, browser."""

from collections.abc import Mapping
from typing import Any

import pytest
from playwright.async_api import Locator, expect

from dealer_table.baccarat.cards import PACK, Card
from simulators.rig import Rig
from simulators.rig_files import SCANNER
from tests.end_to_end.support_spare_scanner import SPARE, run_through, spare_scanner
from tests.end_to_end.support_staffed_table import staffed
from tests.fixtures.browser import DESKTOP, PHONE, Tab, Tabs

pytest_plugins = ["tests.fixtures.browser_fixtures"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

RULES: Mapping[str, Any] = {"packs": 1, "burn": "none", "deck_check_required": True, "draw_timeout_seconds": 0}


async def desk(rig: Rig, tabs: Tabs, size: tuple[int, int] = DESKTOP) -> Tab:
    tab = await tabs.new(size, still=True)
    await tab.open(rig.dealer_address("Dana"))
    return tab


def row(tab: Tab, scanner: str) -> Locator:
    return tab.page.locator(f'[data-testid="scanner"][data-scanner="{scanner}"]')


async def acts(tab: Tab, action: str) -> None:
    await expect(tab.at("next")).to_have_attribute("data-action", action)


async def test_a_deck_is_checked_before_its_shoe_is_loaded(rig: Rig, tabs: Tabs) -> None:
    tab, phone = await desk(rig, tabs), await desk(rig, tabs, PHONE)
    watcher = await tabs.new()
    await watcher.open(rig.address)
    await expect(row(tab, SCANNER)).to_have_attribute("data-online", "true")
    await tab.at("command-open_table").click()
    await acts(tab, "check_deck")
    await expect(tab.at("command-load_shoe")).to_have_attribute("data-refusal", "deck_not_checked")
    await tab.at("command-start_deck_check").click()
    await expect(tab.at("deck-title")).to_have_text("0 of 52 cards checked")
    await expect(tab.at("command-load_shoe")).to_have_attribute("data-refusal", "deck_check_running")

    run_through(rig.scanner, PACK[1:])
    await expect(tab.at("deck-title")).to_have_text("51 of 52 cards checked")
    run_through(rig.scanner, [Card("8S")])
    assert rig.scanner.write(rig.scanner.device.read_smeared(Card("5H")))
    await expect(tab.at("deck-title")).to_have_text("52 of 52 cards checked")
    await expect(tab.at("deck-extra")).to_contain_text("Eight of spades")
    await expect(tab.at("deck-foreign")).to_contain_text("2055")
    await tab.page.keyboard.press("e")
    for shown in (tab, phone):
        await expect(shown.at("deck-title")).to_have_text("The deck is not whole: 52 of 52 cards")
        await expect(shown.at("deck-missing")).to_contain_text("Ace of spades")
        assert await shown.sticking_out() == []
        assert await shown.overlaps([".deck-check", ".button", ".scanner", "#next-text", ".group-name"]) == []
    await expect(tab.at("command-load_shoe")).to_have_attribute("data-refusal", "deck_not_checked")

    await tab.page.keyboard.press("c")
    await expect(tab.at("deck-title")).to_have_text("0 of 52 cards checked")
    run_through(rig.scanner, PACK)
    await expect(tab.at("deck-title")).to_have_text("52 of 52 cards checked")
    await expect(tab.at("next-text")).to_have_text("All cards are through: end the check")
    await tab.at("command-end_deck_check").click()
    await expect(tab.at("deck-title")).to_have_text("The deck is whole: 52 cards")
    await tab.stands("phase", "shoe_change")
    assert [frame for frame in watcher.frames if "deck" in str(frame)] == []
    await tab.at("command-load_shoe").click()
    await acts(tab, "open_betting")
    await expect(tab.at("deck-check")).to_be_hidden()


async def test_the_dealer_swaps_scanners_and_each_card_is_dealt_once(rig: Rig, tabs: Tabs) -> None:
    async with staffed(rig) as table, spare_scanner(rig) as spare:
        tab, phone = await desk(rig, tabs), await desk(rig, tabs, PHONE)
        await expect(row(tab, SPARE)).to_have_attribute("data-online", "true")
        await expect(row(tab, SCANNER)).to_have_attribute("data-primary", "true")
        await expect(tab.at(f"use-{SCANNER}")).to_have_attribute("data-refusal", "already_primary")
        await table.start_coup()
        for scanner in (rig.scanner, spare):
            run_through(scanner, [Card("8S")])
        await tab.shows({"player_1": "8S"})
        await expect(row(tab, SPARE)).to_contain_text("1 reads")

        await tab.at(f"use-{SPARE}").click()
        await tab.at("dialog-send").click()
        for shown in (tab, phone):
            await expect(row(shown, SPARE)).to_have_attribute("data-primary", "true")
            assert await shown.sticking_out() == []
            assert await shown.overlaps([".button", ".scanner-name", ".scanner-counts", ".scanner-last"]) == []
        for scanner in (rig.scanner, spare):
            run_through(scanner, [Card("5C"), Card("KH"), Card("2D")])
        await tab.shows({"player_1": "8S", "banker_1": "5C", "player_2": "KH", "banker_2": "2D"})
        await acts(tab, "open_betting")
        await expect(tab.at("dealer-tally")).to_contain_text("coups 1")

        await tab.page.keyboard.press("x")
        await expect(tab.at("dialog-cancel")).to_be_focused()
        await tab.page.keyboard.press("Tab")
        await tab.page.keyboard.press("Enter")
        await expect(row(tab, SCANNER)).to_have_attribute("data-primary", "true")
        spare.unplug()
        await expect(tab.at(f"use-{SPARE}")).to_have_attribute("data-refusal", "scanner_offline")
        await expect(tab.at("command-open_betting")).to_have_attribute("data-refusal", "")
