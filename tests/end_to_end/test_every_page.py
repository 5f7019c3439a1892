"""Every page: whole from a small phone to 4K and at 200 %, free of what axe finds, reached by keyboard, light.

I/O: processes.
"""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Response

from dealer_table.procedure.words import Role
from simulators.rig import Rig
from tests.end_to_end.support_staffed_table import staffed
from tests.fixtures.browser import DESKTOP, NARROW, PHONE, Tabs
from tests.fixtures.page_checks import transferred, unreached, violations

pytest_plugins = ["tests.fixtures.browser_fixtures"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

RULES: Mapping[str, Any] = {"draw_timeout_seconds": 0}
TOUCH: Mapping[str, Any] = {}

# Two of them are windows at 200 %: a desktop's of 1440 x 900, and the 1280 x 1024 that WCAG 1.4.10 starts from.
SIZES = (NARROW, PHONE, (640, 512), (720, 450), (768, 1024), (844, 390), DESKTOP, (1920, 1080), (3840, 2160))
# The extremes, and the window that is most often at 200 %.
SAMPLE = (NARROW, (720, 450), (3840, 2160))
FIRST_LOAD = 200_000

# Where each page is, for somebody whom it lets in.
PAGES: Mapping[str, Callable[[Rig, str], str]] = {
    "": lambda rig, page: rig.address + page,
    "dealer": lambda rig, page: f"{rig.address}{page}#token={rig.token(Role.DEALER, 'Dana')}",
    "floor": lambda rig, page: f"{rig.address}{page}#token={rig.token(Role.SUPERVISOR, 'Sam')}",
    "lobby": lambda rig, page: f"{rig.address}{page}#token={rig.patron_token('ann')}",
    "play": lambda rig, page: f"{rig.address}{page}#token={rig.patron_token('ann')}",
    "rules": lambda rig, page: rig.address + page,
    "touch": lambda rig, page: f"{rig.address}{page}#token={rig.touch_token('ann')}",
    "wall": lambda rig, page: rig.address + page,
}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def table(rig: Rig) -> AsyncIterator[Rig]:
    """The table with a coup behind it, taking bets."""
    async with staffed(rig) as staff:
        await staff.fresh_shoe()
        await staff.deal("KC QC 5C 2S 8H 4D")
        await staff.ask("open_betting", seconds=600)
    yield rig


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("at", [SAMPLE, pytest.param(SIZES, marks=pytest.mark.soak)], ids=["sample", "every size"])
async def test_a_page_is_light_whole_at_every_size_and_open_to_everybody(
    table: Rig, tabs: Tabs, page: str, at: Sequence[tuple[int, int]]
) -> None:
    tab = await tabs.new(NARROW, still=True)
    loaded: list[Response] = []

    def count(answer: Response) -> None:
        loaded.append(answer)

    # Thai takes the most bytes, Finnish has the longest words.
    tab.page.on("response", count)
    await tab.open(PAGES[page](table, f"{page}?lang=th"))
    sizes = {answer.url: await transferred(answer) for answer in loaded}
    tab.page.remove_listener("response", count)
    assert len(sizes) > 10
    assert sum(sizes.values()) < FIRST_LOAD, sizes
    assert await tab.sticking_out() == []

    await tab.open(PAGES[page](table, f"{page}?lang=fi"))
    for size in at:
        await tab.resize(size)
        assert (size, await tab.sticking_out()) == (size, [])
    for size in (NARROW, DESKTOP):
        await tab.resize(size)
        assert (size, await violations(tab)) == (size, [])
        assert (size, await unreached(tab)) == (size, [])
