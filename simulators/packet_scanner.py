"""A scanner that is no serial port, at the far end of a packet socket under a path that stays. I/O: a Unix socket."""

import asyncio
import contextlib
import socket
from pathlib import Path

from simulators.devices.emulated_scanner import EmulatedScanner


class PacketScanner:
    """A device on a cable, for `hid+unix://` and `evdev+unix://`: what a message is stays one, as in the kernel."""

    def __init__(self, path: Path, device: EmulatedScanner, message_bytes: int) -> None:
        self.path = path
        self.device = device
        self._message_bytes = message_bytes
        self._listening: socket.socket | None = None
        self._host: socket.socket | None = None

    @property
    def plugged(self) -> bool:
        """Tell whether the cable is in."""
        return self._listening is not None

    @property
    def connected(self) -> bool:
        """Tell whether a host has the device open."""
        return self._host is not None

    def plug(self) -> None:
        """Put the cable in: the host finds the device."""
        if self._listening is not None:
            return
        self._listening = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._listening.setblocking(False)
        self._listening.bind(str(self.path))
        self._listening.listen()
        asyncio.get_running_loop().add_reader(self._listening, self._accept)

    def unplug(self) -> None:
        """Pull the cable: the host gets a hang-up and the device is gone."""
        if self._listening is None:
            return
        asyncio.get_running_loop().remove_reader(self._listening)
        self._listening.close()
        self._listening = None
        self.path.unlink()
        self._drop_host()

    def write(self, data: bytes) -> bool:
        """Send messages to the host; without one they are lost (False)."""
        if self._host is None:
            return False
        try:
            for start in range(0, len(data), self._message_bytes):
                self._host.send(data[start : start + self._message_bytes])
        except (BlockingIOError, BrokenPipeError):
            return False
        return True

    def _accept(self) -> None:
        if self._listening is not None:
            with contextlib.suppress(BlockingIOError):
                host, _ = self._listening.accept()
                host.setblocking(False)
                self._drop_host()
                self._host = host
                asyncio.get_running_loop().add_reader(host, self._hear_host)

    def _hear_host(self) -> None:
        if self._host is None:
            return
        try:
            received = self._host.recv(4096)
        except OSError:
            received = b""
        if not received:
            self._drop_host()
        elif reply := self.device.answer(received):
            self.write(reply)

    def _drop_host(self) -> None:
        if self._host is not None:
            asyncio.get_running_loop().remove_reader(self._host)
            self._host.close()
            self._host = None
