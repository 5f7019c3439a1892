"""How a process of ours says that it serves and lives, and hears that it must stop. I/O: signals, a file, a socket."""

import asyncio
import gc
import json
import os
import signal
import socket
import sys
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

READY = "READY=1"
STOPPING = "STOPPING=1"
_ALIVE = "WATCHDOG=1"
# Python's own is (700, 10, 10); what is ours is next to never a cycle.
_COLLECT_AT = (10_000, 10, 10)


def collect_garbage_rarely() -> None:
    """Leave all that is loaded out of every garbage collection, and collect more rarely.

    What we load never goes, and walking over it stops the table for a tenth of a second and more, every few thousand
    bets. Call it when everything is imported.
    """
    gc.freeze()
    gc.set_threshold(*_COLLECT_AT)


@contextmanager
def stop_signal() -> Iterator[asyncio.Event]:
    """Give an event that SIGINT and SIGTERM set, instead of breaking into whatever runs."""
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    numbers = () if sys.platform == "win32" else (signal.SIGINT, signal.SIGTERM)  # Windows' loop knows no signals
    for number in numbers:
        loop.add_signal_handler(number, stopped.set)
    try:
        yield stopped
    finally:
        for number in numbers:
            loop.remove_signal_handler(number)


def write_ready_file(path: Path | None, address: str) -> None:
    """Write where we serve, whole or not at all, for whoever waits for it."""
    if path is None:
        return
    part = path.with_name(f"{path.name}.part")
    part.write_text(json.dumps({"http_port": urlsplit(address).port, "address": address}), encoding="utf-8")
    part.rename(path)


class Supervisor:
    """systemd, where it has started us and wants to hear of us (sd_notify(3)); where it has not, nobody is told.

    What it said to us in the environment is taken out of it: our children must not speak in our name.
    """

    def __init__(self, environment: MutableMapping[str, str] = os.environ) -> None:
        self._address = environment.pop("NOTIFY_SOCKET", "")
        microseconds = environment.pop("WATCHDOG_USEC", "")
        meant = environment.pop("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        # Half of the time it waits for us, as it is advised to do.
        self._interval = int(microseconds) / 2e6 if meant and microseconds.isdecimal() else None

    def say(self, word: str) -> None:
        """Tell it something; that it does not listen is no reason to stop."""
        if not self._address:
            return
        address = "\0" + self._address[1:] if self._address.startswith("@") else self._address
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as telling:
            telling.setblocking(False)
            telling.sendto(word.encode(), address)

    async def keep_alive(self) -> None:
        """Tell it, until cancelled, that our event loop still turns; it starts us again when it hears no more."""
        if self._interval is None:
            return
        while True:
            self.say(_ALIVE)
            await asyncio.sleep(self._interval)
