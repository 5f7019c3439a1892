"""The file of approved digests: who approved, what, and what is not so any more. I/O: files."""

import hashlib
import json
from pathlib import Path

import pytest

from dealer_table.config.approval import check_approved, read_approval, write_approval
from dealer_table.errors import ConfigError

PROGRAM = {"dealer_table/app.py": "a" * 64, "python": "3.11.7"}
CONFIGURATION = {"table.toml": "b" * 64}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "approved.json"
    write_approval(path, PROGRAM, CONFIGURATION, by="Eve", at="2026-01-01T00:00:00Z")
    return path


def test_what_was_approved_is_found_so(path: Path) -> None:
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    assert check_approved(path, PROGRAM, CONFIGURATION) == digest == read_approval(path).digest
    assert json.loads(path.read_text("utf-8"))["approved_by"] == "Eve"
    assert not path.with_name("approved.json.part").exists()


def test_every_file_that_differs_is_named_with_its_part(path: Path) -> None:
    program = {"dealer_table/app.py": "c" * 64, "dealer_table/extra.py": "d" * 64}
    with pytest.raises(ConfigError) as refused:
        check_approved(path, program, {})
    assert "program: not as approved: dealer_table/app.py (changed), dealer_table/extra.py (new), python (missing)" in (
        str(refused.value)
    )
    assert "configuration: not as approved: table.toml (missing)" in str(refused.value)
    assert "dealer-table integrity" in str(refused.value)


def test_of_many_the_first_are_named(path: Path) -> None:
    program = PROGRAM | {f"x{number:02}": "new" for number in range(12)}
    with pytest.raises(ConfigError, match=r"x09 \(new\) and 2 more"):
        check_approved(path, program, CONFIGURATION)


@pytest.mark.parametrize(
    ("text", "told"),
    [("{", "JSON"), ("{}", "approved_by"), (None, "cannot be read")],
)
def test_a_file_that_is_no_approval_is_refused(path: Path, text: str | None, told: str) -> None:
    if text is None:
        path.unlink()
    else:
        path.write_text(text, "utf-8")
    with pytest.raises(ConfigError, match=told):
        read_approval(path)


def test_files_added_by_hand_do_not_fit_the_digest(path: Path) -> None:
    approved = json.loads(path.read_text("utf-8"))
    approved["program"]["files"]["dealer_table/extra.py"] = "d" * 64
    path.write_text(json.dumps(approved), "utf-8")
    with pytest.raises(ConfigError, match=r"program\.digest: the digest is not that of the files"):
        read_approval(path)
