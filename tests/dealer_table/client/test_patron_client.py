"""A patron's client asks again what a broken line left unanswered, and tells bets from refusals. I/O: WebSocket."""

import asyncio
import json
from typing import Any

import pytest
from websockets.asyncio.server import ServerConnection

from dealer_table.betting.words import Gesture, Move, Stake
from dealer_table.client.patron_client import PatronClient, placed
from dealer_table.errors import CommandRefused
from simulators.play import background
from tests.fixtures.scripted_table import ScriptedTable, send, snapshot, stay

PATRON = {
    "type": "patron",
    "version": 3,
    "server_time": 0,
    "name": "ann",
    "currency": "EUR",
    "exponent": 2,
    "fun": False,
    "seated": True,
    "balance": 1000,
    "accounts": "ok",
    "coup": 7,
    "stakes": [["player", 500]],
    "previous": [],
    "last": None,
    "idle_coups": 0,
    "asked": False,
    "limits": {"spot_maximum": None, "coup_maximum": None},
}
BETTING = {"coup": 7, "opened_at": 0, "closes_at": 10}


def opening() -> dict[str, Any]:
    return snapshot(3) | {"view": {"betting": BETTING}}


async def test_a_bet_on_a_line_that_breaks_is_sent_again_under_its_own_id() -> None:
    heard: list[dict[str, Any]] = []

    async def breaks(connection: ServerConnection, hello: dict[str, Any]) -> None:
        await send(connection, opening())
        heard.append(json.loads(await connection.recv()))

    async def answers(connection: ServerConnection, hello: dict[str, Any]) -> None:
        await send(connection, opening())
        heard.append(json.loads(await connection.recv()))
        result = {"coup": 7, "stakes": [["player", 500]], "change": 500, "balance": 1000}
        await send(connection, {"type": "answer", "id": heard[-1]["id"], "ok": True, "result": result})
        await stay(connection)

    table = ScriptedTable(breaks, answers)
    async with table.running():
        client = PatronClient(table.address, token="secret")
        async with background(client.run):
            await client.until(lambda client: client.open_coup == 7)
            result = await client.bet(placed("player", 500))
    assert result.stakes == (Stake("player", 500),) and result.balance == 1000
    assert heard[0] == heard[1]
    assert heard[0]["coup"] == 7 and heard[0]["gestures"] == [{"move": "place", "spot": "player", "amount": 500}]


async def test_a_refused_bet_tells_its_code_and_its_numbers() -> None:
    async def script(connection: ServerConnection, hello: dict[str, Any]) -> None:
        await send(connection, opening())
        request = json.loads(await connection.recv())
        numbers = {"spot": "player", "maximum": 100, "asked": 1000}
        refusal = {"type": "answer", "id": request["id"], "ok": False, "code": "over_maximum", "numbers": numbers}
        await send(connection, refusal)
        await stay(connection)

    table = ScriptedTable(script)
    async with table.running():
        client = PatronClient(table.address, token="secret")
        async with background(client.run):
            await client.until(lambda client: client.open_coup == 7)
            with pytest.raises(CommandRefused) as refused:
                await client.bet(Gesture(Move.REBET_X2))
    assert refused.value.code == "over_maximum" and refused.value.numbers["maximum"] == 100


async def test_what_is_the_patrons_own_is_kept() -> None:
    async def script(connection: ServerConnection, hello: dict[str, Any]) -> None:
        await send(connection, opening())
        await send(connection, PATRON)
        await send(connection, {"type": "totals", "coup": 7, "patrons": 2, "currencies": {"EUR": {"player": 900}}})
        await stay(connection)

    table = ScriptedTable(script)
    async with table.running():
        client = PatronClient(table.address, token="secret")
        async with background(client.run):
            await client.until(lambda client: client.totals is not None)
            assert client.me is not None and client.me.stakes == (Stake("player", 500),)
            assert client.totals is not None and client.totals.currencies["EUR"]["player"] == 900


async def test_a_question_that_nobody_answers_ends_by_time() -> None:
    async def script(connection: ServerConnection, hello: dict[str, Any]) -> None:
        await send(connection, opening())
        await stay(connection)

    table = ScriptedTable(script)
    async with table.running():
        client = PatronClient(table.address, token="secret")
        async with background(client.run):
            with pytest.raises(Exception, match="no answer in time"):
                await asyncio.wait_for(client.history(within=0.2), 10)
