"""The demo, as a stranger starts it: it deals, proves what it dealt, and leaves nothing running. I/O: processes."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.coup import Coup

DEMO = [sys.executable, "-m", "dealer_table", "demo"]
WAIT = 60


def demo(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*DEMO, *arguments], capture_output=True, text=True, timeout=WAIT, check=False)


def test_it_prints_one_document_and_keeps_the_journal(tmp_path: Path) -> None:
    ended = demo("--coups", "4", "--seed", "7", "--http", "0", "--json", "--dir", str(tmp_path))
    assert ended.returncode == 0, ended.stderr
    document = json.loads(ended.stdout)
    assert Path(document["journal"]).is_file()
    assert [(coup["shoe"], coup["coup"]) for coup in document["coups"]] == [(1, 1), (1, 2), (1, 3), (1, 4)]
    for coup in document["coups"]:
        assert set(coup) == {"shoe", "coup", "player", "banker", "outcome", "void"}
        player, banker = coup["player"], coup["banker"]
        in_order = [card for pair in zip(player[:2], banker[:2], strict=True) for card in pair]
        dealt = Coup.dealt(Card(card) for card in [*in_order, *player[2:], *banker[2:]])
        assert coup["outcome"] == dealt.outcome


def test_one_seed_deals_one_shoe(tmp_path: Path) -> None:
    first, second = (
        json.loads(demo("--coups", "2", "--seed", "11", "--http", "0", "--json", "--dir", str(tmp_path / name)).stdout)
        for name in ("a", "b")
    )
    assert first["coups"] == second["coups"]


def test_a_scenario_that_does_not_come_true_fails(tmp_path: Path) -> None:
    scenario = tmp_path / "wrong.toml"
    scenario.write_text(
        'title = "x"\nrules = { burn = "none" }\n[[shoe]]\ncards = ["8S", "5C", "KH", "2D"]\n'
        '[expect]\ncoups = [{ outcome = "banker" }]\n'
    )
    ended = demo("--scenario", str(scenario), "--http", "0")
    assert ended.returncode == 1
    assert "expected outcome banker, recorded player" in ended.stderr


def test_a_shipped_scenario_has_a_name() -> None:
    assert demo("--scenario", "misread", "--http", "0").returncode == 0


@pytest.mark.parametrize("arguments", [("--pace", "slow"), ("--coups", "0"), ("--scenario", "none.toml")])
def test_wrong_usage_is_told(arguments: tuple[str, ...]) -> None:
    assert demo(*arguments).returncode == 2


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_nothing_is_left_running(tmp_path: Path, number: signal.Signals) -> None:
    started = subprocess.Popen(
        [*DEMO, "--http", "0", "--seed", "1", "--dir", str(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    assert started.stdout is not None
    assert started.stdout.readline().startswith("open this")
    children = _children(started.pid)
    assert len(children) >= 3
    started.send_signal(number)
    started.wait(WAIT)
    started.stdout.close()
    assert started.returncode == (-number if number is signal.SIGKILL else 0)
    deadline = time.monotonic() + WAIT
    while any(_alive(pid) for pid in children):
        assert time.monotonic() < deadline, "a child outlived the demo"
        time.sleep(0.05)


def _children(parent: int) -> list[int]:
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == parent:
            found.append(int(status.parent.name))
    return [*found, *(grandchild for child in found for grandchild in _children(child))]


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
