"""The panel's buttons and the demo's commands are the same. I/O: files, pty."""

import re
from pathlib import Path

import jwt
import pytest

import simulators.live_demo
from simulators.live_demo import LiveDemo
from simulators.pace import REAL
from simulators.rig import Rig, RigSettings
from simulators.rig_files import TABLE
from simulators.scenario import Scenario


@pytest.fixture
def demo(tmp_path: Path) -> LiveDemo:
    rig = Rig(RigSettings(tmp_path))
    rig.files.write()
    return LiveDemo(rig, Scenario(title="demo"), REAL, print)


def test_every_button_of_the_page_is_known_and_every_known_one_is_there(demo: LiveDemo) -> None:
    page = Path(simulators.live_demo.__file__).parent / "demo_panel" / "index.html"
    assert demo.buttons == set(re.findall(r'data-command="(\w+)"', page.read_text()))


async def test_buttons_change_what_is_shown(demo: LiveDemo) -> None:
    assert demo.state()["cable"] is False
    for command in ("plug", "pause", "fast"):
        assert await demo.obey(command)
    state = demo.state()
    assert (state["cable"], state["paused"], state["pace"]) == (True, True, "brisk")
    for command in ("unplug", "resume", "slow", "smear", "excess", "draw", "kill_broker"):
        assert await demo.obey(command)
    state = demo.state()
    assert (state["cable"], state["paused"], state["pace"]) == (False, False, "real")


def test_a_stranger_may_bet_play_money(demo: LiveDemo) -> None:
    page, _, token = demo.state()["pages"]["patron"].partition("#token=")
    claims = jwt.decode(token, options={"verify_signature": False})
    assert page == f"{demo.table_origin}/play"
    assert (claims["role"], claims["fun"], claims["table"]) == ("patron", True, TABLE)


def test_every_page_has_its_link_on_the_panel(demo: LiveDemo) -> None:
    page = Path(simulators.live_demo.__file__).parent / "demo_panel" / "index.html"
    pages = demo.state()["pages"]
    assert set(pages) == set(re.findall(r'data-page="(\w+)"', page.read_text()))
    assert all(address.startswith(demo.table_origin) for address in pages.values())
    # A state that is the same is not told again: its tokens must be the same too.
    assert demo.state()["pages"] == pages


async def test_an_unknown_button_is_none(demo: LiveDemo) -> None:
    assert not await demo.obey("rob_the_bank")
