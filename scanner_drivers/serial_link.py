"""One scanner's port, kept open: opened by URL, opened again whenever it is lost. I/O: serial ports, sockets.

The URL is a device path or what pyserial knows: `socket://host:4001`, `rfc2217://host:7000`. Give a USB scanner by its
`/dev/serial/by-id/` name: it is looked up at every opening, so the scanner is found under whatever number it returns.
"""

import asyncio
import random
from collections.abc import Callable
from typing import Protocol

import serial
import structlog

from dealer_table.errors import ConfigError
from scanner_drivers.backoff import Backoff
from scanner_drivers.driver import LineFormat
from scanner_drivers.port_readers import PORT_FAULTS, PortReader, reader_for

_PARITIES = {"none": "N", "even": "E", "odd": "O", "mark": "M", "space": "S"}
# A port that opens and is lost at once, again and again, must not be hammered: the waits start over only after this.
_SETTLED_SECONDS = 5.0
# Closing a dead USB adapter can hang in the kernel; the process then goes on without it.
_CLOSE_SECONDS = 2.0


class LinkListener(Protocol):
    """Who is told what happens on the port, on the event loop's thread. What a listener raises ends the link."""

    def port_opened(self) -> None:
        """Learn that the port is open; what came before is gone."""
        ...

    def received(self, data: bytes) -> None:
        """Take bytes as they came, in pieces of any size."""
        ...

    def port_lost(self, reason: str) -> None:
        """Learn that the port is gone, or cannot be opened; told once, not at every attempt."""
        ...


def check_port_url(url: str) -> None:
    """Raise ConfigError when no port can be opened by that URL, whatever is plugged in."""
    try:
        serial.serial_for_url(url, do_not_open=True)
    except (ValueError, serial.SerialException) as error:
        remedy = "a device path, socket://host:port or rfc2217://host:port"
        raise ConfigError(f"not a port: {error}", key="port", remedy=remedy) from None


class SerialLink:
    """Keep one port open for as long as `run` runs."""

    def __init__(
        self,
        url: str,
        line: LineFormat,
        *,
        backoff: Backoff | None = None,
        chance: Callable[[], float] = random.random,
        read_in_thread: bool = False,
    ) -> None:
        self._url = url
        self._line = line
        self._backoff = backoff or Backoff()
        self._chance = chance
        self._read_in_thread = read_in_thread
        self._reader: PortReader | None = None
        self._trouble: str | None = None
        self._log = structlog.get_logger("scanner_drivers.serial_link").bind(port=url)

    def write(self, data: bytes) -> None:
        """Send bytes to the device; without an open port they are dropped, as the device would not have heard them."""
        if self._reader is not None:
            self._reader.write(data)

    async def run(self, listener: LinkListener) -> None:
        """Open the port, hand over what comes, open it again when it is lost; ends only by cancellation."""
        loop = asyncio.get_running_loop()
        attempt = 0
        while True:
            opened_at = loop.time()
            try:
                port = await asyncio.to_thread(self._open)
            except PORT_FAULTS as error:
                self._tell_trouble(listener, f"cannot open: {_text(error)}")
            else:
                reason = await self._serve(port, listener)
                if loop.time() - opened_at >= _SETTLED_SECONDS:
                    attempt = 0
                self._tell_trouble(listener, reason)
            await asyncio.sleep(self._backoff.wait(attempt, self._chance))
            attempt += 1

    def _open(self) -> serial.Serial:
        port = serial.serial_for_url(
            self._url,
            baudrate=self._line.baud,
            bytesize=self._line.data_bits,
            parity=_PARITIES[self._line.parity],
            stopbits=self._line.stop_bits,
            xonxoff=False,  # it would swallow 11 and 13, which are data
            timeout=0.1,
            write_timeout=1.0,
            do_not_open=True,
        )
        port.exclusive = True  # a second reader would steal every other byte
        port.open()
        return port

    async def _serve(self, port: serial.Serial, listener: LinkListener) -> str:
        """Hand over bytes until the port is lost, and return why."""
        self._reader = reader_for(port, listener.received, in_thread=self._read_in_thread)
        try:
            self._trouble = None
            self._log.info("port open")
            listener.port_opened()
            return await self._reader.run()
        finally:
            self._reader = None
            await self._close(port)

    async def _close(self, port: serial.Serial) -> None:
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
