"""The player's page keeps nothing of the shoes that are gone. I/O: processes, a browser."""

from pathlib import Path

import pytest

from tools.watch_page_at_pace import watch

# A card a second takes its time, so the sample is long as well: two shoes to be warm, and two to be looked at.
pytestmark = pytest.mark.soak

COUPS_A_SHOE = 4
# Of some twelve hundred: what differs is how the cards of the last coup lie, and how the coups stand on the roads.
KEPT_KB, KEPT_NODES = 20, 200


async def test_a_page_holds_no_more_after_each_shoe(tmp_path: Path) -> None:
    found = await watch(tmp_path, minutes=2, coups_a_shoe=COUPS_A_SHOE)
    assert len(found.looks) >= 4
    assert found.frames > 0
    assert found.growth_kb < KEPT_KB, found.looks
    warm, last = found.looks[1], found.looks[-1]
    assert last.listeners <= warm.listeners, found.looks
    assert last.nodes < warm.nodes + KEPT_NODES, found.looks
