"""Patrons over real sockets: who may what, several tables, slow links, private things. I/O: sockets, SQLite."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from prometheus_client import CollectorRegistry
from websockets.asyncio.client import ClientConnection, connect

from dealer_table.adapters.sqlite_coup_archive import SqliteCoupArchive
from dealer_table.adapters.sqlite_journal import SqliteJournal
from dealer_table.adapters.system_clock import SystemClock
from dealer_table.betting.words import Patron, PatronLimits
from dealer_table.gateway.metrics import GatewayMetrics
from dealer_table.gateway.server import Gateway
from dealer_table.gateway.settings import GatewaySettings
from dealer_table.gateway.staff_login import StaffRules
from dealer_table.procedure.commands import CloseBetting
from dealer_table.procedure.words import Role
from dealer_table.wire.launch_token import Game, issue, issue_patron
from tests.dealer_table.betting.felt_at_work import ANN, BOB, RULES
from tests.dealer_table.gateway.patrons_at_work import PLAYER_NATURAL, ServedTable
from tests.dealer_table.gateway.running_table import KEY, SleepyClient, say_hello, until
from tests.dealer_table.test_controller import DEALER

SETTINGS = GatewaySettings(tick_seconds=0.02, drain_seconds=2.0, close_seconds=0.5)
PLACE = {"move": "place", "spot": "player", "amount": 300}


class Floor:
    """A gateway with two tables, and the keys to them."""

    def __init__(
        self,
        folder: Path,
        stack: AsyncExitStack,
        settings: GatewaySettings = SETTINGS,
        staff: StaffRules | None = None,
    ) -> None:
        self.registry = CollectorRegistry()
        metrics = GatewayMetrics(self.registry)
        tables: list[ServedTable] = []
        now = lambda: tables[0].clock.now if tables else 0  # noqa: E731 - one clock, the first table's
        self.gateway = Gateway(clock=now, metrics=metrics, settings=settings, keys=[KEY], staff=staff)
        for name in ("t1", "t2"):
            path = folder / f"{name}.sqlite"
            journal = stack.enter_context(SqliteJournal(path, name, SystemClock()))
            tables.append(ServedTable(self.gateway, metrics, name, journal, SqliteCoupArchive(path)))
        self.t1, self.t2 = tables
        self.address = ""

    def token(self, patron: Patron = ANN, table: str = "t1", game: Game = Game.LIVE, lasts: int = 10**9) -> str:
        now = self.t1.clock.now
        limits = PatronLimits()
        return issue_patron(KEY, patron=patron, place=table, game=game, limits=limits, expires_at=now + lasts, now=now)

    def staff(self, role: Role) -> str:
        now = self.t1.clock.now
        return issue(KEY, role=role, name="Cora", table="t1", expires_at=now + 10**9, now=now)

    @asynccontextmanager
    async def tab(self, **hello: Any) -> AsyncIterator["Tab"]:
        async with connect(f"ws{self.address.removeprefix('http')}/ws", compression=None) as socket:
            await say_hello(socket, **hello)
            yield Tab(socket)

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2])

    def count(self, name: str, **labels: str) -> float:
        return self.registry.get_sample_value(f"dealer_table_gateway_{name}", labels) or 0.0


class Tab:
    """A page that keeps every message it gets."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self.heard: list[Any] = []

    async def hears(self, kind: str, **fields: Any) -> Any:
        """Return the next message of this type in which these fields are so."""
        while True:
            message = json.loads(await asyncio.wait_for(self._socket.recv(), 20))
            self.heard.append(message)
            if message["type"] == kind and fields.items() <= message.items():
                return message

    async def say(self, **message: Any) -> None:
        await self._socket.send(json.dumps(message))

    async def ask(self, **message: Any) -> Any:
        """Send a request and return its answer."""
        await self.say(**message)
        return await self.hears("answer", id=message["id"])

    async def bet(self, *gestures: Any, request: str = "a", coup: int = 1) -> Any:
        return await self.ask(type="bet", id=request, coup=coup, gestures=gestures or [PLACE])


@asynccontextmanager
async def running_floor(
    folder: Path, settings: GatewaySettings = SETTINGS, staff: StaffRules | None = None
) -> AsyncIterator[Floor]:
    async with AsyncExitStack() as stack:
        floor = Floor(folder, stack, settings, staff)
        for table in (floor.t1, floor.t2):
            await stack.enter_async_context(table.at_work())
        await floor.t1.begin(ANN, BOB)
        floor.address = await stack.enter_async_context(floor.gateway.running())
        yield floor


