"""Every shipped scenario, dealt through the whole rig: pty, bridge, broker, table, WebSocket. I/O: processes."""

from pathlib import Path

import pytest

from simulators.pace import FAST
from simulators.play import faults_of_run, play, replay_journal
from simulators.rig import Rig, RigSettings
from simulators.scenario import SHIPPED, load_scenario


@pytest.mark.parametrize("path", sorted(SHIPPED.glob("*.toml")), ids=lambda path: path.stem)
async def test_a_scenario_comes_out_as_it_says(path: Path, tmp_path: Path) -> None:
    scenario = load_scenario(path)
    async with Rig(RigSettings(tmp_path, scenario.house_rules)) as rig:
        played = await play(rig, scenario, FAST, print)
    assert faults_of_run(scenario, played, replay_journal(rig.journal)) == []
