"""What people decide about refused requests, beside the table and without it. I/O: SQLite files."""

import sqlite3
from pathlib import Path

import pytest

from dealer_table.adapters.seamless_by_hand import ByHand, Decision, decide_by_hand, read_history
from dealer_table.adapters.seamless_outbox import Changes, SeamlessOutbox
from dealer_table.adapters.seamless_outbox_file import Parked, read_pending
from dealer_table.adapters.seamless_owed import Owed
from dealer_table.errors import CommandRefused, JournalError
from dealer_table.wire.wallet import CreditRequest, RollbackRequest

EPOCH = "e" * 32


def credit(position: int) -> Owed:
    request = CreditRequest(
        transaction=f"e.{position}",
        patron="Ann",
        currency="EUR",
        table="t",
        shoe=1,
        coup=2,
        amount=5,
        reason="settled",
    )
    return Owed(request)


FIRST, SECOND, THIRD = (Parked(credit(number), "unknown_account", "no Ann", 7) for number in (1, 2, 3))
ROLLBACK = Owed(RollbackRequest(transaction="seamless-1", patron="Ann", currency="EUR"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return an outbox with three refusals and a request that waits."""
    path = tmp_path / "outbox.db"
    with SeamlessOutbox(path, EPOCH) as outbox:
        parked = [FIRST, SECOND, THIRD]
        outbox.write(Changes(owed=[*(each.owed for each in parked), ROLLBACK], parked=parked))
    return path


def decide(path: Path, decision: Decision, *transactions: str, at: int = 9) -> list[Parked]:
    return decide_by_hand(path, transactions, decision, by="Eve", reason="account opened again", at=at)


def by_hand(parked: Parked, decision: Decision, outcome: str | None, at: int = 9) -> ByHand:
    return ByHand(parked, decision, "Eve", "account opened again", at, outcome)


def test_what_is_put_back_is_owed_in_its_old_place(path: Path) -> None:
    assert decide(path, Decision.RETRY, "e.2", "e.2") == [SECOND]
    assert list(read_pending(path)) == [FIRST, SECOND.owed, THIRD, ROLLBACK]
    assert read_history(path) == [by_hand(SECOND, Decision.RETRY, None)]
    with SeamlessOutbox(path, EPOCH) as outbox:
        assert outbox.begin_queue() == [SECOND.owed, ROLLBACK]
        assert outbox.decided_by_hand() == []


def test_what_is_written_off_is_owed_no_more_and_stays_in_the_history(path: Path) -> None:
    assert decide(path, Decision.WRITE_OFF, "e.1", "e.3") == [FIRST, THIRD]
    assert list(read_pending(path)) == [SECOND, ROLLBACK]
    assert read_history(path) == [by_hand(each, Decision.WRITE_OFF, "written_off") for each in (FIRST, THIRD)]


@pytest.mark.parametrize("decision", Decision)
@pytest.mark.parametrize(
    ("transaction", "why"), [("seamless-1", "in the queue"), ("e.9", "has heard it"), ("nonsense", "it is none")]
)
def test_only_what_was_refused_may_be_decided_and_all_or_nothing(
    path: Path, decision: Decision, transaction: str, why: str
) -> None:
    before = list(read_pending(path))
    with pytest.raises(CommandRefused, match=why):
        decide(path, decision, "e.1", transaction)
    assert list(read_pending(path)) == before
    assert read_history(path) == []


@pytest.mark.parametrize("first", Decision)
@pytest.mark.parametrize("second", Decision)
def test_nothing_is_decided_twice(path: Path, first: Decision, second: Decision) -> None:
    decide(path, first, "e.1")
    with pytest.raises(CommandRefused, match=r"in the queue|Eve decided write_off"):
        decide(path, second, "e.1")
    assert len(read_history(path)) == 1


def test_a_table_takes_up_once_what_was_decided_beside_it(path: Path) -> None:
    with SeamlessOutbox(path, EPOCH) as outbox:
        assert outbox.begin_queue() == [ROLLBACK]
        assert outbox.decided_by_hand() == []
        decide(path, Decision.RETRY, "e.1")
        decide(path, Decision.WRITE_OFF, "e.3")
        expected = [by_hand(FIRST, Decision.RETRY, None), by_hand(THIRD, Decision.WRITE_OFF, "written_off")]
        assert outbox.decided_by_hand() == expected
        assert outbox.decided_by_hand() == []
        assert outbox.parked() == 1
        outbox.write(Changes(owed=[credit(7)]))
        assert outbox.decided_by_hand() == []


def test_what_became_of_it_is_noted_when_the_operator_has_said_something(path: Path) -> None:
    with SeamlessOutbox(path, EPOCH) as outbox:
        decide(path, Decision.RETRY, "e.1", "e.2")
        outbox.write(Changes(done=[ROLLBACK.key]))
        assert [each.outcome for each in read_history(path)] == [None, None]
        outbox.write(Changes(done=[FIRST.owed.key], parked=[Parked(SECOND.owed, "malformed", "", 11)]))
        assert [each.outcome for each in read_history(path)] == ["done", "malformed"]
        decide(path, Decision.RETRY, "e.2", at=12)
        again = by_hand(Parked(SECOND.owed, "malformed", "", 11), Decision.RETRY, None, at=12)
        assert read_history(path)[-1] == again
        assert outbox.decided_by_hand()[-1] == again


def test_a_file_that_cannot_be_read_says_so(path: Path) -> None:
    with SeamlessOutbox(path, EPOCH) as outbox:
        outbox.begin_queue()
    for asked in (outbox.decided_by_hand, outbox.parked):
        with pytest.raises(JournalError, match="outbox"):
            asked()


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM by_hand",
        "UPDATE by_hand SET by = 'Mallory'",
        "UPDATE by_hand SET outcome = NULL",
        "INSERT INTO by_hand SELECT 9, key, operation, body, refused, '', 0, 'retry', '', 'r', 1, NULL FROM by_hand",
    ],
)
def test_what_was_decided_is_never_edited(path: Path, statement: str) -> None:
    decide(path, Decision.WRITE_OFF, "e.1")
    connection = sqlite3.connect(path)
    with pytest.raises(sqlite3.IntegrityError):
        connection.execute(statement)
    connection.close()


def test_a_decision_that_cannot_be_written_changes_nothing(path: Path) -> None:
    holding = sqlite3.connect(path, isolation_level=None)
    holding.execute("CREATE TRIGGER full BEFORE DELETE ON owed BEGIN SELECT RAISE(ABORT, 'full'); END")
    with pytest.raises(JournalError, match="outbox"):
        decide(path, Decision.WRITE_OFF, "e.1")
    holding.close()
    assert list(read_pending(path)) == [FIRST, SECOND, THIRD, ROLLBACK]
    assert read_history(path) == []
