import json
import os
import signal
import subprocess
import sys
import tty
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog
from typer.testing import CliRunner

from scanner_drivers.capture import read_capture
from scanner_drivers.scanner_commands import app

CASES = json.loads((Path(__file__).parents[1] / "vectors" / "streams.json").read_text())["cases"]
ASCII_LINE = [case for case in CASES if case["driver"] == "ascii_line"]
COMMAND = [sys.executable, "-c", "from scanner_drivers.scanner_commands import app; app()"]


@pytest.fixture(autouse=True)
def logging_as_it_was() -> Iterator[None]:
    """Undo what a command run in this process has set: its standard error is closed after it."""
    yield
    structlog.reset_defaults()


def run(*arguments: str, code: int = 0) -> Any:
    """Run a command in this process and return what it prints."""
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == code, result.output
    return result


def write_capture(path: Path, chunks: list[tuple[int, str]]) -> str:
    lines = (json.dumps({"gap_ms": gap, "dir": "rx", "hex": data}) for gap, data in chunks)
    path.write_text("\n".join(lines))
    return str(path)


@pytest.mark.parametrize("case", ASCII_LINE, ids=[case["name"] for case in ASCII_LINE])
@pytest.mark.parametrize("written", ["as text", "as JSON"])
def test_replay_says_what_the_vectors_say(case: dict[str, Any], written: str, tmp_path: Path) -> None:
    capture = write_capture(tmp_path / "capture.jsonl", case["chunks"])
    values = {key: str(value) if written == "as text" else json.dumps(value) for key, value in case["settings"].items()}
    settings = [part for key, value in values.items() for part in ("--set", f"{key}={value}")]
    result = run("replay", capture, "--driver", case["driver"], *settings, "--json")
    assert json.loads(result.stdout) == {"seen": case["expect"], "replies": case.get("replies", [])}


def test_a_list_and_an_escape_can_be_set(tmp_path: Path) -> None:
    capture = write_capture(tmp_path / "capture.jsonl", [(0, "02 4E 49 58 0D")])
    result = run(
        "replay",
        capture,
        "--driver",
        "ascii_line",
        "--set",
        'no_read_texts=["NIX"]',
        "--set",
        r"prefix=\u0002",
        "--json",
    )
    assert json.loads(result.stdout)["seen"] == [{"misread": "no_read"}]


def test_replay_for_people_is_a_line_a_sighting(tmp_path: Path) -> None:
    capture = write_capture(tmp_path / "capture.jsonl", [(0, "31 30 31 30 0D")])
    assert run("replay", capture, "--driver", "ascii_line").stdout == '{"card": "AS"}\n'


@pytest.mark.parametrize(
    ("arguments", "code", "word"),
    [
        (["--driver", "unheard_of"], 2, "ascii_line"),
        (["--driver", "ascii_line", "--set", "aimm=true"], 2, "did you mean aim?"),
        (["--driver", "ascii_line", "--set", "aim"], 2, "KEY=VALUE"),
        (["--driver", "ascii_line", "--codebook", "missing"], 2, "studio_four_digit"),
        ([], 2, "--driver"),
    ],
)
def test_wrong_usage_is_told_on_standard_error(tmp_path: Path, arguments: list[str], code: int, word: str) -> None:
    capture = write_capture(tmp_path / "capture.jsonl", [(0, "31")])
    result = run("replay", capture, *arguments, "--json", code=code)
    assert word in result.stderr
    assert result.stdout == ""


def test_a_bad_capture_is_exit_code_one(tmp_path: Path) -> None:
    (tmp_path / "bad").write_text('{"gap_ms": 0, "dir": "rx", "hex": "3"}')
    assert "line 1" in run("replay", str(tmp_path / "bad"), "--driver", "ascii_line", code=1).stderr


def test_list_tells_every_driver_with_its_settings() -> None:
    assert "ascii_line: " in run("list").stdout
    (ascii_line,) = [
        driver for driver in json.loads(run("list", "--json").stdout)["drivers"] if driver["name"] == "ascii_line"
    ]
    assert ascii_line["line"]["baud"] == 9600
    assert {"aim", "prefix", "suffix", "cut_card_code"} <= ascii_line["settings"].keys()


def test_run_refuses_a_faulty_configuration(tmp_path: Path) -> None:
    (tmp_path / "scanner.toml").write_text('table = "BAC-1"')
    result = run("run", "--config", str(tmp_path / "scanner.toml"), code=2)
    assert "mqtt" in result.stderr and "scanner" in result.stderr


def test_capture_does_not_overwrite(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("precious")
    run("capture", str(tmp_path / "out"), "--port", "loop://", "--driver", "ascii_line", code=2)
    assert (tmp_path / "out").read_text() == "precious"


@pytest.fixture
def cable() -> tuple[int, str]:
    ours, theirs = os.openpty()
    tty.setraw(theirs)
    name = os.ttyname(theirs)
    os.close(theirs)
    return ours, name


def test_a_capture_of_a_port_replays_to_what_was_shown(cable: tuple[int, str], tmp_path: Path) -> None:
    master, port = cable
    out = tmp_path / "shoe.jsonl"
    command = [*COMMAND, "capture", str(out), "--port", port, "--driver", "ascii_line"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "-- scanner online\n"
        os.write(master, b"1010\r")
        assert child.stdout.readline().split() == ["rx", "31", "30", "31", "30", "0D", "1010·"]
        assert child.stdout.readline().strip() == '{"card": "AS"}'
        child.send_signal(signal.SIGINT)
        assert child.wait(20) == 0
    os.close(master)
    assert [(record.direction, record.data) for record in read_capture(out)] == [("rx", b"1010\r")]
    result = run("replay", str(out), "--driver", "ascii_line", "--json")
    assert json.loads(result.stdout)["seen"] == [{"card": "AS"}]