async def test_a_patron_bets_and_all_of_own_tabs_hear_of_it_and_no_other(tmp_path: Path) -> None:
    async with (
        running_floor(tmp_path) as floor,
        floor.tab(token=floor.token()) as first,
        floor.tab(token=floor.token()) as second,
        floor.tab(token=floor.token(BOB)) as bob,
        floor.tab() as watcher,
    ):
        for tab in (first, second, bob):
            await tab.hears("patron", balance=1_000, accounts="ok")
        answer = await first.bet()
        assert answer["result"] == {"coup": 1, "stakes": [["player", 300]], "change": 300, "balance": 700}
        await second.hears("patron", stakes=[["player", 300]], balance=700)
        for tab in (bob, watcher):
            await tab.hears("totals", patrons=1, currencies={"EUR": {"player": 300}})
        await floor.t1.play_coup(PLAYER_NATURAL)
        for tab in (first, second):
            last = (await tab.hears("patron", balance=1_300))["last"]
            assert (last["coup"], last["returned"], last["outcome"]) == (1, [["player", 600]], "player")
        floor.t1.clock.now += 500
        for tab in (bob, watcher):
            await tab.hears("totals", patrons=0)
            assert "ann" not in json.dumps(tab.heard)


async def test_the_offer_is_in_the_view_and_in_the_lobby(tmp_path: Path) -> None:
    async with running_floor(tmp_path) as floor, floor.tab(token=floor.token()) as tab:
        offer = (await tab.hears("snapshot"))["view"]["offer"]
        assert offer["rules_digest"] == "rules-1"
        assert [spot["name"] for spot in offer["spots"]] == [spot.name for spot in RULES.spots]
        await tab.hears("patron")
        with await asyncio.to_thread(urlopen, f"{floor.address}/api/tables") as reply:
            t1, t2 = json.loads(reply.read())
    common = {"kind": "live", "held": False, "limits": offer["currencies"], "picture": None}
    common |= {"counts": {"player": 0, "banker": 0, "tie": 0}, "big_road": {"columns": 0, "cells": []}}
    open_table = {"id": "t1", "patrons": 1, "open": True, "phase": "betting", "dealer": "Dana"}
    closed_table = {"id": "t2", "patrons": 0, "open": False, "phase": "closed", "dealer": ""}
    assert (t1.pop("closes_in") > 0, t2.pop("closes_in")) == (True, None)
    assert [t1, t2] == [open_table | common, closed_table | common]


async def test_a_token_opens_its_own_table_named_or_not(tmp_path: Path) -> None:
    async with (
        running_floor(tmp_path) as floor,
        floor.tab(token=floor.token(table="t2")) as unnamed,
        floor.tab(token=floor.token(table="t2"), table="t2") as named,
        floor.tab(token=floor.token(table="t2"), table="t1") as wrong,
        floor.tab() as first,
        floor.tab(table="t3") as nowhere,
    ):
        assert (await unnamed.hears("snapshot"))["table"] == (await named.hears("snapshot"))["table"] == "t2"
        assert (await wrong.hears("fault"))["code"] == "token_refused"
        assert (await first.hears("snapshot"))["table"] == "t1"
        assert (await nowhere.hears("fault"))["code"] == "unknown_table"
        # What happens at one table is nothing to the other's people.
        await floor.t1.play_coup()
        await first.hears("update")
        assert floor.count("deliveries_total", place="t2", audience="watchers") == 0
        assert floor.count("connections", place="t2", audience="watchers") == 2


async def test_nobody_does_what_is_not_theirs(tmp_path: Path) -> None:
    bet: dict[str, Any] = {"type": "bet", "id": "a", "coup": 1, "gestures": [PLACE]}
    deposit: dict[str, Any] = {
        "type": "command",
        "id": "c",
        "command": "deposit_funds",
        "patron": "ann",
        "currency": "EUR",
    }
    deposit |= {"amount": 100, "reference": "r"}
    void: dict[str, Any] = {"type": "command", "id": "b", "command": "void_coup", "reason": "x"}
    async with running_floor(tmp_path) as floor:
        tokens = {"patron": floor.token(), "watcher": None}
        tokens |= {role.value: floor.staff(role) for role in (Role.DEALER, Role.SUPERVISOR)}
        for who, token in tokens.items():
            async with floor.tab(token=token) as tab:
                forbidden = [deposit, *([bet] if who != "patron" else []), *([void] if "t" in who[:3] else [])]
                for request in forbidden:
                    assert (await tab.ask(**request))["code"] == "not_allowed", (who, request)
        assert floor.t1.has(ANN) == 1_000


