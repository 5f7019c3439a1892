"""Logins over a real socket: who gets a token, what others are answered, and being asked again. I/O: sockets."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher
from websockets.asyncio.client import ClientConnection

from dealer_table.adapters.staff_file import StaffFile
from dealer_table.adapters.staff_passwords import Passwords
from dealer_table.gateway.audience import Audience, AudienceUpdate
from dealer_table.gateway.pages import security_headers
from dealer_table.gateway.settings import GatewaySettings
from dealer_table.gateway.staff_login import StaffRules
from dealer_table.ports.staff import StaffAccount
from dealer_table.procedure.words import Role
from dealer_table.wire.launch_token import LaunchToken, read
from tests.dealer_table.gateway.running_table import KEY, RunningTable, receive, running_table, say_hello

MINUTE = 60_000
SHIFT = 12 * 60 * MINUTE
GOOD, BAD = "clubs are black", "hearts are red"
CHEAP = Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))


class House:
    """A table whose staff log in."""

    def __init__(self, table: RunningTable, accounts: StaffFile) -> None:
        self.table = table
        self.accounts = accounts
        self._requests = 0

    def record(self) -> list[tuple[str, str, str]]:
        return [(entry.what, entry.name, entry.origin) for entry in self.accounts.entries()]

    async def post(
        self, body: bytes, path: str = "/api/staff/login", **headers: str
    ) -> tuple[int, dict[str, str], Any]:
        """Post over a bare socket, so that nothing tidies the request."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.table.port)
        fields = {"Content_Type": "application/json", "Content_Length": str(len(body))} | headers
        lines = [f"POST {path} HTTP/1.1", f"Host: 127.0.0.1:{self.table.port}"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in fields.items()]
        writer.write("\r\n".join([*lines, "", ""]).encode() + body)
        answer = await asyncio.wait_for(reader.read(), 20)
        writer.close()
        await writer.wait_closed()
        head, _, told = answer.partition(b"\r\n\r\n")
        status, *rest = head.decode().split("\r\n")
        told_headers = dict(field.split(": ", 1) for field in rest)
        is_json = told_headers["Content-Type"] == "application/json"
        return int(status.split()[1]), told_headers, json.loads(told) if is_json else told.decode()

    async def login(self, name: str, password: str, table: str | None = None) -> tuple[int, Any]:
        status, _, told = await self.post(json.dumps({"name": name, "password": password, "table": table}).encode())
        return status, told

    async def token(self, name: str) -> str:
        status, told = await self.login(name, GOOD)
        assert status == 200
        return str(told["token"])

    @asynccontextmanager
    async def desk(self, token: str) -> AsyncIterator[ClientConnection]:
        """Sit down at a desk, and be there: time that passes before a hello is heard ends the conversation."""
        async with self.table.watcher(token=token) as client:
            while (await receive(client))["type"] != "snapshot":
                pass
            yield client

    async def ask(self, client: ClientConnection, command: str, **fields: Any) -> str:
        """Give a command, and return the code of the refusal, empty when it was done."""
        self._requests += 1
        message = {"type": "command", "id": f"r{self._requests}", "command": command, **fields}
        await client.send(json.dumps(message))
        while (answer := await receive(client))["type"] != "answer":
            pass
        return str(answer["code"])

    def show_phase(self, phase: str) -> None:
        self.table.version += 1
        for audience in Audience:
            news = AudienceUpdate(self.table.version, self.table.now, [], {"table": {"phase": phase}})
            self.table.broadcast.publish(audience, news)


@asynccontextmanager
async def running_house(
    folder: Path, *, idle: int = 30 * MINUTE, links_too: bool = False, settings: GatewaySettings | None = None
) -> AsyncIterator[House]:
    clock: list[RunningTable] = []
    accounts = StaffFile(folder / "staff.sqlite", lambda: clock[0].now, passwords=CHEAP)
    async with running_table(settings, staff=StaffRules(accounts, KEY, SHIFT, idle, links_too)) as table:
        clock.append(table)
        accounts.make()
        for name, role, where in (
            ("Dana", Role.DEALER, "*"),
            ("Sam", Role.SUPERVISOR, "*"),
            ("Sue", Role.SUPERVISOR, "t1"),
            ("Otto", Role.DEALER, "t9"),
        ):
            accounts.add(StaffAccount(name, role, where), GOOD, origin="console")
        yield House(table, accounts)


