"""The studio's picture beside a real table in a real browser: what waits for it and what never does. I/O: processes."""

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
import pytest_asyncio
from playwright.async_api import expect

from simulators.rig import Rig, RigSettings
from simulators.rig_files import TABLE
from tests.end_to_end.support_staffed_table import staffed
from tests.fixtures.browser import Chromium, Tabs
from tests.fixtures.whep_studio import WhepStudio, whep_studio

pytest_plugins = ["tests.fixtures.browser_fixtures"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

# Longer than the test's patience: what is drawn has not waited.
DELAY_MS = 60_000
# Player wins 9 to 5, with two cards each.
COUP = {"player_1": "9C", "banker_1": "2S", "player_2": "KD", "banker_2": "3H"}
NO_PICTURE = re.compile("/whep|/session/|404")


@dataclass(frozen=True, slots=True)
class Studio:
    """A table, and who has its picture."""

    rig: Rig
    media: WhepStudio


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def studio(browser: Chromium, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Studio]:
    async with browser.tabs() as own, whep_studio((await own.new()).page) as media:
        told = {"DEALER_TABLE__PICTURE__URL": media.url, "DEALER_TABLE__PICTURE__DELAY_MS": str(DELAY_MS)}
        folder = tmp_path_factory.mktemp("rig")
        async with Rig(RigSettings(folder, {"draw_timeout_seconds": 0}, environment=told)) as rig:
            yield Studio(rig, media)


async def test_the_table_waits_for_the_picture_and_no_bet_does(studio: Studio, tabs: Tabs) -> None:
    rig, media = studio.rig, studio.media
    async with staffed(rig) as table:
        await table.fresh_shoe()
        tab = await tabs.new()
        await tab.open(f"{rig.address}play#token={rig.patron_token('ann')}")
        await expect(tab.at("picture")).to_have_attribute("data-state", "playing")
        await tab.page.wait_for_function("() => document.querySelector('video').videoWidth > 0")
        assert await tab.overlaps([".picture-video", ".picture-line", ".felt", ".bets", ".top"]) == []
        assert await tab.sticking_out() == []

        await table.ask("open_betting", seconds=600)
        await tab.stands("phase", "betting")
        await expect(tab.at("countdown")).not_to_be_empty()
        await tab.at("spot-player").click()
        await tab.at("confirm").click()
        await expect(tab.at("bet-status")).to_have_text("FUN 5 accepted")
        await table.ask("close_betting")
        await expect(tab.at("phase-text")).to_have_text("No more bets")
        await table.show(*COUP.values())
        # The page knows how it ended, and has paid; the felt waits for the picture.
        await expect(tab.at("balance")).to_have_text("FUN 1,005")
        await tab.page.wait_for_function("() => window.dealerTable.view.table.phase === 'settled'")
        await expect(tab.at("bet-status")).to_have_text("FUN 5 accepted")
        await expect(tab.at("phase-text")).to_have_text("No more bets")
        assert await tab.felt() == {}
        assert await tab.at("live-region").text_content() == "No more bets."

        async with tab.page.expect_event("requestfinished", lambda request: request.method == "DELETE"):
            await tab.at("switch-picture").click()
        assert media.asked == ["POST /whep", "DELETE /session/1"]
        await tab.shows(COUP)
        await expect(tab.at("bet-status")).to_have_text("FUN 5 staked, FUN 10 came back")
        await expect(tab.at("road-bead_plate")).to_have_attribute("data-marks", "1")
        await expect(tab.at("picture-video")).to_be_hidden()
        # It stays off where it was turned off.
        await tab.page.reload()
        await tab.stands("link", "live")
        await expect(tab.at("picture")).to_have_attribute("data-state", "off")


async def test_a_picture_that_does_not_come_holds_nothing_up(studio: Studio, tabs: Tabs) -> None:
    rig, media = studio.rig, studio.media
    async with staffed(rig) as table:
        await table.fresh_shoe()
        media.open = False
        tab = await tabs.new()
        tab.forgiven.append(NO_PICTURE)
        await tab.open(rig.address)
        await expect(tab.at("picture-words")).to_have_text("The picture does not come; the table goes on without it.")
        await table.start_coup()
        await table.show("9C")
        await tab.shows({"player_1": "9C"})
        # It is tried again, and while it plays the table waits for it.
        media.open = True
        await expect(tab.at("picture")).to_have_attribute("data-state", "playing")
        await table.show("2S")
        await tab.page.wait_for_function("() => window.dealerTable.view.coup.cards.length === 2")
        assert await tab.felt() == {"player_1": "9C"}
        # Gone in mid-coup: what waited is shown.
        await media.fail()
        await tab.shows({"player_1": "9C", "banker_1": "2S"})
        media.open = True


async def test_a_browser_that_cannot_play_it_says_so(studio: Studio, tabs: Tabs) -> None:
    tab = await tabs.new()
    await tab.page.add_init_script("HTMLMediaElement.prototype.canPlayType = () => ''")
    listed = [{"id": TABLE, "picture": {"url": "/live.m3u8", "kind": "hls", "delay_ms": 4000}}]
    await tab.page.route("**/api/tables", lambda route: route.fulfill(json=listed))
    await tab.open(studio.rig.address)
    await expect(tab.at("picture-words")).to_contain_text("This browser cannot play this picture")
    await expect(tab.at("picture")).to_contain_text("4 s behind the table")
    await expect(tab.at("picture-video")).to_be_hidden()


# What waits is shown by itself, in its order, and the betting before it: the module alone, with a short delay.
_LATE = """async () => {
  const { LateTable } = await import("/static/js/late_table.js");
  const { TableStore } = await import("/static/js/store.js");
  const store = new TableStore();
  const late = new LateTable(store);
  const view = (phase, cards) => ({
    table: { phase }, coup: { number: 1, cards }, betting: phase === "betting" ? { coup: 1 } : null, offer: null,
  });
  const seen = [];
  late.scene.watchAll(({ table, coup }, change) =>
    seen.push([table.phase, coup.cards.join(""), (change?.events ?? []).map(({ type }) => type).join()]));
  store.replace({ table: "t", epoch: "e", version: 0, view: view("betting", []) });
  late.delay = 40;
  let version = 0;
  const tell = (type, view) =>
    store.update({ version: ++version, prev: version - 1, at: version, events: [{ type }], view });
  tell("betting_closed", view("dealing", []));
  tell("card_dealt", view("dealing", ["A"]));
  tell("coup_settled", view("settled", ["A", "B"]));
  tell("betting_opened", view("betting", []));
  await new Promise((done) => late.afterwards(done));
  return seen;
}"""


async def test_what_waits_comes_by_itself_and_in_order(studio: Studio, tabs: Tabs) -> None:
    tab = await tabs.new()
    await tab.open(studio.rig.address)
    assert await tab.page.evaluate(_LATE) == [
        ["betting", "", ""],
        ["dealing", "", "betting_closed"],
        ["dealing", "", ""],
        ["dealing", "", ""],
        ["betting", "", "betting_opened"],
        ["betting", "", ""],
        ["betting", "A", "card_dealt"],
        ["betting", "AB", "coup_settled"],
        ["betting", "", ""],
    ]
