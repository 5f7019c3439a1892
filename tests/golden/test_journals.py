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
from dealer_table.betting.book import fold_book
from dealer_table.betting.commands import DepositFunds, WithdrawFunds
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
        assert file.ledger_fault() is None
    assert verdict.problem is None
    assert verdict.records > 0
    assert json.loads(json.dumps(coups_of(path))) == json.loads(sql.with_suffix(".json").read_text())


@pytest.mark.parametrize("sql", sorted(JOURNALS.glob("*.sql")), ids=lambda sql: sql.stem)
def test_folding_an_old_journal_from_its_last_shoe_gives_the_state_of_the_whole(sql: Path, tmp_path: Path) -> None:
    with SqliteJournal(restored(sql, tmp_path), TABLE, SystemClock()) as journal:
        all_of_it = [record.event for record in journal.read()]
        last_shoe = [record.event for record in journal.read(after=journal.last_shoe_position() - 1)]
    whole = fold(table_events(all_of_it))
    assert whole.phase is not Phase.CLOSED
    assert fold(table_events(last_shoe)) == whole
    bets, bets_of_shoe = fold_book(all_of_it), fold_book(last_shoe)
    assert (bets_of_shoe.open_coup, bets_of_shoe.settled) == (bets.open_coup, bets.settled)


def keep_todays(name: str) -> None:
    """Play a bit of everything, and keep its journal as `name`."""
    from tests.dealer_table.betting import felt_at_work as felt  # noqa: PLC0415 - only who keeps a journal plays
    from tests.dealer_table.procedure import table_at_work as at_work  # noqa: PLC0415

    sql = JOURNALS / f"{name}.sql"
    assert not sql.exists(), "a golden journal is never written anew"
    dealer, ann, bob = at_work.DEALER, felt.ANN, felt.BOB
    table = felt.felt_with_shoe(HouseProcedure(free_coups=1, confirm_result=True))
    for patron in (ann, bob, felt.FAY):
        table.ask(DepositFunds(table.now, dealer, patron, 5_000, f"slip of {patron.name}"))
    table.deal("3S KC 9D AH")
    table.give(c.StartFreeCoup(table.now, dealer))
    table.deal(at_work.PLAYER_NATURAL)
    table.give(c.ConfirmResult(table.now, dealer))
    table.open_betting()
    table.bet(ann, felt.place("player", 500), felt.place("tie", 100))
    table.bet(ann, felt.UNDO, felt.place("player", 200))
    table.bet(bob, felt.place("banker", 1_000))
    table.close_betting()
    table.deal("KS")
    table.misread()
    table.deal("KH QS QH 2S 2H")
    table.give(c.ConfirmResult(table.now, dealer))
    table.open_betting()
    table.bet(ann, felt.REBET_X2)
    table.bet(felt.FAY, felt.place("banker", 400))
    table.close_betting()
    table.deal(at_work.BANKER_NATURAL)
    table.give(c.ConfirmResult(table.now, dealer, Outcome.PLAYER))
    table.resolve(Resolution.CORRECT_CARD, card="6H", position=Position.PLAYER_2)
    table.give(c.ConfirmResult(table.now, dealer))
    table.correct_coup(3, "2H 7H", "4S 4H")
    table.open_betting()
    table.bet(bob, felt.place("banker_pair", 100))
    table.close_betting()
    table.deal("7C 8C")
    table.lose_reads(2)
    table.void()
    table.ask(WithdrawFunds(table.now, dealer, bob, 300, "slip 4"))
    table.cut_card()
    table.play(at_work.TIE_OF_SIX_CARDS)
    table.give(c.ConfirmResult(table.now, dealer))
    table.give(c.ChangeShoe(table.now, dealer))
    table.scanner(online=True, name="spare")
    table.give(c.StartDeckCheck(table.now, dealer))
    table.deal("8S KH")
    table.misread(MisreadCause.UNKNOWN_CODE)
    table.give(c.EndDeckCheck(table.now, dealer))
    table.give(c.LoadShoe(table.now, dealer))
    table.deal("2D KC 9D")
    table.read("9D", scanner="spare")
    table.swap()
    table.swap("shoe")
    table.open_betting()
    table.seat(ann)
    table.bet(ann, felt.place("player", 100))
    table.close_betting()
    table.deal("7C 8C 9C")
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "table.journal"
        with SqliteJournal(path, TABLE, SystemClock()) as journal:
            journal.append([[event] for event in table.journal])
        with closing(sqlite3.connect(path)) as connection:
            pragmas = ("application_id", "user_version")
            header = [f"PRAGMA {what} = {connection.execute(f'PRAGMA {what}').fetchone()[0]};" for what in pragmas]
            sql.write_text("\n".join([*header, *connection.iterdump()]) + "\n")
        lines = ",\n".join(json.dumps(coup) for coup in coups_of(path))
        sql.with_suffix(".json").write_text(f"[\n{lines}\n]\n")


if __name__ == "__main__":
    keep_todays(sys.argv[1])