async def test_a_login_gives_a_token_of_the_role_and_table_for_a_shift(tmp_path: Path) -> None:
    async with running_house(tmp_path) as house:
        now = house.table.now
        for name, role, table in (
            ("dana", Role.DEALER, "t1"), ("Sam", Role.SUPERVISOR, "*"), ("Sue", Role.SUPERVISOR, "t1")
        ):  # fmt: skip
            status, told = await house.login(name, GOOD)
            assert status == 200
            token = read(told.pop("token"), [KEY], table="t1", now=now)
            assert token == LaunchToken(role, name.capitalize(), table, now + SHIFT)
            assert isinstance(token, LaunchToken) and token.logged_in
            assert told == {"role": role.value, "name": name.capitalize(), "table": table, "expires_at": now + SHIFT}
        assert house.record()[-3:] == [("logged_in", name, "127.0.0.1") for name in ("Dana", "Sam", "Sue")]
        async with house.table.watcher(token=await house.token("Dana")) as client:
            assert (await receive(client))["type"] == "snapshot"
            assert await house.ask(client, "open_table") == ""
        assert [command.by.name for command in house.table.commands] == ["Dana"]


async def test_failures_are_told_and_lock_out_names_known_and_unknown_alike(tmp_path: Path) -> None:
    async with running_house(tmp_path) as house:
        for name in ("Dana", "Nobody"):
            answers = [await house.login(name, BAD) for _ in range(5)]
            assert [status for status, _ in answers] == [401] * 4 + [403]
            assert [told["code"] for _, told in answers] == ["wrong_login"] * 4 + ["locked_out"]
            assert (await house.login(name, GOOD))[1]["numbers"] == {"minutes": 30}
        assert house.table.count("logins_total", result="wrong_login") == 8
        house.accounts.unlock("Dana", origin="console")
        assert (await house.login("Dana", GOOD))[0] == 200
        what = [entry[0] for entry in house.record() if entry[1] == "Nobody"]
        assert what == ["failed"] * 5 + ["locked_out", "turned_away"]


async def test_an_account_of_another_table_opens_nothing_here(tmp_path: Path) -> None:
    async with running_house(tmp_path) as house:
        for name, table in (("Otto", None), ("Dana", "t9"), ("Sue", "t9")):
            status, told = await house.login(name, GOOD, table)
            assert (status, told["code"]) == (403, "other_table")


async def test_only_json_of_our_own_pages_and_no_more_than_a_login_is_taken(tmp_path: Path) -> None:
    body = json.dumps({"name": "Dana", "password": GOOD}).encode()
    async with running_house(tmp_path) as house:
        own = f"http://127.0.0.1:{house.table.port}"
        assert (await house.post(body, Origin=own, Sec_Fetch_Site="same-origin"))[0] == 200
        before = house.record()
        for status, headers in (
            (403, {"Origin": "https://evil.example"}),
            (403, {"Origin": "null"}),
            (403, {"Sec_Fetch_Site": "cross-site"}),
            (415, {"Content_Type": "text/plain"}),
            (415, {"Content_Type": "application/x-www-form-urlencoded"}),
        ):
            assert (await house.post(body, **headers))[0] == status
        assert (await house.post(b"x" * 3000))[0] == 413
        assert (await house.post(body, path="/healthz"))[0] == 405
        for junk in (b"", b"{}", b"[]", b'{"name": "Dana", "password": 1}', b'{"name": "D\\u0000", "password": "x"}',
                     b'{"name": "Dana", "password": "\\ud800"}', body[:-1] + b', "role": "administrator"}',
                     b'{"name": "Dana", "password": "' + b"x" * 300 + b'"}'):  # fmt: skip
            status, headers, told = await house.post(junk)
            assert (status, told["code"]) == (400, "not_understood")
            assert headers["Cache-Control"] == "no-store"
            assert headers.items() >= security_headers().items()
        assert house.record() == before


async def test_whoever_hurries_is_not_heard_and_nothing_of_it_is_counted(tmp_path: Path) -> None:
    async with running_house(tmp_path) as house:
        codes = [(await house.login("Nobody", BAD))[1]["code"] for _ in range(21)]
        assert codes[-1] == "too_fast"
        house.table.now += 2_000
        assert (await house.login("Dana", GOOD))[0] == 200
        assert (await house.login("Dana", GOOD))[0] == 429


async def test_nobody_comes_in_while_it_cannot_be_put_on_record(tmp_path: Path) -> None:
    async with running_house(tmp_path) as house:
        (tmp_path / "staff.sqlite").chmod(0o644)
        status, told = await house.login("Dana", GOOD)
        assert (status, told["code"]) == (503, "journal_failed")


async def test_a_house_without_accounts_says_so_and_takes_no_posts() -> None:
    async with running_table() as table:
        reader, writer = await asyncio.open_connection("127.0.0.1", table.port)
        writer.write(b"POST /api/staff/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\n\r\n{}")
        assert await asyncio.wait_for(reader.read(), 20) == b""
        writer.close()


@pytest.mark.parametrize("ending", ["before the end", "in the middle of a word"])
async def test_who_goes_away_in_the_middle_leaves_nothing_behind(tmp_path: Path, ending: str) -> None:
    async with running_house(tmp_path) as house:
        _, writer = await asyncio.open_connection("127.0.0.1", house.table.port)
        head = b"POST /api/staff/login HTTP/1.1\r\nHost: a\r\nContent-Length: 40\r\n\r\n"
        writer.write(head if ending == "before the end" else head[:3])
        await writer.drain()
        writer.close()
        await writer.wait_closed()
        assert (await house.login("Dana", GOOD))[0] == 200


