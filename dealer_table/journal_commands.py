"""The record by hand: `journal verify`, `show`, `export` and `replay`. I/O: journal files and standard output."""

import csv
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from dealer_table.adapters.sqlite_journal_file import SqliteJournalFile
from dealer_table.errors import JournalError
from dealer_table.projections.coup_record import CoupRecord, coup_records
from dealer_table.wire.event_codec import decode
from dealer_table.wire.hash_chain import Break, Link, checked

File = Annotated[Path, typer.Argument(help="The journal; the table may be running.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]

_DOES_NOT_HOLD, _CANNOT_READ = 1, 2
# What lies on the felt for all to see. Anything else may name a card that was burned, or is not shown yet.
_FACE_UP = {"indicator_drawn", "card_dealt", "card_corrected", "coup_completed"}
_FACES = {"card", "text", "serial"}


class ExportFormat(StrEnum):
    """How records are written for other programs."""

    JSONL = "jsonl"
    CSV = "csv"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What walking the whole chain has shown; `problem` with its `position` when it does not hold."""

    records: int
    hash: str
    position: int | None = None
    problem: str | None = None


def verify(file: SqliteJournalFile, anchor: str | None = None) -> Verdict:
    """Walk the chain from its start; `anchor` is a hash that must be found in it."""
    records, head = 0, file.identity.genesis
    anchored = anchor is None or anchor == head
    try:
        for link in checked(file.links(), head):
            if isinstance(link, Break):
                return Verdict(records, head, link.position, link.problem)
            records, head = link.position, link.hash
            anchored = anchored or head == anchor
    except JournalError as error:
        return Verdict(records, head, error.position, str(error))
    if not anchored:
        return Verdict(records, head, records + 1, "no record has the anchor's hash: the tail was cut, or replaced")
    return Verdict(records, head)


def verify_command(
    file: File,
    anchor: Annotated[str | None, typer.Option(help="A hash that the table has published; it must be found.")] = None,
    as_json: AsJson = False,
) -> None:
    """Check that no record was changed, removed or moved. Exit code 1, and the first bad position, when one was."""
    with _reading(file) as journal:
        verdict = verify(journal, anchor.strip().lower() if anchor else None)
        identity = journal.identity
    if as_json:
        ok = verdict.problem is None
        typer.echo(json.dumps({"journal": str(file), "ok": ok, "epoch": identity.epoch, **asdict(verdict)}))
    elif verdict.problem is None:
        typer.echo(f"{file}: {verdict.records} records hold, the last is {verdict.hash}")
    else:
        typer.echo(f"{file}: DOES NOT HOLD at position {verdict.position}: {verdict.problem}", err=True)
    if verdict.problem is not None:
        raise typer.Exit(_DOES_NOT_HOLD)


def show_command(
    file: File,
    first: Annotated[int, typer.Option("--from", min=1, help="The first position.")] = 1,
    last: Annotated[int | None, typer.Option("--to", min=1, help="The last position.")] = None,
    reveal: Annotated[bool, typer.Option("--reveal", help="Show the faces of burned and waiting cards too.")] = False,
) -> None:
    """Print records, one a line, for people to read."""
    with _reading(file) as journal:
        for link in journal.links(first - 1, last):
            typer.echo(_line(link, reveal=reveal))


def export_command(
    file: File,
    to: Annotated[ExportFormat, typer.Option("--format", help="JSON lines, or CSV with a header.")],
) -> None:
    """Write every record, whole, to standard output: burned cards and hashes too."""
    with _reading(file) as journal:
        if to is ExportFormat.JSONL:
            for link in journal.links():
                typer.echo(json.dumps({**asdict(link), "body": _body(link)}))
            return
        rows = csv.writer(sys.stdout, lineterminator="\n")
        rows.writerow(Link.__slots__)
        rows.writerows(asdict(link).values() for link in journal.links())


def replay_command(file: File, as_json: AsJson = False) -> None:
    """Print the coups again, as they stand after every correction."""
    with _reading(file) as journal:
        coups = coup_records(decode(link.name, link.version, link.body) for link in journal.links())
    if as_json:
        typer.echo(json.dumps({"journal": str(file), "coups": [coup_document(coup) for coup in coups]}))
        return
    for coup in coups:
        remark = " void" if coup.void else " free" if coup.free else ""
        hands = f"{' '.join(coup.player):<10} {' '.join(coup.banker):<10}"
        typer.echo(f"shoe {coup.shoe} coup {coup.coup:>3}  {hands} {coup.outcome or '-'}{remark}")


def coup_document(coup: CoupRecord) -> dict[str, Any]:
    """Return a coup as `replay` and `demo` print it."""
    return asdict(coup)


def register(app: typer.Typer) -> None:
    """Add these commands to the command line."""
    journal = typer.Typer(help="The record of a table.", no_args_is_help=True)
    journal.command("verify")(verify_command)
    journal.command("show")(show_command)
    journal.command("export")(export_command)
    journal.command("replay")(replay_command)
    app.add_typer(journal, name="journal")


@contextmanager
def _reading(file: Path) -> Iterator[SqliteJournalFile]:
    """Open a journal; end with the exit code for what is no journal, or for one that breaks while it is read."""
    try:
        journal = SqliteJournalFile(file)
    except JournalError as error:
        _fail(str(error), _CANNOT_READ)
    with journal:
        try:
            yield journal
        except JournalError as error:
            _fail(str(error), _DOES_NOT_HOLD)


def _fail(problem: str, code: int) -> NoReturn:
    typer.echo(problem, err=True)
    raise typer.Exit(code)


def _line(link: Link, *, reveal: bool) -> str:
    body = _body(link)
    hidden = set() if reveal or link.name in _FACE_UP else {key for key in _FACES if body.get(key)}
    shown = {key: "hidden" if key in hidden else value for key, value in body.items() if key != "at"}
    when = datetime.fromtimestamp(link.at / 1000, UTC).isoformat(sep=" ", timespec="milliseconds")
    return f"{link.position:>8}  {when}  {link.name:<20} " + " ".join(f"{key}={_short(shown[key])}" for key in shown)


def _body(link: Link) -> dict[str, Any]:
    try:
        body = json.loads(link.body)
    except ValueError:
        body = None
    # `verify` says what is wrong with a body that was tampered with; here it is shown as it stands.
    return body if isinstance(body, dict) else {"text": link.body}


def _short(value: object) -> str:
    return value if isinstance(value, str) and value and value.isprintable() else json.dumps(value)
