"""What is found of files: each by what is in it, a secret by its being there. I/O: files."""

import hashlib
from dataclasses import replace
from pathlib import Path

import pytest

from dealer_table.adapters.file_manifests import (
    PRESENT,
    UNREADABLE,
    configuration_manifest,
    package_folders,
    program_manifest,
)
from dealer_table.config.integrity import IntegrityConfig
from dealer_table.config.table_config import load_table_config
from dealer_table.config.token_keys import write_new_keys
from dealer_table.procedure.integrity import digest_of, found

TABLE = """
[table]
id = "t1"
journal = "t1.sqlite"
rules = "rules.toml"
[mqtt]
username = "table"
password_file = "password"
[http]
token_keys_file = "keys.json"
[[scanner]]
name = "shoe"
driver = "ascii_line"
port = "/nowhere"
codebook = "cards.toml"
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    folder = tmp_path / "program"
    (folder / "web" / "__pycache__").mkdir(parents=True)
    (folder / "app.py").write_text("one", "utf-8")
    (folder / "web" / "page.js").write_text("two", "utf-8")
    return folder


@pytest.fixture
def config(tmp_path: Path) -> IntegrityConfig:
    (tmp_path / "table.toml").write_text(TABLE, "utf-8")
    (tmp_path / "rules.toml").write_text("", "utf-8")
    (tmp_path / "cards.toml").write_text("cards", "utf-8")
    (tmp_path / "password").write_text("a word that can be guessed", "utf-8")
    write_new_keys(tmp_path / "keys.json")
    return load_table_config(tmp_path / "table.toml").integrity


def test_one_byte_changes_the_digest_and_names_the_file(package: Path) -> None:
    before = program_manifest({"program": package})
    assert before["program/app.py"] == hashlib.sha256(b"one").hexdigest()
    (package / "web" / "page.js").write_text("twp", "utf-8")
    after = program_manifest({"program": package})
    assert digest_of(after) != digest_of(before)
    assert [change.name for change in found(after, before).changed] == ["program/web/page.js"]


def test_what_python_compiles_does_not_count(package: Path) -> None:
    before = program_manifest({"program": package})
    (package / "web" / "__pycache__" / "page.pyc").write_bytes(b"x")
    (package / "old.pyc").write_bytes(b"x")
    assert program_manifest({"program": package}) == before


def test_the_program_is_both_packages_python_and_what_they_need() -> None:
    assert set(package_folders()) == {"dealer_table", "scanner_drivers"}
    manifest = program_manifest()
    assert {"python", "dealer_table/app.py", "dealer_table/gateway/web/player.html", "scanner_drivers/bridge.py"} <= {
        *manifest
    }
    packages = {name.partition("-")[0] for name in manifest if name.endswith(".dist-info/RECORD")}
    assert {"pydantic", "pydantic_core", "websockets"} <= packages, "what is needed by what is needed, too"
    assert packages.isdisjoint({"dealer_table", "pytest", "ruff"}), "only what can be at work in a table"


def test_the_configuration_is_every_file_that_the_table_reads(config: IntegrityConfig) -> None:
    assert set(configuration_manifest(config, {})) == {
        *("table.toml", "rules.toml", "cards.toml", "password", "keys.json")
    }


def test_of_a_secret_nothing_is_told_but_that_it_is_there(config: IntegrityConfig, tmp_path: Path) -> None:
    before = configuration_manifest(config, {})
    assert (before["password"], before["keys.json"]) == (PRESENT, PRESENT)
    (tmp_path / "password").write_text("another", "utf-8")
    assert configuration_manifest(config, {}) == before
    (tmp_path / "password").unlink()
    assert configuration_manifest(config, {})["password"] == UNREADABLE


def test_what_the_environment_says_over_the_file_counts(config: IntegrityConfig) -> None:
    said = configuration_manifest(config, {"DEALER_TABLE__HTTP__PORT": "9000", "HOME": "/root"})
    (change,) = found(said, configuration_manifest(config, {})).changed
    assert change.name == "environment DEALER_TABLE__HTTP__PORT"


def test_a_file_that_cannot_be_read_is_found_and_stops_nothing(config: IntegrityConfig, tmp_path: Path) -> None:
    gone = replace(config, files={**config.files, "gone": tmp_path / "gone"})
    assert configuration_manifest(gone, {})["gone"] == UNREADABLE
