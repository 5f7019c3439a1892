"""A whole table as its command runs it: starts, says where it serves, and ends in order. I/O: processes, signals."""

import hashlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from dealer_table.adapters.process_record import files_now
from dealer_table.adapters.sqlite_journal_file import SqliteJournalFile
from dealer_table.config.approval import write_approval
from dealer_table.config.table_config import load_table_config
from dealer_table.procedure.process_events import ProcessStarted
from dealer_table.wire.event_codec import decode
from tests.fixtures.brokers import answers, free_port

_PATIENCE = 40.0


class RunningTable:
    """`dealer-table run` in a folder, in a process group of its own."""

    def __init__(self, folder: Path, mqtt: int, http: int = 0, more: str = "", also: Sequence[str] = ()) -> None:
        self.folder = folder
        self.mqtt = mqtt
        (folder / "table.toml").write_text(
            f'[table]\nid = "t1"\njournal = "t1.sqlite"\n[mqtt]\nembedded = true\nport = {mqtt}\n'
            f"[http]\nport = {http}\n{more}",
            "utf-8",
        )
        self.ready = folder / "ready.json"
        self.log = folder / "log"
        command = [sys.executable, "-m", "dealer_table", "run", "--config", str(folder / "table.toml"), *also]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*command, "--ready-file", str(self.ready)], stderr=log, stdout=log, start_new_session=True
            )

    def until(self, condition: Any) -> None:
        deadline = time.monotonic() + _PATIENCE
        while not condition():
            assert time.monotonic() < deadline, self.log.read_text("utf-8")
            time.sleep(0.02)

    def serving(self) -> dict[str, Any]:
        """Wait for the ready file and return what it says."""
        self.until(lambda: self.ready.exists() or self.process.poll() is not None)
        assert self.process.poll() is None, self.log.read_text("utf-8")
        said: dict[str, Any] = json.loads(self.ready.read_text("utf-8"))
        return said

    def ended(self) -> tuple[int, str]:
        """Wait for its end; return the exit code and all it said."""
        return self.process.wait(_PATIENCE), self.log.read_text("utf-8")

    def children(self) -> dict[int, str]:
        """Return its child processes, by their command lines."""
        found = {}
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                parent = int(stat.read_text("utf-8").rpartition(")")[2].split()[1])
                line = (stat.parent / "cmdline").read_text("utf-8")
            except (OSError, ValueError):
                continue
            if parent == self.process.pid:
                found[int(stat.parent.name)] = line.replace("\0", " ")
        return found


@contextmanager
def running_table(folder: Path, **settings: Any) -> Iterator[RunningTable]:
    table = RunningTable(folder, settings.pop("mqtt", 0) or free_port(), **settings)
    try:
        yield table
    finally:
        table.process.kill()
        table.process.wait()


def test_it_says_where_it_serves_once_it_does(tmp_path: Path) -> None:
    with running_table(tmp_path) as table:
        said = table.serving()
        assert said["address"] == f"http://127.0.0.1:{said['http_port']}"
        assert answers(said["http_port"])
        assert not (tmp_path / "ready.json.part").exists()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("whom", ["the table", "its whole group"])
def test_asked_to_end_it_ends_in_order_with_its_broker(tmp_path: Path, number: signal.Signals, whom: str) -> None:
    with running_table(tmp_path) as table:
        table.serving()
        table.until(lambda: "broker connected" in table.log.read_text("utf-8"))
        (os.kill if whom == "the table" else os.killpg)(table.process.pid, number)
        code, said = table.ended()
        assert code == 0, said
        assert "Traceback" not in said and "never retrieved" not in said
        assert not answers(table.mqtt)


def test_its_broker_is_started_again_when_it_dies(tmp_path: Path) -> None:
    with running_table(tmp_path) as table:
        table.serving()
        (broker,) = [pid for pid, line in table.children().items() if "iotcore" in line]
        table.until(lambda: table.log.read_text("utf-8").count("broker connected") == 1)
        os.kill(broker, signal.SIGKILL)
        table.until(lambda: table.log.read_text("utf-8").count("broker connected") == 2)
        assert table.process.poll() is None


def test_killed_it_leaves_no_child_behind(tmp_path: Path) -> None:
    scanner = '[[scanner]]\nname = "shoe"\ndriver = "ascii_line"\nport = "/nowhere"\n'
    with running_table(tmp_path, more=scanner) as table:
        table.serving()
        table.until(lambda: any("scanner" in line for line in table.children().values()))
        children = table.children()
        assert len(children) == 2
        table.process.kill()
        table.process.wait()
        for child in children:
            table.until(lambda child=child: not Path(f"/proc/{child}/cmdline").exists() or is_zombie(child))


