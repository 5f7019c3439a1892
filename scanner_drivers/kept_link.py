"""A port kept open: opened again whenever it is lost, and what became of it told once. I/O: the clock, ports."""

import asyncio
import random
from collections.abc import Callable
from typing import Protocol

import structlog

from dealer_table.errors import ScannerError
from scanner_drivers.backoff import Backoff
from scanner_drivers.port_readers import PORT_FAULTS, PortReader, Receive

# A port that opens and is lost at once, again and again, must not be hammered: the waits start over only after this.
_SETTLED_SECONDS = 5.0
# Closing a dead USB adapter can hang in the kernel; the process then goes on without it.
_CLOSE_SECONDS = 2.0


class LinkListener(Protocol):
    """Who is told what happens on the port, on the event loop's thread.

    A ScannerError of the first two closes the port, which is lost for that reason and tried again; anything else that
    a listener raises ends the link.
    """

    def port_opened(self) -> None:
        """Learn that the port is open; what came before is gone."""
        ...

    def received(self, data: bytes) -> None:
        """Take bytes as they came, in pieces of any size."""
        ...

    def port_lost(self, reason: str) -> None:
        """Learn that the port is gone, or cannot be opened; told once, not at every attempt."""
        ...


class Link(Protocol):
    """One scanner's connection, whatever kind of port it is."""

    def write(self, data: bytes) -> None:
        """Send bytes to the device; without an open port they are dropped, as the device would not have heard them."""
        ...

    async def run(self, listener: LinkListener) -> None:
        """Open the port, hand over what comes, open it again when it is lost; ends only by cancellation."""
        ...


class OpenPort(Protocol):
    """A port that has been opened."""

    def reader(self, receive: Receive) -> PortReader:
        """Return what reads it; asked for once, on the event loop's thread."""
        ...

    def close(self) -> None:
        """Let go of it; called in a thread, for it may hang."""
        ...


class KeptLink:
    """Keep one port open for as long as `run` runs.

    `open_port` is called in a thread, at every attempt, and raises one of PORT_FAULTS when there is nothing to open.
    """

    def __init__(
        self,
        url: str,
        open_port: Callable[[], OpenPort],
        *,
        backoff: Backoff | None = None,
        chance: Callable[[], float] = random.random,
    ) -> None:
        self._open_port = open_port
        self._backoff = backoff or Backoff()
        self._chance = chance
        self._reader: PortReader | None = None
        self._trouble: str | None = None
        self._log = structlog.get_logger("scanner_drivers.link").bind(port=url)

    def write(self, data: bytes) -> None:
        if self._reader is not None:
            self._reader.write(data)

    async def run(self, listener: LinkListener) -> None:
        loop = asyncio.get_running_loop()
        attempt = 0
        while True:
            opened_at = loop.time()
            try:
                port = await asyncio.to_thread(self._open_port)
            except PORT_FAULTS as error:
                self._tell_trouble(listener, f"cannot open: {_text(error)}")
            else:
                reason = await self._serve(port, listener)
                if loop.time() - opened_at >= _SETTLED_SECONDS:
                    attempt = 0
                self._tell_trouble(listener, reason)
            await asyncio.sleep(self._backoff.wait(attempt, self._chance))
            attempt += 1

    async def _serve(self, port: OpenPort, listener: LinkListener) -> str:
        """Hand over bytes until the port is lost, and return why."""
        self._reader = port.reader(listener.received)
        try:
            listener.port_opened()
            self._trouble = None
            self._log.info("port open")
            return await self._reader.run()
        except ScannerError as refusal:
            return str(refusal)
        finally:
            self._reader = None
            await self._close(port)

    async def _close(self, port: OpenPort) -> None:
        try:
            async with asyncio.timeout(_CLOSE_SECONDS):
                await asyncio.to_thread(port.close)
        except TimeoutError:
            self._log.error("port does not close; going on without it")
        except PORT_FAULTS as error:
            self._log.debug("port was gone when it was closed", error=_text(error))

    def _tell_trouble(self, listener: LinkListener, reason: str) -> None:
        if reason != self._trouble:
            self._trouble = reason
            self._log.warning("port not open", reason=reason)
            listener.port_lost(reason)


def _text(error: Exception) -> str:
    return str(error) or type(error).__name__
