import json
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from dealer_table.baccarat.cards import PACK
from scanner_drivers.codebook_files import load_codebook
from scanner_drivers.scanner_commands import app


def run(*arguments: str, code: int = 0) -> Any:
    result = CliRunner().invoke(app, ["codebook", *arguments])
    assert result.exit_code == code, result.output
    return result


def write(folder: Path, codes: dict[str, str]) -> str:
    lines = "\n".join(f'{card} = "{code}"' for card, code in codes.items())
    path = folder / "book.toml"
    path.write_text(f'name = "own"\nsummary = ""\n[codes]\n{lines}\n')
    return str(path)


CODES = {card.value: f"{number:02}" for number, card in enumerate(PACK)}


def test_the_packaged_codebook_is_good() -> None:
    assert "52 codes: nothing to complain of" in run("check", "studio_four_digit").stdout
    told = json.loads(run("check", "studio_four_digit", "--json").stdout)
    assert told == {"name": "studio_four_digit", "cards": 52, "codes": 52, "doubts": []}


def test_a_codebook_with_faults_is_refused_with_all_of_them(tmp_path: Path) -> None:
    result = run("check", write(tmp_path, CODES | {"AS": "01", "ZZ": "99"}), code=2)
    assert "ZZ is not a card" in result.stderr and "code 01 is" in result.stderr


def test_codes_that_become_another_when_they_are_cut_off_are_doubtful(tmp_path: Path) -> None:
    path = write(tmp_path, CODES | {"2S": "000"})
    assert CODES["AS"] == "00"
    assert "00 (AS) is how 000 (2S) begins" in run("check", path, code=1).stderr
    assert len(json.loads(run("check", path, "--json", code=1).stdout)["doubts"]) == 1


def test_a_pack_is_written_with_every_card_and_the_cut_card(tmp_path: Path) -> None:
    out = tmp_path / "pack.html"
    run("print", "--out", str(out), "--symbology", "datamatrix", "--cut-card", "9991")
    sheet = out.read_text("utf-8")
    assert sheet.count("<svg") == 53
    codebook = load_codebook()
    assert all(f'data-card="{card.value}"' in sheet and f">{codebook.code(card)}<" in sheet for card in PACK)
    assert "10♥" in sheet and "cut card" in sheet and ">9991<" in sheet


def test_a_pack_that_cannot_be_is_refused(tmp_path: Path) -> None:
    out = str(tmp_path / "pack.html")
    assert "1010 is the code of AS" in run("print", "--out", out, "--cut-card", "1010", code=2).stderr
    assert "cannot be written" in run("print", "--out", str(tmp_path / "no" / "where"), code=2).stderr
    odd = write(tmp_path, CODES | {"AS": "100"})
    assert "even number" in run("print", "--out", out, "--codebook", odd, "--symbology", "itf", code=2).stderr
