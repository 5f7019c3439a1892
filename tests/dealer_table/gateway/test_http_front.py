import asyncio
import json
from pathlib import Path

import pytest

from dealer_table.gateway.pages import security_headers
from tests.dealer_table.gateway.running_table import RunningTable, running_table


async def fetch(
    table: RunningTable, target: str, method: str = "GET", **headers: str
) -> tuple[int, dict[str, str], bytes]:
    """Ask over a bare socket, so that nothing tidies the path or hides a header."""
    reader, writer = await asyncio.open_connection("127.0.0.1", table.port)
    lines = [f"{method} {target} HTTP/1.1", f"Host: 127.0.0.1:{table.port}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    writer.write("\r\n".join([*lines, "", ""]).encode())
    answer = await asyncio.wait_for(reader.read(), 20)
    writer.close()
    await writer.wait_closed()
    head, _, body = answer.partition(b"\r\n\r\n")
    status, *fields = head.decode().split("\r\n")
    return int(status.split()[1]), dict(field.split(": ", 1) for field in fields), body


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "index.html").write_text("<p>hello")
    (tmp_path / "app.js").write_text("export {}")
    return tmp_path


async def test_a_page_comes_with_its_kind_and_its_guards(folder: Path) -> None:
    async with running_table(folders={"/demo/": folder}) as table:
        status, headers, body = await fetch(table, "/demo/?seed=1")
        assert (status, body) == (200, b"<p>hello")
        assert headers["Content-Type"] == "text/html; charset=utf-8"
        assert headers["Content-Length"] == "8"
        assert headers.items() >= security_headers().items()
        assert "Server" not in headers
        assert (await fetch(table, "/demo/app.js"))[1]["Content-Type"] == "text/javascript; charset=utf-8"


async def test_head_is_get_without_the_body(folder: Path) -> None:
    async with running_table(folders={"/demo/": folder}) as table:
        got = await fetch(table, "/demo/")
        asked = await fetch(table, "/demo/", "HEAD")
        assert asked[2] == b""
        assert (asked[0], asked[1] | {"Date": ""}) == (got[0], got[1] | {"Date": ""})


async def test_an_unchanged_page_is_not_sent_again(folder: Path) -> None:
    async with running_table(folders={"/demo/": folder}) as table:
        etag = (await fetch(table, "/demo/"))[1]["ETag"]
        status, headers, body = await fetch(table, "/demo/", If_None_Match=etag)
        assert (status, body, headers["ETag"]) == (304, b"", etag)


@pytest.mark.parametrize(
    "path",
    ["/demo/../server.py", "/static/../server.py", "/static/%2e%2e/server.py", "/static//etc/passwd", "/nothing", "*"],
)
async def test_no_path_leads_out(folder: Path, path: str) -> None:
    async with running_table(folders={"/demo/": folder}) as table:
        status, headers, _ = await fetch(table, path)
        assert status == 404
        assert headers.items() >= security_headers().items()


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
async def test_pages_are_only_read(method: str) -> None:
    async with running_table() as table:
        status, headers, _ = await fetch(table, "/healthz", method)
        assert (status, headers["Allow"]) == (405, "GET, HEAD")


async def test_the_process_is_alive_whether_or_not_the_table_is_ready() -> None:
    async with running_table() as table:
        assert (await fetch(table, "/readyz"))[0] == 200
        table.not_ready = {"journal": "disk full"}
        status, headers, body = await fetch(table, "/readyz")
        assert (status, headers["Content-Type"], headers["Cache-Control"]) == (503, "application/json", "no-store")
        assert json.loads(body) == {"ready": False, "reasons": {"journal": "disk full"}}
        assert (await fetch(table, "/healthz"))[0] == 200


async def test_metrics_are_those_of_the_registry() -> None:
    async with running_table() as table, table.watcher() as client:
        await client.recv()
        status, headers, body = await fetch(table, "/metrics")
        assert status == 200
        assert headers["Content-Type"].startswith("text/plain")
        assert b'dealer_table_gateway_connections{audience="watchers",place="t1"} 1.0' in body


async def test_a_doubled_header_is_refused() -> None:
    async with running_table() as table:
        status, _, _ = await fetch(table, "/healthz", If_None_Match="a", if_none_match="b")
        assert status in (200, 400)
        status, _, _ = await fetch(table, "/ws", Origin="http://a", origin="http://b")
        assert status == 400


async def test_the_socket_wants_a_socket() -> None:
    async with running_table() as table:
        assert (await fetch(table, "/ws"))[0] == 426
