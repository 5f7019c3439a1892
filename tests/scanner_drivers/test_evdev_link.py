"""A keyboard without one: a pseudo-terminal is a device that gives bytes, a packet socket keeps events apart."""

import errno
import os
import tty
from functools import partial
from pathlib import Path

import pytest

from scanner_drivers.backoff import Backoff
from scanner_drivers.driver import LineFormat
from scanner_drivers.evdev_link import open_grabbed
from scanner_drivers.kept_link import KeptLink
from scanner_drivers.links import link_for
from simulators.devices.hid_keyboard import KeyboardScanner, key_event
from simulators.packet_scanner import PacketScanner
from tests.fixtures.broker_talk import until
from tests.fixtures.link_diary import listening


class Kernel:
    """Grant grabs, or refuse them as the kernel does to a second program."""

    def __init__(self) -> None:
        self.grabbed: list[int] = []
        self.held_by_another = False

    def grab(self, fd: int) -> None:
        if self.held_by_another:
            raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))
        self.grabbed.append(fd)


def plugged(link: Path) -> int:
    """Put a device behind a link, and return our end of it."""
    ours, theirs = os.openpty()
    tty.setraw(theirs)
    link.unlink(missing_ok=True)
    link.symlink_to(os.ttyname(theirs))
    os.close(theirs)
    return ours


async def test_a_keyboard_is_grabbed_at_every_opening(tmp_path: Path) -> None:
    kernel, path = Kernel(), tmp_path / "usb-scanner-event-kbd"
    open_port = partial(open_grabbed, str(path), kernel.grab)
    ours = plugged(path)
    async with listening(KeptLink("evdev://", open_port, backoff=Backoff(first=0.01, longest=0.05))) as diary:
        await until(lambda: diary.told == ["opened"])
        os.write(ours, key_event(2, 1))
        await until(lambda: b"".join(diary.pieces) == key_event(2, 1))
        assert len(kernel.grabbed) == 1
        os.close(ours)
        await until(lambda: len(diary.told) >= 2)
        kernel.held_by_another = True
        ours = plugged(path)
        await until(lambda: "cannot be had alone: Device or resource busy" in diary.told[-1])
        kernel.held_by_another = False
        await until(lambda: diary.told[-1] == "opened")
        assert len(kernel.grabbed) == 2
    os.close(ours)


async def test_a_device_that_the_kernel_does_not_let_us_grab_is_not_read(tmp_path: Path) -> None:
    """A terminal is no input device: the kernel itself says so."""
    path = tmp_path / "usb-scanner-event-kbd"
    ours = plugged(path)
    async with listening(link_for(f"evdev://{path}", LineFormat())) as diary:
        await until(lambda: diary.told)
        assert "cannot be had alone" in diary.told[0]
    os.close(ours)


def test_what_is_no_device_is_not_even_grabbed(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(key_event(2, 1))
    kernel = Kernel()
    with pytest.raises(OSError, match="is not a device"):
        open_grabbed(str(tmp_path / "file"), kernel.grab)
    assert kernel.grabbed == []


async def test_an_emulated_keyboard_types(tmp_path: Path) -> None:
    scanner = PacketScanner(tmp_path / "scanner", KeyboardScanner(), 24)
    scanner.plug()
    async with listening(link_for(f"evdev+unix://{scanner.path}", LineFormat())) as diary:
        await until(lambda: scanner.connected)
        typed = KeyboardScanner().types("1010")
        scanner.write(typed)
        await until(lambda: len(diary.pieces) == len(typed) // 24)
        assert b"".join(diary.pieces) == typed
    scanner.unplug()
