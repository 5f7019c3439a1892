"""The dealer's page in a real browser: a table dealt from it, by clicks, by keys, through holds. I/O: processes."""

import json
import time
from collections.abc import Mapping
from typing import Any

import pytest
from playwright.async_api import expect

from dealer_table.adapters.sqlite_journal_file import SqliteJournalFile
from dealer_table.client.table_client import TableClient
from dealer_table.procedure.words import Role
from dealer_table.wire.launch_token import TokenKey, issue
from simulators.play import replay_journal
from simulators.rig import BROKER, Rig
from simulators.rig_files import TABLE
from tests.end_to_end.support_staffed_table import StaffedTable, staffed
from tests.fixtures.browser import DESKTOP, PHONE, Tab, Tabs

pytest_plugins = ["tests.fixtures.browser_fixtures"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

RULES: Mapping[str, Any] = {"confirm_result": True, "draw_timeout_seconds": 0}

HOUR = 3600_000
# A button's name where it is not the command's that it sends.
SENDS = {f"confirm_{outcome}": "confirm_result" for outcome in ("player", "tie", "banker")}


async def test_a_page_without_a_good_link_says_so_and_has_no_buttons(rig: Rig, tabs: Tabs) -> None:
    now = time.time_ns() // 1_000_000
    forged = TokenKey(rig.files.token_key.kid, "f" * 64)
    dealer: dict[str, Any] = {"role": Role.DEALER, "name": "Dana"}
    links = {
        "": "This desk needs a dealer's link",
        "#token=": "This link is no longer good",
        "#token=not-a-token": "This link is no longer good",
        "#token=" + issue(forged, **dealer, table=TABLE, now=now, expires_at=now + HOUR): "This link is no longer good",
        "#token="
        + issue(rig.files.token_key, **dealer, table="other", now=now, expires_at=now + HOUR): "This link is no",
        "#token="
        + issue(rig.files.token_key, **dealer, table=TABLE, now=now - 2 * HOUR, expires_at=now - HOUR): "no longer",
    }
    for link, said in links.items():
        tab = await tabs.new()
        await tab.page.goto(f"{rig.address}dealer{link}")
        await expect(tab.at("turned-away")).to_contain_text(said)
        await expect(tab.page.locator("button:visible")).to_have_count(0)
        await tab.stands("link", "refused")
        assert "token" not in tab.page.url
        assert not any(frame["type"] == "snapshot" for frame in tab.frames)


async def test_a_coup_by_clicks_from_a_closed_table_to_its_result(rig: Rig, tabs: Tabs) -> None:
    async with staffed(rig) as table:
        await table.fresh_shoe()
        await table.close()
        tab = await desk_page(rig, tabs)
        assert "token" not in tab.page.url

        await asked_for(tab, table, "open_table")
        await tab.at("command-open_table").click()
        await asked_for(tab, table, "load_shoe")
        await tab.at("command-load_shoe").click()
        await asked_for(tab, table, "draw_indicator")
        await table.show("3H")
        for left, card in zip((3, 2, 1), ("KD", "5S", "9C"), strict=True):
            await asked_for(tab, table, "burn")
            await expect(tab.at("next-text")).to_have_text(f"Burn {left} more, face down")
            await table.show(card)
        await asked_for(tab, table, "open_betting")
        await tab.at("command-open_betting").click()
        await asked_for(tab, table, "wait_for_bets")
        await expect(tab.at("countdown")).to_be_visible()
        await tab.at("command-close_betting").click()
        for place, card in zip(
            ("Player's first", "Banker's first", "Player's second", "Banker's second", "Banker's third"),
            ("KS", "QS", "6S", "5H", "3C"),
            strict=True,
        ):
            await asked_for(tab, table, "draw")
            await expect(tab.at("next-text")).to_have_text(f"Draw {place} card")
            await table.show(card)
        await asked_for(tab, table, "confirm_result")
        await expect(tab.at("screen-result")).to_have_text("The screen says: Banker wins")
        await tab.at("command-confirm_banker").click()
        await asked_for(tab, table, "open_betting")

        await tab.shows({"player_1": "KS", "banker_1": "QS", "player_2": "6S", "banker_2": "5H", "banker_3": "3C"})
        await expect(tab.at("notice")).to_be_hidden()
        assert recorded(table) == [(["KS", "6S"], ["QS", "5H", "3C"], "banker", False)]


async def test_a_coup_by_keys_alone(rig: Rig, tabs: Tabs) -> None:
    async with staffed(rig) as table:
        await table.fresh_shoe()
        await table.close()
        tab = await desk_page(rig, tabs)
        keys = tab.page.keyboard
        await keys.press("u")
        await asked_for(tab, table, "load_shoe")
        await keys.press("L")
        await asked_for(tab, table, "draw_indicator")
        await table.show("AS", "2C")
        await asked_for(tab, table, "open_betting")
        await keys.press("n")
        await expect(tab.at("notice-text")).to_have_text("No more bets: not now")
        await keys.press("o")
        await asked_for(tab, table, "wait_for_bets")
        await keys.press("n")
        await asked_for(tab, table, "draw")
        await table.show("8S", "5C")
        await keys.press("k")
        await expect(tab.at("reason-dialog")).to_be_visible()
        await keys.press("n")
        await keys.press("Escape")
        await expect(tab.at("reason-dialog")).to_have_count(0)
        await keys.press("k")
        await keys.press("Tab")
        await expect(tab.at("dialog-send")).to_be_focused()
        await keys.press("Enter")
        await expect(tab.at("desk-notes")).to_have_text("Last coup of this shoe")
        await table.show("KH", "2D")
        await asked_for(tab, table, "confirm_result")
        await keys.press("p")
        await asked_for(tab, table, "change_shoe")
        assert recorded(table) == [(["8S", "KH"], ["5C", "2D"], "player", False)]

        await tab.at("shortcuts").uncheck()
        await tab.page.locator("body").click(position={"x": 1, "y": 1})
        await keys.press("s")
        await expect(tab.at("reason-dialog")).to_have_count(0)
        await tab.at("shortcuts").check()
        await keys.press("s")
        await expect(tab.at("reason-dialog")).to_be_visible()


async def test_after_three_tries_the_supervisor_keys_the_card_in(rig: Rig, tabs: Tabs) -> None:
    async with staffed(rig) as table:
        await table.fresh_shoe()
        dealer, supervisor, watcher = (
            await desk_page(rig, tabs),
            await desk_page(rig, tabs, Role.SUPERVISOR),
            await tabs.new(),
        )
        await watcher.open(rig.address)
        await table.start_coup()
        await table.show("8S", "5C")
        for tries in (1, 2, 3):
            await table.hide()
            for tab in (dealer, supervisor):
                await expect(tab.at("hold-attempts")).to_have_text(f"Tries: {tries}")
                await asked_for(tab, table, "resolve_hold")
                await expect(tab.at("hold")).to_have_attribute("data-kind", "misread")
            refusal = "" if tries == 3 else "too_few_tries"
            await expect(supervisor.at("resolve-key_in")).to_have_attribute("data-refusal", refusal)

        await expect(dealer.at("resolve-key_in")).to_have_attribute("aria-disabled", "true")
        await dealer.at("resolve-key_in").click(force=True)
        await expect(dealer.at("notice-text")).to_have_text("Key the card in: a supervisor decides this")
        await expect(dealer.at("card-picker")).to_have_count(0)

        await supervisor.at("resolve-key_in").click()
        await supervisor.at("dialog-send").click()
        # Nothing was picked: the question stands.
        await expect(supervisor.at("card-picker")).to_be_visible()
        await supervisor.at("pick-KH").click()
        await supervisor.at("dialog-send").click()
        for tab in (dealer, supervisor):
            await expect(tab.at("hold")).to_be_hidden()
        for tab in (dealer, supervisor, watcher):
            await tab.shows({"player_1": "8S", "banker_1": "5C", "player_2": "KH"})
            await expect(tab.at("slot-player_2").get_by_test_id("keyed")).to_have_text("keyed in")
        await table.show("2D")
        await asked_for(dealer, table, "confirm_result")
        await dealer.at("command-confirm_result").click()
        await asked_for(dealer, table, "open_betting")
        assert recorded(table) == [(["8S", "KH"], ["5C", "2D"], "player", False)]


async def test_a_supervisor_voids_a_coup_and_says_why(rig: Rig, tabs: Tabs) -> None:
    async with staffed(rig) as table:
        await table.fresh_shoe()
        dealer, supervisor, watcher = (
            await desk_page(rig, tabs),
            await desk_page(rig, tabs, Role.SUPERVISOR),
            await tabs.new(),
        )
        await watcher.open(rig.address)
        await table.start_coup()
        await table.show("8S", "5C")
        await asked_for(dealer, table, "draw")
        await expect(dealer.at("command-void_coup")).to_have_attribute("data-refusal", "supervisor_needed")

        await supervisor.at("command-void_coup").click()
        await supervisor.at("dialog-cancel").click()
        await expect(supervisor.at("reason-dialog")).to_have_count(0)
        await supervisor.at("command-void_coup").click()
        await supervisor.at("dialog-send").click()
        # Without a reason nothing is sent.
        await expect(supervisor.at("reason-dialog")).to_be_visible()
        await supervisor.at("reason-input").fill("A card fell to the floor")
        await supervisor.at("dialog-send").click()
        for tab in (dealer, supervisor):
            await asked_for(tab, table, "open_betting")
        await expect(watcher.at("banner-void")).to_contain_text("A card fell to the floor")
        assert [void for *_, void in recorded(table)] == [True]


async def test_a_dealer_who_sees_another_result_stops_the_table(rig: Rig, tabs: Tabs) -> None:
    async with staffed(rig) as table:
        await table.fresh_shoe()
        dealer, supervisor = await desk_page(rig, tabs), await desk_page(rig, tabs, Role.SUPERVISOR)
        await table.deal("8S 5C KH 2D")
        await asked_for(dealer, table, "confirm_result")
        await dealer.at("command-confirm_tie").click()
        await expect(dealer.at("hold")).to_have_attribute("data-kind", "outcome_mismatch")
        await expect(dealer.at("hold-cause")).to_have_text("the dealer saw a tie")
        await supervisor.at("resolve-correct_card").click()
        await supervisor.at("pick-banker_2").click()
        await supervisor.at("pick-3D").click()
        await supervisor.at("dialog-send").click()
        await asked_for(dealer, table, "confirm_result")
        await dealer.shows({"player_1": "8S", "banker_1": "5C", "player_2": "KH", "banker_2": "3D"})
        await dealer.at("command-confirm_tie").click()
        await asked_for(dealer, table, "open_betting")
        assert recorded(table) == [(["8S", "KH"], ["5C", "3D"], "tie", False)]


async def test_two_tabs_of_a_dealer_stay_in_step(rig: Rig, tabs: Tabs) -> None:
    async with staffed(rig) as table:
        await table.fresh_shoe()
        one, other = await desk_page(rig, tabs), await desk_page(rig, tabs)
        await one.at("command-open_betting").click()
        await asked_for(other, table, "wait_for_bets")
        await other.at("command-close_betting").click()
        await asked_for(one, table, "draw")
        # It comes back by itself, and soon: what it says until then is read in the same breath.
        said = await one.page.evaluate(
            "() => { window.dealerTable.cutLink(); return document.querySelector('#next-text').textContent; }"
        )
        assert said == "No link to the table: wait"
        await table.show("8S", "5C", "KH", "2D")
        for tab in (one, other):
            await asked_for(tab, table, "confirm_result")
            await tab.shows({"player_1": "8S", "banker_1": "5C", "player_2": "KH", "banker_2": "2D"})
        # Both press at once: one is first, the other is told, and the coup is settled once.
        await one.page.evaluate("() => document.querySelector('[data-testid=command-confirm_player]').click()")
        await other.page.evaluate("() => document.querySelector('[data-testid=command-confirm_player]').click()")
        for tab in (one, other):
            await asked_for(tab, table, "open_betting")
        assert recorded(table) == [(["8S", "KH"], ["5C", "2D"], "player", False)]


async def test_a_second_dealer_watches_until_they_take_over_between_coups(rig: Rig, tabs: Tabs) -> None:
    async with staffed(rig) as table:
        await table.fresh_shoe()
        await table.ask("open_betting", seconds=600)
        eve = await desk_page(rig, tabs, name="Eve")
        await expect(eve.at("on-duty")).to_have_text("On duty: Dana")
        await expect(eve.at("next-text")).to_have_text("Dana is on duty")
        await eve.page.keyboard.press("n")
        await expect(eve.at("notice-text")).to_have_text("No more bets: another dealer is on duty")
        await expect(eve.at("command-take_shift")).to_have_attribute("data-refusal", "coup_in_play")
        await table.ask("close_betting")
        await table.show("8S", "5C", "KH", "2D")
        await table.ask("confirm_result")

        await eve.at("command-take_shift").click()
        await eve.at("dialog-send").click()
        await asked_for(eve, table, "open_betting")
        await expect(eve.at("on-duty")).to_have_text("On duty: Eve")
        dana = await desk_page(rig, tabs)
        await expect(dana.at("next-text")).to_have_text("Eve is on duty")
        # Who looks on at no desk learns it too, and so does the record.
        await table.until(lambda view: view["table"]["dealer"] == "Eve")
        with SqliteJournalFile(table.rig.journal) as journal:
            taken = [json.loads(link.body) for link in journal.links() if link.name == "shift_taken"]
        assert (taken[-1]["by"]["name"], taken[-1]["before"]) == ("Eve", "Dana")
        supervisor = await desk_page(rig, tabs, Role.SUPERVISOR)
        await supervisor.at("command-end_shift").click()
        await supervisor.at("dialog-send").click()
        await expect(dana.at("on-duty")).to_have_text("Nobody on duty")
        await dana.at("command-open_betting").click()
        await asked_for(dana, table, "wait_for_bets")


async def test_a_scanner_that_goes_away_greys_the_betting(rig: Rig, tabs: Tabs) -> None:
    async with staffed(rig) as table:
        await table.fresh_shoe()
        tab = await desk_page(rig, tabs)
        await expect(tab.at("scanner")).to_have_attribute("data-online", "true")
        await expect(tab.at("scanner")).to_contain_text("2 reads, 0 misreads")
        rig.scanner.unplug()
        await expect(tab.at("scanner")).to_have_attribute("data-online", "false")
        await expect(tab.at("command-open_betting")).to_have_attribute("data-refusal", "scanner_offline")
        await expect(tab.at("next-text")).to_have_text("The scanner is away: deal no card")
        rig.scanner.plug()
        await expect(tab.at("scanner")).to_have_attribute("data-online", "true")
        await asked_for(tab, table, "open_betting")


async def test_a_table_that_cannot_hear_its_scanners_says_so_until_it_can(rig: Rig, tabs: Tabs) -> None:
    async with staffed(rig) as table:
        await table.fresh_shoe()
        tab = await desk_page(rig, tabs)
        await expect(tab.at("troubles")).to_be_hidden()
        rig.kill(BROKER)
        await expect(tab.at("troubles")).to_contain_text("cannot hear its scanners")
        # Whoever sits down now is told too.
        late = await desk_page(rig, tabs, Role.SUPERVISOR)
        await expect(late.at("troubles")).to_be_visible()
        await rig.start(BROKER)
        await expect(tab.at("troubles")).to_be_hidden()
        await expect(tab.at("scanner")).to_have_attribute("data-online", "true")


async def test_the_desk_fits_a_phone_and_a_desktop(rig: Rig, tabs: Tabs) -> None:
    async with staffed(rig) as table:
        await table.fresh_shoe()
        shown = [await desk_page(rig, tabs, size=size) for size in (DESKTOP, PHONE, (820, 1180))]
        await table.start_coup()
        await table.show("KS", "QS", "2S", "2H", "8D")
        for tab in shown:
            await asked_for(tab, table, "draw")
            await fits(tab)
        await table.hide()
        for tab in shown:
            await asked_for(tab, table, "resolve_hold")
            await fits(tab)


async def desk_page(
    rig: Rig, tabs: Tabs, role: Role = Role.DEALER, size: tuple[int, int] = DESKTOP, name: str = "Dana"
) -> Tab:
    """Open the dealer's page for somebody in `role`; Dana is who deals."""
    tab = await tabs.new(size)
    await tab.open(f"{rig.address}dealer#token={rig.token(role, name)}")
    return tab


async def asked_for(tab: Tab, table: StaffedTable, action: str) -> None:
    """Wait until the page asks for `action`, and see that its buttons are greyed as the table says."""
    await expect(tab.at("next")).to_have_attribute("data-action", action)
    await table.until(lambda view: view["desk"]["next"]["action"] == action)
    supervises = await tab.page.evaluate("() => window.dealerTable.view.desk.role") == Role.SUPERVISOR.value
    client: TableClient = table.supervisor if supervises else table.desk
    await client.until(lambda view: view["desk"]["next"]["action"] == action)
    await tab.stands("version", str(client.mirror.version))
    allowed = client.view["desk"]["commands"]
    buttons = tab.page.locator('[data-testid^="command-"]')
    read = (
        "buttons => buttons.map(b => [b.dataset.testid.slice(8), b.dataset.refusal, b.getAttribute('aria-disabled')])"
    )
    for name, refusal, _ in await buttons.evaluate_all(read):
        if name == "take_shift":
            continue  # the view tells it as another dealer finds it
        assert refusal == (allowed[SENDS.get(name, name)] or ""), name
        await expect(tab.at(f"command-{name}")).to_have_attribute("aria-disabled", str(bool(refusal)).lower())


async def fits(tab: Tab) -> None:
    """See that nothing of the desk covers another part of it or leaves the window."""
    size = tab.page.viewport_size
    slots = [f'[data-testid="slot-{side}_{place}"]' for side in ("player", "banker") for place in (1, 2, 3)]
    beside = [".brand", "#table-name", "#shoe-number", "#coup-number", "#link", "#next-text", ".hold", ".button"]
    beside += [".group-name", ".hand-name", ".total", ".shoe", ".scanner", ".switch", *slots]
    assert (size, await tab.overlaps(beside)) == (size, [])
    assert (size, await tab.sticking_out()) == (size, [])


def recorded(table: StaffedTable) -> list[tuple[list[str], list[str], str, bool]]:
    """Return the coups of this shoe as the journal has them."""
    return [
        (coup["player"], coup["banker"], coup["outcome"], coup["void"])
        for coup in replay_journal(table.rig.journal)
        if coup["shoe"] == table.shoe
    ]
