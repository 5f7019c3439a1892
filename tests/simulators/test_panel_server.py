"""The panel is for this machine's own page only, and does what its buttons ask. I/O: HTTP, WebSocket."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

import simulators.panel_server
from simulators.panel_server import DemoLog, PanelServer
from simulators.play import background
from simulators.rig import free_port

PAGES = Path(simulators.panel_server.__file__).parent / "demo_panel"


class FakeDemo:
    """A demo that remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.cable = True

    @property
    def table_origin(self) -> str:
        return "http://127.0.0.1:9"

    def state(self) -> Mapping[str, Any]:
        return {"cable": self.cable}

    async def obey(self, command: str) -> bool:
        self.asked.append(command)
        self.cable = command != "unplug"
        return command in ("unplug", "plug")


class Panel:
    """A running panel."""

    def __init__(self) -> None:
        self.demo = FakeDemo()
        self.port = free_port()
        self.log = DemoLog(lambda text: None)
        self.server = PanelServer(self.demo, self.log, self.port)

    def control(self, origin: str | None = None) -> connect:
        address = f"ws://127.0.0.1:{self.port}/control"
        return connect(address, origin=Origin(origin or f"http://127.0.0.1:{self.port}"), proxy=None)

    async def get(self, path: str, host: str | None = None) -> tuple[str, str]:
        """Return the head and the body of an answer."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(f"GET {path} HTTP/1.1\r\nHost: {host or f'127.0.0.1:{self.port}'}\r\n\r\n".encode())
        answer = (await reader.read()).decode()
        writer.close()
        head, _, body = answer.partition("\r\n\r\n")
        return head, body


@pytest.fixture
async def panel() -> AsyncIterator[Panel]:
    panel = Panel()
    async with panel.server.running(), background(panel.server.tell_state):
        yield panel


async def test_the_page_and_all_it_names_are_served(panel: Panel) -> None:
    head, body = await panel.get("/")
    assert head.startswith("HTTP/1.1 200")
    assert "frame-src http://127.0.0.1:9;" in head
    for name in re.findall(r'(?:href|src)="([^"]+)"', body):
        assert (await panel.get(f"/{name}"))[0].startswith("HTTP/1.1 200"), name


@pytest.mark.parametrize("path", ["/../panel_server.py", "/nothing", "//etc/passwd", "/demo_panel"])
async def test_nothing_else_is(panel: Panel, path: str) -> None:
    assert (await panel.get(path))[0].startswith("HTTP/1.1 404")


async def test_another_host_name_is_refused(panel: Panel) -> None:
    assert (await panel.get("/", host=f"evil.example:{panel.port}"))[0].startswith("HTTP/1.1 403")


async def test_another_origin_may_not_press_buttons(panel: Panel) -> None:
    with pytest.raises(InvalidStatus) as refused:
        await panel.control("http://evil.example").__aenter__()
    assert refused.value.response.status_code == 403


async def test_a_button_is_obeyed_and_the_state_told(panel: Panel) -> None:
    async with panel.control() as page:
        assert json.loads(await page.recv())["cable"] is True
        await page.send('{"command": "unplug"}')
        panel.log.note("you pulled the cable")
        told: dict[str, Any] = {"cable": True, "log": []}
        async with asyncio.timeout(10):
            while told["cable"] or not told["log"]:
                told = json.loads(await page.recv())
    assert told["log"] == [{"number": 1, "text": "you pulled the cable"}]


@pytest.mark.parametrize("junk", ["", "[]", "{", '{"command": 7}', b"\x00"])
async def test_junk_is_passed_over(panel: Panel, junk: str | bytes) -> None:
    async with panel.control() as page:
        await page.send(junk)
        await page.send('{"command": "unplug"}')
        async with asyncio.timeout(10):
            while json.loads(await page.recv())["cable"]:
                pass
