"""A broker of our own for one machine, where nobody has set up a real one. I/O: a child process on loopback.

rumqttd, in the wheel iotcore: it has no passwords and no access list, so it listens on loopback and nowhere else.
"""

import asyncio
import os
import signal
import socket
import subprocess
from contextlib import suppress
from typing import Self

import iotcore
import structlog

log = structlog.get_logger(__name__)

_LOOPBACK = "127.0.0.1"
_LARGEST_PAYLOAD = 1024 * 1024  # its default, 20,480, drops the link at a larger publish: a snapshot may be larger
_LOOK_SECONDS = 0.5
_END_SECONDS = 5.0


class EmbeddedBroker:
    """Run a broker as a child process; it ends with this one, however this one ends."""

    def __init__(self, port: int = 0) -> None:
        """Choose the port, a free one for 0; it stays the same over every `start`."""
        self.port = port or _free_port()
        self._broker = iotcore.Broker(port=self.port, listen=_LOOPBACK, max_payload_size=_LARGEST_PAYLOAD)

    @property
    def host(self) -> str:
        """Return where it listens."""
        return _LOOPBACK

    def start(self) -> None:
        """Start it, and return when it accepts connections; OSError when the port is taken."""
        # Ctrl-C and a service's stop reach the whole group: the broker, blocked to both, outlives those who use it.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
        try:
            self._broker.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    @property
    def running(self) -> bool:
        """Tell whether it runs."""
        return self._broker.is_running

    async def keep_running(self) -> None:
        """Start it again whenever it ended by itself, until cancelled."""
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            if not self.running:
                log.error("embedded broker ended; starting it again", port=self.port)
                with suppress(OSError, RuntimeError):
                    await asyncio.to_thread(self.start)

    def stop(self) -> None:
        """End it; nothing when it does not run."""
        process = self._broker._process
        if process is not None and process.stdin is not None:
            process.stdin.close()  # to the broker this is the end of its parent, and so its own
            with suppress(subprocess.TimeoutExpired):
                process.wait(_END_SECONDS)
        self._broker.stop()

    def kill(self) -> None:
        """End it as a crash would: at once, and everything it had in mind is gone."""
        process = self._broker._process
        if process is not None:
            os.kill(process.pid, signal.SIGKILL)
            process.wait()
        self.stop()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((_LOOPBACK, 0))
        port: int = probe.getsockname()[1]
        return port
