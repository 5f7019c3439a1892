"""Every bet is answered once and settled once, whatever dies in between. I/O: processes, pty, sockets."""

import asyncio
import resource
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from dealer_table.betting.words import PLAY_MONEY, Gesture
from dealer_table.client.patron_client import PatronClient, placed
from dealer_table.errors import CommandRefused, WireError
from dealer_table.procedure.words import Role
from simulators.play import background
from simulators.rig import Rig, RigSettings
from tests.end_to_end.support_bets import bets_on_record, verify_faults
from tests.end_to_end.support_bettors import BettingEvening, Evening, Moment
from tests.end_to_end.support_cut_line import CutLine
from tests.end_to_end.support_staffed_table import StaffedTable, staffed

_CROWD = 1000
_PATIENCE = 60.0
_LONG_BETTING = 600
_PLAY_MONEY = 100_000


@pytest.mark.timeout(300)
async def test_a_table_that_dies_in_every_phase_settles_what_it_accepted(tmp_path: Path) -> None:
    kills = [(1, Moment.BETTING), (1, Moment.DEALING), (2, Moment.SETTLEMENT)]
    evening = BettingEvening(Evening(tmp_path, bots=8, window=2, kills=kills, coups=2))
    assert await evening.spend() == []
    assert evening.accepted > 0  # how many depends on how soon this machine brings a table back


