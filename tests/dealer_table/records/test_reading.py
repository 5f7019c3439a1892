"""Journals that cannot be read, or hold what nobody knows: every command that reads one says so alike. I/O: files."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from dealer_table.adapters.sqlite_journal_file import SqliteJournalFile
from dealer_table.errors import JournalError
from dealer_table.records.reading import recorded
from tests.dealer_table.procedure.table_at_work import PLAYER_NATURAL
from tests.dealer_table.records.journal_files import run, written
from tests.dealer_table.records.table_with_bets import loaded_table

COMMANDS = (
    ("coup", "1/1"),
    ("coup", "1"),
    ("export", "--format", "csv", "--what", "coups"),
    ("export", "--format", "jsonl", "--what", "bets"),
    ("export", "--format", "jsonl", "--what", "money"),
    ("statistics",),
    ("returns",),
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Write a journal whose last record has a name that this release does not know."""
    table = loaded_table()
    table.play_with(PLAYER_NATURAL)
    path = written(tmp_path / "one.journal", "one", table.recorded)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TRIGGER records_stay")
        last = "(SELECT max(position) FROM records)"
        connection.execute(f"UPDATE records SET name = 'card_swapped' WHERE position = {last}")
        connection.commit()
    return path


@pytest.mark.parametrize("command", COMMANDS)
def test_what_nobody_knows_is_named_with_its_place(path: Path, command: tuple[str, ...]) -> None:
    name, *rest = command
    result = run(name, path, *rest)
    assert result.exit_code == 1
    assert "unknown event 'card_swapped'" in result.stderr


@pytest.mark.parametrize("command", COMMANDS)
def test_what_is_no_journal_is_wrong_usage(tmp_path: Path, command: tuple[str, ...]) -> None:
    name, *rest = command
    result = run(name, tmp_path / "missing", *rest)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "there is no such file" in result.stderr


def test_the_place_is_the_records(path: Path) -> None:
    with SqliteJournalFile(path) as journal, pytest.raises(JournalError) as raised:
        list(recorded(journal))
    with SqliteJournalFile(path) as journal:
        assert raised.value.position == max(link.position for link in journal.links())
