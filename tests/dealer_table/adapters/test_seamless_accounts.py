"""The seamless wallet over a bad line, with a failing disk and an operator that refuses. I/O: HTTP, files."""

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from dealer_table.adapters.memory_journal import MemoryJournal
from dealer_table.adapters.seamless_accounts import SeamlessAccounts
from dealer_table.adapters.seamless_by_hand import Decision, decide_by_hand, read_history
from dealer_table.adapters.seamless_outbox_file import Parked, read_pending
from dealer_table.adapters.seamless_owed import PREFIX
from dealer_table.betting.events import BetsAccepted, BetsSettled, SettlementCorrected
from dealer_table.betting.words import PLAY_MONEY, Patron, Stake
from dealer_table.errors import AccountsUnavailable, ConfigError, JournalError
from dealer_table.procedure.events import BurnDue, ShoeLoaded
from dealer_table.procedure.words import SYSTEM
from simulators.operator_faults import Fault
from tests.fixtures.seamless_table import SeamlessTable, until

# A connection that is given up in the moment in which it is made is closed by the collector: the library loses it.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")

ANN = Patron("Ann", "EUR")
BEN = Patron("Ben", "EUR")


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[SeamlessTable]:
    async with SeamlessTable(tmp_path).running() as table:
        for patron in (ANN, BEN):
            table.operator.ledger.open_account(patron, 1000)
        yield table


def accepted(patron: Patron, stake: int, movement: str) -> BetsAccepted:
    return BetsAccepted(1, 7, patron, "r", (Stake("player", stake),), stake, movement, "digest")


def settled(patron: Patron, returned: int) -> BetsSettled:
    return BetsSettled(2, 7, patron, (Stake("player", 300),), (Stake("player", returned),), "digest")


def told(table: SeamlessTable) -> list[object]:
    """Return what the operator has done since the accounts were opened."""
    return [each["operation"] for each in table.operator.ledger.transactions() if each["operation"] != "opening"]


@pytest.mark.parametrize("fault", [Fault.ERROR, Fault.ERROR_AFTER, Fault.LOST, Fault.ANSWER_LOST])
async def test_a_stake_without_an_answer_is_given_back_whatever_was_done(table: SeamlessTable, fault: Fault) -> None:
    table.operator.faults.put(fault, operation="debit")
    with pytest.raises(AccountsUnavailable):
        await table.accounts.take(ANN, 300, coup=7)
    await table.paid()
    assert table.held(ANN) == 1000
    assert told(table)[-1] == "rollback"


async def test_a_stake_that_comes_too_late_is_not_waited_for(tmp_path: Path) -> None:
    async with SeamlessTable(tmp_path, timeout=0.3).running() as table:
        table.operator.ledger.open_account(ANN, 1000)
        table.operator.faults.put(Fault.SLOW, operation="debit", seconds=60)
        with pytest.raises(AccountsUnavailable):
            await table.accounts.take(ANN, 300, coup=7)
        # The rollback is there before the debit, which then finds its tombstone.
        await until(lambda: told(table) == ["rollback"])
        await table.paid()
        table.operator.faults.clear()
        assert table.held(ANN) == 1000
    assert told_in(tmp_path) == ["rollback"]


def told_in(folder: Path) -> list[str]:
    """Return what the operator did, read from its books when it is gone and nothing is in flight any more."""
    connection = sqlite3.connect(folder / "operator.db")
    rows = connection.execute("SELECT operation FROM transactions WHERE operation <> 'opening' ORDER BY number")
    operations = [str(row[0]) for row in rows]
    connection.close()
    return operations


async def test_a_bet_that_nobody_waits_for_any_more_is_given_back(table: SeamlessTable) -> None:
    table.operator.faults.put(Fault.SLOW, operation="debit", seconds=60)
    async with asyncio.TaskGroup() as tasks:
        taking = tasks.create_task(table.accounts.take(ANN, 300, coup=7))
        await until(lambda: bool(table.accounts.outbox.debits()))
        taking.cancel()
    await table.paid()
    assert table.held(ANN) == 1000


@pytest.mark.parametrize("fault", [Fault.ERROR, Fault.ERROR_AFTER, Fault.LOST, Fault.ANSWER_LOST, Fault.TWICE])
async def test_a_return_is_told_until_it_is_heard_and_paid_once(table: SeamlessTable, fault: Fault) -> None:
    taken = await table.accounts.take(ANN, 300, coup=7)
    table.operator.faults.put(fault, operation="credit")
    table.commit(accepted(ANN, 300, taken.movement))
    table.commit(settled(ANN, 600))
    await table.paid()
    assert table.held(ANN) == 1300
    assert told(table) == ["debit", "credit"]


