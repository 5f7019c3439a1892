"""A child is ended, reaped and explained, whatever happens to its parent. I/O: processes."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from simulators.child_process import ChildProcess

SLEEP = [sys.executable, "-c", "import time; print('ready', flush=True); time.sleep(600)"]
DEAF = [
    sys.executable,
    "-c",
    "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('ready', flush=True); time.sleep(600)",
]


def child(tmp_path: Path, arguments: list[str]) -> ChildProcess:
    return ChildProcess("part", arguments, tmp_path / "part.log")


def wait_for(text: str, log: Path) -> str:
    deadline = time.monotonic() + 20
    while not (log.exists() and text in log.read_text()):
        assert time.monotonic() < deadline, f"no {text} in {log}"
        time.sleep(0.02)
    return log.read_text()


async def test_it_runs_and_is_stopped(tmp_path: Path) -> None:
    part = child(tmp_path, SLEEP)
    part.start()
    assert part.running
    await part.stop()
    assert not part.running
    assert part.return_code == -signal.SIGTERM


async def test_one_that_does_not_listen_is_made_to(tmp_path: Path) -> None:
    part = child(tmp_path, DEAF)
    part.start()
    wait_for("ready", tmp_path / "part.log")
    await part.stop(within=0.1)
    assert part.return_code == -signal.SIGKILL


def test_it_can_be_killed_and_started_again(tmp_path: Path) -> None:
    part = child(tmp_path, SLEEP)
    part.start()
    part.kill()
    assert not part.running
    part.start()
    assert part.running
    part.kill()
    part.kill()


def test_a_failure_tells_how_the_log_ends(tmp_path: Path) -> None:
    part = child(tmp_path, [sys.executable, "-c", "raise SystemExit('no such port')"])
    part.start()
    wait_for("no such port", tmp_path / "part.log")
    part.kill()
    failure = part.failure("did not start")
    assert "part did not start" in str(failure)
    assert "no such port" in str(failure)


def test_a_child_never_started_has_nothing_to_say(tmp_path: Path) -> None:
    part = child(tmp_path, SLEEP)
    part.kill()
    assert part.return_code is None
    assert part.log_tail() == "(no log)"


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_it_ends_with_its_parent(tmp_path: Path, number: signal.Signals) -> None:
    script = (
        "import sys, time\nfrom pathlib import Path\nfrom simulators.child_process import ChildProcess\n"
        f"part = ChildProcess('part', {SLEEP!r}, Path({str(tmp_path / 'part.log')!r}))\n"
        "part.start()\nprint(part._process.pid, flush=True)\ntime.sleep(600)\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    pid = int(parent.stdout.readline())
    wait_for("ready", tmp_path / "part.log")
    parent.send_signal(number)
    parent.wait()
    parent.stdout.close()
    deadline = time.monotonic() + 20
    while _alive(pid):
        assert time.monotonic() < deadline, "the child outlived its parent"
        time.sleep(0.02)


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
