import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from dealer_table.adapters import sqlite_coup_archive
from dealer_table.adapters.sqlite_coup_archive import SqliteCoupArchive
from dealer_table.adapters.sqlite_journal import SqliteJournal
from dealer_table.adapters.sqlite_journal_file import SqliteJournalFile
from dealer_table.adapters.system_clock import SystemClock
from dealer_table.baccarat.coup import Outcome
from dealer_table.errors import JournalError
from dealer_table.procedure import commands as c
from dealer_table.wire.to_patron import PatronCoup
from tests.dealer_table.procedure.table_at_work import DEALER, SUPERVISOR
from tests.dealer_table.records.journal_files import written
from tests.dealer_table.records.table_with_bets import ANN, BOB, TableWithBets, loaded_table

# Player, banker, player, banker: a natural each time.
BANKER_WINS, PLAYER_WINS = "2S 3S 5C 5D", "4S 3C 5H 3D"


def a_table() -> TableWithBets:
    table = loaded_table()
    for patron in (ANN, BOB):
        table.deposit(patron, 100_000, f"of {patron.name}")
    return table


def three_shoes() -> TableWithBets:
    """Two coups a shoe that Ann bets on, Bob only on the first of each."""
    table = a_table()
    for shoe in range(3):
        if shoe:
            table.give(c.ChangeShoe(table.now, DEALER))
            table.give(c.LoadShoe(table.now, DEALER))
        table.play_with(BANKER_WINS, (ANN, {"player": 100}), (BOB, {"banker": 1000}))
        table.play_with(PLAYER_WINS, (ANN, {"player": 200}))
    return table


def archive_of(table: TableWithBets, folder: Path) -> SqliteCoupArchive:
    return SqliteCoupArchive(written(folder / "t.journal", "t", table.recorded))


async def test_a_patron_finds_own_coups_and_nobody_elses(tmp_path: Path) -> None:
    archive = archive_of(three_shoes(), tmp_path)
    bob = await archive.of_patron(BOB, before=None, limit=50)
    assert not bob.more
    assert [(coup.shoe, coup.coup, coup.status) for coup in bob.coups] == [(n, 1, "settled") for n in (3, 2, 1)]
    [first, *_] = bob.coups
    assert (first.stakes, first.returned, first.outcome) == ((("banker", 1000),), (("banker", 1950),), Outcome.BANKER)
    assert [card.value for card in first.player] == ["2S", "5C"]
    assert [card.value for card in first.banker] == ["3S", "5D"]
    ann = await archive.of_patron(ANN, before=None, limit=50)
    assert [coup.coup for coup in ann.coups] == [2, 1, 2, 1, 2, 1]


async def test_pages_follow_on_one_another_without_a_gap_or_a_repeat(tmp_path: Path) -> None:
    archive = archive_of(three_shoes(), tmp_path)
    whole = await archive.of_patron(ANN, before=None, limit=50)
    found: list[PatronCoup] = []
    before = None
    for _ in range(3):
        page = await archive.of_patron(ANN, before=before, limit=2)
        found += page.coups
        before = page.coups[-1].cursor
        assert page.more is (len(found) < 6)
    assert tuple(found) == whole.coups


async def test_a_coup_put_right_shows_what_it_is_now_on_any_page(tmp_path: Path) -> None:
    table = three_shoes()
    table.correct(1, "2S 4C", "3S 2D 4C")
    archive = archive_of(table, tmp_path)
    page = await archive.of_patron(ANN, before=None, limit=1)
    page = await archive.of_patron(ANN, before=page.coups[0].cursor, limit=1)
    [coup] = page.coups
    assert (coup.shoe, coup.coup, coup.status, coup.outcome) == (3, 1, "corrected", Outcome.BANKER)
    [bob, *_] = (await archive.of_patron(BOB, before=None, limit=1)).coups
    assert (bob.status, len(bob.banker)) == ("corrected", 3)


async def test_stakes_that_went_back_are_void(tmp_path: Path) -> None:
    table = a_table()
    table.open_betting()
    table.bet(ANN, player=300)
    table.give(c.VoidCoup(table.now, SUPERVISOR, "a card fell"))
    [coup] = (await archive_of(table, tmp_path).of_patron(ANN, before=None, limit=9)).coups
    assert (coup.status, coup.stakes, coup.returned) == ("void", (("player", 300),), (("player", 300),))
    assert (coup.player, coup.banker, coup.outcome) == ((), (), None)


async def test_the_last_coups_are_the_tables_over_shoes(tmp_path: Path) -> None:
    table = three_shoes()
    table.open_betting()
    table.close_betting()
    table.give(c.VoidCoup(table.now, SUPERVISOR, "a card fell"))
    archive = archive_of(table, tmp_path)
    told = [(coup.shoe, coup.coup, coup.status) for coup in await archive.last(4)]
    assert told == [(3, 3, "void"), (3, 2, "settled"), (3, 1, "settled"), (2, 2, "settled")]
    assert len(await archive.last(20)) == 7


async def test_a_journal_is_read_while_it_is_written(tmp_path: Path) -> None:
    table = a_table()
    with SqliteJournal(tmp_path / "t.journal", "t", SystemClock()) as journal:
        journal.append(table.recorded)
        archive = SqliteCoupArchive(tmp_path / "t.journal")
        assert await archive.last(20) == ()
        done = len(table.recorded)
        table.play_with(BANKER_WINS, (ANN, {"player": 100}))
        journal.append(table.recorded[done:])
        assert len(await archive.last(20)) == 1
        assert len((await archive.of_patron(ANN, before=None, limit=1)).coups) == 1


async def test_what_cannot_be_read_is_a_journal_error(tmp_path: Path) -> None:
    with pytest.raises(JournalError):
        await SqliteCoupArchive(tmp_path / "none").last(1)


def test_months_of_records_are_not_looked_through(tmp_path: Path) -> None:
    path = written(tmp_path / "t.journal", "t", a_table().recorded)
    connection = sqlite3.connect(path)
    queries = {
        sqlite_coup_archive._PAGE: ("ann", "EUR", 1, 1),
        sqlite_coup_archive._LATER: ("ann", "EUR", 1, 1),
        sqlite_coup_archive._SHOE: (1, 1),
        sqlite_coup_archive._ENDS: (1,),
        sqlite_coup_archive._SHOE_BEFORE: (1,),
        sqlite_coup_archive._SHOE_AFTER: (1, 1),
    }
    for query, parameters in queries.items():
        plan = str(connection.execute(f"EXPLAIN QUERY PLAN {query}", parameters).fetchall())
        assert "USING INDEX" in plan or "USING COVERING INDEX" in plan, plan
        assert "TEMP B-TREE" not in plan, plan
    connection.close()


class CountingFile(SqliteJournalFile):
    """A journal's file that counts how often it is asked for a shoe."""

    shoes_read = 0

    def select(self, query: str, parameters: Sequence[object] = ()) -> list[Any]:
        self.shoes_read += query == sqlite_coup_archive._SHOE
        return super().select(query, parameters)


def test_a_page_reads_each_shoe_once_though_one_is_still_played(tmp_path: Path) -> None:
    path = written(tmp_path / "t.journal", "t", three_shoes().recorded)
    archive = SqliteCoupArchive(path)
    with CountingFile(path) as file:
        page = archive._patron_coups(file, ANN, 2**62, 50)
        assert (len(page.coups), file.shoes_read) == (6, 3)
        file.shoes_read = 0
        assert len(archive._last_coups(file, 20)) == 6
        assert file.shoes_read <= 1
