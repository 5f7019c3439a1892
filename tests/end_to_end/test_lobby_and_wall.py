"""The lobby and the wall display in a real browser on a real table: what they tell, and that they come back.

I/O: processes.
"""

import re
from collections.abc import Mapping
from typing import Any

import pytest
from playwright.async_api import expect

from simulators.rig import TABLE_PROCESS, Rig
from simulators.rig_files import ROOM, TABLE
from tests.end_to_end.support_staffed_table import staffed
from tests.fixtures.browser import PHONE, TABLE_AWAY, Tab, Tabs
from tests.fixtures.page_checks import violations

pytest_plugins = ["tests.fixtures.browser_fixtures"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

RULES: Mapping[str, Any] = {"draw_timeout_seconds": 0}
TOUCH: Mapping[str, Any] = {}

BANKER_WINS = ("KC", "QC", "5C", "2S", "8H", "4D")
# What a browser says of a page's question to a table that is away.
UNANSWERED = re.compile(r"request failed|Failed to load resource")
WALLS = ((1920, 1080), (3840, 2160), (1366, 768), (2560, 1080))
TURN_MS = 15_000


async def test_the_lobby_tells_how_each_place_stands(rig: Rig, tabs: Tabs) -> None:
    async with staffed(rig) as table:
        lobby = await tabs.new(PHONE)
        await lobby.open(f"{rig.address}lobby")
        card, room = lobby.at(f"place-{TABLE}"), lobby.at(f"place-{ROOM}")
        await expect(card.get_by_test_id("state")).to_have_text("Closed")
        await expect(room.get_by_test_id("state")).to_have_text("Open")
        # Nobody plays in a room without a link of one's own.
        await expect(room.get_by_test_id("way")).to_have_count(0)
        assert await violations(lobby) == []
        await table.fresh_shoe()
        await table.deal(" ".join(BANKER_WINS))
        await expect(card.get_by_test_id("state")).to_have_text("Open")
        await expect(card.get_by_test_id("road-big_road")).to_have_attribute("data-marks", "1")
        await expect(card.get_by_test_id("count-banker")).to_have_text("1")
        await expect(card.get_by_test_id("dealer")).to_have_text("Dealer: Dana")
        await expect(card.get_by_test_id("limits")).to_contain_text("€1 to €1,000")
        await table.ask("open_betting", seconds=600)
        await expect(card.get_by_test_id("phase")).to_have_text(re.compile(r"Place your bets: \d+ s"))
        await table.ask("close_betting")
        await expect(card.get_by_test_id("phase")).to_have_text("Dealing")
        await table.smear("5C")
        await expect(card.get_by_test_id("phase")).to_have_text("One moment, please")
        await card.get_by_test_id("way").click()
        await lobby.stands("link", "live")
        await expect(lobby.at("phase-text")).to_have_text("One moment, please")


async def test_a_patron_goes_on_with_the_link_of_the_lobby(rig: Rig, tabs: Tabs) -> None:
    tab = await tabs.new(PHONE)
    await tab.open(f"{rig.address}lobby?lang=fi#token={rig.patron_token('ann')}")
    assert "token" not in tab.page.url
    await expect(tab.at(f"place-{ROOM}").get_by_test_id("way")).to_have_count(0)
    way = tab.at(f"place-{TABLE}").get_by_test_id("way")
    await expect(way).to_have_accessible_name(f"Pelaa Pöytä {TABLE}")
    await way.click()
    await tab.stands("link", "live")
    await expect(tab.root).to_have_attribute("lang", "fi")
    await expect(tab.at("balance")).to_contain_text("FUN")
    # And comes back with it.
    await tab.at("to-lobby").click()
    await expect(way).to_have_accessible_name(f"Pelaa Pöytä {TABLE}")
    assert "token" not in tab.page.url

    await tab.open(f"{rig.address}lobby?lang=en#token={rig.touch_token('ann')}")
    await expect(tab.at(f"place-{TABLE}").get_by_test_id("way")).to_have_text("Watch")
    await tab.at(f"place-{ROOM}").get_by_test_id("way").click()
    await tab.stands("link", "live")
    await expect(tab.at("balance")).to_contain_text("FUN")


async def test_the_wall_tells_all_of_a_coup_and_of_the_shoe(rig: Rig, tabs: Tabs) -> None:
    async with staffed(rig) as table:
        await table.new_shoe()
        wall = await tabs.new(WALLS[0])
        await wall.open(f"{rig.address}wall")
        await expect(wall.at("notice")).to_have_text("The first card says how many are burned")
        await table.show("3H", "QS")
        await expect(wall.at("notice")).to_have_text("1 of 3 burned")
        assert await violations(wall) == []
        await table.show("JD", "7C")
        await table.ask("open_betting", seconds=600)
        await expect(wall.at("phase")).to_have_text("Place your bets")
        await expect(wall.at("countdown")).to_be_visible()
        await table.ask("close_betting")
        await table.show(*BANKER_WINS[:4])
        await expect(wall.at("total-player")).to_have_text("5")
        await table.show(*BANKER_WINS[4:])
        for what, said in {"phase": "Banker wins", "outcome": "Banker wins", "total-banker": "6"}.items():
            await expect(wall.at(what)).to_have_text(said)
        await expect(wall.at("road-big_road")).to_have_attribute("data-marks", "1")
        await expect(wall.at("count-banker")).to_have_text("1")
        await expect(wall.at("shoe-left")).to_have_text("406 of 416 cards left")
        await expect(wall.at("limits").get_by_role("row", name="Tie")).to_contain_text("€200")
        await table.ask("open_betting", seconds=600)
        await expect(wall.at("outcome")).to_have_text("Last coup: Banker wins")
        await expect(wall.at("total-banker")).to_have_text("6")
        assert await wall.page.locator("a, button, input, select").count() == 0
        # A wall that is switched on now knows as much.
        await wall.page.reload()
        await wall.stands("link", "live")
        await expect(wall.at("outcome")).to_have_text("Last coup: Banker wins")
        await expect(wall.at("total-banker")).to_have_text("6")
        await table.ask("close_betting")
        await table.smear("5C")
        await expect(wall.at("notice")).to_have_text("The dealer is reading a card again")


async def test_the_wall_fits_its_screen_in_every_language(rig: Rig, tabs: Tabs) -> None:
    # Finnish has the longest words.
    wall = await tabs.new(WALLS[0], still=True)
    for language in ("en", "fi", "ms", "pl", "th"):
        await wall.open(f"{rig.address}wall?lang={language}")
        # With any duration a road has its old width yet when it is scrolled to its newest mark.
        assert await wall.page.evaluate("() => getComputedStyle(document.body).transitionDuration") == "0s"
        for size in WALLS if language == "fi" else WALLS[:1]:
            await wall.resize(size)
            assert (language, size, await below(wall)) == (language, size, [])
            parts = [".wall-name", ".wall-said", ".road-name", ".road-scroll", ".ask"]
            parts += [".wall-outcome", ".wall-hand", ".share", ".count", ".shoe-text", "tr"]
            assert (language, size, await wall.overlaps(parts)) == (language, size, [])


async def test_the_wall_speaks_its_languages_by_turns(rig: Rig, tabs: Tabs) -> None:
    wall = await tabs.new(WALLS[0])
    await wall.page.clock.install()
    await wall.open(f"{rig.address}wall?lang=ms,th")
    for language, name in (("ms", "Meja"), ("th", "โต๊ะ"), ("ms", "Meja")):
        await expect(wall.root).to_have_attribute("lang", language)
        await expect(wall.at("table-name")).to_have_text(f"{name} {TABLE}")
        await wall.page.clock.fast_forward(TURN_MS)


async def test_both_come_back_when_the_table_does(rig: Rig, tabs: Tabs) -> None:
    lobby, wall = await tabs.new(PHONE), await tabs.new(WALLS[0])
    lobby.forgiven.append(UNANSWERED)
    wall.forgiven.append(TABLE_AWAY)
    await lobby.open(f"{rig.address}lobby")
    await wall.open(f"{rig.address}wall")
    await expect(wall.at("link")).to_be_hidden()
    rig.kill(TABLE_PROCESS)
    for tab in (lobby, wall):
        await tab.stands("link", "reconnecting")
    await expect(wall.at("link")).to_be_visible()
    await rig.start(TABLE_PROCESS)
    for tab in (lobby, wall):
        await tab.stands("link", "live")
    await expect(wall.at("link")).to_be_hidden()


async def below(tab: Tab) -> list[str]:
    """Return what stands beneath the screen: nobody scrolls a wall."""
    beneath = """() => [...document.querySelectorAll("section, tr, .ask, p, strong")]
      .filter((node) => node.checkVisibility() && node.getBoundingClientRect().bottom > innerHeight + 1)
      .map((node) => node.className || node.tagName)"""
    return list(await tab.page.evaluate(beneath))
