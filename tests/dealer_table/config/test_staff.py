"""The staff's section: off unless it is there, and each fault with its key. I/O: files."""

from pathlib import Path

import pytest

from dealer_table.config.table_config import check_table_config
from dealer_table.config.token_keys import write_new_keys
from dealer_table.errors import ConfigError

TABLE = '[table]\nid = "t1"\njournal = "t1.sqlite"\n'
KEYS = '[http]\ntoken_keys_file = "keys.json"\n'
MINUTE = 60_000


@pytest.fixture
def file(tmp_path: Path) -> Path:
    write_new_keys(tmp_path / "keys.json")
    return tmp_path / "table.toml"


def faults_of(file: Path, text: str) -> list[ConfigError]:
    file.write_text(TABLE + text, "utf-8")
    return check_table_config(file)[1]


def test_nobody_logs_in_unless_the_house_says_so(file: Path) -> None:
    assert faults_of(file, KEYS) == []
    config, _ = check_table_config(file)
    assert config is not None and config.staff is None


def test_the_defaults_are_five_failures_and_half_an_hour(file: Path) -> None:
    assert faults_of(file, KEYS + '[staff]\naccounts = "staff.sqlite"\n') == []
    config, _ = check_table_config(file)
    assert config is not None and config.staff is not None
    staff = config.staff
    assert staff.accounts == file.parent / "staff.sqlite"
    assert (staff.failures, staff.within, staff.locked) == (5, 15 * MINUTE, 30 * MINUTE)
    assert (staff.idle, staff.links_too, staff.shift) == (30 * MINUTE, False, 720 * MINUTE)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ('[staff]\naccounts = "staff.sqlite"\n', "staff"),
        (KEYS + '[staff]\naccounts = "nowhere/staff.sqlite"\n', "staff.accounts"),
        (KEYS + '[staff]\naccounts = "s"\nidle_minuets = 3\n', "staff.idle_minuets"),
        (KEYS + '[staff]\naccounts = "s"\nfailures = 0\n', "staff.failures"),
        (KEYS + "[staff]\nidle_minutes = 3\n", "staff.accounts"),
    ],
)
def test_a_fault_is_told_with_its_key(file: Path, text: str, key: str) -> None:
    assert [fault.key for fault in faults_of(file, text)] == [key]
