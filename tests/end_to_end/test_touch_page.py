"""Baccarat Touch in a real browser, in a room whose shoes are known: laid, dealt, paid, proved. I/O: sockets."""

import json
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import expect
from typer.testing import CliRunner

from dealer_table.betting.words import Patron
from dealer_table.cli import app
from tests.dealer_table.touch.rooms import BANKER_WINS, PLAYER_WINS, TIE
from tests.end_to_end.support_touch_room import served_room
from tests.fixtures.broker_talk import until
from tests.fixtures.browser import DESKTOP, NARROW, Tab, Tabs

pytest_plugins = ["tests.fixtures.browser_fixtures"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

AXE = """() => axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] }).then(({ violations }) =>
  violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`)))"""
DEAL_AND_CUT = """() => {
  document.getElementById("rebet").click();
  window.dealerTable.cutLink();
}"""
PROOF = """async ([round, promised]) => {
  const { prove } = await import("/static/js/touch_proof.js");
  return Object.fromEntries(await prove(round, promised));
}"""
BESIDE = [
    ".brand",
    "#round-number",
    "#language",
    "#link",
    ".game-way",
    ".touch-line",
    ".promise-line",
    ".spot",
    ".tray",
]


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


async def test_a_round_is_proved_here_and_by_the_command_line(tabs: Tabs, tmp_path: Path) -> None:
    async with served_room(tmp_path / "journal", [TIE, PLAYER_WINS]) as room:
        tab = await room.open(tabs)
        await expect(tab.at("promise")).to_have_attribute("data-commitment", TIE.commitment)
        await lay(tab, 100, "tie", "player")
        await tab.at("deal").click()
        # Card by card, and nothing tells the end before the felt does.
        await tab.shows({"player_1": "8S", "banker_1": "8H"})
        await expect(tab.at("balance")).to_have_text("€998")
        await says(tab, "Tie: €10 came back")
        await expect(tab.at("live-region")).to_have_text("Banker: King of diamonds. Banker has 8.")
        await tab.at("proof").click()
        await expect(tab.at("fair-verdict")).to_have_attribute("data-agrees", "true")
        await expect(tab.at("fair-verdict")).to_contain_text("the one whose fingerprint was shown before it")
        await expect(tab.at("fairness").locator("[data-step]")).to_contain_text(["✓", "✓", "✓"])
        async with tab.page.expect_download() as saving:
            await tab.at("proof-save").click()
        await (await saving.value).save_as(tmp_path / "round.json")
        arguments = ["touch", "verify", str(tmp_path / "round.json"), "--commitment", TIE.commitment]
        verified = CliRunner().invoke(app, arguments)
        assert verified.exit_code == 0, verified.stdout
        round_told = json.loads((tmp_path / "round.json").read_text("utf-8"))
        assert await proof(tab, round_told, TIE.commitment) == {"hash": True, "packs": True, "head": True}
        assert await proof(tab, round_told, PLAYER_WINS.commitment) == {"hash": False, "packs": True, "head": True}
        order = round_told["opened"]["order"].replace("8S 8H", "8H 8H", 1)
        forged = round_told | {"opened": round_told["opened"] | {"order": order}}
        assert await proof(tab, forged, TIE.commitment) == {"hash": False, "packs": False, "head": False}


async def test_what_is_refused_is_explained_and_stays_laid(tabs: Tabs, tmp_path: Path) -> None:
    async with served_room(tmp_path / "journal", [PLAYER_WINS]) as room:
        tab = await room.open(tabs)
        await lay(tab, 5_000, "tie")
        await says(tab, "The maximum on Tie is €20; €50 would lie there.")
        await lay(tab, 10, "player")
        await tab.at("deal").click()
        await says(tab, "The minimum on Player is €0.20; €0.10 would lie there.")
        await lies(tab, player=10)
        await lay(tab, 10, "player")
        await says(tab, "Tap Deal to begin")
        poor = Patron("bea", "EUR")
        await room.work.deposit(poor, 500)
        other = await tabs.new(DESKTOP, still=True)
        await other.open(room.link(poor))
        await lay(other, 1_000, "banker")
        await other.at("deal").click()
        await says(other, "Your balance is €5; €10 is needed.")
        await expect(other.at("deal")).to_be_enabled()
        await other.at("exit").click()
        await other.page.wait_for_url("**/lobby?lang=en*")
        await other.stands("link", "live")
        await other.page.goto("about:blank")  # the lobby asks again and again, and soon nobody answers


async def test_a_link_cut_in_mid_round_finds_the_round_again_in_every_tab(tabs: Tabs, tmp_path: Path) -> None:
    async with served_room(tmp_path / "journal", [PLAYER_WINS]) as room:
        tab, other = await room.open(tabs), await room.open(tabs)
        await quickly(tab)
        await lay(tab, 100, "banker")
        await tab.cut_link()
        await tab.stands("link", "live")
        await lies(tab, banker=100)
        # The round begins, and is dealt when the record can be written again.
        room.work.journal.stop_after = 1
        await tab.at("deal").click()
        await until(lambda: room.work.controller.journal_fault)
        await tab.cut_link()
        await says(tab, "The table cannot take bets just now.")
        room.work.journal.stop_after = None
        for one in (tab, other):
            await says(one, "Player wins: no return")
            await lies(one, banker=100)
            await expect(one.at("balance")).to_have_text("€999")
            await expect(one.at("round-number")).to_have_text("Round 1")
        # On its way when the link breaks, a deal is asked for again under its own name: it is one round.
        await tab.page.evaluate(DEAL_AND_CUT)
        for one in (tab, other):
            await expect(one.at("round-number")).to_have_text("Round 2")
            await says(one, "Player wins: no return")
            await expect(one.at("balance")).to_have_text("€998")
        room.work.clock.now += 16 * 60_000
        await room.work.deposit(Patron("cat", "EUR"))  # whatever happens has the room look at the clock
        for one in (tab, other):
            await expect(one.at("turned-away")).to_contain_text("Your session ended")
        await tab.at("come-back").click()
        await tab.stands("link", "live")
        await expect(tab.at("rebet")).to_be_enabled()


async def test_another_language_says_everything_and_keeps_the_patron(tabs: Tabs, tmp_path: Path) -> None:
    async with served_room(tmp_path / "journal", [BANKER_WINS]) as room:
        tab = await room.open(tabs, size=NARROW)
        await quickly(tab)
        for language, banker, pays in (
            ("th", "เจ้ามือ", "จ่าย 9 ต่อ 1"),
            ("fi", "PANKKIIRI", "Voittaa 9 1:lle"),
        ):
            await tab.at("language").select_option(language)
            await expect(tab.at("spot-banker").locator(".spot-name")).to_have_text(banker)
            await expect(tab.at("spot-tie").locator(".spot-pays")).to_have_text(pays)
            await lay(tab, 100, "banker")
            assert (language, await tab.overlaps(BESIDE)) == (language, [])
            assert (language, await tab.sticking_out()) == (language, [])
        await tab.at("deal").click()
        await says(tab, "Pankkiiri voittaa: palautus 1,95\xa0€")
        await expect(tab.at("balance")).to_have_text("1\xa0000,95\xa0€")
        await tab.at("menu").click()
        await tab.at("menu-history").click()
        await expect(tab.at("round").locator("tbody tr")).to_have_text(["Pankkiiri1\xa0€1,95\xa0€"])
        await tab.at("dialog-close").click()
        await tab.at("menu").click()
        await tab.at("menu-rules").click()
        await expect(tab.at("returns").locator("tr").nth(1)).to_have_text("PANKKIIRI98,94\xa0%")


async def test_play_for_fun_says_so_and_everything_is_accessible(tabs: Tabs, tmp_path: Path) -> None:
    async with served_room(tmp_path / "journal", [BANKER_WINS]) as room:
        tab = await tabs.new(NARROW, still=True)
        await tab.open(room.link(Patron("ada", "FUN"), exit_to=f"{room.address}/rules?game=touch"))
        await expect(tab.at("for-fun")).to_have_text("Play for fun")
        await quickly(tab)
        await tab.at("sound").click()
        await expect(tab.at("sound")).to_have_attribute("aria-pressed", "false")
        await tab.at("menu").click()
        await expect(tab.at("switch-sound")).not_to_be_checked()
        await tab.at("switch-roads").uncheck()
        await tab.at("menu-back").click()
        await expect(tab.at("board")).to_be_hidden()
        await tab.at("chip-100").focus()
        await tab.page.keyboard.press("ArrowRight")
        await tab.at("spot-player").press("Enter")
        await lies(tab, player=500)
        await tab.page.evaluate((files("axe_playwright_python") / "axe.min.js").read_text("utf-8"))
        assert await tab.page.evaluate(AXE) == []
        await tab.at("deal").press("Enter")
        await says(tab, "Banker wins: no return")
        for way, dialog in (("history", "history"), ("fairness", "fairness")):
            await tab.at("menu").click()
            await tab.at(f"menu-{way}").click()
            await expect(tab.at(dialog)).to_be_visible()
            assert (way, await tab.page.evaluate(AXE)) == (way, [])
            await tab.page.keyboard.press("Escape")
        await tab.at("exit").click()
        await tab.page.wait_for_url(f"{room.address}/rules?game=touch")
        await expect(tab.at("tableau")).to_be_visible()


async def proof(tab: Tab, told: Mapping[str, Any], promised: str) -> Any:
    """Return what the page's own proof says of a round."""
    return await tab.page.evaluate(PROOF, [told, promised])


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
