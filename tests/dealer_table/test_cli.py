"""The command line: what it prints, where, and its exit codes. I/O: processes, files."""

import json
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from dealer_table.betting.words import Patron, PatronLimits
from dealer_table.cli import app
from dealer_table.config.token_keys import read_token_keys
from dealer_table.procedure.words import Role
from dealer_table.wire.launch_token import Game, LaunchToken, PatronToken, read

GOOD = '[table]\nid = "t1"\njournal = "t1.sqlite"\n'


def dealer_table(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command as a person does."""
    command = [sys.executable, "-m", "dealer_table", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL, timeout=60)


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "table.toml"
    path.write_text(GOOD, "utf-8")
    return path


def test_a_sound_configuration_is_called_so(config: Path) -> None:
    answer = CliRunner().invoke(app, ["check-config", "--config", str(config)])
    assert answer.exit_code == 0
    assert "table t1" in answer.stdout and "nothing to complain of" in answer.stdout


def test_every_fault_is_told_on_standard_error_with_exit_code_2(config: Path) -> None:
    config.write_text(GOOD + 'rules = "none.toml"\n[http]\ntoken_keys_file = "none.json"\n', "utf-8")
    answer = CliRunner().invoke(app, ["check-config", "--config", str(config)])
    assert (answer.exit_code, answer.stdout) == (2, "")
    assert len(answer.stderr.splitlines()) == 2
    assert "none.toml" in answer.stderr and "none.json" in answer.stderr


def test_a_table_does_not_run_on_a_configuration_with_faults(config: Path) -> None:
    config.write_text(GOOD + 'speed = "fast"\n', "utf-8")
    answer = dealer_table("run", "--config", str(config))
    assert (answer.returncode, answer.stdout) == (2, "")
    assert "table.speed: unknown key" in answer.stderr
    assert "Traceback" not in answer.stderr


def test_a_file_that_is_no_journal_ends_the_run_with_exit_code_2(config: Path) -> None:
    (config.parent / "t1.sqlite").write_bytes(b"these are not the records you are looking for" * 100)
    answer = dealer_table("run", "--config", str(config))
    assert answer.returncode == 2
    assert "t1.sqlite" in answer.stderr and "Traceback" not in answer.stderr


def test_wrong_usage_has_exit_code_2() -> None:
    assert CliRunner().invoke(app, ["run", "--speed"]).exit_code == 2


def test_every_command_of_the_contract_is_there() -> None:
    answer = dealer_table("--help")
    assert answer.returncode == 0
    commands = ("run", "gateway", "scanner", "check-config", "journal", "odds", "roads", "token", "demo", "broker")
    assert [command for command in commands if f" {command} " not in answer.stdout] == []


def test_a_token_made_with_new_keys_lets_its_person_in(tmp_path: Path) -> None:
    keys = tmp_path / "keys.json"
    runner = CliRunner()
    assert runner.invoke(app, ["token", "new-keys", str(keys)]).exit_code == 0
    assert keys.stat().st_mode & 0o777 == 0o600
    asked = ["token", "issue", "--keys", str(keys), "--role", "dealer", "--name", "Dana", "--table", "t1"]
    answer = runner.invoke(app, [*asked, "--hours", "2"])
    assert answer.exit_code == 0
    now = time.time_ns() // 1_000_000
    token = read(answer.stdout.strip(), read_token_keys(keys).accepted, table="t1", now=now)
    assert isinstance(token, LaunchToken)
    assert (token.role, token.name) == (Role.DEALER, "Dana")
    assert 0 < token.expires_at - now <= 2 * 3_600_000


@pytest.fixture
def token_issue(tmp_path: Path) -> list[str]:
    """Return how a command line that issues a token begins; its keys are there."""
    keys = tmp_path / "keys.json"
    assert CliRunner().invoke(app, ["token", "new-keys", str(keys)]).exit_code == 0
    return ["token", "issue", "--keys", str(keys), "--name", "Paula", "--table", "t1"]


@pytest.mark.parametrize(
    ("asked", "game", "currency", "limits"),
    [
        (["--currency", "EUR"], Game.LIVE, "EUR", PatronLimits()),
        (["--fun", "--game", "touch"], Game.TOUCH, "FUN", PatronLimits()),
        (["--currency", "SEK", "--spot-maximum", "5", "--coup-maximum", "9"], Game.LIVE, "SEK", PatronLimits(5, 9)),
    ],
)
def test_a_patrons_token_lets_its_patron_in(
    token_issue: list[str], asked: list[str], game: Game, currency: str, limits: PatronLimits
) -> None:
    answer = CliRunner().invoke(app, [*token_issue, "--role", "patron", *asked, "--json"])
    assert answer.exit_code == 0
    issued = json.loads(answer.stdout)
    keys = read_token_keys(Path(token_issue[3])).accepted
    token = read(issued["token"], keys, table="t1", now=time.time_ns() // 1_000_000, game=game)
    assert token == PatronToken(Patron("Paula", currency), "t1", game, limits, issued["expires_at"])


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (["--role", "patron"], "which money"),
        (["--role", "patron", "--fun", "--currency", "EUR"], "a currency of its own"),
        (["--role", "patron", "--currency", "EUR", "--spot-maximum", "0"], "--spot-maximum"),
        (["--role", "dealer", "--currency", "EUR"], "does not bet"),
        (["--role", "dealer", "--game", "live"], "does not bet"),
        (["--role", "dealer", "--fun"], "does not bet"),
    ],
)
def test_a_token_that_makes_no_sense_is_wrong_usage(token_issue: list[str], asked: list[str], words: str) -> None:
    answer = CliRunner().invoke(app, [*token_issue, *asked])
    assert (answer.exit_code, answer.stdout) == (2, "")
    assert words in " ".join(answer.stderr.replace("\u2502", " ").split())


def test_a_token_nobody_would_take_is_not_issued(token_issue: list[str]) -> None:
    answer = dealer_table(*token_issue, "--role", "patron", "--currency", "euro")
    assert (answer.returncode, answer.stdout) == (2, "")
    assert "currency" in answer.stderr and "Traceback" not in answer.stderr


def test_keys_are_never_overwritten(tmp_path: Path) -> None:
    keys = tmp_path / "keys.json"
    keys.write_text("precious", "utf-8")
    answer = dealer_table("token", "new-keys", str(keys))
    assert answer.returncode == 2
    assert "File exists" in answer.stderr
    assert keys.read_text("utf-8") == "precious"


def test_the_system_gets_no_token(tmp_path: Path) -> None:
    keys = tmp_path / "keys.json"
    CliRunner().invoke(app, ["token", "new-keys", str(keys)])
    answer = dealer_table("token", "issue", "--keys", str(keys), "--role", "system", "--name", "x", "--table", "t1")
    assert (answer.returncode, answer.stdout) == (2, "")


def test_logs_go_to_standard_error_as_json_lines_when_asked(config: Path) -> None:
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        config.write_text(f"{GOOD}[http]\nport = {holder.getsockname()[1]}\n", "utf-8")
        answer = dealer_table("--log-json", "run", "--config", str(config))
    *lines, refusal = answer.stderr.splitlines()
    assert (answer.returncode, answer.stdout) == (2, "")
    assert refusal.startswith("dealer-table: http.port: ")
    assert "journal anchor" in [json.loads(line)["event"] for line in lines]
