"""A second gateway, in a process of its own, shows the same table over the broker."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect

from tests.fixtures.brokers import Broker

pytest_plugins = ["tests.fixtures.broker_fixtures"]


@asynccontextmanager
async def running(folder: Path, name: str, command: str, config: str) -> AsyncIterator[int]:
    """Run `dealer-table COMMAND` on `config`, and give its port."""
    file, ready = folder / f"{name}.toml", folder / f"{name}.json"
    file.write_text(config)
    ready.unlink(missing_ok=True)
    arguments = [command, "--config", str(file), "--ready-file", str(ready)]
    child = await asyncio.create_subprocess_exec(sys.executable, "-m", "dealer_table", *arguments)
    try:
        while not ready.exists():
            assert child.returncode is None, f"{name} ended"
            await asyncio.sleep(0.02)
        yield json.loads(ready.read_text())["http_port"]
    finally:
        child.terminate()
        assert await child.wait() == 0


async def following(port: int) -> AsyncIterator[dict[str, Any]]:
    async with connect(f"ws://127.0.0.1:{port}/ws", compression=None) as socket:
        await socket.send('{"type": "hello", "protocol": 1}')
        async for text in socket:
            yield json.loads(text)


def table_toml(broker: Broker) -> str:
    return f"""
[table]
id = "t1"
journal = "t1.sqlite"
[mqtt]
port = {broker.port}
[http]
port = 0
token_keys_file = "keys.json"
"""


def gateway_toml(broker: Broker) -> str:
    return f'table = "t1"\n[mqtt]\nport = {broker.port}\n[http]\nport = 0\n'


async def dealer_opens(folder: Path, port: int) -> None:
    arguments = ["token", "issue", "--keys", "keys.json", "--role", "dealer", "--name", "Ana", "--table", "t1"]
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "dealer_table", *arguments, cwd=folder, stdout=asyncio.subprocess.PIPE
    )
    token = (await child.communicate())[0].decode().strip()
    async with connect(f"ws://127.0.0.1:{port}/ws", compression=None) as socket:
        await socket.send(json.dumps({"type": "hello", "protocol": 1, "token": token}))
        await socket.send(json.dumps({"type": "command", "id": "1", "command": "open_table"}))
        while (message := json.loads(await socket.recv()))["type"] != "answer":
            pass
        assert message["ok"], message


async def test_watchers_elsewhere_see_the_table_and_stay_right_when_it_restarts(
    tmp_path: Path, any_broker: Broker
) -> None:
    keys = tmp_path / "keys.json"
    keys.write_text(json.dumps({"current": "k", "keys": {"k": "0" * 64}}))
    async with running(tmp_path, "gateway", "gateway", gateway_toml(any_broker)) as gateway_port:
        async with running(tmp_path, "table", "run", table_toml(any_broker)) as table_port:
            messages = following(gateway_port)
            snapshot = await anext(m async for m in messages if m["type"] == "snapshot" and m["view"])
            assert snapshot["view"]["table"]["phase"] == "closed"
            await dealer_opens(tmp_path, table_port)
            update = await anext(m async for m in messages if m["type"] == "update")
            assert update["prev"] == snapshot["version"]
            assert update["events"] == [{"type": "table_opened"}]
        # The table comes back with the same journal: the watcher's version is still right, and the next update follows.
        async with running(tmp_path, "table", "run", table_toml(any_broker)):
            async for fresh in following(gateway_port):
                assert (fresh["epoch"], fresh["version"]) == (snapshot["epoch"], update["version"])
                assert fresh["view"]["table"]["phase"] == "shoe_change"
                break