async def test_who_did_nothing_for_the_limit_is_asked_again_and_nothing_else_helps(tmp_path: Path) -> None:
    async with running_house(tmp_path) as house:
        token = await house.token("Dana")
        async with house.desk(token) as client:
            house.table.now += 29 * MINUTE
            assert await house.ask(client, "open_table") == ""
            house.table.now += 30 * MINUTE
            assert await house.ask(client, "close_table") == "login_needed"
            await say_hello(client, token=token)
            while (await receive(client))["type"] != "snapshot":
                pass  # the table goes on being shown
            assert await house.ask(client, "close_table") == "login_needed"
        async with house.desk(token) as again:
            assert await house.ask(again, "close_table") == "login_needed"
            await say_hello(again, token=await house.token("Dana"))
            assert await house.ask(again, "close_table") == ""
        async with house.desk(token) as replayed:
            assert await house.ask(replayed, "open_table") == "login_needed"


async def test_a_coup_in_play_goes_on_but_is_never_void_unasked(tmp_path: Path) -> None:
    async with running_house(tmp_path) as house:
        tokens = await house.token("Dana"), await house.token("Sam")
        async with house.desk(tokens[0]) as dealer, house.desk(tokens[1]) as supervisor:
            house.show_phase("dealing")
            house.table.now += 30 * MINUTE
            assert await house.ask(dealer, "confirm_result") == ""
            assert await house.ask(supervisor, "resolve_hold", resolution="rescan") == ""
            assert await house.ask(supervisor, "void_coup", reason="A card fell") == "login_needed"
            house.show_phase("settled")
            # What was let through for the coup's sake proves nobody's presence.
            assert await house.ask(dealer, "open_betting") == "login_needed"
            await say_hello(supervisor, token=await house.token("Sam"))
            assert await house.ask(supervisor, "void_coup", reason="A card fell") == ""


@pytest.mark.parametrize("act", ["lock", "remove", "set_password"])
async def test_who_is_locked_is_out_at_once_but_a_dealer_finishes_the_coup(tmp_path: Path, act: str) -> None:
    settings = GatewaySettings(tick_seconds=0.02, drain_seconds=2.0, close_seconds=0.5, staff_seconds=0.02)
    async with running_house(tmp_path, settings=settings) as house:
        tokens = await house.token("Dana"), await house.token("Sam")
        house.table.now += 1_000
        house.show_phase("dealing")
        async with house.desk(tokens[0]) as dealer, house.desk(tokens[1]) as supervisor:
            for name in ("Dana", "Sam"):
                password = ["spades are black"] if act == "set_password" else []
                getattr(house.accounts, act)(name, *password, origin="console")
            assert await ends(supervisor) == "token_refused"
            assert await house.ask(dealer, "confirm_result") == ""
            house.show_phase("settled")
            assert await ends(dealer) == "token_refused"
        async with house.table.watcher(token=tokens[1]) as again:
            assert (await receive(again))["code"] == "token_refused"


async def test_who_is_unlocked_or_new_comes_in_at_once_and_an_old_token_stays_out(tmp_path: Path) -> None:
    settings = GatewaySettings(tick_seconds=0.02, drain_seconds=2.0, close_seconds=0.5, staff_seconds=0.02)
    async with running_house(tmp_path, settings=settings) as house:
        old = await house.token("Dana")
        house.table.now += 1_000
        house.accounts.lock("Dana", origin="console")
        async with house.table.watcher(token=old) as client:
            assert await ends(client) == "token_refused"
        house.table.now += 1_000
        house.accounts.unlock("Dana", origin="console")
        house.accounts.add(StaffAccount("Nora", Role.DEALER, "t1"), GOOD, origin="console")
        for name in ("Dana", "Nora"):
            async with house.table.watcher(token=await house.token(name)) as client:
                assert await house.ask(client, "open_table") == ""
        async with house.table.watcher(token=old) as client:
            assert await ends(client) == "token_refused"


async def ends(client: ClientConnection) -> str:
    """Wait for the end of the conversation, and return why it came."""
    while (message := await receive(client))["type"] != "fault":
        pass
    return str(message["code"])


@pytest.mark.parametrize("links_too", [False, True])
async def test_who_came_by_a_link_is_asked_only_where_the_house_wants_it(tmp_path: Path, links_too: bool) -> None:
    async with (
        running_house(tmp_path, idle=MINUTE // 2, links_too=links_too) as house,
        house.desk(house.table.token()) as client,
    ):
        house.table.now += MINUTE // 2
        assert await house.ask(client, "open_table") == ("login_needed" if links_too else "")
