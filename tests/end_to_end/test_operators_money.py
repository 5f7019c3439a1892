"""Patrons whose money an operator keeps: bets, a dead table, an operator that goes away. I/O: processes, pty, HTTP."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from dealer_table.betting.words import PLAY_MONEY, Patron
from dealer_table.client.patron_client import PatronClient, placed
from dealer_table.config.token_keys import write_new_keys
from dealer_table.errors import CommandRefused
from simulators.operator import Operator, read_keys
from simulators.play import background
from simulators.rig import TABLE_PROCESS, Rig, RigSettings
from tests.end_to_end.support_staffed_table import StaffedTable, staffed
from tests.fixtures.seamless_table import until

_PATIENCE = 60.0
_LONG_BETTING = 600
_FUNDS = 10_000
ANN = Patron("Ann", "EUR")
BEN = Patron("Ben", "EUR")
_LIMITS = {
    code: {"step": 100, "minimum": 100, "maximum": 5_000, "table_maximum": 50_000, "differential": 50_000}
    for code in ("EUR", PLAY_MONEY)
}


class Studio:
    """A table whose patrons' money is elsewhere, and the operator who has it."""

    def __init__(self, folder: Path) -> None:
        keys = folder / "wallet.keys"
        write_new_keys(keys)
        self._folder = folder
        self._keys = read_keys(keys)
        self.operator = Operator(folder / "operator.db", self._keys)
        self._port = self.operator.port
        for patron in (ANN, BEN):
            self.operator.ledger.open_account(patron, _FUNDS)
        money = {
            "ACCOUNTS": "seamless",
            "URL": self.operator.url,
            "KEY_FILE": str(keys),
            "WALLET": str(self.wallet),
            "RETRY_SECONDS": "0.1",
            "RETRY_MOST_SECONDS": "0.5",
        }
        environment = {f"DEALER_TABLE__MONEY__{key}": value for key, value in money.items()}
        self.rig = Rig(RigSettings(folder, {"limits": _LIMITS}, environment=environment))

    @property
    def wallet(self) -> Path:
        """Return where the table remembers what it owes."""
        return self._folder / "table.wallet"

    def client(self, patron: Patron) -> PatronClient:
        return PatronClient(self.rig.socket_address, token=self.rig.patron_token(patron.name, patron.currency))

    def held(self, patron: Patron) -> int:
        return self.operator.ledger.balances()[patron]

    async def operator_goes(self) -> None:
        await asyncio.to_thread(self.operator.stop)

    def operator_comes(self) -> None:
        self.operator = Operator(self._folder / "operator.db", self._keys, port=self._port)
        self.operator.start()

    def pending(self) -> list[dict[str, Any]]:
        """Return what the command says is owed."""
        command = [sys.executable, "-m", "dealer_table", "wallet", "pending", str(self.wallet), "--json"]
        answer = subprocess.run(command, capture_output=True, check=True, stdin=subprocess.DEVNULL)
        pending: list[dict[str, Any]] = json.loads(answer.stdout)["pending"]
        return pending


@pytest.mark.timeout(180)
async def test_an_operators_patrons_bet_and_are_paid_whatever_goes_away(tmp_path: Path) -> None:
    studio = Studio(tmp_path)
    studio.operator.start()
    try:
        ann, ben, fay = (studio.client(patron) for patron in (ANN, BEN, Patron("Fay", PLAY_MONEY)))
        async with studio.rig as rig, staffed(rig) as table, background(ann.run, ben.run, fay.run):
            await table.fresh_shoe()
            await a_table_dies_with_bets_on_it(studio, table, ann, ben)
            await an_operator_goes_away_in_mid_coup(studio, table, ann, ben, fay)
            await until(lambda: studio.held(ANN) == _FUNDS + 1_000 - 500)
        assert studio.operator.ledger.faults() == []
        assert studio.pending() == []
        assert told(studio) == {ANN: (2, [2_000, 0]), BEN: (1, [0])}
    finally:
        studio.operator.stop()


