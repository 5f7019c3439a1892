"""The command `journal export`. I/O: journal files, standard output."""

import csv
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from enum import StrEnum
from typing import Annotated, Any

import typer

from dealer_table.adapters.sqlite_journal_file import SqliteJournalFile
from dealer_table.records.exports import COLUMNS, Row, What, bet_rows, coup_rows, debt_rows, money_rows, plain
from dealer_table.records.reading import File, body_of, reading, recorded


class ExportFormat(StrEnum):
    """How records are written for other programs."""

    JSONL = "jsonl"
    CSV = "csv"


def export_command(
    file: File,
    to: Annotated[ExportFormat, typer.Option("--format", help="JSON lines, or CSV with a header.")],
    what: Annotated[What, typer.Option(help="Coups, bets, money and debts as rows, or every event as it stands.")] = (
        What.EVENTS
    ),
) -> None:
    """Write the record to standard output; the events are whole, burned cards and hashes too."""
    with reading(file) as journal:
        match to:
            case ExportFormat.JSONL:
                for document in _documents(journal, what):
                    typer.echo(json.dumps(document))
            case ExportFormat.CSV:
                # RFC 4180 ends lines with CR LF; that of the events was here first, and stays.
                ends = "\n" if what is What.EVENTS else "\r\n"
                writer = csv.writer(sys.stdout, lineterminator=ends)
                writer.writerow(COLUMNS[what])
                writer.writerows([plain(cell) for cell in row] for row in _rows(journal, what))


def _documents(journal: SqliteJournalFile, what: What) -> Iterator[dict[str, Any]]:
    if what is What.EVENTS:
        return ({**asdict(link), "body": body_of(link)} for link in journal.links())
    return (dict(zip(COLUMNS[what], row, strict=True)) for row in _rows(journal, what))


def _rows(journal: SqliteJournalFile, what: What) -> Iterator[Row]:
    table = journal.identity.table
    match what:
        case What.COUPS:
            return coup_rows(table, recorded(journal))
        case What.BETS:
            return bet_rows(table, recorded(journal))
        case What.MONEY:
            return money_rows(table, recorded(journal))
        case What.DEBTS:
            return debt_rows(table, recorded(journal))
        case What.EVENTS:
            return (tuple(asdict(link).values()) for link in journal.links())