async def test_each_patron_is_told_in_order_and_none_waits_for_another(table: SeamlessTable) -> None:
    faults = table.operator.faults
    faults.put(Fault.SLOW, operation="credit", seconds=60)
    table.commit(settled(ANN, 1))
    await until(lambda: faults.to_come == 0)
    table.commit(settled(ANN, 2), settled(BEN, 3))
    await until(lambda: table.held(BEN) == 1003)
    faults.clear()
    await table.paid()
    amounts = [each["amount"] for each in table.operator.ledger.transactions() if each["operation"] == "credit"]
    assert amounts == [3, 1, 2]


async def test_an_operator_that_is_down_is_not_asked_until_it_is_back(table: SeamlessTable) -> None:
    heard: list[bool] = []
    table.accounts.listen(heard.append)
    table.operator.faults.down = True
    for _ in range(3):
        with pytest.raises(AccountsUnavailable):
            await table.accounts.balance(ANN)
    assert not table.accounts.available
    before = table.metric("requests_total", operation="debit", result="failed")
    with pytest.raises(AccountsUnavailable, match="does not answer"):
        await table.accounts.take(ANN, 300, coup=7)
    assert table.metric("requests_total", operation="debit", result="failed") == before
    assert table.metric("available") == 0
    table.commit(settled(ANN, 600))
    table.operator.faults.down = False
    await until(lambda: table.accounts.available)
    await table.paid()
    assert heard == [False, True]
    assert table.held(ANN) == 1600


async def test_a_correction_that_is_not_there_to_be_taken_back_is_parked_and_reported(table: SeamlessTable) -> None:
    taken = await table.accounts.take(ANN, 1000, coup=7)
    table.commit(accepted(ANN, 1000, taken.movement))
    table.commit(SettlementCorrected(3, 7, ANN, (Stake("player", 600),), ()))
    await table.paid()
    table.commit(settled(ANN, 50))
    await table.paid()
    assert table.held(ANN) == 50
    assert table.metric("parked") == 1 == table.accounts.outbox.parked()
    await table.restart_table()
    assert table.metric("parked") == 1
    assert table.accounts.drained


async def park_a_correction(table: SeamlessTable) -> str:
    """Let the operator refuse what a correction takes back from Ann, who has nothing left; return the transaction."""
    taken = await table.accounts.take(ANN, 1000, coup=7)
    table.commit(accepted(ANN, 1000, taken.movement))
    table.commit(SettlementCorrected(3, 7, ANN, (Stake("player", 600),), ()))
    await table.paid()
    (parked,) = (each for each in read_pending(table.outbox_path) if isinstance(each, Parked))
    assert (parked.code, parked.at > 0) == ("insufficient_funds", True)
    return parked.owed.request.transaction


def decide(table: SeamlessTable, transaction: str, decision: Decision) -> None:
    decide_by_hand(table.outbox_path, [transaction], decision, by="Eve", reason="settled with Ann", at=9)


def outcomes(table: SeamlessTable) -> list[str | None]:
    return [each.outcome for each in read_history(table.outbox_path)]


@pytest.mark.parametrize("restart", [False, True])
async def test_what_a_person_puts_back_is_told_once(table: SeamlessTable, restart: bool) -> None:
    parked = await park_a_correction(table)
    table.commit(settled(ANN, 700))
    await table.paid()
    decide(table, parked, Decision.RETRY)
    if restart:
        await table.restart_table()
    await until(lambda: outcomes(table) == ["done"])
    await table.paid()
    assert table.held(ANN) == 100
    assert told(table) == ["debit", "credit", "debit"]
    await until(lambda: table.metric("parked") == 0)
    assert list(read_pending(table.outbox_path)) == []
    assert table.metric("requests_total", operation="debit", result="done") == (1 if restart else 2)


async def test_what_is_put_back_and_refused_again_is_for_a_person_again(table: SeamlessTable) -> None:
    parked = await park_a_correction(table)
    for again in (1, 2):
        decide(table, parked, Decision.RETRY)
        await until(lambda: outcomes(table) == ["insufficient_funds"] * again)  # noqa: B023 - waited for at once
        await table.paid()
        assert table.metric("parked") == 1 == table.accounts.outbox.parked()
        assert table.metric("requests_total", operation="debit", result="refused") == 1 + again


@pytest.mark.parametrize("restart", [False, True])
async def test_what_a_person_writes_off_is_never_told(table: SeamlessTable, restart: bool) -> None:
    decide(table, await park_a_correction(table), Decision.WRITE_OFF)
    if restart:
        await table.restart_table()
    await until(lambda: table.metric("parked") == 0)
    table.commit(settled(ANN, 700))
    await table.paid()
    assert table.held(ANN) == 700
    assert told(table) == ["debit", "credit"]
    assert outcomes(table) == ["written_off"]


async def test_what_is_put_back_waits_behind_what_its_patron_has_waiting(table: SeamlessTable) -> None:
    parked = await park_a_correction(table)
    faults = table.operator.faults
    faults.put(Fault.SLOW, operation="credit", seconds=60)
    table.commit(settled(ANN, 700))
    await until(lambda: faults.to_come == 0)
    decide(table, parked, Decision.RETRY)
    await until(lambda: table.accounts.owed == 2)
    faults.clear()
    await table.paid()
    assert (table.held(ANN), told(table)) == (100, ["debit", "credit", "debit"])


