"""Several tables on one floor page in a real browser: each by its own link, one opened to act on. I/O: sockets."""

from pathlib import Path

import pytest
from playwright.async_api import expect

from dealer_table.procedure.words import Role
from dealer_table.wire.launch_token import issue
from tests.dealer_table.gateway.running_table import KEY
from tests.dealer_table.gateway.test_patrons_served import Floor, running_floor
from tests.fixtures.browser import DESKTOP, Tab, Tabs

pytest_plugins = ["tests.fixtures.browser_fixtures"]
pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_all_tables_are_seen_at_a_glance_and_a_command_goes_to_the_one_that_is_open(
    tmp_path: Path, tabs: Tabs
) -> None:
    async with running_floor(tmp_path) as floor:
        page = await floor_page(floor, tabs, "*")
        await expect(page.at("summary")).to_have_text("2 tables, and nothing waits for you")
        first, second = page.at("table-t1"), page.at("table-t2")
        await expect(first).to_have_attribute("data-tone", "runs")
        await expect(second.get_by_test_id("card-line")).to_have_text("The table is closed")
        async with floor.tab(token=floor.token()) as ann:
            await ann.hears("patron", balance=1_000)
            await ann.bet()
            await expect(first.get_by_test_id("card-money")).to_have_text("€3")
            await expect(first.get_by_test_id("card-facts")).to_contain_text("1 patron")

        # With several, none is opened before it is asked for.
        await expect(page.at("detail")).to_be_hidden()
        await second.click()
        await expect(page.at("detail-name")).to_have_text("Table t2")
        await page.at("command-open_table").click()
        await expect(second.get_by_test_id("card-line")).to_have_text("Load the shoe")
        await expect(first).to_have_attribute("data-phase", "betting")
        await first.click()
        await expect(page.at("detail-name")).to_have_text("Table t1")
        await expect(second).to_have_attribute("aria-expanded", "false")
        await first.click()
        await expect(page.at("detail")).to_be_hidden()


async def test_a_token_for_one_table_shows_that_one(tmp_path: Path, tabs: Tabs) -> None:
    async with running_floor(tmp_path) as floor:
        page = await floor_page(floor, tabs, "t2")
        await expect(page.at("detail-name")).to_have_text("Table t2")
        await expect(page.at("table-t1")).to_have_count(0)


async def floor_page(floor: Floor, tabs: Tabs, table: str) -> Tab:
    """Open the floor with a supervisor's token."""
    now = floor.t1.clock.now
    token = issue(KEY, role=Role.SUPERVISOR, name="Sam", table=table, now=now, expires_at=now + 10**9)
    tab = await tabs.new(DESKTOP)
    await tab.open(f"{floor.address}/floor#token={token}")
    return tab