def is_zombie(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes() == b""
    except OSError:
        return True


def test_the_bridge_of_its_scanners_is_started_again_when_it_dies(tmp_path: Path) -> None:
    scanner = '[[scanner]]\nname = "shoe"\ndriver = "ascii_line"\nport = "/nowhere"\n'
    with running_table(tmp_path, more=scanner) as table:
        table.serving()
        table.until(lambda: any("scanner" in line for line in table.children().values()))
        (first,) = [pid for pid, line in table.children().items() if "scanner" in line]
        os.kill(first, signal.SIGKILL)
        table.until(lambda: any("scanner" in line for pid, line in table.children().items() if pid != first))


def test_each_start_and_stop_is_on_record_and_rules_once(tmp_path: Path) -> None:
    started_and_stopped(tmp_path)
    said = started_and_stopped(tmp_path, more="connections = 77\n")
    assert "files are not those of the start before" in said and "table.toml" in said
    with SqliteJournalFile(tmp_path / "t1.sqlite") as journal:
        links = list(journal.links())
    first = ["process_started", "rules_adopted", "spots_offered", "process_stopped"]
    assert [link.name for link in links] == [*first, "process_started", "process_stopped"]
    events = [decode(link.name, link.version, link.body) for link in links]
    before, after = (event for event in events if isinstance(event, ProcessStarted))
    assert {"dealer_table/app.py", "scanner_drivers/bridge.py"} <= {change.name for change in before.program.changed}
    assert (before.program.before, after.program.before) == ("", before.program.digest)
    (change,) = after.configuration.changed
    (there,) = (each for each in before.configuration.changed if each.name == "table.toml")
    assert (change.name, change.before) == ("table.toml", there.after)
    assert (after.configuration.before, change.kind) == (before.configuration.digest, "changed")


def test_what_is_not_approved_does_not_start(tmp_path: Path) -> None:
    approving = '[integrity]\napproved = "approved.json"\n'
    with running_table(tmp_path, more=approving) as table:
        code, said = table.ended()
    assert code == 2 and "approved.json: cannot be read" in said and "dealer-table integrity approve" in said
    config = load_table_config(tmp_path / "table.toml").integrity
    write_approval(tmp_path / "approved.json", *files_now(config), by="Eve", at="2026-01-01T00:00:00Z")
    started_and_stopped(tmp_path, mqtt=table.mqtt, more=approving)
    with running_table(tmp_path, mqtt=table.mqtt, more=f"{approving}# a remark\n") as table:
        code, said = table.ended()
    assert code == 2 and "configuration: not as approved: table.toml (changed)" in said
    assert "Traceback" not in said
    with SqliteJournalFile(tmp_path / "t1.sqlite") as journal:
        (start,) = (link for link in journal.links() if link.name == "process_started")
    assert json.loads(start.body)["approved"] == hashlib.sha256((tmp_path / "approved.json").read_bytes()).hexdigest()


def started_and_stopped(folder: Path, **settings: Any) -> str:
    """Run a table for a moment and return what it said."""
    with running_table(folder, **settings) as table:
        table.serving()
        table.process.terminate()
        code, said = table.ended()
    assert code == 0, said
    (folder / "ready.json").unlink()
    return said


def test_several_tables_and_a_room_are_served_by_one_process(tmp_path: Path) -> None:
    second, room = tmp_path / "second.toml", '[touch]\nid = "room-1"\njournal = "room.sqlite"\n'
    second.write_text(
        f'[table]\nid = "t2"\njournal = "t2.sqlite"\n[mqtt]\nembedded = true\nport = {free_port()}\n{room}', "utf-8"
    )
    with running_table(tmp_path, also=["--config", str(second)]) as table:
        port = table.serving()["http_port"]
        table.until(lambda: table.log.read_text("utf-8").count("broker connected") == 2)
        places = json.loads(fetched(port, "/api/tables"))
        assert [(place["id"], place["kind"], place["open"]) for place in places] == [
            ("t1", "live", False),
            ("t2", "live", False),
            ("room-1", "touch", True),
        ]
        metrics = fetched(port, "/metrics")
        assert [f'dealer_table_mqtt_connected{{place="{name}"}} 1.0' in metrics for name in ("t1", "t2")] == [True] * 2
        table.process.terminate()
        code, said = table.ended()
        assert code == 0, said
        assert "Traceback" not in said
    for name in ("t1", "t2", "room"):
        with SqliteJournalFile(tmp_path / f"{name}.sqlite") as journal:
            assert list(journal.links())


def fetched(port: int, path: str) -> str:
    with urlopen(f"http://127.0.0.1:{port}{path}", timeout=_PATIENCE) as reply:
        text: str = reply.read().decode()
        return text


@pytest.mark.parametrize("taken", ["mqtt", "http"])
def test_a_taken_port_is_told_in_one_sentence(tmp_path: Path, taken: str) -> None:
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        with running_table(tmp_path, **{taken: holder.getsockname()[1]}) as table:
            code, said = table.ended()
    assert code == 2, said
    assert "Traceback" not in said
    assert f"{taken}.port: " in said


def test_a_second_table_on_one_journal_does_not_start(tmp_path: Path) -> None:
    with running_table(tmp_path) as first:
        first.serving()
        with running_table(tmp_path) as second:
            code, said = second.ended()
    assert code == 2
    assert "another process is writing to it" in said