async def test_an_account_that_the_operator_does_not_know_is_no_account(table: SeamlessTable) -> None:
    stranger = Patron("Stranger", "EUR")
    with pytest.raises(AccountsUnavailable, match="unknown_account"):
        await table.accounts.balance(stranger)
    with pytest.raises(AccountsUnavailable, match="unknown_account"):
        await table.accounts.take(stranger, 1, coup=7)
    table.operator.faults.put(Fault.LOST, operation="debit")
    with pytest.raises(AccountsUnavailable):
        await table.accounts.take(stranger, 1, coup=7)
    await table.paid()
    assert table.metric("parked") == 0


async def test_play_money_never_leaves_the_house(table: SeamlessTable) -> None:
    table.commit(settled(Patron("Ann", PLAY_MONEY), 600))
    await table.paid()
    assert told(table) == []


async def test_a_disk_that_fails_stops_stakes_and_forgets_nothing(table: SeamlessTable) -> None:
    taken = await table.accounts.take(ANN, 300, coup=7)
    table.commit(accepted(ANN, 300, taken.movement))
    kept = await table.accounts.take(ANN, 100, coup=7)
    with BusyFile(table.outbox_path):
        with pytest.raises(AccountsUnavailable, match="outbox"):
            await table.accounts.take(BEN, 5, coup=7)
        table.commit(settled(ANN, 600))
        table.accounts.release(kept.movement)
        table.commit(*(BurnDue(at, 3) for at in range(600)))
        table.commit(settled(BEN, 7))
        assert told(table) == ["debit", "debit"]
    await table.paid()
    assert [table.held(patron) for patron in (ANN, BEN)] == [1300, 1007]
    assert table.metric("write_failures_total") >= 1


class BusyFile:
    """Another program that holds a SQLite file's write lock, for longer than anybody waits for it."""

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(path, isolation_level=None)

    def __enter__(self) -> None:
        self._connection.execute("BEGIN IMMEDIATE")

    def __exit__(self, *_: object) -> None:
        self._connection.execute("ROLLBACK")
        self._connection.close()


async def test_the_operator_is_told_shoe_and_coup(table: SeamlessTable) -> None:
    loaded = ShoeLoaded(1, SYSTEM, 12, 8, "digest", (), ())
    table.commit(loaded)
    taken = await table.accounts.take(ANN, 300, coup=7)
    table.commit(accepted(ANN, 300, taken.movement))
    table.commit(settled(ANN, 600))
    await table.paid()
    await table.restart_table()
    await table.accounts.take(ANN, 5, coup=8)
    bodies = [json.loads(body) for body in table.operator.ledger.bodies()]
    assert [(body["table"], body["shoe"], body["coup"], body["amount"]) for body in bodies] == [
        ("table-1", 12, 7, 300),
        ("table-1", 12, 7, 600),
        ("table-1", 12, 8, 5),
    ]


async def test_a_journal_of_the_houses_own_money_is_not_followed(table: SeamlessTable) -> None:
    table.journal.append([[accepted(Patron("Ann", PLAY_MONEY), 300, "house-1")], [accepted(ANN, 300, "house-2")]])
    with pytest.raises(ConfigError, match="record 2"):
        table.accounts.restore(table.journal)


async def test_who_is_paid_all_that_was_owed_is_told_of_once_with_the_balance(table: SeamlessTable) -> None:
    heard: list[tuple[Patron, int]] = []
    table.accounts.tell_paid(lambda patron, balance: heard.append((patron, balance)))
    table.commit(settled(ANN, 1), settled(ANN, 2), settled(BEN, 3), SettlementCorrected(3, 7, BEN, (), (), owed=0))
    await table.paid()
    assert sorted(heard) == [(ANN, 1003), (BEN, 1003)]


async def test_a_journal_that_lost_what_the_operator_was_told_of_is_not_followed(table: SeamlessTable) -> None:
    table.commit(settled(ANN, 1))
    table.commit(settled(ANN, 2))
    await table.paid()
    older = MemoryJournal()
    older.append([[settled(ANN, 1)]])
    with pytest.raises(JournalError, match=r"ends at record 1, .* up to record 2"):
        table.accounts.restore(older)


async def test_movements_say_whose_they_are(table: SeamlessTable) -> None:
    assert (await table.accounts.take(ANN, 300, coup=7)).movement.startswith(PREFIX)


async def test_nothing_is_asked_after_the_end(table: SeamlessTable) -> None:
    accounts: SeamlessAccounts = table.accounts
    await table.restart_table()
    with pytest.raises(AccountsUnavailable, match="about to end"):
        await accounts.take(ANN, 300, coup=7)
    with pytest.raises(AccountsUnavailable, match="about to end"):
        await accounts.balance(ANN)
    accounts.release("seamless-unknown")
