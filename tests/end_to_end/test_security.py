"""Who is let in, what each may do, what a browser is told, and that no secret gets out. I/O: processes, sockets."""

import asyncio
import json
import os
import re
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

import jwt
import pytest
import pytest_asyncio
from jwt.utils import base64url_decode, base64url_encode
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from dealer_table.adapters.staff_file import StaffFile
from dealer_table.baccarat.cards import Card
from dealer_table.ports.staff import StaffAccount
from dealer_table.procedure import events as e
from dealer_table.procedure.words import Role
from dealer_table.wire.launch_token import TokenKey, issue
from simulators.rig import PARTS, Rig, RigSettings
from simulators.rig_files import TABLE
from tests.end_to_end.support_dealt_table import DealtTable, Order, faults_of
from tests.end_to_end.support_record import WholeRecord

pytestmark = pytest.mark.asyncio(loop_scope="module")

HOUR = 3_600_000
PASSWORD = "clubs are black, and spades are too"
_REQUESTS = count()
ANOTHER_KEY = TokenKey("demo", "f" * 64)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def rig(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Rig]:
    """One table for all the tests of who is let in; its staff may log in too."""
    folder = tmp_path_factory.mktemp("rig")
    accounts = staff_file(folder)
    accounts.make()
    accounts.add(StaffAccount("Dana", Role.DEALER, TABLE), PASSWORD, origin="console")
    accounts.add(StaffAccount("Otto", Role.SUPERVISOR, "another"), PASSWORD, origin="console")
    environment = {"DEALER_TABLE__STAFF__ACCOUNTS": "staff.sqlite"}
    async with Rig(RigSettings(folder, {"burn": "none"}, environment=environment)) as rig:
        yield rig


# ---- people -------------------------------------------------------------------------------------------------------


async def test_only_a_token_of_this_table_that_runs_still_opens_the_desk(rig: Rig) -> None:
    async with connected(rig, token=token(rig)) as client:
        assert (await received(client))["type"] == "snapshot"
    for refused in refused_tokens(rig).values():
        async with connected(rig, token=refused) as client:
            fault = await received(client)
            assert (fault["type"], fault["code"], fault["fatal"]) == ("fault", "token_refused", True)
            assert refused not in json.dumps(fault)
            with pytest.raises(ConnectionClosed) as closed:
                await received(client)
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 1008


async def test_each_may_do_what_the_role_allows_and_no_more(rig: Rig) -> None:
    supervisor_token = token(rig, Role.SUPERVISOR, name="Sam")
    async with (
        connected(rig) as watcher,
        connected(rig, token=token(rig)) as dealer,
        connected(rig, token=supervisor_token) as supervisor,
    ):
        assert await asked(watcher, "open_table") == "not_allowed"
        assert await asked(dealer, "open_table") == ""
        assert await asked(dealer, "load_shoe") == ""
        code = "scanner_offline"
        while code == "scanner_offline":
            await asyncio.sleep(0.2)
            code = await asked(dealer, "open_betting")
        assert code == ""
        assert await asked(watcher, "void_coup", reason="I lost") == "not_allowed"
        assert await asked(dealer, "void_coup", reason="I dropped a card") == "supervisor_needed"
        assert await asked(supervisor, "void_coup", reason="The dealer dropped a card") == ""
    record = WholeRecord(rig.journal)
    people = [event.by.name for event in record.events if isinstance(event, e.TableOpened | e.CoupVoided)]
    assert people == ["Dana", "Sam"]


async def test_a_browser_is_told_to_trust_nobody_else_and_other_pages_are_kept_out(rig: Rig) -> None:
    for path in ("/", "/dealer", "/static/index.html", "/healthz", "/nowhere"):
        _, headers = await got(rig, path)
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy and "http" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers
    assert (await got(rig, "/../../etc/passwd"))[0] == 404
    for origin in ("http://evil.example", "null"):
        with pytest.raises(InvalidStatus, match="403"):
            async with connect(rig.socket_address, additional_headers={"Origin": origin}, proxy=None):
                pass


async def test_nothing_listens_but_on_this_machine(rig: Rig) -> None:
    listening = {pid: set(listeners(pid)) for pid in processes_of(rig)}
    everywhere = set().union(*listening.values())
    assert {port for _, port in everywhere} == {rig.files.http_port, rig.files.mqtt_port}
    assert {address for address, _ in everywhere} == {"0100007F"}


# ---- logins -------------------------------------------------------------------------------------------------------