async def a_table_dies_with_bets_on_it(
    studio: Studio, table: StaffedTable, ann: PatronClient, ben: PatronClient
) -> None:
    """The stakes are at the operator's; the table dies and comes back; who won is paid, who lost hears of nothing."""
    await table.ask("open_betting", seconds=_LONG_BETTING)
    for client in (ann, ben):
        await client.until(lambda client: may_bet(client, 1), _PATIENCE)
    assert (await ann.bet(placed("player", 1_000))).balance == _FUNDS - 1_000
    await ben.bet(placed("banker", 400), within=_PATIENCE)
    with pytest.raises(CommandRefused) as refused:
        await ben.bet(placed("banker", 4_600), placed("player", 5_000), placed("tie", 100), within=_PATIENCE)
    assert refused.value.code == "insufficient_funds"
    await studio.rig.crash(TABLE_PROCESS)
    await until(lambda: table.desk.connected)
    await table.until(lambda view: all(scanner["online"] for scanner in view["desk"]["scanners"]))
    await table.ask("close_betting")
    await table.until(lambda view: view["table"]["phase"] == "dealing")
    await table.show("8S", "5C", "KH", "2D")
    await table.until(lambda view: view["table"]["phase"] == "settled")
    await ann.until(lambda client: balance(client) == _FUNDS + 1_000, _PATIENCE)
    await until(lambda: (studio.held(ANN), studio.held(BEN)) == (_FUNDS + 1_000, _FUNDS - 400))


async def an_operator_goes_away_in_mid_coup(
    studio: Studio, table: StaffedTable, ann: PatronClient, ben: PatronClient, fay: PatronClient
) -> None:
    """Its patrons cannot bet, play money can; what was accepted is settled, and told when the operator is back."""
    await table.ask("open_betting", seconds=_LONG_BETTING)
    for client in (ann, ben, fay):
        await client.until(lambda client: may_bet(client, 2), _PATIENCE)
    await ann.bet(placed("tie", 500), within=_PATIENCE)
    await studio.operator_goes()
    with pytest.raises(CommandRefused) as refused:
        await ben.bet(placed("player", 500), within=_PATIENCE)
    assert refused.value.code == "accounts_unavailable"
    await fay.bet(placed("player", 500), within=_PATIENCE)
    await table.ask("close_betting")
    await table.until(lambda view: view["table"]["phase"] == "dealing")
    await table.show("2S", "9C", "3H", "KD")
    await table.until(lambda view: view["table"]["phase"] == "settled")
    await ann.until(lambda client: client.me is not None and client.me.accounts == "unavailable", _PATIENCE)
    pending = await asyncio.to_thread(studio.pending)
    assert [(row["operation"], row["patron"]) for row in pending if row["operation"] == "credit"] == [("credit", "Ann")]
    studio.operator_comes()
    await ann.until(lambda client: client.me is not None and client.me.accounts == "ok", _PATIENCE)
    await until(lambda: told(studio).get(ANN) == (2, [2_000, 0]))


def told(studio: Studio) -> dict[Patron, tuple[int, list[object]]]:
    """Return of each patron how many stakes the operator took and kept, and what it was told of each coup's end."""
    rows = studio.operator.ledger.transactions()
    undone = {row["transaction"] for row in rows if row["operation"] == "rollback"}
    stakes = [row for row in rows if row["operation"] == "debit" and row["transaction"] not in undone]
    ends = [row for row in rows if row["operation"] == "credit"]
    return {
        patron: (
            sum(row["patron"] == patron.name for row in stakes),
            [row["amount"] for row in ends if row["patron"] == patron.name],
        )
        for patron in (ANN, BEN)
    }


def may_bet(client: PatronClient, coup: int) -> bool:
    return client.me is not None and client.me.seated and balance(client) is not None and client.open_coup == coup


def balance(client: PatronClient) -> int | None:
    return client.me.balance if client.me is not None else None
