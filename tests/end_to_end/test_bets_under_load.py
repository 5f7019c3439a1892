"""The command that loads a table with patrons, at a table that runs. I/O: processes, pty, sockets."""

import asyncio
import json
import sys
from pathlib import Path

import pytest

from dealer_table.client.patron_client import PatronClient
from simulators.play import background
from simulators.rig import Rig, RigSettings
from simulators.rig_files import TABLE
from tests.end_to_end.support_bets import bets_on_record, verify_faults
from tests.end_to_end.support_staffed_table import staffed

_PATRONS = 10
_PATIENCE = 60.0


@pytest.mark.timeout(300)
async def test_patrons_by_the_dozen_are_seated_bet_and_are_counted(tmp_path: Path) -> None:
    async with Rig(RigSettings(tmp_path)) as rig, staffed(rig) as table:
        await table.fresh_shoe()
        watcher = PatronClient(rig.socket_address, token=rig.patron_token("watches"))
        load = await _load(rig)
        async with background(watcher.run):
            await table.ask("open_betting", seconds=600)
            await watcher.until(lambda client: client.totals is not None and client.totals.patrons >= 8, _PATIENCE)
            await table.ask("close_betting")
            await table.show("8S", "5C", "KH", "2D")
            said, _ = await load.communicate()
    assert load.returncode == 0
    count = json.loads(said)
    record = bets_on_record(rig.journal)
    assert (count["patrons"], count["coups"], count["unanswered"], count["unsettled"]) == (_PATRONS, 1, 0, 0)
    assert count["accepted"] == record.accepted.total() >= 8
    assert (record.faults, verify_faults(rig.journal)) == ([], [])


async def _load(rig: Rig) -> asyncio.subprocess.Process:
    keys = rig.files.directory / "token_keys.json"
    options = [
        "--keys",
        str(keys),
        "--table",
        TABLE,
        "--patrons",
        str(_PATRONS),
        "--coups",
        "1",
        "--seed",
        "1",
        "--json",
    ]
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", "dealer_table", "load", rig.socket_address, *options, stdout=asyncio.subprocess.PIPE
    )
