"""What a journal in a file stands beyond the contract: kills, full disks, a second writer, damage. I/O: processes."""

import os
import signal
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from dealer_table.adapters.sqlite_faults import journal_error
from dealer_table.adapters.sqlite_journal import SqliteJournal
from dealer_table.adapters.sqlite_journal_file import SqliteJournalFile
from dealer_table.adapters.system_clock import SystemClock
from dealer_table.errors import JournalError
from dealer_table.procedure.events import BurnDue
from dealer_table.wire.hash_chain import Break, Link, checked

# Run by a child: appends for ever, and says after each append how far the journal must reach from now on.
APPEND_FOR_EVER = """
import sys
from pathlib import Path
from dealer_table.adapters.sqlite_journal import SqliteJournal
from dealer_table.adapters.system_clock import SystemClock
from dealer_table.procedure.events import BurnDue
journal = SqliteJournal(Path(sys.argv[1]), "table-1", SystemClock())
while True:
    journal.append([[BurnDue(journal.head.position, 1), BurnDue(0, 2)], [BurnDue(0, 3)]])
    print(journal.head.position, flush=True)
"""

# Run by a child: no file may grow over a bound for a while, as on a full disk.
FILL_THE_DISK = """
import resource, sys
from pathlib import Path
from dealer_table.adapters.sqlite_journal import SqliteJournal
from dealer_table.adapters.system_clock import SystemClock
from dealer_table.errors import JournalError
from dealer_table.procedure.events import BurnDue
journal = SqliteJournal(Path(sys.argv[1]), "table-1", SystemClock())
journal.append([[BurnDue(1, 1)]])
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, resource.RLIM_INFINITY))
kept = 1
try:
    while True:
        kept += len(journal.append([[BurnDue(1, burns) for burns in range(7)]]))
except JournalError as error:
    print(error)
assert journal.head.position == kept, "a failed append moved the head"
assert len(list(journal.read())) == kept, "a failed append left something"
try:
    journal.append([[BurnDue(2, burns) for burns in range(5000)]])
    raise AssertionError("there is still no space")
except JournalError:
    pass
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
journal.append([[BurnDue(3, 3)]])
assert [record.event.at for record in journal.read(kept)] == [3]
print(kept + 1)
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.journal"


@pytest.fixture
def journal(path: Path) -> Iterator[SqliteJournal]:
    with SqliteJournal(path, "table-1", SystemClock()) as journal:
        yield journal


def reopened(path: Path, table: str = "table-1") -> SqliteJournal:
    return SqliteJournal(path, table, SystemClock())


def links_of(path: Path) -> list[Link]:
    """Return the records of a journal that holds from its first to its last."""
    with SqliteJournalFile(path) as file:
        links: list[Link] = []
        for link in checked(file.links(), file.identity.genesis):
            assert not isinstance(link, Break), link
            links.append(link)
        return links


def tamper(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        for statement in ("DROP TRIGGER records_stay", "DROP TRIGGER records_remain", *statements):
            connection.execute(statement)
        connection.commit()


def test_a_journal_opened_again_goes_on_where_it_was(path: Path) -> None:
    with reopened(path) as journal:
        journal.append([[BurnDue(1, 1)]])
        epoch, head = journal.epoch, journal.head
    with reopened(path) as journal:
        assert (journal.epoch, journal.head) == (epoch, head)
        journal.append([[BurnDue(2, 2)]])
    assert [link.position for link in links_of(path)] == [1, 2]


def test_only_its_owner_may_read_it(journal: SqliteJournal, path: Path) -> None:
    journal.append([[BurnDue(1, 1)]])
    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}
    assert modes.pop("table.journal") == 0o600
    assert set(modes.values()) == {0o600}


def test_a_second_writer_is_refused_while_the_first_lives(journal: SqliteJournal, path: Path) -> None:
    with pytest.raises(JournalError, match="another process is writing"):
        reopened(path)
    by_another_name = path.with_name("link.journal")
    by_another_name.symlink_to(path)
    with pytest.raises(JournalError, match="another process is writing"):
        reopened(by_another_name)
    journal.close()
    reopened(path).close()


def test_readers_read_while_the_table_writes(journal: SqliteJournal, path: Path) -> None:
    journal.append([[BurnDue(1, 1)]])
    with SqliteJournalFile(path) as file:
        journal.append([[BurnDue(2, 2)]])
        assert file.identity.epoch == journal.epoch
        assert [link.at for link in file.links()] == [1, 2]


def test_a_journal_on_a_medium_that_cannot_be_written_is_read(path: Path) -> None:
    with reopened(path) as journal:
        journal.append([[BurnDue(1, 1)]])
    path.chmod(0o400)
    path.parent.chmod(0o500)
    try:
        assert len(links_of(path)) == 1
    finally:
        path.parent.chmod(0o700)


@pytest.mark.parametrize("edit", ["UPDATE records SET at = 9", "DELETE FROM records", "UPDATE journal SET epoch = 'x'"])
def test_the_file_itself_refuses_edits(journal: SqliteJournal, path: Path, edit: str) -> None:
    journal.append([[BurnDue(1, 1)]])
    with closing(sqlite3.connect(path)) as connection, pytest.raises(sqlite3.IntegrityError, match="never edited"):
        connection.execute(edit)


def test_the_file_itself_refuses_a_record_out_of_place(journal: SqliteJournal, path: Path) -> None:
    journal.append([[BurnDue(1, 1)]])
    for position in (1, 3):
        with (
            closing(sqlite3.connect(path)) as connection,
            pytest.raises(sqlite3.IntegrityError, match="behind the last"),
        ):
            connection.execute("INSERT OR REPLACE INTO records VALUES (?, 1, 1, 'x', 1, '{}', '')", (position,))


def test_what_was_appended_outlives_a_kill(path: Path) -> None:
    promised = 0
    for kill_after in (1, 7, 40):
        child = subprocess.Popen([sys.executable, "-c", APPEND_FOR_EVER, str(path)], stdout=subprocess.PIPE, text=True)
        with child:
            assert child.stdout is not None
            for _ in range(kill_after):
                promised = int(child.stdout.readline())
            os.kill(child.pid, signal.SIGKILL)
            promised = int(([str(promised), *child.stdout.read().splitlines()])[-1])
        with reopened(path) as journal:
            assert journal.head.position >= promised
            assert journal.head.position % 3 == 0, "part of a commit survived"
        assert len(links_of(path)) >= promised


def test_a_full_disk_is_told_and_when_there_is_space_again_the_journal_goes_on(path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", FILL_THE_DISK, str(path)], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr
    told, count = done.stdout.splitlines()
    assert str(path) in told
    assert "repeat what was not recorded" in told
    assert len(links_of(path)) == int(count)


def test_sqlites_own_word_for_a_full_disk_has_its_remedy() -> None:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute("PRAGMA max_page_count = 2")
        with pytest.raises(sqlite3.OperationalError) as full:
            connection.executescript("CREATE TABLE a (b); CREATE TABLE c (d); CREATE TABLE e (f);")
    assert "the disk is full: free some space" in str(journal_error("x", full.value))


def test_a_missing_directory_is_named(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match=r"nowhere/table\.journal: .*check that its directory exists"):
        reopened(tmp_path / "nowhere" / "table.journal")


def test_a_directory_in_its_place_is_named(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="this is a directory"):
        reopened(tmp_path)


@pytest.mark.parametrize("content", [b"shuffled cards\n" * 500, b"SQLite format 3\0" + bytes(5000)])
def test_what_is_no_journal_is_named_and_left_alone(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(JournalError, match=r"table\.journal"):
        reopened(path)
    with pytest.raises(JournalError, match=r"table\.journal"):
        SqliteJournalFile(path)
    assert path.read_bytes() == content


def test_another_programs_database_is_left_alone(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE cookies (name)")
    before = path.read_bytes()
    with pytest.raises(JournalError, match="not a journal"):
        reopened(path)
    assert path.read_bytes() == before


def test_the_journal_of_another_table_is_refused(path: Path) -> None:
    reopened(path).close()
    with pytest.raises(JournalError, match="the journal of table 'table-1', not of 'table-2'"):
        reopened(path, "table-2")


def test_the_journal_of_a_newer_release_is_refused(path: Path) -> None:
    reopened(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 9")
    with pytest.raises(JournalError, match="schema is version 9"):
        reopened(path)


@pytest.mark.parametrize(
    "edit",
    [
        "UPDATE records SET at = 9 WHERE position = 3",
        "UPDATE records SET hash = 'x' WHERE position = 2",
        "DELETE FROM records WHERE position = 2",
    ],
)
def test_a_head_that_does_not_hold_is_not_built_upon(path: Path, edit: str) -> None:
    with reopened(path) as journal:
        journal.append([[BurnDue(1, 1), BurnDue(2, 2), BurnDue(3, 3)]])
    tamper(path, edit)
    with pytest.raises(JournalError, match="record 3") as refused:
        reopened(path)
    assert refused.value.position == 3


def test_an_event_that_cannot_be_read_is_named_with_its_position(path: Path) -> None:
    with reopened(path) as journal:
        journal.append([[BurnDue(1, 1), BurnDue(2, 2), BurnDue(3, 3)]])
        tamper(path, "UPDATE records SET name = 'card_swapped' WHERE position = 2")
        with pytest.raises(JournalError, match="record 2: unknown event 'card_swapped'"):
            list(journal.read())
