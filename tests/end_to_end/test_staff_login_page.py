"""The staff at their own pages: logging in, being locked out, being asked again. I/O: a browser, sockets, SQLite."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from playwright.async_api import expect

from dealer_table.adapters.staff_file import StaffFile
from dealer_table.adapters.staff_passwords import Passwords
from dealer_table.gateway.staff_login import StaffRules
from dealer_table.ports.staff import StaffAccount
from dealer_table.procedure.words import Role
from tests.dealer_table.gateway.patrons_at_work import PLAYER_NATURAL
from tests.dealer_table.gateway.running_table import KEY
from tests.dealer_table.gateway.test_patrons_served import SETTINGS, Floor, running_floor
from tests.fixtures.browser import NARROW, Tab, Tabs
from tests.fixtures.page_checks import violations

pytest_plugins = ["tests.fixtures.browser_fixtures"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

MINUTE = 60_000
GOOD, BAD = "clubs are black", "hearts are red"
CHEAP = Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
# What a browser says of every login that is refused.
REFUSED = re.compile(r"/api/staff/login|status of 40[13]")


@asynccontextmanager
async def staffed_floor(folder: Path) -> AsyncIterator[tuple[Floor, StaffFile]]:
    floors: list[Floor] = []
    accounts = StaffFile(folder / "staff.sqlite", lambda: floors[0].t1.clock.now if floors else 0, passwords=CHEAP)
    accounts.make()
    accounts.add(StaffAccount("Dana", Role.DEALER, "t1"), GOOD, origin="console")
    accounts.add(StaffAccount("Sam", Role.SUPERVISOR, "*"), GOOD, origin="console")
    rules = StaffRules(accounts, KEY, shift=12 * 60 * MINUTE, idle=30 * MINUTE, links_too=False)
    async with running_floor(folder, replace(SETTINGS, staff_seconds=0.1), rules) as floor:
        floors.append(floor)
        yield floor, accounts


async def log_in(tab: Tab, name: str, password: str) -> None:
    """Fill the form in with a keyboard alone."""
    await tab.at("login-name").fill(name)
    await tab.page.keyboard.press("Tab")
    await tab.page.keyboard.type(password)
    await tab.page.keyboard.press("Enter")


async def test_a_dealer_logs_in_and_is_asked_again_over_the_table(tmp_path: Path, tabs: Tabs) -> None:
    async with staffed_floor(tmp_path) as (floor, _):
        desk = await tabs.new(NARROW, still=True)
        desk.forgiven.append(REFUSED)
        await desk.page.goto(f"{floor.address}/dealer?lang=en")
        await expect(desk.at("login-name")).to_be_focused()
        await expect(desk.at("login-name")).to_have_attribute("autocomplete", "username")
        await expect(desk.at("login-password")).to_have_attribute("autocomplete", "current-password")
        assert (await violations(desk), await desk.sticking_out()) == ([], [])
        await log_in(desk, "Dana", BAD)
        await expect(desk.at("login-error")).to_have_text("The name or the password is wrong.")
        await expect(desk.at("login-password")).to_be_focused()
        await desk.page.keyboard.type(GOOD)
        await desk.page.keyboard.press("Enter")
        await desk.stands("link", "live")
        await expect(desk.at("login")).to_have_count(0)
        await expect(desk.at("logout")).to_be_visible()

        floor.t1.clock.now += 30 * MINUTE
        await floor.t1.play_out(PLAYER_NATURAL)
        await desk.at("command-open_betting").click()
        await expect(desk.at("login-dialog")).to_be_visible()
        await expect(desk.at("felt")).to_be_visible()
        await expect(desk.at("login-name")).to_have_value("Dana")
        assert await violations(desk) == []
        await desk.page.keyboard.type(GOOD)
        await desk.page.keyboard.press("Enter")
        await expect(desk.at("login-dialog")).to_have_count(0)
        await expect(desk.at("notice-text")).to_have_text(re.compile("logged in again"))
        await desk.at("command-open_betting").click()
        await desk.stands("phase", "betting")

        await desk.at("logout").click()
        await expect(desk.at("login-name")).to_be_focused()


async def test_who_guesses_is_locked_out_and_told_and_the_floor_is_a_supervisors(tmp_path: Path, tabs: Tabs) -> None:
    async with staffed_floor(tmp_path) as (floor, accounts):
        page = await tabs.new(still=True)
        page.forgiven.append(REFUSED)
        await page.page.goto(f"{floor.address}/floor?lang=en")
        await log_in(page, "Dana", GOOD)
        await expect(page.at("login-error")).to_have_text(re.compile("The floor is for supervisors"))
        for _ in range(5):
            await expect(page.at("login-password")).to_have_value("")
            await log_in(page, "Dana", BAD)
        await expect(page.at("login-error")).to_have_text(re.compile("Wait 30 minutes, or have a supervisor unlock"))
        await expect(page.at("login-password")).to_have_value("")
        await log_in(page, "Sam", GOOD)
        await expect(page.at("table-t1")).to_be_visible()
        await expect(page.at("table-t2")).to_be_visible()

        floor.t1.clock.now += 1_000
        accounts.lock("Sam", origin="console")
        await expect(page.at("login")).to_contain_text("Your access has run out.")
        await expect(page.at("turned-away")).to_be_hidden()
        await log_in(page, "Sam", GOOD)
        await expect(page.at("login-error")).to_have_text("Your account is locked. Speak to the supervisor.")
