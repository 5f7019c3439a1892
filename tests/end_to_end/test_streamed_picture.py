"""The studio's picture by HLS: a real stream, which a real browser plays, loses and finds again. I/O: processes."""

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
import pytest_asyncio
from playwright.async_api import expect

from simulators.rig import Rig, RigSettings
from tests.end_to_end.support_staffed_table import StaffedTable, staffed
from tests.fixtures.browser import Tab, Tabs
from tests.fixtures.hls_studio import HlsStudio, hls_studio

pytest_plugins = ["tests.fixtures.browser_fixtures"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

# Longer than the test's patience: what is drawn has not waited.
DELAY_MS = 60_000
# Player wins 9 to 5, with two cards each.
COUP = {"player_1": "9C", "banker_1": "2S", "player_2": "KD", "banker_2": "3H"}
AWAY = "The picture does not come; the table goes on without it."
NO_STREAM = re.compile(r"404 \(Not Found\)|answered 404: \S+/\w+\.(m3u8|m4s)$")
_VIDEO = "document.querySelector('video')"
# Longer than a picture may stand at a stretch.
TOO_LONG_MS = 4_500


@dataclass(frozen=True, slots=True)
class Studio:
    """A table with a shoe on it, and who streams its picture."""

    rig: Rig
    table: StaffedTable
    media: HlsStudio


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def studio(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Studio]:
    async with hls_studio() as media:
        told = {
            "DEALER_TABLE__PICTURE__URL": media.url,
            "DEALER_TABLE__PICTURE__KIND": "hls",
            "DEALER_TABLE__PICTURE__DELAY_MS": str(DELAY_MS),
        }
        folder = tmp_path_factory.mktemp("rig")
        settings = RigSettings(folder, {"draw_timeout_seconds": 0}, environment=told)
        async with Rig(settings) as rig, staffed(rig) as table:
            await table.fresh_shoe()
            yield Studio(rig, table, media)


async def test_the_table_waits_for_the_stream_and_no_bet_does(studio: Studio, tabs: Tabs) -> None:
    table, media = studio.table, studio.media
    tab = await tabs.new()
    tab.forgiven.append(NO_STREAM)
    await tab.page.clock.install()
    await tab.open(f"{studio.rig.address}play#token={studio.rig.patron_token('ann')}")
    await plays(tab)
    await expect(tab.at("picture")).to_contain_text("60 s behind the table")

    await table.ask("open_betting", seconds=600)
    await tab.stands("phase", "betting")
    await tab.at("spot-player").click()
    await tab.at("confirm").click()
    await expect(tab.at("bet-status")).to_have_text("FUN 5 accepted")
    await table.ask("close_betting")
    await expect(tab.at("phase-text")).to_have_text("No more bets")
    await expect(tab.at("confirm")).to_be_disabled()
    await table.show(*COUP.values())
    await expect(tab.at("balance")).to_have_text("FUN 1,005")
    await tab.page.wait_for_function("() => window.dealerTable.view.table.phase === 'settled'")
    assert await tab.felt() == {}

    # No more playlists: the browser plays what it has, then waits for ever and calls it no fault.
    media.lists = False
    await tab.page.wait_for_function(f"() => {_VIDEO}.readyState < 3")
    assert await tab.page.evaluate(f"{_VIDEO}.error") is None
    await tab.page.clock.fast_forward(TOO_LONG_MS)
    await expect(tab.at("picture-words")).to_have_text(AWAY)
    await expect(tab.at("picture-video")).to_be_hidden()
    await tab.shows(COUP)
    media.lists = True
    await plays(tab)


async def test_a_stream_that_is_not_there_holds_nothing_up(studio: Studio, tabs: Tabs) -> None:
    table, media = studio.table, studio.media
    media.lists = False
    tab = await tabs.new()
    tab.forgiven.append(NO_STREAM)
    await tab.open(studio.rig.address)
    await expect(tab.at("picture-words")).to_have_text(AWAY)
    await table.start_coup()
    await table.show("9C")
    await tab.shows({"player_1": "9C"})
    media.lists = True
    await plays(tab)
    await table.show("2S")
    await tab.page.wait_for_function("() => window.dealerTable.view.coup.cards.length === 2")
    assert await tab.felt() == {"player_1": "9C"}
    # A second that is listed and missing is a fault to the browser: it gives up at once.
    media.seconds = False
    await tab.shows({"player_1": "9C", "banker_1": "2S"})
    media.seconds = True


async def test_a_picture_that_stood_begins_anew_where_the_studio_is(studio: Studio, tabs: Tabs) -> None:
    tab = await tabs.new()
    await tab.page.clock.install()
    await tab.open(studio.rig.address)
    await plays(tab)
    before = studio.media.beginnings
    # A browser may stop what is out of sight, and goes on by itself: that is not given up.
    await tab.page.evaluate("Object.defineProperty(document, 'hidden', { value: true })")
    await tab.page.evaluate(f"{_VIDEO}.pause()")
    await tab.page.clock.fast_forward(TOO_LONG_MS)
    assert await tab.at("picture").get_attribute("data-state") == "playing"
    # What is begun anew is not what goes on here.
    await tab.page.evaluate(f"{_VIDEO}.play().catch(() => undefined)")
    await plays(tab)
    assert studio.media.beginnings > before


async def plays(tab: Tab) -> None:
    """Wait until the picture is there and moves."""
    await expect(tab.at("picture")).to_have_attribute("data-state", "playing")
    await tab.page.wait_for_function(f"() => {_VIDEO}.videoWidth > 0")
    at = await tab.page.evaluate(f"{_VIDEO}.currentTime")
    await tab.page.wait_for_function(f"(at) => Math.abs({_VIDEO}.currentTime - at) > 0.3", arg=at)
    await expect(tab.at("picture-video")).to_be_visible()
