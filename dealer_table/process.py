"""How a process of ours says that it serves, and hears that it must stop. I/O: signals, a file."""

import asyncio
import json
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit


@contextmanager
def stop_signal() -> Iterator[asyncio.Event]:
    """Give an event that SIGINT and SIGTERM set, instead of breaking into whatever runs."""
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stopped.set)
    try:
        yield stopped
    finally:
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(number)


def write_ready_file(path: Path | None, address: str) -> None:
    """Write where we serve, whole or not at all, for whoever waits for it."""
    if path is None:
        return
    part = path.with_name(f"{path.name}.part")
    part.write_text(json.dumps({"http_port": urlsplit(address).port, "address": address}), encoding="utf-8")
    part.rename(path)
