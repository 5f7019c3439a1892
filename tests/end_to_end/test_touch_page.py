"""Baccarat Touch in a real browser, in a room whose shoes are known: laid, dealt, paid, proved. I/O: sockets."""

import json
from pathlib import Path

import pytest
from playwright.async_api import expect
from typer.testing import CliRunner

from dealer_table.betting.words import Patron
from dealer_table.cli import app
from dealer_table.touch.commitment import SealedShoe
from tests.dealer_table.touch.rooms import ADA, BANKER_WINS, BOB, PLAYER_WINS, TIE
from tests.end_to_end.support_touch_room import ServedRoom, served_room
from tests.fixtures.browser import DESKTOP, NARROW, Tab, Tabs

pytest_plugins = ["tests.fixtures.browser_fixtures"]
pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_round_is_played_by_touch_and_again_at_twice_the_stake(tabs: Tabs, tmp_path: Path) -> None:
    async with served_room(tmp_path / "journal", [BANKER_WINS, PLAYER_WINS]) as room:
        tab = await room.open(tabs)
        await quickly(tab)
        await lay(tab, 10, "banker", "banker", "banker", "tie")
        await lies(tab, banker=30, tie=10, player=0)
        # A tap on the chips that lie there takes all of them off, as Clear does.
        await tab.at("spot-tie").locator(".stake").click()
        await lies(tab, banker=0, tie=0)
        await lay(tab, 10, "banker", "banker", "banker")
        await tab.at("deal").click()
        # 1.95 x 0.30 is 0.585, and the rest of a cent is the house's.
        await says(tab, "Banker wins: €0.58 came back")
        await tab.shows({"player_1": "5C", "banker_1": "8S", "player_2": "TD", "banker_2": "KH"})
        await expect(tab.at("balance")).to_have_text("€1,000.28")
        await expect(tab.at("spot-banker")).to_have_attribute("data-outcome", "won")
        await tab.at("rebet-x2").click()
        await says(tab, "Player wins: no return")
        await expect(tab.at("balance")).to_have_text("€999.68")
        await expect(tab.at("spot-banker")).to_have_attribute("data-outcome", "lost")
        await expect(tab.at("road-bead_plate")).to_have_attribute("data-marks", "2")


async def lay(tab: Tab, chip: int, *spots: str) -> None:
    """Lay a chip of this value, in minor units, on each of `spots`."""
    await tab.at(f"chip-{chip}").click()
    for spot in spots:
        await tab.at(f"spot-{spot}").click()


async def lies(tab: Tab, **spots: int) -> None:
    """Wait until so much lies on the spots, in minor units."""
    for spot, amount in spots.items():
        await expect(tab.at(f"spot-{spot}")).to_have_attribute("data-laid", str(amount))


async def says(tab: Tab, line: str) -> None:
    """Wait until the page says how things stand."""
    await expect(tab.at("bet-status")).to_have_text(line)


async def quickly(tab: Tab) -> None:
    """Have the cards of a round shown at once."""
    await tab.at("menu").click()
    await tab.at("switch-quick").check()
    await tab.at("menu-back").click()