async def test_a_login_opens_the_desk_of_its_own_table_as_its_own_person_and_no_other(rig: Rig) -> None:
    status, told = await posted(rig, login("dana"))
    assert (status, told["name"], told["role"], told["table"]) == (200, "Dana", "dealer", TABLE)
    async with connected(rig, token=told["token"]) as client:
        assert "desk" in (await received(client))["view"]
        assert await asked(client, "deposit_funds", **DEPOSIT) == "not_allowed"
    head, claims, signature = told["token"].split(".")
    raised = json.loads(base64url_decode(claims)) | {"role": "administrator"}
    other_claims = base64url_encode(json.dumps(raised).encode()).decode()
    for forged in (f"{head}.{other_claims}.{signature}", f"{head}.{claims}."):
        async with connected(rig, token=forged) as client:
            assert (await received(client))["code"] == "token_refused"
    assert (await posted(rig, login("Otto")))[1]["code"] == "other_table"
    assert (await posted(rig, login("Dana", table="another")))[1]["code"] == "other_table"


async def test_a_login_is_taken_from_our_own_pages_alone_and_no_larger_than_it_must_be(rig: Rig) -> None:
    before = len(list(staff_file(rig.files.directory).entries()))
    for status, headers in (
        (403, {"Origin": "http://evil.example"}),
        (403, {"Origin": "null"}),
        (403, {"Origin": f"http://127.0.0.1:{rig.files.http_port + 1}"}),
        (403, {"Sec-Fetch-Site": "cross-site"}),
        (415, {"Content-Type": "text/plain"}),
    ):
        assert (await posted(rig, login("Dana"), headers))[0] == status
    assert (await posted(rig, b"{" * 5_000))[0] == 413
    assert (await posted(rig, login("Dana") + b" " * 5_000))[0] == 413
    assert (await posted(rig, b"[" * 1_000))[0] == 400
    # A browser that would ask whether another site's page may post is told no by silence: there is no such header.
    status, told = await got(rig, "/api/staff/login", "OPTIONS")
    assert status == 405 and not [name for name in told if name.startswith("access-control")]
    assert len(list(staff_file(rig.files.directory).entries())) == before


async def test_who_guesses_is_locked_out_and_all_of_it_is_on_record_but_no_password(rig: Rig) -> None:
    for name in ("Otto", "Mallory"):
        codes = [(await posted(rig, login(name, "let me in"), {}))[1]["code"] for _ in range(5)]
        assert codes == ["wrong_login"] * 4 + ["locked_out"]
    assert (await posted(rig, login("Otto")))[1]["code"] == "locked_out"
    entries = [entry for entry in staff_file(rig.files.directory).entries() if entry.name == "Mallory"]
    assert [(entry.what, entry.origin) for entry in entries] == [("failed", "127.0.0.1")] * 5 + [
        ("locked_out", "127.0.0.1")
    ]
    for part in PARTS:
        text = (rig.files.directory / f"{part}.log").read_text("utf-8")
        assert PASSWORD not in text and "let me in" not in text and "eyJ" not in text


DEPOSIT: Any = {"patron": "ann", "currency": "EUR", "amount": 1, "reference": "a"}


