"""A scanner that is a keyboard, read below the console and kept from it. I/O: input devices, sockets.

    evdev:///dev/input/by-id/usb-…-event-kbd
    evdev+unix:///tmp/scanner                   an emulated keyboard at a packet socket

The device is grabbed at every opening, so that what it types reaches nobody else, neither login prompt nor desktop. One
that cannot be grabbed is not read.
"""

import os
import sys
from collections.abc import Callable
from functools import partial
from urllib.parse import unquote, urlsplit

from dealer_table.errors import ConfigError
from scanner_drivers.descriptor_port import DescriptorPort, open_device, open_packet_socket
from scanner_drivers.kept_link import KeptLink, Link

if sys.platform != "win32":
    import fcntl

_EVIOCGRAB = 0x40044590  # _IOW('E', 0x90, int) of linux/input.h

Grab = Callable[[int], None]


def evdev_link(url: str) -> Callable[[], Link]:
    """Read an `evdev` URL."""
    parts = urlsplit(url)
    path = unquote(parts.path)
    if parts.netloc or not path:
        remedy = "evdev:///dev/input/by-id/usb-…-event-kbd"
        raise ConfigError(f"not an input device: {url}", key="port", remedy=remedy)
    open_port = open_packet_socket if parts.scheme == "evdev+unix" else open_grabbed
    return lambda: KeptLink(url, partial(open_port, path))


def grab(fd: int) -> None:
    """Have an input device alone; OSError when another program has it."""
    fcntl.ioctl(fd, _EVIOCGRAB, 1)


def open_grabbed(path: str, grab: Grab = grab) -> DescriptorPort:
    """Open an input device and grab it; closing lets go of it."""
    port = open_device(path, os.O_RDONLY)
    try:
        grab(port.fd)
    except OSError as error:
        port.close()
        raise OSError(f"{path} cannot be had alone: {error.strerror}") from error
    return port
