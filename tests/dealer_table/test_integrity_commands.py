"""What an auditor sees of program and configuration, and what is approved of them. I/O: files, sha256sum."""

import hashlib
import json
import subprocess
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from dealer_table.adapters.file_manifests import package_folders
from dealer_table.adapters.process_record import files_now
from dealer_table.adapters.sqlite_journal import SqliteJournal
from dealer_table.adapters.system_clock import SystemClock
from dealer_table.config.table_config import load_table_config
from dealer_table.errors import ConfigError
from dealer_table.integrity_commands import register
from dealer_table.procedure.integrity import found
from dealer_table.procedure.process_events import ProcessStarted

APPROVED = '[integrity]\napproved = "approved.json"\n'


def run(*arguments: object) -> Result:
    app = typer.Typer()
    register(app)
    result = CliRunner().invoke(app, ["integrity", *map(str, arguments)])
    if isinstance(result.exception, ConfigError):
        raise result.exception
    return result


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "table.toml"
    path.write_text(f'[table]\nid = "t1"\njournal = "t1.sqlite"\nrules = "rules.toml"\n{APPROVED}', "utf-8")
    (tmp_path / "rules.toml").write_text("", "utf-8")
    return path


def test_a_listing_is_what_sha256sum_checks_and_its_digest_what_it_makes_of_it(config: Path) -> None:
    shown = json.loads(run("show", "--config", config, "--json").stdout)
    listed = run("show", "--config", config, "--part", "configuration").stdout
    subprocess.run(["sha256sum", "--check", "--strict"], input=listed, text=True, cwd=config.parent, check=True)
    assert shown["configuration"]["digest"] == hashlib.sha256(listed.encode()).hexdigest()
    told = run("show", "--config", config).stdout
    assert shown["configuration"]["digest"] in told and str(package_folders()["dealer_table"].parent) in told
    program = package_folders()["dealer_table"] / "cli.py"
    assert shown["program"]["files"]["dealer_table/cli.py"] == hashlib.sha256(program.read_bytes()).hexdigest()


def test_what_is_approved_compares_until_a_file_changes_which_is_named(config: Path) -> None:
    assert run("approve", "--by", "Eve", "--config", config).exit_code == 0
    assert json.loads((config.parent / "approved.json").read_text("utf-8"))["approved_by"] == "Eve"
    (config.parent / "rules.toml").write_text("packs = 6\ncut_card_depth = 20\n", "utf-8")
    result = run("compare", "--config", config)
    assert result.exit_code == 1
    assert "configuration  changed  rules.toml" in result.stdout
    ((_, changes),) = json.loads(run("compare", "--config", config, "--json").stdout).items()
    assert {"part": "configuration", "change": "changed", "name": "rules.toml"}.items() <= changes[-1].items()


def test_it_is_compared_with_the_last_start_on_record_too(config: Path) -> None:
    config.write_text(config.read_text("utf-8").removesuffix(APPROVED), "utf-8")
    result = run("compare", "--config", config)
    assert (result.exit_code, "nothing to compare with" in result.stdout) == (0, True)
    program, configuration = files_now(load_table_config(config).integrity)
    start = ProcessStarted(0, "0.1.0", found({**program, "python": "2.7"}, {}), found(configuration, {}), "")
    with SqliteJournal(config.parent / "t1.sqlite", "t1", SystemClock()) as journal:
        journal.append([[start]])
    result = run("compare", "--config", config)
    assert result.exit_code == 1
    assert "started 1970-01-01T00:00:00.000Z: " in result.stdout
    assert "program        changed  python  2.7 -> 3." in result.stdout


def test_where_nothing_is_to_be_approved_it_says_how(config: Path) -> None:
    config.write_text(config.read_text("utf-8").removesuffix(APPROVED), "utf-8")
    with pytest.raises(ConfigError, match=r"\[integrity\] approved"):
        run("approve", "--by", "Eve", "--config", config)
