"""The file of signing keys: made once, readable by its owner, told apart when it is no use. I/O: files."""

import json
from pathlib import Path

import pytest

from dealer_table.config.token_keys import read_token_keys, write_new_keys
from dealer_table.errors import ConfigError

LONG = "s" * 32


def written(folder: Path, content: object) -> Path:
    path = folder / "keys.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
    return path


def test_a_fresh_file_has_one_long_key_for_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "keys.json"
    write_new_keys(path)
    keys = read_token_keys(path)
    assert keys.accepted == (keys.current,)
    assert len(keys.current.secret) == 64
    assert path.stat().st_mode & 0o777 == 0o600


def test_two_files_have_two_keys(tmp_path: Path) -> None:
    write_new_keys(tmp_path / "a")
    write_new_keys(tmp_path / "b")
    assert (tmp_path / "a").read_text("utf-8") != (tmp_path / "b").read_text("utf-8")


def test_an_old_key_is_accepted_beside_the_one_that_signs(tmp_path: Path) -> None:
    keys = read_token_keys(written(tmp_path, {"current": "new", "keys": {"old": LONG, "new": LONG + "n"}}))
    assert keys.current.kid == "new"
    assert {key.kid for key in keys.accepted} == {"old", "new"}


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "Invalid JSON"),
        ({"keys": {"a": LONG}}, "current"),
        ({"current": "a", "keys": {}}, "keys"),
        ({"current": "b", "keys": {"a": LONG}}, "there is no key 'b'"),
        ({"current": "a", "keys": {"a": LONG}, "more": 1}, "more"),
        ({"current": "a", "keys": {"a": "short"}}, "shorter than 32 bytes"),
    ],
)
def test_a_file_that_is_no_use_is_named_and_its_secrets_are_not(tmp_path: Path, content: object, words: str) -> None:
    path = written(tmp_path, content)
    with pytest.raises(ConfigError, match=words) as refused:
        read_token_keys(path)
    assert refused.value.source == str(path)
    assert "short" not in str(refused.value).replace("shorter", "") and LONG not in str(refused.value)


def test_a_file_that_is_not_there_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="token new-keys"):
        read_token_keys(tmp_path / "none.json")
