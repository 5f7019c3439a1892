"""Take a picture of every page on a running table, with a shoe in play. I/O: processes, browser, files.

Usage: python tools/take_screenshots.py [--into docs/screenshots] [--only PAGE ...] [--languages en,th]
The shoe, the names and the bets are the same each time; what still differs is what the clock shows.
"""

import argparse
import asyncio
import io
import random
import tempfile
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from PIL import Image
from playwright.async_api import expect

from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.coup import Coup
from dealer_table.procedure.words import Role
from simulators.rig import Rig, RigSettings
from tests.end_to_end.support_staffed_table import StaffedTable, staffed
from tests.fixtures.browser import DESKTOP, PHONE, Tab, Tabs, chromium

SCREENSHOTS = Path(__file__).parent.parent / "docs" / "screenshots"
LANGUAGES = ("en", "fi", "ms", "pl", "th")
FIRST_LANGUAGE = "en"
SIZES = {"phone": PHONE, "desktop": DESKTOP, "wall": (1920, 1080)}
RULES = {"draw_timeout_seconds": 0, "betting_seconds": 120}
COUPS = 34
TOUCH_ROUNDS = 3
SEED = 20260
APART_SECONDS = 0.12
QUALITY = 74


_SMALL = ("phone", "desktop")


@dataclass(frozen=True, slots=True)
class Shot:
    """A page: where it is, the sizes it is shown in, those of `others` but the first language, what is done before."""

    page: str
    address: Callable[[Rig, str, str], str]
    others: tuple[str, ...] = _SMALL
    sizes: tuple[str, ...] = tuple(SIZES)
    prepare: Callable[[Tab], Awaitable[None]] | None = None
    # Once the coup is dealt, and not while bets are taken.
    dealt: bool = False

    def sizes_in(self, language: str) -> tuple[str, ...]:
        """Return the sizes to show in a language: every page is shown in the first one."""
        return self.sizes if language == FIRST_LANGUAGE else self.others


async def _lay_bets(tab: Tab) -> None:
    await tab.at("chip-1000").click()
    for spot in ("banker", "banker", "lucky_six"):
        await tab.at(f"spot-{spot}").click()
    await tab.at("confirm").click()
    await expect(tab.at("spot-banker")).to_have_attribute("data-accepted", "2000")
    await tab.at("spot-tie").click()


async def _play_rounds(tab: Tab) -> None:
    """Play some rounds of Touch; which cards come is chance's word."""
    await tab.at("chip-1000").click()
    for spot in ("banker", "tie"):
        await tab.at(f"spot-{spot}").click()
    for count in range(1, TOUCH_ROUNDS + 1):
        await tab.at("deal" if count == 1 else "rebet").click()
        await expect(tab.at("road-bead_plate")).to_have_attribute("data-marks", str(count))


async def _see_a_table(tab: Tab) -> None:
    await expect(tab.at("detail")).to_be_visible()


def _page(rig: Rig, page: str, query: str, token: str = "") -> str:
    return f"{rig.address}{page}{query}{'#token=' if token else ''}{token}"


# Those that bet come first, while bets are surely taken.
SHOTS = (
    Shot("player", lambda rig, at, who: _page(rig, "play", at, rig.patron_token(who)), prepare=_lay_bets),
    Shot("touch", lambda rig, at, who: _page(rig, "touch", at, rig.touch_token(who)), prepare=_play_rounds),
    Shot("lobby", lambda rig, at, who: _page(rig, "lobby", at, rig.patron_token(who))),
    Shot("watcher", lambda rig, at, _: _page(rig, "", at), dealt=True),
    Shot("wall", lambda rig, at, _: _page(rig, "wall", at), ("wall",), sizes=("wall",), dealt=True),
    Shot("dealer", lambda rig, at, _: _page(rig, "dealer", at, rig.token(Role.DEALER, "Dana"))),
    Shot("floor", lambda rig, at, _: _page(rig, "floor", at, rig.token(Role.SUPERVISOR, "Sam")), prepare=_see_a_table),
    Shot("rules", lambda rig, at, _: _page(rig, "rules", at), sizes=_SMALL),
)


async def take(into: Path, pages: Iterable[str], languages: Iterable[str]) -> None:
    """Set up a table, deal most of a shoe, and take every picture; each language is another coup's betting."""
    wanted = [shot for shot in SHOTS if shot.page in set(pages)]
    with tempfile.TemporaryDirectory() as folder:
        async with (
            Rig(RigSettings(Path(folder), RULES, touch={})) as rig,
            staffed(rig) as table,
            chromium() as browser,
        ):
            await table.fresh_shoe()
            shoe = _coups(random.Random(SEED))  # noqa: S311 - a shoe that is the same each time
            for _ in range(COUPS):
                await table.start_coup()
                await _show(table, next(shoe))
            for language in languages:
                await table.ask("open_betting")
                async with browser.tabs() as tabs:
                    await _take_all(rig, tabs, [shot for shot in wanted if not shot.dealt], language, into)
                # On a slow machine the time to bet is over before the last picture.
                if table.desk.view["table"]["phase"] == "betting":
                    await table.ask("close_betting")
                await _show(table, next(shoe))
                async with browser.tabs() as tabs:
                    await _take_all(rig, tabs, [shot for shot in wanted if shot.dealt], language, into)


async def _show(table: StaffedTable, cards: Iterable[str]) -> None:
    for card in cards:
        # Two cards alike, one after the other, are one that is still in view, unless some time is between them.
        await asyncio.sleep(APART_SECONDS)
        await table.show(card)
    await table.until(lambda view: view["table"]["phase"] == "settled")


async def _take_all(rig: Rig, tabs: Tabs, shots: Iterable[Shot], language: str, into: Path) -> None:
    for shot in shots:
        for size in shot.sizes_in(language):
            await _take_one(rig, tabs, shot, language, size, into)


async def _take_one(rig: Rig, tabs: Tabs, shot: Shot, language: str, size: str, into: Path) -> None:
    tab = await tabs.new(SIZES[size], still=True)
    # A patron for each picture: none finds the bets of another.
    await tab.open(shot.address(rig, f"?lang={language}", f"Ann {size} {language}"))
    if shot.prepare is not None:
        await shot.prepare(tab)
    await tab.page.evaluate("() => scrollTo(0, 0)")
    await tab.drawn()
    _save(await tab.page.screenshot(), into / f"{shot.page}-{size}-{language}.webp")
    await tab.page.close()


def _save(png: bytes, file: Path) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    with Image.open(io.BytesIO(png)) as picture:
        picture.convert("RGB").save(file, "WEBP", quality=QUALITY, method=6)
    print(f"{file}: {file.stat().st_size // 1000} kB")


def _coups(chance: random.Random) -> Iterator[tuple[str, ...]]:
    """Deal coup after coup off one shoe."""
    cards = [Card(rank + suit) for rank in "A23456789TJQK" for suit in "SHCD"] * 8
    chance.shuffle(cards)
    deck = iter(cards)
    while True:
        coup, dealt = Coup(), []
        while not coup.is_complete:
            card = next(deck)
            coup = coup.with_card(card)
            dealt.append(card.value)
        yield tuple(dealt)


def main() -> None:
    """Read the command line and take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--into", type=Path, default=SCREENSHOTS)
    parser.add_argument("--only", nargs="*", default=[shot.page for shot in SHOTS], metavar="PAGE")
    parser.add_argument("--languages", default=",".join(LANGUAGES))
    order = parser.parse_args()
    asyncio.run(take(order.into, order.only, order.languages.split(",")))


if __name__ == "__main__":
    main()
