"""The supervisor's floor in a real browser: who is needed, voids, corrections, and a coup's record. I/O: processes."""

import json
import time
from collections.abc import Mapping
from typing import Any

import pytest
from playwright.async_api import expect

from dealer_table.procedure.words import Role
from dealer_table.wire.launch_token import issue
from simulators.rig import Rig
from tests.end_to_end.support_staffed_table import staffed
from tests.fixtures.browser import PHONE, Tab, Tabs

pytest_plugins = ["tests.fixtures.browser_fixtures"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

RULES: Mapping[str, Any] = {"draw_timeout_seconds": 0, "second_person": ["correct_coup"]}

HOUR = 3600_000


async def test_the_floor_says_who_must_act_and_voids_with_a_reason_that_all_read(rig: Rig, tabs: Tabs) -> None:
    async with staffed(rig) as table:
        await table.fresh_shoe()
        floor, watcher = await floor_page(rig, tabs), await tabs.new()
        await watcher.open(rig.address)
        card = floor.at("table-demo")
        await expect(card).to_have_attribute("data-tone", "runs")
        await expect(floor.at("summary")).to_have_text("One table, and nothing waits for you")
        await table.start_coup()
        await table.show("8S", "5C")
        await table.hide()
        await expect(card.get_by_test_id("card-who")).to_have_text("The dealer must act")
        for _ in range(2):
            await table.hide()
        # Now only a supervisor can go on without the card's being read.
        await expect(card.get_by_test_id("card-who")).to_have_text("You must act")
        await expect(floor.at("summary")).to_have_text("You are needed: demo.")
        await expect(card.get_by_test_id("card-line")).to_have_text("A card could not be read")
        await floor.at("command-void_coup").click()
        await floor.at("dialog-send").click()
        await expect(floor.at("reason-dialog")).to_be_visible()  # nothing is void without a reason
        await floor.at("reason-input").fill("A card fell to the floor")
        await floor.at("dialog-send").click()
        await expect(floor.at("hold")).to_be_hidden()
        await expect(watcher.at("banner-void")).to_contain_text("A card fell to the floor")
        await expect(floor.at("coups").get_by_test_id("coup").first).to_have_attribute("data-status", "void")


async def test_a_coup_is_put_right_by_two_people_after_its_settlement_and_its_record_tells_all(
    rig: Rig, tabs: Tabs
) -> None:
    async with staffed(rig) as table:
        await table.fresh_shoe()
        await table.deal("8S 5C KH 2D")
        floor = await floor_page(rig, tabs)
        coup = floor.at("coups").get_by_test_id("coup").first
        await expect(coup).to_contain_text("Player wins")
        await coup.get_by_test_id("correct").click()
        await floor.at("card-banker_2").select_option("4D")
        await floor.at("reason-input").fill("Seen on the film")
        await floor.at("dialog-send").click()
        await expect(floor.at("proposal-text")).to_contain_text("Sam wants coup 1 put right: Seen on the film.")
        await expect(floor.at("proposal-confirm")).to_have_attribute("data-refusal", "second_person_needed")
        sue = await floor_page(rig, tabs, name="Sue")
        await expect(sue.at("summary")).to_have_text("You are needed: demo.")
        await sue.at("proposal-confirm").click()
        await expect(floor.at("proposal")).to_be_hidden()
        await expect(coup).to_have_attribute("data-status", "corrected")
        await expect(coup).to_contain_text("Banker wins")
        await expect(floor.at("count-banker")).to_have_text("1")

        await coup.get_by_test_id("correct").click()
        await floor.at("card-player_3").select_option("2C")
        await floor.at("reason-input").fill("No")
        await floor.at("dialog-send").click()
        await expect(floor.at("notice-text")).to_contain_text("with these cards the coup would not have ended so")

        await coup.get_by_test_id("read-record").click()
        await expect(floor.at("record-status")).to_have_text("corrected · Banker wins")
        entries = floor.at("record-entries").locator(".record-entry")
        names = await entries.evaluate_all("rows => rows.map(row => row.dataset.name)")
        assert (names[0], names.count("card_read")) == ("betting_opened", 4)
        assert names[-2:] == ["correction_proposed", "coup_corrected"]
        async with floor.page.expect_download() as waiting:
            await floor.at("record").get_by_role("button", name="Save as a file").click()
        saved = json.loads((await (await waiting.value).path()).read_text())
        assert (saved["table"], saved["coup"]["coup"], len(saved["entries"])) == ("demo", 1, len(names))
        await floor.at("record-close").click()
        await expect(floor.at("record")).to_have_count(0)


async def test_the_floor_is_a_supervisors_and_fits_a_phone(rig: Rig, tabs: Tabs) -> None:
    async with staffed(rig) as table:
        await table.fresh_shoe()
        await table.deal("8S 5C KH 2D")
        floor = await floor_page(rig, tabs, PHONE)
        await expect(floor.at("coups").get_by_test_id("coup").first).to_be_visible()
        assert await floor.sticking_out() == []
        for token in ("", f"#token={rig.token(Role.DEALER, 'Dana')}"):
            other = await tabs.new()
            await other.page.goto(f"{rig.address}floor{token}")
            await expect(other.at("turned-away")).to_contain_text("needs a supervisor's link")
            await expect(other.page.locator("button:visible")).to_have_count(0)


async def floor_page(rig: Rig, tabs: Tabs, size: tuple[int, int] = (1280, 800), name: str = "Sam") -> Tab:
    """Open the floor with a token for every table."""
    now = time.time_ns() // 1_000_000
    token = issue(rig.files.token_key, role=Role.SUPERVISOR, name=name, table="*", now=now, expires_at=now + HOUR)
    tab = await tabs.new(size)
    await tab.open(f"{rig.address}floor#token={token}")
    await expect(tab.at("detail-name")).to_have_text("Table demo")
    return tab
