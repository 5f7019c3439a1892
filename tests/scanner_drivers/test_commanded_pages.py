"""The pages of the scanners that are also spoken to show configurations that load, and explain every setting."""

import re
import tomllib
from pathlib import Path

import pytest

from scanner_drivers.bridge_config import ScannerSection
from scanner_drivers.codebook_files import load_codebook
from scanner_drivers.registry import load_driver

PAGES = Path(__file__).parents[2] / "docs" / "hardware"
NAMES = ("cognex_dmcc", "datalogic", "gm65", "honeywell", "keyence", "microscan", "newland", "opticon")
EXPLAINED_FOR_ALL = (PAGES / "commanded.md").read_text("utf-8")

names = pytest.mark.parametrize("name", NAMES)


@names
@pytest.mark.parametrize("commented", [True, False], ids=["as printed", "with all that is commented out"])
def test_the_printed_configuration_loads(name: str, commented: bool) -> None:
    (block,) = re.findall(r"```toml\n(.*?)```", (PAGES / f"{name}.md").read_text("utf-8"), re.DOTALL)
    text = block if commented else re.sub(r"^# ", "", block, flags=re.MULTILINE)
    (section,) = tomllib.loads(text)["scanner"]
    scanner = ScannerSection.model_validate(section)
    assert scanner.driver == name
    load_driver(name).driver(scanner.settings, load_codebook())


@names
def test_every_setting_is_explained(name: str) -> None:
    page = (PAGES / f"{name}.md").read_text("utf-8") + EXPLAINED_FOR_ALL
    missing = [setting for setting in load_driver(name).settings.model_fields if f"`{setting}`" not in page]
    assert missing == []


@names
def test_the_page_of_all_names_the_driver(name: str) -> None:
    assert f"`{name}`" in EXPLAINED_FOR_ALL
