"""A scanner at the other end of a pseudo-terminal, under a path that stays. I/O: pty, symbolic link."""

import asyncio
import contextlib
import fcntl
import os
import termios
import tty
from pathlib import Path

from simulators.devices.emulated_scanner import EmulatedScanner


class PtyScanner:
    """A device on a cable: its link is to the pseudo-terminal what /dev/serial/by-id is to /dev/ttyUSB0."""

    def __init__(self, link: Path, device: EmulatedScanner) -> None:
        self.link = link
        self.device = device
        self._master: int | None = None
        self._slave: int | None = None
        self._last_name = ""
        self._reading_loop: asyncio.AbstractEventLoop | None = None

    @property
    def plugged(self) -> bool:
        """Tell whether the cable is in."""
        return self._master is not None

    def plug(self) -> None:
        """Put the cable in: a terminal of another number appears under the same link."""
        if self._master is not None:
            return
        master, slave = _open_pty_other_than(self._last_name)
        # Our own hold on the far end keeps the line up while no host has it open: the master never sees EIO.
        tty.setraw(slave)
        os.set_blocking(master, False)
        self._master, self._slave = master, slave
        self._last_name = os.ttyname(slave)
        self._point_link_at(self._last_name)
        with contextlib.suppress(RuntimeError):
            self._reading_loop = asyncio.get_running_loop()
            self._reading_loop.add_reader(master, self._answer_host)

    def unplug(self) -> None:
        """Pull the cable: the host gets a hang-up and the link is gone."""
        if self._master is None or self._slave is None:
            return
        if self._reading_loop is not None and not self._reading_loop.is_closed():
            self._reading_loop.remove_reader(self._master)
        self._reading_loop = None
        self.link.unlink(missing_ok=True)
        os.close(self._master)
        os.close(self._slave)
        self._master = self._slave = None

    def write(self, data: bytes) -> bool:
        """Send bytes to the host; without a cable, or with a host that does not read, they are lost (False)."""
        if self._master is None:
            return False
        try:
            return os.write(self._master, data) == len(data)
        except BlockingIOError:
            return False

    def free_port(self) -> None:
        """Undo a killed host's exclusive claim, which a real terminal loses at its last close and ours does not."""
        if self._slave is not None:
            fcntl.ioctl(self._slave, termios.TIOCNXCL)

    def _answer_host(self) -> None:
        if self._master is None:
            return
        with contextlib.suppress(BlockingIOError):
            if reply := self.device.answer(os.read(self._master, 4096)):
                self.write(reply)

    def _point_link_at(self, name: str) -> None:
        # Renamed into place, so that the link never is half there.
        fresh = self.link.with_name(f".{self.link.name}.new")
        fresh.unlink(missing_ok=True)
        fresh.symlink_to(name)
        fresh.replace(self.link)


def _open_pty_other_than(name: str) -> tuple[int, int]:
    """Open a pseudo-terminal whose number is not the last one's: a real device often comes back as another."""
    master, slave = os.openpty()
    if os.ttyname(slave) != name:
        return master, slave
    try:
        return os.openpty()
    finally:
        os.close(master)
        os.close(slave)
