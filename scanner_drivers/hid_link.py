"""A scanner as a USB HID device, one report a message. I/O: hidraw devices, hidapi, sockets.

hid://0c2e:0b61             by vendor and product; hid://0c2e:0b61/SERIAL where there are two of a kind
hid:///dev/card-scanner     by the path of a hidraw device, or of a link to it that udev makes
hid+unix:///tmp/scanner     an emulated device at a packet socket
"""

import os
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import unquote, urlsplit

from dealer_table.errors import ConfigError
from scanner_drivers.descriptor_port import open_device, open_packet_socket
from scanner_drivers.extras import extra_library
from scanner_drivers.kept_link import KeptLink, Link
from scanner_drivers.port_readers import PortReader, Receive, ThreadReader

_NUMBERS = re.compile(r"([0-9a-fA-F]{4}):([0-9a-fA-F]{4})")
_POINT_OF_SALE_SCANNER = (0x8C, 0x02)  # usage page and usage, of the HID Point of Sale usage tables
# On Linux the one of hidapi's two that goes by hidraw, as the udev line of docs/hardware/hid_pos.md does.
_HIDAPI = "hidraw" if sys.platform == "linux" else "hid"
_LONGEST_REPORT = 1024
_WAIT_MS = 100


@dataclass(frozen=True, slots=True)
class HidName:
    """Which device is meant, when it is named by its numbers; `serial` empty: any of them."""

    vendor: int
    product: int
    serial: str = ""

    def __str__(self) -> str:
        return f"{self.vendor:04x}:{self.product:04x}" + (f" {self.serial}" if self.serial else "")


def hid_link(url: str) -> Callable[[], Link]:
    """Read a `hid` URL."""
    parts = urlsplit(url)
    path = unquote(parts.path)
    if parts.scheme == "hid+unix" and path and not parts.netloc:
        return lambda: KeptLink(url, partial(open_packet_socket, path))
    if parts.scheme == "hid" and path.startswith("/dev/") and not parts.netloc:
        return lambda: KeptLink(url, partial(open_device, path, os.O_RDWR))
    numbers = _NUMBERS.fullmatch(parts.netloc)
    if parts.scheme != "hid" or numbers is None:
        remedy = "hid://0c2e:0b61 (vendor:product), hid://0c2e:0b61/SERIAL or hid:///dev/hidraw0"
        raise ConfigError(f"not a HID device: {url}", key="port", remedy=remedy)
    name = HidName(int(numbers[1], 16), int(numbers[2], 16), path.strip("/"))
    return lambda: KeptLink(url, partial(open_by_name, extra_library(_HIDAPI, "hid"), name))


def open_by_name(hid: Any, name: HidName) -> "HidapiPort":
    """Open the device through hidapi, the module `hid`: of its interfaces the one that is a bar-code scanner."""
    found = [
        entry
        for entry in hid.enumerate(name.vendor, name.product)
        if not name.serial or entry["serial_number"] == name.serial
    ]
    if not found:
        raise OSError(f"no HID device {name}")
    found.sort(key=lambda entry: (entry["usage_page"], entry["usage"]) != _POINT_OF_SALE_SCANNER)
    device = hid.device()
    device.open_path(found[0]["path"])
    return HidapiPort(device)


@dataclass(frozen=True, slots=True)
class HidapiPort:
    """A device that hidapi opened; its reads block, so a thread does them."""

    device: Any

    def reader(self, receive: Receive) -> PortReader:
        return ThreadReader(self._read, self._write, receive)

    def close(self) -> None:
        self.device.close()

    def _read(self) -> bytes:
        return bytes(self.device.read(_LONGEST_REPORT, _WAIT_MS))

    def _write(self, data: bytes) -> None:
        if self.device.write(data) < 0:
            raise OSError("the report was not taken")