def staff_file(folder: Path) -> StaffFile:
    return StaffFile(folder / "staff.sqlite", lambda: time.time_ns() // 1_000_000)


def login(name: str, password: str = PASSWORD, table: str | None = None) -> bytes:
    return json.dumps({"name": name, "password": password, "table": table}).encode()


async def posted(rig: Rig, body: bytes, headers: Mapping[str, str] | None = None) -> tuple[int, Any]:
    """Post a login, and return the status and what was told, if it is JSON."""
    reader, writer = await asyncio.open_connection("127.0.0.1", rig.files.http_port)
    host = f"127.0.0.1:{rig.files.http_port}"
    fields = {"Host": host, "Origin": f"http://{host}", "Content-Type": "application/json"} | dict(headers or {})
    fields["Content-Length"] = str(len(body))
    lines = [f"{name}: {value}" for name, value in fields.items()]
    writer.write("\r\n".join(["POST /api/staff/login HTTP/1.1", *lines, "", ""]).encode() + body)
    head, _, told = (await asyncio.wait_for(reader.read(), 20)).partition(b"\r\n\r\n")
    writer.close()
    return int(head.split()[1]), json.loads(told) if b"application/json" in head else None


# ---- secrets ------------------------------------------------------------------------------------------------------


async def test_no_burned_card_no_token_and_no_key_is_told_or_logged(tmp_path: Path) -> None:
    """Deal a shoe whose burned cards lie nowhere face up, so that any trace of one is a leak."""
    order = next(order for seed in count(1) if burned_only(order := Order(tmp_path, seed, coups=3)))
    table = DealtTable(order)
    issued = {table.rig.token(Role.DEALER, "Dana"), table.rig.files.token_key.secret}
    await table.deal()
    assert faults_of(table) == []
    record = WholeRecord(table.rig.journal)
    burned = {event.card.value for event in record.events if isinstance(event, e.CardBurned)}
    assert burned == burned_only(order) != set()
    places = dict(told_in(table)) | {f"{part}.log": (tmp_path / f"{part}.log").read_text("utf-8") for part in PARTS}
    for where, text in places.items():
        assert not burned & {*re.findall(r"\b[A23456789TJQK][SHCD]\b", text)}, where
        assert not [secret for secret in issued if secret in text], where
        assert "eyJ" not in text, f"{where}: a token"


def told_in(table: DealtTable) -> Iterator[tuple[str, str]]:
    """Yield all that was told, by who heard it; a scanner's own topic is for the table alone."""
    for name, messages in {"watchers": table.watchers, "desks": table.desks}.items():
        yield name, json.dumps(messages)
    for topic in {topic for topic, _ in table.heard if not topic.endswith("/scanner/shoe/read")}:
        yield topic, "\n".join(payload.decode() for heard, payload in table.heard if heard == topic)


def burned_only(order: Order) -> set[str]:
    """Return the faces of the first shoe's burned cards; nothing when one of them is seen otherwise."""
    shoe = order.shoe(1)
    drawn = [card for _ in range(30) if isinstance(card := shoe.draw(), Card)]
    burns = drawn[0].points or 10
    burned, rest = {*drawn[1 : burns + 1]}, {drawn[0], *drawn[burns + 1 :]}
    return set() if burned & rest or burns < 2 else {card.value for card in burned}


# ---- tokens and talk ----------------------------------------------------------------------------------------------


def token(
    rig: Rig,
    role: Role = Role.DEALER,
    *,
    name: str = "Dana",
    table: str = TABLE,
    key: TokenKey | None = None,
    hours_ago: int = 0,
) -> str:
    """Issue a token that runs for an hour."""
    now = time.time_ns() // 1_000_000 - hours_ago * HOUR
    return issue(key or rig.files.token_key, role=role, name=name, table=table, expires_at=now + HOUR, now=now)


def refused_tokens(rig: Rig) -> Mapping[str, str]:
    claims = {"role": "system", "name": "Dana", "table": TABLE, "exp": int(time.time()) + 3600}
    secret, kid = rig.files.token_key.secret, {"kid": rig.files.token_key.kid}
    good = token(rig)
    return {
        "not a token": "let me in",
        "of another key": token(rig, key=ANOTHER_KEY),
        "expired": token(rig, hours_ago=2),
        "of another table": token(rig, table="another"),
        "of a role nobody has": jwt.encode(claims, secret, algorithm="HS256", headers=kid),
        "unsigned": jwt.encode({**claims, "role": "dealer"}, "", algorithm="none", headers=kid),
        "of another algorithm": jwt.encode({**claims, "role": "dealer"}, secret, algorithm="HS512", headers=kid),
        "with its end cut off": good[:-2],
    }


@asynccontextmanager
async def connected(rig: Rig, **hello: Any) -> AsyncIterator[ClientConnection]:
    async with connect(rig.socket_address, compression=None, proxy=None, max_size=None) as client:
        await client.send(json.dumps({"type": "hello", "protocol": 1, **hello}))
        yield client


async def received(client: ClientConnection) -> Any:
    async with asyncio.timeout(20):
        return json.loads(await client.recv())


async def asked(client: ClientConnection, command: str, **details: Any) -> str:
    """Ask for something and return the code of the refusal, empty when it was done."""
    request = f"request-{next(_REQUESTS)}"
    await client.send(json.dumps({"type": "command", "id": request, "command": command, **details}))
    while (message := await received(client))["type"] != "answer":
        pass
    return str(message["code"])


async def got(rig: Rig, path: str, method: str = "GET") -> tuple[int, Mapping[str, str]]:
    """Ask for a page, and return the status and the headers."""
    reader, writer = await asyncio.open_connection("127.0.0.1", rig.files.http_port)
    writer.write(
        f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{rig.files.http_port}\r\nConnection: close\r\n\r\n".encode()
    )
    head = (await reader.read()).partition(b"\r\n\r\n")[0].decode().split("\r\n")
    writer.close()
    lines = (line.partition(": ") for line in head[1:])
    return int(head[0].split()[1]), {name.lower(): value for name, _, value in lines}


# ---- sockets ------------------------------------------------------------------------------------------------------


def processes_of(rig: Rig) -> list[int]:
    """Return every process of the rig: each part leads a group, and its children are in it."""
    leaders = {rig.parts[part].pid for part in PARTS}
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            if os.getpgid(int(entry.name)) in leaders:
                found.append(int(entry.name))
        except ProcessLookupError:
            continue
    assert len(found) > len(leaders), "the embedded broker is a child of its part"
    return found


def listeners(pid: int) -> Iterator[tuple[str, int]]:
    """Yield address and port, as the kernel writes them, of every TCP socket on which a process listens."""
    links = [str(fd.readlink()) for fd in Path(f"/proc/{pid}/fd").iterdir() if fd.is_symlink()]
    inodes = {link[8:-1] for link in links if link.startswith("socket:[")}
    for family in ("tcp", "tcp6"):
        for line in Path(f"/proc/{pid}/net/{family}").read_text("utf-8").splitlines()[1:]:
            fields = line.split()
            if fields[3] == "0A" and fields[9] in inodes:
                address, _, port = fields[1].partition(":")
                yield address, int(port, 16)
