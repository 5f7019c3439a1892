"""The staff's accounts from the command line. I/O: a SQLite file, one process."""

import json
import subprocess
import sys
from pathlib import Path

import typer
from typer.testing import CliRunner, Result

from dealer_table.staff_commands import register

GOOD = "clubs are black"


def staff(*arguments: object, typed: str = f"{GOOD}\n") -> Result:
    app = typer.Typer()
    register(app)
    return CliRunner().invoke(app, ["staff", *map(str, arguments)], input=typed)


def test_a_person_is_added_locked_unlocked_and_removed_and_the_record_tells_it(tmp_path: Path) -> None:
    file = tmp_path / "staff.sqlite"
    where = ("--file", file)
    added = staff("add", "Dana K.", *where, "--role", "dealer", "--table", "table-1")
    assert (added.exit_code, added.stdout) == (0, "")
    assert file.stat().st_mode & 0o777 == 0o600
    assert staff("add", "Sam", *where, "--role", "supervisor").exit_code == 0
    assert staff("list", *where).stdout == "Dana K.\tdealer\ttable-1\nSam\tsupervisor\t*\n"
    assert staff("lock", "dana k.", *where).exit_code == 0
    listed = [json.loads(line) for line in staff("list", *where, "--json").stdout.splitlines()]
    assert listed[0] == {"name": "Dana K.", "role": "dealer", "table": "table-1", "lock": "locked"}
    assert staff("unlock", "Dana K.", *where).exit_code == 0
    assert staff("set-password", "Dana K.", *where, typed="spades are black\n").exit_code == 0
    assert staff("remove", "Sam", *where).exit_code == 0
    assert staff("list", *where).stdout == "Dana K.\tdealer\ttable-1\n"
    log = [json.loads(line) for line in staff("log", *where, "--name", "DANA K.", "--json").stdout.splitlines()]
    assert [entry["what"] for entry in log] == ["added", "locked", "unlocked", "password_set"]
    assert all(entry["from"].startswith("console") for entry in log)
    assert len(staff("log", *where).stdout.splitlines()) == 6


def test_what_is_wrong_is_said_in_a_line_and_no_password_is_repeated(tmp_path: Path) -> None:
    file = tmp_path / "staff.sqlite"
    for arguments, typed in (
        (["add", "Dana", "--role", "dealer"], "12345678\n"),
        (["add", "Da\tna\x07", "--role", "dealer"], f"{GOOD}\n"),
        (["list"], ""),
    ):
        command = [sys.executable, "-m", "dealer_table", "staff", *arguments, "--file", str(file)]
        answer = subprocess.run(command, input=typed, capture_output=True, text=True, check=False, timeout=60)
        assert (answer.returncode, answer.stdout) == (2, "")
        assert len(answer.stderr.splitlines()) == 1
        assert "Traceback" not in answer.stderr and "12345678" not in answer.stderr
    assert not file.exists()
    assert staff("add", "Dana", "--file", file, "--role", "system").exit_code == 2
