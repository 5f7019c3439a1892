"""A scanner on a serial port, or on one that is reached over the network. I/O: serial ports, sockets.

The URL is a device path or what pyserial knows: `socket://host:4001`, `rfc2217://host:7000`. Give a USB scanner by its
`/dev/serial/by-id/` name: it is looked up at every opening, so the scanner is found under whatever number it returns.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass

import serial

from dealer_table.errors import ConfigError
from scanner_drivers.backoff import Backoff
from scanner_drivers.driver import LineFormat
from scanner_drivers.kept_link import KeptLink
from scanner_drivers.port_readers import PortReader, Receive, reader_for

_PARITIES = {"none": "N", "even": "E", "odd": "O", "mark": "M", "space": "S"}


def check_serial_url(url: str) -> None:
    """Raise ConfigError when no port can be opened by that URL, whatever is plugged in."""
    try:
        serial.serial_for_url(url, do_not_open=True)
    except (ValueError, serial.SerialException) as error:
        remedy = "a device path, socket://host:port or rfc2217://host:port"
        raise ConfigError(f"not a port: {error}", key="port", remedy=remedy) from None


class SerialLink(KeptLink):
    """Keep one serial port open for as long as `run` runs."""

    def __init__(
        self,
        url: str,
        line: LineFormat,
        *,
        backoff: Backoff | None = None,
        chance: Callable[[], float] = random.random,
        read_in_thread: bool = False,
    ) -> None:
        def open_port() -> _SerialPort:
            return _SerialPort(_opened(url, line), read_in_thread)

        super().__init__(url, open_port, backoff=backoff, chance=chance)


@dataclass(frozen=True, slots=True)
class _SerialPort:
    port: serial.Serial
    read_in_thread: bool

    def reader(self, receive: Receive) -> PortReader:
        return reader_for(self.port, receive, in_thread=self.read_in_thread)

    def close(self) -> None:
        self.port.close()


def _opened(url: str, line: LineFormat) -> serial.Serial:
    port = serial.serial_for_url(
        url,
        baudrate=line.baud,
        bytesize=line.data_bits,
        parity=_PARITIES[line.parity],
        stopbits=line.stop_bits,
        xonxoff=False,  # it would swallow 11 and 13, which are data
        timeout=0.1,
        write_timeout=1.0,
        do_not_open=True,
    )
    port.exclusive = True  # a second reader would steal every other byte
    port.open()
    return port