@pytest.mark.parametrize("wrong", ["other game", "expired", "forged"])
async def test_a_wrong_token_is_refused(tmp_path: Path, wrong: str) -> None:
    async with running_floor(tmp_path) as floor:
        token = floor.token(game=Game.TOUCH if wrong == "other game" else Game.LIVE, lasts=5_000)
        if wrong == "expired":
            floor.t1.clock.now += 5_000
        token = token[:-4] + "AAAA" if wrong == "forged" else token
        async with floor.tab(token=token) as tab:
            assert (await tab.hears("fault"))["code"] == "token_refused"
        assert ANN not in floor.t2.controller.book.seats


async def test_a_token_that_runs_out_ends_the_conversation_and_a_fresh_one_keeps_it(tmp_path: Path) -> None:
    async with running_floor(tmp_path) as floor, floor.tab(token=floor.token(lasts=2_000)) as tab:
        await tab.hears("patron")
        await tab.say(type="hello", protocol=1, token=floor.token(lasts=4_000))
        await tab.hears("snapshot")
        floor.t1.clock.now += 2_000
        assert (await tab.bet())["ok"]
        floor.t1.clock.now += 2_000
        assert (await tab.hears("fault"))["code"] == "token_refused"


async def test_who_is_let_go_watches_on_and_may_come_back(tmp_path: Path) -> None:
    async with running_floor(tmp_path) as floor, floor.tab(token=floor.token(BOB)) as tab:
        await tab.hears("patron")
        for _ in range(4):
            await floor.t1.play_coup()
        await tab.hears("patron", asked=True)
        fault = await tab.hears("fault")
        assert (fault["code"], fault["fatal"]) == ("idle", False)
        assert (await tab.bet(coup=5))["code"] == "not_allowed"
        await floor.t1.play_coup()
        await tab.hears("update")
        await tab.say(type="hello", protocol=1, token=floor.token(BOB))
        await tab.hears("patron", seated=True, balance=1_000)
        assert (await tab.bet(request="b", coup=6))["ok"]


async def test_money_comes_in_by_the_administrator_and_shows_at_once(tmp_path: Path) -> None:
    async with (
        running_floor(tmp_path) as floor,
        floor.tab(token=floor.token()) as tab,
        floor.tab(token=floor.staff(Role.ADMINISTRATOR)) as cashier,
    ):
        await tab.hears("patron", balance=1_000)
        order = {"type": "command", "patron": "ann", "currency": "EUR", "amount": 500, "reference": "r"}
        assert (await cashier.ask(id="a", command="deposit_funds", **order))["ok"]
        await tab.hears("patron", balance=1_500)
        again = await cashier.ask(id="b", command="deposit_funds", **order)
        assert (again["code"], list(again["numbers"])) == ("reference_used", ["at"])
        order |= {"amount": 2_000, "reference": "s"}
        too_much = await cashier.ask(id="c", command="withdraw_funds", **order)
        assert (too_much["code"], too_much["numbers"]) == ("insufficient_funds", {"balance": 1_500, "needed": 2_000})


async def test_history_is_ones_own_and_recall_is_anybodys(tmp_path: Path) -> None:
    async with (
        running_floor(tmp_path) as floor,
        floor.tab(token=floor.token()) as ann,
        floor.tab(token=floor.token(BOB)) as bob,
        floor.tab() as watcher,
    ):
        assert (await ann.bet())["ok"]
        await floor.t1.play_coup(PLAYER_NATURAL)
        await ann.say(type="history", id="h")
        (coup,) = (await ann.hears("history", more=False))["coups"]
        at = {"cursor": coup["cursor"], "at": coup["at"]}
        cards = {"player": ["4S", "5H"], "banker": ["3C", "3D"]}
        told = {"coup": 1, "shoe": 1, "outcome": "player", "status": "settled"} | cards | at
        assert coup == told | {"stakes": [["player", 300]], "returned": [["player", 600]]}
        await bob.say(type="history", id="h")
        assert (await bob.hears("history"))["coups"] == []
        await watcher.say(type="recall", id="r")
        (recalled,) = (await watcher.hears("recall"))["coups"]
        assert recalled | at == told
        assert (await watcher.ask(type="history", id="h"))["code"] == "not_allowed"


