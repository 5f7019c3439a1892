"""Journals in files, and the commands that read them. I/O: files."""

from collections.abc import Sequence
from pathlib import Path

import typer
from typer.testing import CliRunner, Result

from dealer_table.adapters.sqlite_journal import SqliteJournal
from dealer_table.adapters.system_clock import SystemClock
from dealer_table.betting.recorded import RecordedEvent
from dealer_table.journal_commands import register


def written(path: Path, table: str, decisions: Sequence[Sequence[RecordedEvent]]) -> Path:
    """Write the journal of a table."""
    with SqliteJournal(path, table, SystemClock()) as journal:
        journal.append(decisions)
    return path


def run(*arguments: object) -> Result:
    """Run a `journal` command."""
    app = typer.Typer()
    register(app)
    return CliRunner().invoke(app, ["journal", *map(str, arguments)])
