"""The command `journal coup`: all that is on record of one coup. I/O: a journal file, standard output."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Annotated, Any

import typer

from dealer_table.adapters.sqlite_journal_file import SqliteJournalFile
from dealer_table.baccarat.cards import Card
from dealer_table.betting.recorded import RecordedEvent, table_events
from dealer_table.procedure.events import ShoeLoaded
from dealer_table.projections.coup_dossier import CardOnFelt, CoupDossier, Hold, dossiers
from dealer_table.projections.patron_records import PatronRecord, patron_records
from dealer_table.records.reading import CANNOT_READ, AsJson, File, event_of, fail, reading, recorded
from dealer_table.records.round_page import round_dossier, round_file, round_page
from dealer_table.records.wording import named, when

Found = tuple[dict[str, Any], Iterator[str]]

_PLACE = re.compile(r"(?:(\d+)/)?(\d+)")


def coup_command(
    file: File,
    place: Annotated[
        str, typer.Argument(metavar="SHOE/COUP", help="Which coup, as in 3/17; of a Touch room the round, as in 17.")
    ],
    as_json: AsJson = False,
) -> None:
    """Print all that is on record of one coup: cards, times, people, holds, bets, returns and corrections."""
    named_place = _PLACE.fullmatch(place)
    if named_place is None:
        raise typer.BadParameter("write the numbers of the shoe and of its coup, as in 3/17", param_hint="SHOE/COUP")
    shoe, number = named_place.groups()
    with reading(file) as journal:
        found = _round(journal, int(number)) if shoe is None else _coup(journal, int(shoe), int(number))
    if found is None:
        fail(f"{file}: there is no coup {place} on record", CANNOT_READ)
    document, page = found
    typer.echo(json.dumps(document) if as_json else "\n".join(page))


def _round(journal: SqliteJournalFile, number: int) -> Found | None:
    room = journal.identity.table
    dossier = round_dossier((event for _, event in recorded(journal)), number)
    return None if dossier is None else (round_file(room, dossier), round_page(room, number, dossier))


def _coup(journal: SqliteJournalFile, shoe: int, number: int) -> Found | None:
    table = journal.identity.table
    coups = dossiers(event for each in _shoe(journal, shoe) for event in table_events((each,)))
    coup = next((coup for coup in coups if coup.coup == number), None)
    if coup is None:
        return None
    patrons = patron_records(_shoe(journal, shoe), number)
    return coup_file(table, coup, patrons), _page(table, coup, patrons)


def coup_file(table: str, coup: CoupDossier, patrons: tuple[PatronRecord, ...]) -> dict[str, Any]:
    """Return one coup as the command prints it for programs."""
    return {
        "table": table,
        **asdict(coup),
        "people": [asdict(person) for person in coup.people],
        "patrons": [_patron_document(record) for record in patrons],
    }


def _shoe(journal: SqliteJournalFile, shoe: int) -> Iterator[RecordedEvent]:
    """Yield what is on record from the loading of one shoe to the loading of the next."""
    inside = False
    for link in journal.links():
        if link.name == "shoe_loaded":
            loaded = event_of(link)
            inside = isinstance(loaded, ShoeLoaded) and loaded.shoe == shoe
        if inside:
            yield event_of(link)


def _patron_document(record: PatronRecord) -> dict[str, Any]:
    # The fields of a pair, not a list of two: an auditor reads this.
    patron = {"patron": record.patron.name, "currency": record.patron.currency}
    return patron | {key: value for key, value in asdict(record).items() if key != "patron"}


def _page(table: str, coup: CoupDossier, patrons: tuple[PatronRecord, ...]) -> Iterator[str]:
    result = f", {coup.outcome.value}" if coup.outcome else ""
    yield f"{table}, shoe {coup.shoe} coup {coup.coup}: {coup.status.value}{result}{' (free)' if coup.free else ''}"
    yield f"rules {coup.rules_digest}"
    yield f"people: {', '.join(map(named, coup.people))}"
    yield ""
    yield from (f"{when(at)}  {text}" for at, text in sorted(_story(coup), key=lambda line: line[0]))
    for record in patrons:
        yield ""
        yield from _patron_lines(record)


def _story(coup: CoupDossier) -> Iterator[tuple[int, str]]:
    """Yield what happened, each with its time; those of one time are in the order in which they come about."""
    until = f", bets until {when(coup.closes_at)}" if coup.closes_at is not None else ""
    yield coup.begun_at, f"begun by {named(coup.dealer)}{until}"
    if coup.betting_closed_at is not None and coup.betting_closed_by is not None:
        yield coup.betting_closed_at, f"no more bets ({coup.betting_closed_by.value})"
    for misread in coup.misreads:
        yield misread.at, f"scanner {misread.scanner} misread: {misread.cause}"
    for hold in coup.holds:
        yield from _hold_lines(hold)
    yield from ((card.at, f"{card.position.value}  {card.card.value}  {_origin(card)}") for card in coup.cards)
    for proposed in coup.proposals:
        yield proposed.at, f"{proposed.what.value} proposed by {named(proposed.by)}{_because(proposed.reason)}"
    for each in coup.corrections:
        change = f"{_cards(each.before)} put right as {_cards(each.after)}"
        yield each.at, f"{change} by {named(each.by)}{_because(each.reason)}"
    if coup.completed_at is not None and coup.outcome is not None:
        yield coup.completed_at, f"complete: {coup.outcome.value}"
    if coup.ended_at is not None:
        by = coup.void_by or coup.confirmed_by
        yield coup.ended_at, f"over{f', by {named(by)}' if by else ''}{_because(coup.void_reason)}"


def _hold_lines(hold: Hold) -> Iterator[tuple[int, str]]:
    tries = f", {hold.failed_rescans} rescans failed" if hold.failed_rescans else ""
    yield hold.at, f"hold: {hold.kind.value} ({hold.cause}){tries}"
    if hold.resolved_at is not None and hold.resolution is not None and hold.by is not None:
        yield hold.resolved_at, f"resolved: {hold.resolution.value} by {named(hold.by)}{_because(hold.reason)}"


def _origin(card: CardOnFelt) -> str:
    if card.corrected_by is not None:
        return f"put right by {named(card.corrected_by)}"
    if card.keyed_by is not None:
        return f"keyed in by {named(card.keyed_by)}"
    if card.read is None:
        return "of no read on record"
    return f"scanner {card.read.scanner}, boot {card.read.boot}, read {card.read.seq}"


def _patron_lines(record: PatronRecord) -> Iterator[str]:
    name, currency = record.patron
    owed = f", {record.owed} could not be taken back" if record.owed else ""
    yield f"patron {name}, {currency}: {record.status.value}, staked {record.staked}, back {record.back}{owed}"
    yield from (f"  {when(bet.at)}  accepted {bet.request}, change {bet.change:+}" for bet in record.accepted)
    back = dict(record.returned)
    yield from (f"  {spot:<24}{amount:>14}{back.get(spot, 0):>14}" for spot, amount in record.stakes)


def _cards(cards: Mapping[str, Card]) -> str:
    return " ".join(f"{position}={card}" for position, card in cards.items())


def _because(reason: str) -> str:
    return f": {reason}" if reason else ""
