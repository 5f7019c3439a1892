from pathlib import Path

import pytest

from dealer_table.errors import ConfigError
from scanner_drivers.codebook_files import codebook_names, load_codebook


def test_a_packaged_codebook_is_found_by_name() -> None:
    assert "studio_four_digit" in codebook_names()
    assert load_codebook("studio_four_digit").name == "studio_four_digit"


def test_any_other_is_found_by_path_beside_its_configuration(tmp_path: Path) -> None:
    text = "\n".join(f'{card} = "x{code}"' for code, card in load_codebook().cards.items())
    (tmp_path / "own.toml").write_text(f'name = "own"\n[codes]\n{text}')
    assert load_codebook("own.toml", beside=tmp_path).card("x1010") is not None


def test_an_unknown_name_lists_those_there_are() -> None:
    with pytest.raises(ConfigError, match="studio_four_digit"):
        load_codebook("studio")


def test_a_path_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"gone\.toml"):
        load_codebook("gone.toml", beside=tmp_path)
