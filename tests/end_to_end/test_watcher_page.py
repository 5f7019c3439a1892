"""The watcher's page in a real browser on a real table: what lies on the felt is what is seen. I/O: processes."""

import asyncio
import json
import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import pytest
from playwright.async_api import expect

from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.coup import Coup
from simulators.play import replay_journal
from simulators.rig import TABLE_PROCESS, Rig
from tests.end_to_end.support_staffed_table import staffed
from tests.fixtures.browser import DESKTOP, NARROW, PHONE, TABLE_AWAY, Tab, Tabs

pytest_plugins = ["tests.fixtures.browser_fixtures"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

RULES: Mapping[str, Any] = {"cut_card_rule": "one_more", "draw_timeout_seconds": 0}

SIZES = (DESKTOP, PHONE, NARROW, (768, 1024), (844, 390))
# The narrowest and the shortest: what fits there has mostly fitted elsewhere.
TIGHT = (NARROW, (844, 390))
ORDER = ("player_1", "banker_1", "player_2", "banker_2")
ROADS = ("bead_plate", "big_road", "big_eye_boy", "small_road", "cockroach_pig")
# No card comes twice soon: at a machine's pace the scanner would take it for the same one still in view.
COUPS = (
    "8S 5C KH 2D",  # a natural 8 against 7
    "KD QD 3D 4C AS",  # a tie on Player's third card
    "KC QC 5H 2S 8H 4D",  # six cards, Banker wins
    "KS 4S QS 4H",  # Banker's pair, a natural 8, wins
    "9H 2C 9D JC",  # Player's pair, a natural 8, wins
)


async def test_a_coup_is_seen_card_by_card(rig: Rig, tabs: Tabs) -> None:
    async with staffed(rig) as table:
        await table.fresh_shoe()
        tab = await tabs.new()
        await tab.open(rig.address)
        await tab.stands("phase", "ready")

        await table.ask("open_betting", seconds=600)
        await expect(tab.at("phase-text")).to_have_text("Place your bets")
        await expect(tab.at("countdown")).to_have_text("600")
        await table.ask("close_betting")
        await expect(tab.at("phase-text")).to_have_text("No more bets")

        cards = ["KC", "QC", "5C", "2S", "8H", "4D"]
        places = [*ORDER, "player_3", "banker_3"]
        totals = [("0", ""), ("0", "0"), ("5", "0"), ("5", "2"), ("3", "2"), ("3", "6")]
        for count, (card, (player, banker)) in enumerate(zip(cards, totals, strict=True), start=1):
            await table.show(card)
            await tab.shows(dict(zip(places[:count], cards, strict=False)))
            await expect(tab.at("total-player")).to_have_text(player)
            await expect(tab.at("total-banker")).to_have_text(banker)

        await tab.stands("phase", "settled")
        await expect(tab.at("phase-text")).to_have_text("Banker wins")
        await expect(tab.at("phase-detail")).to_have_text("6 to 3")
        await expect(tab.at("badges-banker")).to_have_text("Wins")
        await expect(tab.at("badges-player")).to_have_text("")
        await expect(tab.at("live-region")).to_have_text("Banker: Four of diamonds. Banker has 6. Banker wins, 6 to 3.")
        await expect(tab.at("coup-number")).to_have_text("Coup 1")


async def test_roads_and_counts_grow_as_the_record_does(rig: Rig, tabs: Tabs) -> None:
    async with staffed(rig) as table:
        await table.fresh_shoe()
        tab = await tabs.new()
        await tab.open(rig.address)
        for number, cards in enumerate(COUPS, start=1):
            await table.deal(cards)
            await expect(tab.at("road-bead_plate")).to_have_attribute("data-marks", str(number))
            await tab.shows(places_of(cards))
            await expect(tab.at("count-coups")).to_have_text(str(number))
        record = [coup for coup in replay_journal(rig.journal) if coup["shoe"] == table.shoe]
        assert [coup["outcome"] for coup in record] == [Coup.dealt(map(Card, c.split())).outcome for c in COUPS]

        beads = tab.at("road-bead_plate").locator("[data-outcome]")
        assert await beads.evaluate_all("n => n.map(b => b.dataset.outcome)") == [coup["outcome"] for coup in record]
        decided = [coup["outcome"] for coup in record if coup["outcome"] != "tie"]
        await expect(tab.at("road-big_road")).to_have_attribute("data-marks", str(len(decided)))
        for outcome in ("player", "banker", "tie"):
            count = sum(coup["outcome"] == outcome for coup in record)
            await expect(tab.at(f"count-{outcome}")).to_have_text(str(count))
        await expect(tab.at("count-player_naturals")).to_have_text("2")
        await expect(tab.at("count-banker_naturals")).to_have_text("1")
        await expect(tab.at("count-player_pairs")).to_have_text("1")
        await expect(tab.at("count-banker_pairs")).to_have_text("1")
        left = 8 * 52 - 2 - sum(len(cards.split()) for cards in COUPS)
        await expect(tab.at("shoe-left")).to_have_text(f"{left} of 416 cards left")


async def test_a_reload_in_mid_coup_finds_the_same_felt(rig: Rig, tabs: Tabs) -> None:
    async with staffed(rig) as table:
        await table.fresh_shoe()
        await table.start_coup()
        await table.show("KS", "QS", "6S")
        tab = await tabs.new()
        await tab.open(rig.address)
        for _ in range(2):
            # Not waited for: what is there when the page is live is there at once.
            assert await tab.felt() == {"player_1": "KS", "banker_1": "QS", "player_2": "6S"}
            assert await tab.motions() == []
            await tab.page.reload()
            await tab.stands("link", "live")
        await table.show("5H", "3C")
        await tab.shows(places_of("KS QS 6S 5H 3C"))
        await expect(tab.at("phase-text")).to_have_text("Banker wins")


async def test_a_cut_link_comes_back_without_a_gap(rig: Rig, tabs: Tabs) -> None:
    async with staffed(rig) as table:
        await table.fresh_shoe()
        tab = await tabs.new()
        await tab.open(rig.address)
        await table.start_coup()
        await table.show("8S")
        for card in ("5C", "KH", "2D"):
            await tab.stands("link", "live")
            await tab.cut_link()
            await tab.stands("link", "reconnecting")
            await table.show(card)
        await tab.shows(places_of("8S 5C KH 2D"))
        await expect(tab.at("phase-text")).to_have_text("Player wins")
        assert told(tab).count("snapshot") == 1
        assert told(tab).count("resumed") == 3
        await sees_no_gap(tab)


async def test_a_killed_table_comes_back_with_the_same_felt(rig: Rig, tabs: Tabs) -> None:
    async with staffed(rig) as table:
        await table.fresh_shoe()
        await table.start_coup()
        await table.show("8S", "5C")
        tab = await tabs.new()
        tab.forgiven.append(TABLE_AWAY)
        await tab.open(rig.address)
        epoch = await tab.hook("epoch")

        rig.kill(TABLE_PROCESS)
        await tab.stands("link", "reconnecting")
        assert await tab.felt() == {"player_1": "8S", "banker_1": "5C"}
        rig.scanner.write(rig.scanner.device.show(Card("KH")))
        await rig.start(TABLE_PROCESS)

        await tab.stands("link", "live")
        await tab.shows({"player_1": "8S", "banker_1": "5C", "player_2": "KH"})
        assert await tab.hook("epoch") == epoch
        await table.until(lambda view: len(view["coup"]["cards"]) == 3)
        await table.show("2D")
        await expect(tab.at("phase-text")).to_have_text("Player wins")
        await tab.shows(places_of("8S 5C KH 2D"))
        assert told(tab).count("snapshot") == 1
        await sees_no_gap(tab)


async def test_a_burned_card_shows_its_back_and_no_face_leaves(rig: Rig, tabs: Tabs) -> None:
    async with staffed(rig) as table:
        await table.new_shoe()
        watcher, desk = await tabs.new(), await tabs.new()
        await watcher.open(rig.address)
        await desk.open(rig.dealer_address())
        await expect(watcher.at("burn-progress")).to_have_text("The first card says how many are burned")
        await table.show("3H")
        await expect(watcher.at("burn-indicator").get_by_test_id("card")).to_have_attribute("data-card", "3H")
        for done, burned in enumerate(("QS", "JD", "7C"), start=1):
            await expect(watcher.at("burn-progress")).to_have_text(f"{done - 1} of 3 burned")
            await expect(watcher.at("burn-backs").get_by_test_id("card-back")).to_have_count(done - 1)
            await no_face_of(watcher, "QS", "JD", "7C")
            await table.show(burned)
        await watcher.stands("phase", "ready")
        await desk.stands("phase", "ready")
        await expect(watcher.at("burn")).to_be_hidden()
        await no_face_of(watcher, "QS", "JD", "7C")
        await no_face_of(desk, "QS", "JD", "7C")


async def test_a_smeared_card_holds_the_table_until_it_is_read(rig: Rig, tabs: Tabs) -> None:
    async with staffed(rig) as table:
        await table.fresh_shoe()
        tab = await tabs.new()
        await tab.open(rig.address)
        await table.start_coup()
        await table.show("8S")
        await table.smear("5C")
        await expect(tab.at("banner-hold")).to_contain_text("The dealer is reading a card again")
        await expect(tab.at("phase-text")).to_have_text("One moment, please")
        assert await tab.felt() == {"player_1": "8S"}
        await table.show("5C")
        await expect(tab.at("banner-hold")).to_have_count(0)
        await expect(tab.at("phase-text")).to_have_text("Dealing")
        await tab.shows({"player_1": "8S", "banker_1": "5C"})
        await table.show("KH", "2D")
        await expect(tab.at("phase-text")).to_have_text("Player wins")


async def test_a_void_says_why_and_leaves_no_mark(rig: Rig, tabs: Tabs) -> None:
    async with staffed(rig) as table:
        await table.fresh_shoe()
        await table.deal("8S 5C KH 2D")
        tab = await tabs.new()
        await tab.open(rig.address)
        await table.start_coup()
        await table.show("9S", "9C")
        await table.supervise("void_coup", reason="A card was <b>exposed</b>")
        await expect(tab.at("banner-void")).to_contain_text(
            "Coup void: A card was <b>exposed</b>. Every stake goes back."
        )
        await expect(tab.at("phase-text")).to_have_text("This coup is void")
        await expect(tab.at("count-voids")).to_have_text("1")
        await expect(tab.at("road-bead_plate")).to_have_attribute("data-marks", "1")
        await table.ask("open_betting", seconds=600)
        await expect(tab.at("banner-void")).to_have_count(0)
        await expect(tab.at("card")).to_have_count(0)


async def test_the_cut_card_the_last_coup_and_a_new_shoe_are_told(rig: Rig, tabs: Tabs) -> None:
    async with staffed(rig) as table:
        await table.fresh_shoe()
        tab = await tabs.new()
        await tab.open(rig.address)
        await table.start_coup()
        await table.show("8S")
        await table.show_cut_card()
        await expect(tab.at("banner-cut")).to_contain_text("The cut card is out")
        await table.show("5C", "KH", "2D")
        # The house deals one coup more.
        await expect(tab.at("banner-last")).to_contain_text("Last coup of this shoe")
        await table.deal("KS 4C QS 4D")
        await tab.stands("phase", "shoe_over")
        await expect(tab.at("phase-text")).to_have_text("This shoe is over")
        await expect(tab.at("road-bead_plate")).to_have_attribute("data-marks", "2")
        await expect(tab.at("banners")).to_be_empty()
        over = table.shoe
        await table.fresh_shoe()
        await tab.stands("phase", "ready")
        await expect(tab.at("shoe-number")).to_have_text(f"Shoe {over + 1}")
        await expect(tab.at("card")).to_have_count(0)
        for road in ROADS:
            await expect(tab.at(f"road-{road}")).to_have_attribute("data-marks", "0")


@pytest.mark.parametrize("sizes", [TIGHT, pytest.param(SIZES, marks=pytest.mark.soak)], ids=["sample", "every size"])
async def test_nothing_overlaps_or_sticks_out_at_any_width(
    rig: Rig, tabs: Tabs, sizes: Sequence[tuple[int, int]]
) -> None:
    async with staffed(rig) as table:
        await table.new_shoe()
        tab = await tabs.new(still=True)
        await tab.open(rig.address)
        await table.show("TH", *(f"{rank}C" for rank in "23456789"))
        await expect(tab.at("burn-progress")).to_have_text("8 of 10 burned")
        await fits_everywhere(tab, sizes)
        await table.show("TC", "JC")
        for cards in COUPS:
            await table.deal(cards)
        await table.ask("open_betting", seconds=600)
        await tab.stands("phase", "betting")
        await fits_everywhere(tab, sizes)
        await table.ask("close_betting")
        await table.show("KS", "QS", "2S", "2H", "8D")
        await table.show_cut_card()
        await table.smear("4D")
        await expect(tab.at("banner-hold")).to_be_visible()
        await expect(tab.at("banner-cut")).to_be_visible()
        await fits_everywhere(tab, sizes)
        await table.show("4D")
        await tab.stands("phase", "settled")
        await fits_everywhere(tab, sizes)
        await table.start_coup()
        await table.show("KD", "QD")
        await table.ask("close_table")
        await table.hide()
        await table.supervise("void_coup", reason="A long reason, in words that a supervisor really writes. " * 3)
        await tab.stands("phase", "closed")
        await fits_everywhere(tab, sizes)
        for size in sizes:
            await tab.resize(size)
            await roads_can_be_reached(tab)


async def test_who_asks_for_stillness_sees_nothing_fly(rig: Rig, tabs: Tabs) -> None:
    async with staffed(rig) as table:
        await table.fresh_shoe()
        still, lively = await tabs.new(still=True), await tabs.new()
        for tab in (still, lively):
            await tab.open(rig.address)
        await table.start_coup()
        for card in ("8S", "5C", "KH", "2D"):
            # As slowly as hands do it: what comes thick and fast is not moved for anybody.
            await asyncio.sleep(0.3)
            await table.show(card)
        await table.ask("open_betting", seconds=600)
        for tab in (still, lively):
            await tab.stands("phase", "betting")
            await expect(tab.at("card")).to_have_count(0)
        assert not [motion for motion in await still.motions() if "transform" in motion]
        assert [motion for motion in await lively.motions() if "transform" in motion]
        endless = "() => document.getAnimations().filter(a => a.effect.getTiming().iterations === Infinity).length"
        assert await still.page.evaluate(endless) == 0


async def test_no_fault_of_a_page_stays_unseen(rig: Rig, tabs: Tabs) -> None:
    """The proof that every other test here would have failed."""
    tab = await tabs.new()
    await tab.open(rig.address)
    await tab.page.evaluate("""() => {
      console.warn("a warning");
      document.body.setAttribute("style", "color: red");
      setTimeout(() => { throw new Error("a page error"); });
      return fetch("/nowhere");
    }""")
    for sign in ("a warning", "Content Security Policy", "a page error", "answered 404"):
        async with asyncio.timeout(30):
            while not any(sign in fault for fault in tab.faults):
                await tab.page.wait_for_timeout(20)
    assert tab.unforgiven == tab.faults
    tab.forgiven.append(re.compile(""))


def places_of(cards: str) -> dict[str, str]:
    """Return the first four cards by their places, and the third ones by the tableau."""
    coup = Coup.dealt(map(Card, cards.split()))
    sides = {"player": coup.player.cards, "banker": coup.banker.cards}
    return {f"{side}_{place}": card.value for side, hand in sides.items() for place, card in enumerate(hand, start=1)}


def told(tab: Tab) -> list[str]:
    """Return the types of all that the page received."""
    return [frame["type"] for frame in tab.frames]


async def sees_no_gap(tab: Tab) -> None:
    """See that every update came on top of what was shown, and that each was shown, once."""
    shown = [frame for frame in tab.frames if frame["type"] in ("snapshot", "update")]
    for before, after in pairwise(shown):
        assert after["prev"] == before["version"]
    assert await tab.hook("versions") == [frame["version"] for frame in shown]


async def no_face_of(tab: Tab, *cards: str) -> None:
    """See that nothing the page has or received names one of these cards."""
    page = await tab.page.content()
    received = json.dumps(tab.frames)
    for card in cards:
        name = {"QS": "Queen of spades", "JD": "Jack of diamonds", "7C": "Seven of clubs"}[card]
        assert f'"{card}"' not in page
        assert name not in page
        assert f'"{card}"' not in received


async def fits_everywhere(tab: Tab, sizes: Sequence[tuple[int, int]]) -> None:
    """See, at every size, that what stands beside each other does, inside the window."""
    slots = [f'[data-testid="slot-{side}_{place}"]' for side in ("player", "banker") for place in (1, 2, 3)]
    beside = [".brand", "#table-name", "#shoe-number", "#coup-number", "#link", ".shoe-corner", "#phase", "#free-coup"]
    beside += [".banner", ".hand-name", ".total", ".badge", ".burn-place", ".burn-indicator", ".burn-progress"]
    beside += [".road-name", ".road-scroll", ".ask", ".legend", ".share", ".share-bar", ".count", *slots]
    for size in sizes:
        await tab.resize(size)
        assert (size, await tab.overlaps(beside)) == (size, [])
        assert (size, await tab.sticking_out()) == (size, [])


async def roads_can_be_reached(tab: Tab) -> None:
    """See that every road can be brought into the window, whole, its newest mark in sight."""
    for road in ROADS:
        board = tab.at(f"road-{road}")
        await board.scroll_into_view_if_needed()
        await expect(board).to_be_in_viewport(ratio=0.95)
        newest = board.locator("g.mark").last
        if await newest.count():
            await expect(newest).to_be_in_viewport()
        await board.focus()
        await expect(board).to_be_focused()
