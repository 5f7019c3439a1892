"""Journals of earlier releases hold, and give the same coups for ever. I/O: files.

A journal is kept as the SQL that writes it, beside the coups it must give. Run this file to keep one more, of today's
release: `python tests/golden/test_journals.py NAME`. One that is there is never written anew.
"""

import json
import sqlite3
import sys
import tempfile
from contextlib import closing
from dataclasses import asdict
from pathlib import Path

import pytest

from dealer_table.adapters.sqlite_journal import SqliteJournal
from dealer_table.adapters.sqlite_journal_file import SqliteJournalFile
from dealer_table.adapters.system_clock import SystemClock
from dealer_table.baccarat.coup import Outcome
from dealer_table.baccarat.hand import Position
from dealer_table.betting.recorded import table_events
from dealer_table.journal_commands import verify
from dealer_table.procedure import commands as c
from dealer_table.procedure.evolve import fold
from dealer_table.procedure.house import HouseProcedure
from dealer_table.procedure.words import MisreadCause, Phase, Resolution
from dealer_table.projections.coup_record import coup_records

JOURNALS = Path(__file__).parent / "journals"
TABLE = "golden"


def restored(sql: Path, directory: Path) -> Path:
    """Write the journal that `sql` describes."""
    path = directory / "table.journal"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(sql.read_text())
    return path


def coups_of(path: Path) -> list[dict[str, object]]:
    with SqliteJournal(path, TABLE, SystemClock()) as journal:
        return [asdict(coup) for coup in coup_records(table_events(record.event for record in journal.read()))]


@pytest.mark.parametrize("sql", sorted(JOURNALS.glob("*.sql")), ids=lambda sql: sql.stem)
def test_an_old_journal_holds_and_gives_its_coups(sql: Path, tmp_path: Path) -> None:
    path = restored(sql, tmp_path)
    with SqliteJournalFile(path) as file:
        verdict = verify(file)
    assert verdict.problem is None
    assert verdict.records > 0
    assert json.loads(json.dumps(coups_of(path))) == json.loads(sql.with_suffix(".json").read_text())


@pytest.mark.parametrize("sql", sorted(JOURNALS.glob("*.sql")), ids=lambda sql: sql.stem)
def test_folding_an_old_journal_from_its_last_shoe_gives_the_state_of_the_whole(sql: Path, tmp_path: Path) -> None:
    with SqliteJournal(restored(sql, tmp_path), TABLE, SystemClock()) as journal:
        whole = fold(table_events(record.event for record in journal.read()))
        tail = fold(table_events(record.event for record in journal.read(after=journal.last_shoe_position() - 1)))
    assert whole.phase is not Phase.CLOSED
    assert tail == whole


def keep_todays(name: str) -> None:
    """Play a bit of everything, and keep its journal as `name`."""
    from tests.dealer_table.procedure.table_at_work import (  # noqa: PLC0415 - only who keeps a journal plays
        BANKER_NATURAL,
        DEALER,
        PLAYER_NATURAL,
        TIE_OF_SIX_CARDS,
        table_with_shoe,
    )

    sql = JOURNALS / f"{name}.sql"
    assert not sql.exists(), "a golden journal is never written anew"
    table = table_with_shoe(HouseProcedure(free_coups=1, confirm_result=True))
    table.deal("3S KC 9D AH")
    table.give(c.StartFreeCoup(table.now, DEALER))
    table.deal(PLAYER_NATURAL)
    table.give(c.ConfirmResult(table.now, DEALER))
    table.begin_coup()
    table.deal("KS")
    table.misread()
    table.deal("KH QS QH 2S 2H")
    table.give(c.ConfirmResult(table.now, DEALER))
    table.play(BANKER_NATURAL)
    table.give(c.ConfirmResult(table.now, DEALER, Outcome.PLAYER))
    table.resolve(Resolution.CORRECT_CARD, card="6H", position=Position.PLAYER_2)
    table.give(c.ConfirmResult(table.now, DEALER))
    table.begin_coup()
    table.deal("7C 8C")
    table.lose_reads(2)
    table.void()
    table.cut_card()
    table.play(TIE_OF_SIX_CARDS)
    table.give(c.ConfirmResult(table.now, DEALER))
    table.give(c.ChangeShoe(table.now, DEALER))
    table.scanner(online=True, name="spare")
    table.give(c.StartDeckCheck(table.now, DEALER))
    table.deal("8S KH")
    table.misread(MisreadCause.UNKNOWN_CODE)
    table.give(c.EndDeckCheck(table.now, DEALER))
    table.give(c.LoadShoe(table.now, DEALER))
    table.deal("2D KC 9D")
    table.read("9D", scanner="spare")
    table.swap()
    table.swap("shoe")
    table.begin_coup()
    table.deal("7C 8C 9C")
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "table.journal"
        with SqliteJournal(path, TABLE, SystemClock()) as journal:
            journal.append([[event] for event in table.events])
        with closing(sqlite3.connect(path)) as connection:
            pragmas = ("application_id", "user_version")
            header = [f"PRAGMA {what} = {connection.execute(f'PRAGMA {what}').fetchone()[0]};" for what in pragmas]
            sql.write_text("\n".join([*header, *connection.iterdump()]) + "\n")
        lines = ",\n".join(json.dumps(coup) for coup in coups_of(path))
        sql.with_suffix(".json").write_text(f"[\n{lines}\n]\n")


if __name__ == "__main__":
    keep_todays(sys.argv[1])
