"""Ports that are file descriptors and give one whole message a read: device files, packet sockets. I/O: opens them.

A packet socket stands where there is no device to open: an emulated one is at its other end.
"""

import os
import socket
import stat
from dataclasses import dataclass

from scanner_drivers.port_readers import LoopReader, PortReader, Receive


@dataclass(frozen=True, slots=True)
class DescriptorPort:
    """An open file descriptor, ours to close."""

    fd: int

    def reader(self, receive: Receive) -> PortReader:
        return LoopReader(self.fd, receive)

    def close(self) -> None:
        os.close(self.fd)


def open_device(path: str, access: int) -> DescriptorPort:
    """Open a character device, `access` being O_RDONLY or O_RDWR; anything else at that path is an OSError."""
    fd = os.open(path, access | os.O_NONBLOCK | os.O_CLOEXEC)
    if not stat.S_ISCHR(os.fstat(fd).st_mode):
        os.close(fd)
        raise OSError(f"{path} is not a device")
    return DescriptorPort(fd)


def open_packet_socket(path: str) -> DescriptorPort:
    """Connect to a Unix socket that keeps messages apart."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as connection:
        connection.connect(path)
        connection.setblocking(False)
        return DescriptorPort(connection.detach())
