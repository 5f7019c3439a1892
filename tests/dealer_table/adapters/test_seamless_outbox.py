"""What the outbox keeps and who may open it. I/O: SQLite files."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from dealer_table.adapters.seamless_by_hand import Decision, decide_by_hand, read_history
from dealer_table.adapters.seamless_outbox import Changes, Followed, SeamlessOutbox
from dealer_table.adapters.seamless_outbox_file import Parked, read_pending
from dealer_table.adapters.seamless_owed import Owed
from dealer_table.errors import JournalError
from dealer_table.wire.wallet import CreditRequest, DebitRequest, RollbackRequest

EPOCH = "e" * 32


def debit(movement: str) -> DebitRequest:
    return DebitRequest(transaction=movement, patron="Ann", currency="EUR", table="t", shoe=1, coup=2, amount=5)


def credit(position: int) -> Owed:
    transaction = f"{EPOCH}.{position}"
    request = CreditRequest(
        transaction=transaction, patron="Ann", currency="EUR", table="t", shoe=1, coup=2, amount=5, reason="settled"
    )
    return Owed(request)


def rollback(movement: str) -> Owed:
    return Owed(RollbackRequest(transaction=movement, patron="Ann", currency="EUR"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "outbox.db"


def test_a_new_outbox_owes_nothing_and_has_followed_nothing(path: Path) -> None:
    with SeamlessOutbox(path, EPOCH) as outbox:
        assert (outbox.debits(), outbox.owed(), outbox.parked()) == ([], [], 0)
        assert outbox.followed() == Followed(0, 0)
    assert path.stat().st_mode & 0o777 == 0o600


def test_all_that_was_written_is_there_after_a_restart_in_its_order(path: Path) -> None:
    with SeamlessOutbox(path, EPOCH) as outbox:
        outbox.write(Changes(debits=[debit("a"), debit("b"), debit("c")]))
        changes = Changes(kept=["a"], owed=[credit(9), credit(8), credit(7)], followed=Followed(9, 3))
        changes.give_back(debit("b"))
        outbox.write(changes, Changes(done=[credit(8).key], parked=[Parked(credit(7), "other_contents", "why", 5)]))
    with SeamlessOutbox(path, EPOCH) as outbox:
        assert outbox.debits() == [debit("c")]
        assert outbox.owed() == [credit(9), rollback("b")]
        assert outbox.parked() == 1
        assert outbox.followed() == Followed(9, 3)
        assert list(read_pending(path)) == [credit(9), Parked(credit(7), "other_contents", "why", 5), rollback("b")]


def test_what_is_owed_already_is_not_owed_twice(path: Path) -> None:
    with SeamlessOutbox(path, EPOCH) as outbox:
        outbox.write(Changes(owed=[credit(1)]), Changes(owed=[credit(1)]))
        assert outbox.owed() == [credit(1)]


def test_a_write_that_fails_changes_nothing(path: Path) -> None:
    with SeamlessOutbox(path, EPOCH) as outbox:
        outbox.write(Changes(debits=[debit("a")]))
        with pytest.raises(JournalError, match="outbox"):
            outbox.write(Changes(owed=[credit(1)]), Changes(debits=[debit("a")]))
        assert outbox.owed() == []
        outbox.write(Changes(owed=[credit(1)]))


def test_debits_of_another_journal_are_not_this_ones_to_give_back(path: Path) -> None:
    with SeamlessOutbox(path, EPOCH) as outbox:
        outbox.write(Changes(debits=[debit("a")], owed=[credit(1)], followed=Followed(1, 1)))
    with SeamlessOutbox(path, "f" * 32) as outbox:
        assert (outbox.debits(), outbox.debits_of_other_journals()) == ([], 1)
        assert outbox.followed() == Followed(0, 0)
        assert outbox.owed() == [credit(1)]


def test_an_outbox_has_one_writer(path: Path) -> None:
    with SeamlessOutbox(path, EPOCH), pytest.raises(JournalError, match="another table"):
        SeamlessOutbox(path, EPOCH)
    SeamlessOutbox(path, EPOCH).close()


def written(path: Path, *statements: str) -> None:
    connection = sqlite3.connect(path)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


def test_an_outbox_of_an_older_release_is_read_and_taken_over(path: Path) -> None:
    body = credit(1).request.model_dump_json()
    written(
        path,
        "CREATE TABLE debits (movement TEXT PRIMARY KEY, epoch TEXT NOT NULL, body TEXT NOT NULL) STRICT",
        "CREATE TABLE owed (number INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, operation TEXT NOT NULL,"
        " body TEXT NOT NULL, refused TEXT) STRICT",
        "CREATE TABLE followed (epoch TEXT PRIMARY KEY, position INTEGER NOT NULL, shoe INTEGER NOT NULL) STRICT",
        f"INSERT INTO owed VALUES (1, '{credit(1).key}', 'credit', '{body}', 'unknown_account')",
        "PRAGMA application_id = 1146378033",
        "PRAGMA user_version = 1",
    )
    assert list(read_pending(path)) == [Parked(credit(1), "unknown_account")]
    assert read_history(path) == []
    with pytest.raises(JournalError, match="start its table"):
        decide_by_hand(path, [credit(1).request.transaction], Decision.RETRY, by="Eve", reason="r", at=1)
    with SeamlessOutbox(path, EPOCH) as outbox:
        assert (outbox.owed(), outbox.parked()) == ([], 1)
        decide_by_hand(path, [credit(1).request.transaction], Decision.RETRY, by="Eve", reason="r", at=1)
        assert outbox.owed() == [credit(1)]


@pytest.mark.parametrize(
    ("statements", "problem"),
    [
        (("CREATE TABLE other (a)",), "no outbox"),
        (("CREATE TABLE other (a)", "PRAGMA application_id = 1146378033", "PRAGMA user_version = 3"), "version 3"),
    ],
)
@pytest.mark.parametrize("reads", [lambda path: SeamlessOutbox(path, EPOCH), lambda path: list(read_pending(path))])
def test_a_strange_file_is_no_outbox(
    path: Path, statements: tuple[str, ...], problem: str, reads: Callable[[Path], object]
) -> None:
    written(path, *statements)
    with pytest.raises(JournalError, match=problem):
        reads(path)


def test_a_damaged_request_is_not_guessed_at(path: Path) -> None:
    with SeamlessOutbox(path, EPOCH) as outbox:
        outbox.write(Changes(owed=[credit(1)]))
        written(path, """UPDATE owed SET body = '{"amount": 5}'""")
        with pytest.raises(JournalError, match="cannot be read"):
            outbox.owed()


def test_what_cannot_be_opened_says_so(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="directory exists"):
        SeamlessOutbox(tmp_path / "no" / "outbox.db", EPOCH)
    with pytest.raises(JournalError, match="no such file"):
        list(read_pending(tmp_path / "outbox.db"))
