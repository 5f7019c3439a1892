"""The player's page in a real browser on a real table: bets laid, confirmed, refused, settled. I/O: processes."""

import time
from collections.abc import Mapping
from typing import Any

import pytest
from playwright.async_api import expect

from dealer_table.betting.words import PLAY_MONEY, Patron, PatronLimits
from dealer_table.wire.launch_token import Game, issue_patron
from simulators.rig import Rig
from simulators.rig_files import TABLE
from tests.end_to_end.support_staffed_table import staffed
from tests.fixtures.browser import DESKTOP, NARROW, PHONE, Tab, Tabs

pytest_plugins = ["tests.fixtures.browser_fixtures"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

RULES: Mapping[str, Any] = {"draw_timeout_seconds": 0}
# Banker wins with 6 on three cards: Lucky Six pays 20:1.
SIX_ON_THREE = ("KC", "QC", "5C", "2S", "8H", "4D")
SIDEWAYS = (844, 390)

_FAULTY = """(selector) => [...document.querySelectorAll(selector)].filter((node) => {
  const { left, top, right, bottom, width, height } = node.getBoundingClientRect();
  return %s;
}).map((node) => node.dataset.testid || node.id || node.className)"""
OUT_OF_SIGHT = _FAULTY % "left < 0 || top < 0 || right > innerWidth || bottom > innerHeight || width === 0"
TOO_SMALL = _FAULTY % "width < 44 || height < 44"


async def test_a_bet_is_laid_confirmed_and_settled_on_every_tab_of_its_patron(rig: Rig, tabs: Tabs) -> None:
    async with staffed(rig) as table:
        await table.fresh_shoe()
        tab, other = await play(rig, tabs, "ann", PHONE), await play(rig, tabs, "ann")
        await expect(tab.at("balance")).to_have_text("FUN 1,000")
        await expect(tab.at("play-money")).to_be_visible()
        await expect(tab.at("spot-player")).to_have_attribute("aria-disabled", "true")
        await table.ask("open_betting", seconds=600)
        await lay(tab, "player", "player", "lucky_six", "tie")
        await says(tab, "FUN 20 laid, not yet confirmed")
        await tab.at("sound").click()
        await expect(tab.at("sound")).to_have_attribute("aria-pressed", "false")
        await tab.at("undo").click()
        await lies(tab, player=(0, 1000), lucky_six=(0, 500), tie=(0, 0))
        await lies(other, player=(0, 0))
        await tab.at("confirm").click()
        for one in (tab, other):
            await says(one, "FUN 15 accepted")
            await lies(one, player=(1000, 0), lucky_six=(500, 0))
            await expect(one.at("balance")).to_have_text("FUN 985")
        await expect(other.at("spot-player").locator(".spot-all")).to_have_text("all: 10")
        await lay(other, "banker")
        await table.ask("close_betting")
        await says(other, "FUN 5 was not confirmed in time and was taken off")
        await table.show(*SIX_ON_THREE)
        for one in (tab, other):
            await says(one, "FUN 15 staked, FUN 105 came back")
            await expect(one.at("spot-lucky_six")).to_have_attribute("data-outcome", "won")
            await expect(one.at("spot-player")).to_have_attribute("data-outcome", "lost")
            await expect(one.at("win")).to_have_text("You win FUN 90")
            await expect(one.at("balance")).to_have_text("FUN 1,090")
        await tab.at("open-history").click()
        await expect(tab.at("coup")).to_have_count(1)
        await expect(tab.at("coup")).to_contain_text("Banker wins")
        await expect(tab.at("coup").locator("tbody tr")).to_have_text(["PlayerFUN 10FUN 0", "Lucky SixFUN 5FUN 105"])
        await tab.at("dialog-close").click()


async def test_what_is_refused_is_explained_and_stays_laid(rig: Rig, tabs: Tabs) -> None:
    async with staffed(rig) as table:
        await table.fresh_shoe()
        tab = await play(rig, tabs, "bea")
        await table.ask("open_betting", seconds=600)
        await tab.at("chip-100000").click()
        await lay(tab, "player")
        await tab.at("confirm").click()
        await says(tab, "FUN 1,000 accepted")
        # The page knows the limits of a spot and lays no chip that goes over one.
        await lay(tab, "player")
        await says(tab, "Player: up to FUN 0 more")
        await tab.at("chip-500").click()
        await lay(tab, "tie")
        await tab.at("confirm").click()
        await says(tab, "Your balance is FUN 0; FUN 5 is needed.")
        await lies(tab, player=(100000, 0), tie=(0, 500))
        await tab.at("clear").click()
        await says(tab, "FUN 1,000 accepted")
        # With nothing laid, the next undo takes back what was accepted.
        await tab.at("undo").click()
        await says(tab, "No bet on this coup")
        await expect(tab.at("balance")).to_have_text("FUN 1,000")


async def test_a_cut_link_loses_no_bet_and_a_void_gives_all_of_it_back(rig: Rig, tabs: Tabs) -> None:
    async with staffed(rig) as table:
        await table.fresh_shoe()
        tab = await play(rig, tabs, "cat")
        await table.ask("open_betting", seconds=600)
        await lay(tab, "banker", "banker_pair")
        await tab.at("confirm").click()
        await says(tab, "FUN 10 accepted")
        # What is only laid outlives the link too.
        await lay(tab, "tie")
        cut = "() => { window.dealerTable.cutLink(); return document.querySelector('#confirm').disabled; }"
        assert await tab.page.evaluate(cut)
        await tab.stands("link", "live")
        await tab.at("confirm").click()
        await says(tab, "FUN 15 accepted")
        await tab.cut_link()
        await table.ask("close_betting")
        await tab.stands("link", "live")
        await tab.stands("phase", "dealing")
        await lies(tab, banker=(500, 0), banker_pair=(500, 0), tie=(500, 0))
        await table.supervise("void_coup", reason="a card was exposed")
        await says(tab, "Coup void: FUN 15 came back")
        # A stake that comes back is no win.
        await expect(tab.at("win")).to_be_hidden()
        await expect(tab.at("spot-banker")).to_have_attribute("data-outcome", "back")
        await expect(tab.at("balance")).to_have_text("FUN 1,000")
        await table.ask("open_betting", seconds=600)
        await tab.at("rebet-x2").click()
        await lies(tab, banker=(0, 1000), banker_pair=(0, 1000), tie=(0, 1000))
        await tab.at("confirm").click()
        await says(tab, "FUN 30 accepted")


async def test_another_language_finds_laid_chips_where_they_lay(rig: Rig, tabs: Tabs) -> None:
    async with staffed(rig) as table:
        await table.fresh_shoe()
        tab = await play(rig, tabs, "fay")
        await table.ask("open_betting", seconds=600)
        await lay(tab, "player")
        await tab.at("confirm").click()
        await says(tab, "FUN 5 accepted")
        await lay(tab, "tie", "tie")
        await tab.at("language").select_option("fi")
        await expect(tab.root).to_have_attribute("lang", "fi")
        await tab.stands("link", "live")
        await lies(tab, player=(500, 0), tie=(0, 1000))
        await tab.at("confirm").click()
        await lies(tab, player=(500, 0), tie=(1000, 0))
        # What lay there for one coup is on no other, and for nobody else.
        await lay(tab, "banker")
        await table.ask("close_betting")
        await table.supervise("void_coup", reason="a card was exposed")
        await table.ask("open_betting", seconds=600)
        await tab.page.reload()
        await tab.stands("link", "live")
        await lies(tab, player=(0, 0), banker=(0, 0))


async def test_a_correction_after_the_settlement_is_told_and_settled(rig: Rig, tabs: Tabs) -> None:
    async with staffed(rig) as table:
        await table.fresh_shoe()
        tab = await play(rig, tabs, "eve")
        await table.ask("open_betting", seconds=600)
        await lay(tab, "lucky_six")
        await tab.at("confirm").click()
        await says(tab, "FUN 5 accepted")
        await table.ask("close_betting")
        await table.show(*SIX_ON_THREE)
        await says(tab, "FUN 5 staked, FUN 105 came back")
        hands = {"player": ["KC", "5C", "8H"], "banker": ["QC", "2S", "5D"]}
        await table.supervisor.command(
            "correct_coup", coup=1, reason="a five was dealt, not a four", within=60, **hands
        )
        await expect(tab.at("banner-corrected")).to_contain_text("Coup 1 was put right: Banker wins. Reason: a five")
        await says(tab, "FUN 5 staked, FUN 0 came back")
        await expect(tab.at("balance")).to_have_text("FUN 995")
        await tab.at("open-history").click()
        await expect(tab.at("coup")).to_contain_text("corrected")
        await tab.at("dialog-close").click()
        await table.ask("open_betting", seconds=600)
        await expect(tab.at("banner-corrected")).to_have_count(0)


async def test_whoever_has_no_token_sees_what_may_be_bet_on_and_the_rules(rig: Rig, tabs: Tabs) -> None:
    async with staffed(rig) as table:
        await table.fresh_shoe()
        tab = await tabs.new()
        await tab.open(f"{rig.address}play")
        await expect(tab.at("seat")).to_have_text("You are watching: nothing of yours lies here.")
        await expect(tab.at("tray")).to_be_hidden()
        await expect(tab.at("spot-lucky_six").locator(".spot-pays")).to_have_text("12:1 / 20:1")
        await tab.open(f"{rig.address}rules")
        await expect(tab.at("paytable").locator("tbody tr")).to_have_count(8)
        await expect(tab.at("paytable").locator("tbody tr").first).to_contain_text("98.76%")
        await expect(tab.at("limits-EUR").locator("tbody tr").first).to_have_text("Player€1€1,000±")
        # With 6, Banker draws on Player's 6 or 7 only.
        await expect(tab.at("tableau").locator("tbody tr").nth(1).locator('[data-draws="true"]')).to_have_count(2)
        await tab.page.goto(f"{rig.address}rules?game=touch&lang=fi")
        await expect(tab.at("terms").locator("tbody tr").nth(1)).to_have_text("BANKERPANKKIIRI")
        await expect(tab.at("prevails")).to_be_visible()


async def test_a_token_that_runs_out_ends_the_visit_and_says_so(rig: Rig, tabs: Tabs) -> None:
    tab = await tabs.new()
    await tab.page.goto(f"{rig.address}play#token=nobody's")
    await expect(tab.at("turned-away")).to_contain_text("This link is no longer good.")
    await expect(tab.at("felt")).to_be_hidden()
    # Reloaded, the page has forgotten the token and shows the table to a watcher.
    await tab.open(f"{rig.address}play")
    await expect(tab.at("seat")).to_contain_text("You are watching")


async def test_the_page_fits_a_phone_and_a_desktop(rig: Rig, tabs: Tabs) -> None:
    async with staffed(rig) as table:
        await table.fresh_shoe()
        shown = [await play(rig, tabs, "dan", size) for size in (DESKTOP, NARROW)]
        await table.ask("open_betting", seconds=600)
        for tab in shown:
            await lay(tab, "player", "tie", "banker_natural")
            size = tab.page.viewport_size
            beside = [
                ".brand",
                "#language",
                "#link",
                ".felt",
                ".spot",
                ".tray .button",
                ".chip",
                "#bet-status",
                ".purse",
            ]
            # The tray is above whatever scrolls beneath it.
            await tab.page.evaluate("() => document.querySelector('.tray').scrollIntoView({ block: 'end' })")
            assert (size, await tab.overlaps([one for one in beside if one != ".spot"])) == (size, [])
            assert (size, await tab.overlaps([".spot", ".felt"])) == (size, [])
            assert (size, await tab.sticking_out()) == (size, [])


@pytest.mark.parametrize("size", [PHONE, NARROW, SIDEWAYS], ids=str)
async def test_a_phone_has_all_that_a_bet_takes_in_sight_and_under_a_finger(
    rig: Rig, tabs: Tabs, size: tuple[int, int]
) -> None:
    async with staffed(rig) as table:
        await table.fresh_shoe()
        tab = await play(rig, tabs, f"gil {size}", size)
        await table.ask("open_betting", seconds=600)
        await lay(tab, "player", "banker", "tie", "lucky_six")
        await tab.at("confirm").click()
        await says(tab, "FUN 20 accepted")
        await lay(tab, "player", "banker", "banker_natural")
        await tab.page.evaluate("() => scrollTo(0, 0)")
        await tab.drawn()
        asked = "#ring, #phase-text, #bet-status, .purse, .spot, .chip, .tray button"
        assert await tab.page.evaluate(OUT_OF_SIGHT, asked) == []
        assert await tab.page.evaluate(TOO_SMALL, ".game-way, .language, .spot, .chip, .tray button") == []


@pytest.mark.parametrize("good_for", [-3600_000, 3_000], ids=["ran out before", "runs out"])
async def test_a_link_that_ran_out_says_so_and_takes_no_bets(rig: Rig, tabs: Tabs, good_for: int) -> None:
    now = time.time_ns() // 1_000_000
    token = issue_patron(
        rig.files.token_key,
        patron=Patron("late", PLAY_MONEY),
        place=TABLE,
        game=Game.LIVE,
        limits=PatronLimits(),
        expires_at=now + good_for,
        now=min(now, now + good_for - 1_000),
    )
    tab = await tabs.new(PHONE)
    await tab.page.goto(f"{rig.address}play#token={token}")
    await tab.stands("link", "refused")
    await expect(tab.at("turned-away")).to_contain_text("no longer good")
    await expect(tab.at("confirm")).to_be_hidden()
    assert "token" not in tab.page.url


async def play(rig: Rig, tabs: Tabs, patron: str, size: tuple[int, int] = DESKTOP) -> Tab:
    """Open the player's page for a patron, and wait until they have a seat."""
    tab = await tabs.new(size)
    await tab.open(f"{rig.address}play#token={rig.patron_token(patron)}")
    await expect(tab.at("seat")).to_be_hidden()
    return tab


async def lay(tab: Tab, *spots: str) -> None:
    """Lay a chip on each of `spots`."""
    await tab.stands("phase", "betting")
    for spot in spots:
        await tab.at(f"spot-{spot}").click()


async def says(tab: Tab, status: str) -> None:
    """Wait until the page says how the bets stand."""
    await expect(tab.at("bet-status")).to_have_text(status)


async def lies(tab: Tab, **spots: tuple[int, int]) -> None:
    """Wait until so much is accepted and laid on the spots, in minor units."""
    for spot, (accepted, laid) in spots.items():
        await expect(tab.at(f"spot-{spot}")).to_have_attribute("data-accepted", str(accepted))
        await expect(tab.at(f"spot-{spot}")).to_have_attribute("data-laid", str(laid))
