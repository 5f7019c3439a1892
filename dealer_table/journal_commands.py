"""The record by hand: what is on record, whether it holds, what came of it. I/O: journal files and standard output."""

import json
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from typing import Annotated, Any

import typer

from dealer_table.adapters.sqlite_journal_file import SqliteJournalFile
from dealer_table.errors import JournalError
from dealer_table.projections.coup_record import CoupRecord, coup_records
from dealer_table.projections.coup_turnover import CoupTurnovers
from dealer_table.records.balances_command import balances_command
from dealer_table.records.coup_command import coup_command
from dealer_table.records.export_command import export_command
from dealer_table.records.measure_commands import returns_command, statistics_command
from dealer_table.records.reading import DOES_NOT_HOLD, AsJson, File, body_of, reading
from dealer_table.wire.event_codec import decode
from dealer_table.wire.hash_chain import Break, Link, checked

# What lies on the felt for all to see. Anything else may name a card that was burned, or is not shown yet.
_FACE_UP = {"indicator_drawn", "card_dealt", "card_corrected", "coup_completed"}
_FACES = {"card", "text", "serial"}
# The first start on record names every file of the program; an export has them all.
_FEW = 10


@dataclass(frozen=True, slots=True)
class Verdict:
    """What walking the whole chain and the ledger has shown; `problem` with its `position` when it does not hold."""

    records: int
    hash: str
    position: int | None = None
    problem: str | None = None


def verify(file: SqliteJournalFile, anchor: str | None = None) -> Verdict:
    """Walk the chain from its start, then the ledger beside it; `anchor` is a hash that must be found in the chain."""
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
    return _with_ledger(file, Verdict(records, head))


def _with_ledger(file: SqliteJournalFile, chain: Verdict) -> Verdict:
    """Return the verdict once the house's ledger was held to what the records make it."""
    try:
        fault = file.ledger_fault()
    except JournalError as error:
        return replace(chain, position=error.position, problem=str(error))
    return chain if fault is None else replace(chain, position=fault.position, problem=fault.problem)


def verify_command(
    file: File,
    anchor: Annotated[str | None, typer.Option(help="A hash that the table has published; it must be found.")] = None,
    as_json: AsJson = False,
) -> None:
    """Check that no record was changed, removed or moved, and that the ledger is what the records make it.

    Exit code 1, and the first bad position, when it is not so.
    """
    with reading(file) as journal:
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
        raise typer.Exit(DOES_NOT_HOLD)


def show_command(
    file: File,
    first: Annotated[int, typer.Option("--from", min=1, help="The first position.")] = 1,
    last: Annotated[int | None, typer.Option("--to", min=1, help="The last position.")] = None,
    reveal: Annotated[bool, typer.Option("--reveal", help="Show the faces of burned and waiting cards too.")] = False,
) -> None:
    """Print records, one a line, for people to read."""
    with reading(file) as journal:
        for link in journal.links(first - 1, last):
            typer.echo(_line(link, reveal=reveal))


def replay_command(file: File, as_json: AsJson = False) -> None:
    """Print the coups again, as they stand after every correction, and what all patrons together had on them."""
    turnovers = CoupTurnovers()
    with reading(file) as journal:
        coups = coup_records(turnovers.along(decode(link.name, link.version, link.body) for link in journal.links()))
    bets = [turnovers.of(coup.shoe, coup.coup) for coup in coups]
    if as_json:
        documents = [
            {**coup_document(coup), "bets": {currency: asdict(turnover) for currency, turnover in each.items()}}
            for coup, each in zip(coups, bets, strict=True)
        ]
        typer.echo(json.dumps({"journal": str(file), "coups": documents}))
        return
    for coup, each in zip(coups, bets, strict=True):
        remark = " void" if coup.void else " free" if coup.free else ""
        money = "".join(f"  {currency} {one.staked} -> {one.returned}" for currency, one in each.items())
        hands = f"{' '.join(coup.player):<10} {' '.join(coup.banker):<10}"
        typer.echo(f"shoe {coup.shoe} coup {coup.coup:>3}  {hands} {coup.outcome or '-'}{remark}{money}")


def coup_document(coup: CoupRecord) -> dict[str, Any]:
    """Return a coup as `replay` and `demo` print it."""
    return asdict(coup)


def register(app: typer.Typer) -> None:
    """Add these commands to the command line."""
    journal = typer.Typer(help="The record of a table.", no_args_is_help=True)
    journal.command("verify")(verify_command)
    journal.command("show")(show_command)
    journal.command("coup")(coup_command)
    journal.command("export")(export_command)
    journal.command("balances")(balances_command)
    journal.command("replay")(replay_command)
    journal.command("statistics")(statistics_command)
    journal.command("returns")(returns_command)
    app.add_typer(journal, name="journal")


def _line(link: Link, *, reveal: bool) -> str:
    body = body_of(link)
    hidden = set() if reveal or link.name in _FACE_UP else {key for key in _FACES if body.get(key)}
    shown = {key: "hidden" if key in hidden else value for key, value in body.items() if key != "at"}
    when = datetime.fromtimestamp(link.at / 1000, UTC).isoformat(sep=" ", timespec="milliseconds")
    return f"{link.position:>8}  {when}  {link.name:<20} " + " ".join(f"{key}={_short(shown[key])}" for key in shown)


def _short(value: object) -> str:
    if isinstance(value, dict) and isinstance(value.get("changed"), list):
        value = value | {"changed": _first_few(value["changed"])}
    return value if isinstance(value, str) and value and value.isprintable() else json.dumps(value)


def _first_few(changed: list[object]) -> list[object]:
    return [*changed[:_FEW], f"and {len(changed) - _FEW} more"] if changed[_FEW:] else changed
