"""Every shipped scenario, dealt through the whole rig: pty, bridge, broker, table, WebSocket. I/O: processes."""

import json
from pathlib import Path
from typing import Any

import pytest

from dealer_table.adapters.sqlite_journal_file import SqliteJournalFile
from dealer_table.betting.recorded import table_events
from dealer_table.journal_commands import coup_document
from dealer_table.projections.coup_record import coup_records
from dealer_table.wire.event_codec import decode
from simulators.pace import FAST
from simulators.play import faults_of_run, play
from simulators.rig import Rig, RigSettings
from simulators.scenario import SHIPPED, load_scenario


@pytest.mark.parametrize("path", sorted(SHIPPED.glob("*.toml")), ids=lambda path: path.stem)
async def test_a_scenario_comes_out_as_it_says(path: Path, tmp_path: Path) -> None:
    scenario = load_scenario(path)
    async with Rig(RigSettings(tmp_path, scenario.house_rules)) as rig:
        played = await play(rig, scenario, FAST, print)
    assert faults_of_run(scenario, played, recorded(rig.journal)) == []


def recorded(journal: Path) -> list[dict[str, Any]]:
    """Read the coups as `journal replay` does, without a process of its own for each."""
    with SqliteJournalFile(journal) as file:
        events = table_events(decode(link.name, link.version, link.body) for link in file.links())
    coups: list[dict[str, Any]] = json.loads(json.dumps([coup_document(coup) for coup in coup_records(events)]))
    return coups
