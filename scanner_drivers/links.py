"""Which kind of link a port's URL asks for: the one place where they are told apart. I/O: none before a link runs.

A URL whose scheme is none of these is a serial port: a device path, or what pyserial knows.
"""

from collections.abc import Callable, Mapping

from scanner_drivers.camera_link import camera_link
from scanner_drivers.capture_link import capture_link
from scanner_drivers.driver import LineFormat
from scanner_drivers.evdev_link import evdev_link
from scanner_drivers.hid_link import hid_link
from scanner_drivers.kept_link import Link
from scanner_drivers.serial_link import SerialLink, check_serial_url

# A maker of links reads the URL and raises ConfigError where it names nothing; nothing is opened or imported before.
MakeLink = Callable[[str], Callable[[], Link]]

_KINDS: Mapping[str, MakeLink] = {
    "camera": camera_link,
    "camera+folder": camera_link,
    "camera+http": camera_link,
    "camera+https": camera_link,
    "camera+rtsp": camera_link,
    "capture": capture_link,
    "evdev": evdev_link,
    "evdev+unix": evdev_link,
    "hid": hid_link,
    "hid+unix": hid_link,
}


def check_port_url(url: str) -> None:
    """Raise ConfigError when no port can be opened by that URL, whatever is plugged in."""
    kind = _KINDS.get(_scheme(url))
    if kind is None:
        check_serial_url(url)
    else:
        kind(url)


def link_for(url: str, line: LineFormat) -> Link:
    """Return the link for a port; ScannerError names what must be installed for it, where something must."""
    kind = _KINDS.get(_scheme(url))
    return SerialLink(url, line) if kind is None else kind(url)()


def _scheme(url: str) -> str:
    scheme, separator, _ = url.partition("://")
    return scheme if separator else ""
