"""What every command that reads journals does alike: open them, tell what is wrong, read events. I/O: journal files."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from dealer_table.adapters.sqlite_journal_file import SqliteJournalFile
from dealer_table.betting.recorded import RecordedEvent
from dealer_table.errors import JournalError
from dealer_table.wire.event_codec import decode
from dealer_table.wire.hash_chain import Link

File = Annotated[Path, typer.Argument(help="The journal; the table may be running.")]
Files = Annotated[list[Path], typer.Argument(help="Journals, of one table or of many; the tables may be running.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]

DOES_NOT_HOLD, CANNOT_READ = 1, 2


@contextmanager
def reading(file: Path) -> Iterator[SqliteJournalFile]:
    """Open a journal; end with the exit code for what is no journal, or for one that breaks while it is read."""
    try:
        journal = SqliteJournalFile(file)
    except JournalError as error:
        fail(str(error), CANNOT_READ)
    with journal:
        try:
            yield journal
        except JournalError as error:
            fail(str(error), DOES_NOT_HOLD)


def check_distinct(files: Sequence[Path]) -> None:
    """Refuse the same journal twice, by whatever name: it would count everything twice."""
    seen: dict[str, Path] = {}
    for file in files:
        with reading(file) as journal:
            epoch = journal.identity.epoch
        if epoch in seen:
            fail(f"{file}: this is the journal {seen[epoch]} again", CANNOT_READ)
        seen[epoch] = file


def recorded(journal: SqliteJournalFile) -> Iterator[tuple[Link, RecordedEvent]]:
    """Stream what is on record; JournalError with the place of what cannot be read."""
    for link in journal.links():
        yield link, event_of(link)


def event_of(link: Link) -> RecordedEvent:
    """Return what a record tells; JournalError with its place when nobody can read it."""
    try:
        return decode(link.name, link.version, link.body)
    except JournalError as error:
        raise JournalError(f"record {link.position}: {error}", position=link.position) from None


def body_of(link: Link) -> dict[str, Any]:
    """Return the body of a record as it stands; `verify` says what is wrong with one that was tampered with."""
    try:
        body = json.loads(link.body)
    except ValueError:
        body = None
    return body if isinstance(body, dict) else {"text": link.body}


def fail(problem: str, code: int) -> NoReturn:
    """Say on standard error what is wrong, and end."""
    typer.echo(problem, err=True)
    raise typer.Exit(code)
