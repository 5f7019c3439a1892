"""A Touch room whose patrons' money an operator keeps: stakes asked for, returns paid once. I/O: HTTP, SQLite."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from prometheus_client import CollectorRegistry

from dealer_table.adapters.seamless_accounts import SeamlessAccounts
from dealer_table.adapters.seamless_metrics import WalletMetrics
from dealer_table.adapters.sqlite_journal import SqliteJournal
from dealer_table.adapters.system_clock import SystemClock
from dealer_table.betting.words import Patron
from dealer_table.config.money import OperatorConfig
from simulators.operator import Operator
from tests.dealer_table.touch.rooms import ADA, PLAYER_WINS
from tests.dealer_table.touch_at_work import PLAY_MONEY, PURSE, at_work, deal
from tests.fixtures.seamless_table import KEY, until

FUN = Patron("ada", "FUN")
Follow = Callable[[SqliteJournal], SeamlessAccounts]


@pytest.fixture
def operator(tmp_path: Path) -> Iterator[Operator]:
    with Operator(tmp_path / "operator.db", [KEY]) as operator:
        operator.ledger.open_account(ADA, PURSE)
        yield operator


@pytest.fixture
def follow(operator: Operator, tmp_path: Path) -> Follow:
    config = OperatorConfig(operator.url, KEY, 20.0, 0.02, 0.1)
    return lambda journal: SeamlessAccounts.follow(
        journal, tmp_path / "wallet.db", config, "room-1", SystemClock(), WalletMetrics(CollectorRegistry())
    )


async def test_the_operator_is_asked_for_stakes_and_pays_returns(
    tmp_path: Path, operator: Operator, follow: Follow
) -> None:
    async with at_work(tmp_path / "room.journal", seal=lambda draw: PLAYER_WINS, follow=follow) as work:
        tab = await work.join()
        await until(lambda: bool(tab.views) and tab.view.balance == PURSE)
        await work.play(tab, ("player", 100), ("tie", 20))
        await work.play(tab, "rebet")
        assert work.operator is not None
        await until(lambda: work.operator is not None and work.operator.drained)
        assert operator.ledger.balances()[ADA] == PURSE + 2 * (100 - 20)
    assert operator.ledger.faults() == []


async def test_play_money_never_reaches_the_operator(tmp_path: Path, operator: Operator, follow: Follow) -> None:
    async with at_work(tmp_path / "room.journal", follow=follow) as work:
        tab = await work.join(FUN)
        await until(lambda: bool(tab.views) and tab.view.balance == PLAY_MONEY)
        await work.play(tab, ("player", 100))
    assert operator.ledger.balances() == {ADA: PURSE}


async def test_an_operator_that_is_down_takes_no_stake_and_the_room_says_so(
    tmp_path: Path, operator: Operator, follow: Follow
) -> None:
    async with at_work(tmp_path / "room.journal", follow=follow) as work:
        tab = await work.join()
        await until(lambda: bool(tab.views) and tab.view.balance == PURSE)
        operator.stop()
        assert (await work.deal(tab, ("player", 100))).code == "accounts_unavailable"
        assert work.controller.state.sessions[ADA].in_play is None


async def test_a_round_that_a_stop_left_open_is_paid_by_the_operator_after_the_restart(
    tmp_path: Path, operator: Operator, follow: Follow
) -> None:
    path = tmp_path / "room.journal"
    async with at_work(path, seal=lambda draw: PLAYER_WINS, follow=follow) as work:
        tab = await work.join()
        await until(lambda: bool(tab.views) and tab.view.balance == PURSE)
        work.journal.stop_after = 1
        assert (await work.ask(tab, deal(1, ("player", 100)))).ok
        await until(lambda: bool(work.controller.journal_fault))
    assert operator.ledger.balances()[ADA] == PURSE - 100
    async with at_work(path, seal=lambda draw: PLAYER_WINS, follow=follow) as work:
        assert work.operator is not None
        await until(lambda: work.operator is not None and work.operator.drained)
        assert operator.ledger.balances()[ADA] == PURSE + 100


async def test_a_stake_whose_round_did_not_begin_goes_back(tmp_path: Path, operator: Operator, follow: Follow) -> None:
    async with at_work(tmp_path / "room.journal", follow=follow) as work:
        tab = await work.join()
        await until(lambda: bool(tab.views) and tab.view.balance == PURSE)
        work.journal.disk_full = True
        assert (await work.deal(tab, ("player", 100))).code == "journal_failed"
        await until(lambda: operator.ledger.balances()[ADA] == PURSE)