@pytest.fixture
def many_sockets() -> None:
    """Let this process, and those it starts, have as many files open as the machine allows."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert most >= 2 * _CROWD, f"the machine allows {most} open files: ulimit -n"
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


@pytest.mark.soak
@pytest.mark.parametrize("kills", [[], [(1, Moment.BETTING), (2, Moment.DEALING), (3, Moment.SETTLEMENT)]])
@pytest.mark.usefixtures("many_sockets")
async def test_a_thousand_patrons_have_every_bet_answered_and_settled(
    tmp_path: Path, kills: list[tuple[int, Moment]], capsys: pytest.CaptureFixture[str]
) -> None:
    evening = BettingEvening(Evening(tmp_path, bots=_CROWD, window=15, kills=kills, patience=300.0))
    began = time.monotonic()
    assert await evening.spend() == []
    assert evening.accepted > _CROWD
    with capsys.disabled():
        print(f"{evening.accepted} bets, {len(kills)} kills, {time.monotonic() - began:.0f} s", flush=True)


# ---- one table, patron after patron ----------------------------------------------------------------------------------


@pytest.mark.timeout(300)
async def test_patrons_on_bad_lines_in_two_windows_with_bad_tokens_and_too_late(tmp_path: Path) -> None:
    """One rig for all of them: what takes long is its start."""
    async with Rig(RigSettings(tmp_path)) as rig, staffed(rig) as table:
        await table.fresh_shoe()
        await table.ask("open_betting", seconds=_LONG_BETTING)
        await wrong_tokens_bet_nothing(rig)
        await two_windows_show_one_patron(rig)
        await a_cut_line_bets_once(rig)
        await late_is_late(rig, table)
        await what_lay_there_is_settled(rig, table)
    record = bets_on_record(rig.journal)
    assert (record.faults, verify_faults(rig.journal)) == ([], [])
    assert {patron.name: times for patron, times in record.accepted.items()} == {"two": 2, "cut": 1, "late": 1}


async def wrong_tokens_bet_nothing(rig: Rig) -> None:
    """Nobody's token, a dealer's, and that of a patron of another table."""
    elsewhere = rig.patron_token("two", place="another-table")
    for token in ("nonsense", elsewhere):
        with pytest.raises(WireError, match="token_refused"):
            await PatronClient(rig.socket_address, token=token).run()
    dealer = PatronClient(rig.socket_address, token=rig.token(Role.DEALER, "Dana"))
    async with background(dealer.run):
        await dealer.until(lambda client: client.open_coup == 1, _PATIENCE)
        with pytest.raises(CommandRefused) as refused:
            await dealer.bet(placed("player", 500))
    assert refused.value.code == "not_allowed"


async def two_windows_show_one_patron(rig: Rig) -> None:
    one, other = (PatronClient(rig.socket_address, token=rig.patron_token("two")) for _ in range(2))
    async with background(one.run, other.run):
        for client in (one, other):
            await client.until(_may_bet, _PATIENCE)
        await one.bet(placed("player", 500))
        await other.until(lambda client: _stakes(client) == {"player": 500}, _PATIENCE)
        await other.bet(placed("player", 500), placed("tie", 100))
        for client in (one, other):
            await client.until(lambda client: _stakes(client) == {"player": 1000, "tie": 100}, _PATIENCE)
            assert client.me is not None and client.me.balance == _PLAY_MONEY - 1100
        await one.until(lambda client: client.totals is not None and client.totals.patrons == 1, _PATIENCE)


async def a_cut_line_bets_once(rig: Rig) -> None:
    """The table hears the bet, its answer is lost, the line breaks: the same request again has the same answer."""
    watcher = PatronClient(rig.socket_address, token=rig.patron_token("watches"))
    async with CutLine(rig.files.http_port).open() as line:
        patron = PatronClient(line.url, token=rig.patron_token("cut"))
        async with background(patron.run, watcher.run), asyncio.TaskGroup() as tasks:
            await patron.until(_may_bet, _PATIENCE)
            line.deaf = True
            bet = tasks.create_task(patron.bet(placed("banker", 700), within=_PATIENCE))
            await watcher.until(lambda client: _total(client, "banker") == 700, _PATIENCE)
            assert not bet.done()
            line.cut()
            result = await bet
            assert (result.change, result.balance) == (700, _PLAY_MONEY - 700)
            await patron.until(lambda client: _stakes(client) == {"banker": 700}, _PATIENCE)


async def late_is_late(rig: Rig, table: StaffedTable) -> None:
    """A bet on a coup that nobody opened, and one after the last call: refused, with the numbers that explain it."""
    patron = PatronClient(rig.socket_address, token=rig.patron_token("late"))
    async with background(patron.run):
        await patron.until(_may_bet, _PATIENCE)
        assert await _refusal(patron, placed("player", 500), coup=2) == ("other_coup", {"asked": 2, "open": 1})
        await patron.bet(placed("lucky_six", 300))
        await table.ask("close_betting")
        code, numbers = await _refusal(patron, placed("player", 500), coup=1)
        assert code == "betting_closed" and numbers["at"] > 0
        assert _stakes(patron) == {"lucky_six": 300}


async def what_lay_there_is_settled(rig: Rig, table: StaffedTable) -> None:
    """The patrons have all gone; one looks in again and finds the coup in the history."""
    await table.show("8S", "5C", "KH", "2D")
    await table.until(lambda view: view["table"]["phase"] == "settled")
    patron = PatronClient(rig.socket_address, token=rig.patron_token("two"))
    async with background(patron.run):
        await patron.until(lambda client: client.me is not None and client.me.last is not None, _PATIENCE)
        (coup,) = (await patron.history(within=_PATIENCE)).coups
    assert (coup.coup, coup.outcome, coup.status) == (1, "player", "settled")
    assert (coup.stakes, coup.returned) == ((("player", 1000), ("tie", 100)), (("player", 2000),))


def _may_bet(client: PatronClient) -> bool:
    return client.me is not None and client.me.seated and client.me.balance == _PLAY_MONEY and client.open_coup == 1


def _stakes(client: PatronClient) -> dict[str, int]:
    return dict(client.me.stakes) if client.me is not None else {}


def _total(client: PatronClient, spot: str) -> int:
    return client.totals.currencies.get(PLAY_MONEY, {}).get(spot, 0) if client.totals is not None else 0


async def _refusal(client: PatronClient, gesture: Gesture, coup: int) -> tuple[str, Mapping[str, Any]]:
    with pytest.raises(CommandRefused) as refused:
        await client.bet(gesture, coup=coup, within=_PATIENCE)
    return refused.value.code, refused.value.numbers