async def fallen_behind(floor: Floor, tab: Tab) -> int:
    """Give Ann chips, one at a time, until the tab that does not read stays behind; return how many it took.

    Not at the first sign: the kernel may find room for a little more, and then that tab has caught up for a while.
    """
    given = behind = 0
    while behind < 5:
        given += 1
        await floor.t1.deposit(ANN, 1, f"chip {given}")
        await tab.hears("patron", balance=1_000 + given)
        behind = behind + 1 if floor.count("lagging") else 0
    return given


async def test_a_tab_that_lags_gets_the_newest_view_when_it_has_caught_up(tmp_path: Path) -> None:
    small = GatewaySettings(write_buffer=4096, socket_buffer=4096)
    async with (
        running_floor(tmp_path, small) as floor,
        floor.tab(token=floor.token()) as tab,
        SleepyClient(floor.port, token=floor.token()) as sleeper,
    ):
        await sleeper.read_until(lambda: any(one.get("balance") == 1_000 for one in sleeper.messages))
        await tab.hears("patron", balance=1_000)
        number = await fallen_behind(floor, tab)
        read = len(sleeper.messages)
        await sleeper.read_until(lambda: sleeper.messages[-1].get("balance") == 1_000 + number)
        late = sleeper.messages[read:]
    balances = [one["balance"] for one in late if one["type"] == "patron"]
    # Those that were under way when it fell behind, and then at once the newest, behind a snapshot.
    assert balances[-2] < 1_000 + number - 1
    assert late[-2]["type"] == "snapshot"


async def given_away_while_behind(folder: Path) -> bool:
    """Give a tab to nobody while something waits for its patron; False when it caught up before it was given away.

    The kernel may find room for a little more at any time: then what waited is sent, and rightly, to its patron.
    """
    small = GatewaySettings(write_buffer=4096, socket_buffer=4096)
    async with (
        running_floor(folder, small) as floor,
        floor.tab(token=floor.token()) as tab,
        SleepyClient(floor.port, token=floor.token()) as sleeper,
    ):
        await tab.hears("patron", balance=1_000)
        number = await fallen_behind(floor, tab)
        behind = floor.count("fell_behind_total")
        await floor.t1.deposit(ANN, 1, "kept")
        joins = floor.count("joins_total", how="snapshot")
        await sleeper.say_hello(token=None)
        await until(lambda: floor.count("joins_total", how="snapshot") == joins + 1)
        if not floor.count("lagging") or floor.count("fell_behind_total") != behind:
            return False
        await sleeper.read_until(lambda: floor.count("lagging") == 0)
        read = len(sleeper.messages)
        await floor.t1.controller.submit(CloseBetting(floor.t1.clock.now, DEALER))
        await sleeper.read_until(lambda: any(one["type"] == "update" for one in sleeper.messages[read:]))
    assert not any(one.get("balance") == 1_000 + number + 1 for one in sleeper.messages)
    return True


async def test_a_tab_that_lags_and_is_the_patrons_no_more_is_not_shown_what_was_kept_for_it(tmp_path: Path) -> None:
    for attempt in range(10):
        (folder := tmp_path / str(attempt)).mkdir()
        if await given_away_while_behind(folder):
            return
    pytest.fail("it caught up each time before it was given away")


async def test_a_tab_that_is_closed_in_the_middle_leaves_its_bet_and_no_trace(tmp_path: Path) -> None:
    async with running_floor(tmp_path) as floor:
        floor.t1.keeper.takes.clear()
        async with floor.tab(token=floor.token()) as tab:
            await tab.hears("patron")
            await tab.say(type="bet", id="a", coup=1, gestures=[PLACE])
            await until(lambda: floor.t1.keeper.taking == 1)
        floor.t1.keeper.takes.set()
        await until(lambda: floor.t1.controller.book.stakes_of(ANN) == (("player", 300),))
        await until(lambda: floor.count("connections", place="t1", audience="watchers") == 0)
        async with floor.tab(token=floor.token()) as again:
            assert (await again.bet())["result"]["stakes"] == [["player", 300]]
        assert floor.t1.has(ANN) == 700


async def test_what_is_shaken_out_of_a_box_of_chips_fits_into_a_message(tmp_path: Path) -> None:
    async with running_floor(tmp_path) as floor, floor.tab(token=floor.token()) as tab:
        await tab.hears("patron")
        chips = [{"move": "place", "spot": "banker_natural", "amount": 50}] * 63
        answer = await tab.bet(*chips, {"move": "clear"})
        assert answer["code"] == "nothing_to_confirm"
        await tab.say(type="bet", id="b", coup=1, gestures=[*chips, PLACE, PLACE])
        assert (await tab.hears("fault"))["code"] == "not_understood"
