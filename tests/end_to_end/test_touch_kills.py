"""A Touch room is killed in the middle of its rounds, and nobody's round or money is lost. I/O: processes, sockets."""

import asyncio
import json
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from random import Random
from subprocess import run
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from dealer_table.adapters.sqlite_journal import SqliteJournal
from dealer_table.adapters.system_clock import SystemClock
from dealer_table.betting.ledger import Account
from dealer_table.betting.words import Patron, PatronLimits
from dealer_table.config.token_keys import read_token_keys, write_new_keys
from dealer_table.touch.checking import checks
from dealer_table.touch_commands import told_round
from dealer_table.wire.launch_token import Game, issue_patron
from dealer_table.wire.touch_messages import TouchRound
from tests.dealer_table.test_app import RunningTable, running_table
from tests.fixtures.broker_talk import until
from tests.fixtures.brokers import free_port
from tests.properties.test_touch_money import check_rounds, moved

_PATRONS = 12
_KILLS = 2
_TOUCH = """token_keys_file = "keys.json"
[touch]
id = "room-1"
journal = "room-1.sqlite"
"""


class Player:
    """A patron's page that deals as fast as it is answered, and after a broken link asks for the same round again."""

    def __init__(self, number: int, token: str) -> None:
        self.patron = Patron(f"p{number}", "FUN")
        self._chance = Random(number)
        self._token = token
        self._names = (f"{number}-{request}" for request in count())
        self.asked: dict[str, Any] | None = None
        self.commitments: dict[int, str] = {}
        self.rounds: dict[int, TouchRound] = {}
        self.faults: list[str] = []

    async def play(self, address: str) -> None:
        """Play until the link breaks."""
        async with connect(f"ws{address.removeprefix('http')}/ws", compression=None) as socket:
            await socket.send(json.dumps({"type": "hello", "protocol": 1, "table": "room-1", "token": self._token}))
            while True:
                await self._hear(socket, json.loads(await socket.recv()))

    async def _hear(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        match message["type"]:
            case "touch_view" if message["balance"] is not None:
                self.commitments[message["round"]] = message["commitment"]
                if not message["dealing"] and (self.asked is None or self.asked["round"] not in self.rounds):
                    self.asked = self.asked or self._next(message["round"])
                    await socket.send(json.dumps(self.asked))
            case "touch_round":
                self._take(TouchRound.model_validate(message))
            case "answer" if not message["ok"]:
                await self._refused(socket, message)
            case "fault":
                self.faults.append(f"{self.patron.name}: {message}")
            case _:
                pass

    def _next(self, number: int) -> dict[str, Any]:
        chip = {"move": "place", "spot": self._chance.choice(["player", "banker", "tie"]), "amount": 100}
        return {"type": "deal", "id": next(self._names), "round": number, "gestures": [chip]}

    def _take(self, told: TouchRound) -> None:
        known = self.rounds.setdefault(told.round, told)
        if known != told:
            self.faults.append(f"{self.patron.name}: round {told.round} was told in two ways")
        if self.asked is not None and told.round == self.asked["round"]:
            if told.request != self.asked["id"]:
                self.faults.append(f"{self.patron.name}: round {told.round} is somebody else's request")
            self.asked = None

    async def _refused(self, socket: ClientConnection, answer: dict[str, Any]) -> None:
        """Ask for the round of now, when the one that was meant never began: its shoe went with the process."""
        if answer["code"] != "other_round":
            self.faults.append(f"{self.patron.name}: {answer}")
            return
        self.asked = self._next(int(answer["numbers"]["open"]))
        await socket.send(json.dumps(self.asked))


async def play_until_killed(table: RunningTable, players: list[Player], seconds: float | None) -> None:
    """Let everybody play, and kill the room after so many seconds; end it in order when that is None."""
    address = table.serving()["address"]
    before = sum(len(player.rounds) for player in players)
    async with asyncio.TaskGroup() as tasks:
        playing = [tasks.create_task(_in_peace(player, address)) for player in players]
        await until(lambda: sum(len(player.rounds) for player in players) >= before + _PATRONS)
        if seconds is not None:
            await asyncio.sleep(seconds)
            table.process.kill()
        else:
            table.process.send_signal(signal.SIGTERM)
        await asyncio.gather(*playing)
    table.process.wait(30)
    table.ready.unlink()


async def _in_peace(player: Player, address: str) -> None:
    with suppress(OSError, WebSocketException):  # how each of them ends here
        await player.play(address)


def tokens(folder: Path) -> Iterator[str]:
    write_new_keys(folder / "keys.json")
    key = read_token_keys(folder / "keys.json").current
    now = time.time_ns() // 1_000_000
    for number in range(_PATRONS):
        yield issue_patron(
            key,
            patron=Patron(f"p{number}", "FUN"),
            place="room-1",
            game=Game.TOUCH,
            limits=PatronLimits(),
            expires_at=now + 3_600_000,
            now=now,
        )


async def test_a_room_that_is_killed_in_mid_round_loses_nothing(tmp_path: Path) -> None:
    players = [Player(number, token) for number, token in enumerate(tokens(tmp_path))]
    chance = Random(7)
    mqtt = free_port()
    for seconds in (*(chance.uniform(0.0, 0.2) for _ in range(_KILLS)), None):
        with running_table(tmp_path, mqtt=mqtt, more=_TOUCH) as table:
            await play_until_killed(table, players, seconds)
    assert [fault for player in players for fault in player.faults] == []
    for player in players:
        for told in player.rounds.values():
            assert [
                check for check in checks(told_round(told), player.commitments.get(told.round)) if check.fault
            ] == []
    await asyncio.to_thread(check_record, tmp_path / "room-1.sqlite", [player.patron for player in players])


def check_record(path: Path, patrons: list[Patron]) -> None:
    """Hold the record to its chain, its ledger, and each patron's purse to both."""
    verified = run([sys.executable, "-m", "dealer_table", "journal", "verify", str(path)], check=False)
    assert verified.returncode == 0
    with SqliteJournal(path, "room-1", SystemClock()) as journal:
        records = list(journal.read())
        check_rounds(records)
        for patron in patrons:
            assert journal.balances()[Account.of(patron)] == sum(moved(record, patron) for record in records)
