"""A child process that is told and answers in lines of JSON. I/O: processes."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

_LONGEST_LINE = 4 * 1024 * 1024
_PATIENCE = 60.0


class LineProcess:
    """One such child, while `started` lasts; it ends when its standard input does."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None and process.stdout is not None, "both were asked for"
        self._process = process
        self._in, self._out = process.stdin, process.stdout

    def tell(self, message: Mapping[str, Any]) -> None:
        self._in.write(json.dumps(message).encode() + b"\n")

    async def hear(self, within: float = _PATIENCE) -> dict[str, Any]:
        """Return its next line."""
        async with asyncio.timeout(within):
            line = await self._out.readline()
        if not line:
            raise RuntimeError(f"a process of the benchmark ended: exit code {await self._process.wait()}")
        heard: dict[str, Any] = json.loads(line)
        return heard

    async def ask(self, message: Mapping[str, Any]) -> dict[str, Any]:
        self.tell(message)
        return await self.hear()


@asynccontextmanager
async def started(module: str, *arguments: str) -> AsyncIterator[LineProcess]:
    """Run `module` of this package as a child for as long as the block lasts."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        f"benchmarks.{module}",
        *arguments,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        limit=_LONGEST_LINE,
    )
    child = LineProcess(process)
    try:
        yield child
    finally:
        child._in.close()
        try:
            async with asyncio.timeout(5):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()
