"""The pseudo-terminal behaves as a USB scanner on its cable. I/O: pty, pyserial."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial

from dealer_table.baccarat.cards import Card
from simulators.devices.ascii_line import AsciiLineScanner
from simulators.pty_scanner import PtyScanner


class Echo(AsciiLineScanner):
    """A device that answers what it is asked."""

    def answer(self, received: bytes) -> bytes:
        return received.upper()


@pytest.fixture
def scanner(tmp_path: Path) -> Iterator[PtyScanner]:
    scanner = PtyScanner(tmp_path / "shoe", AsciiLineScanner())
    scanner.plug()
    yield scanner
    scanner.unplug()


def open_port(scanner: PtyScanner) -> serial.Serial:
    return serial.Serial(str(scanner.link), 9600, timeout=5, exclusive=True)


def test_bytes_arrive_as_they_were_sent(scanner: PtyScanner) -> None:
    every_byte = bytes(range(256))
    with open_port(scanner) as port:
        assert scanner.write(every_byte)
        assert port.read(256) == every_byte


def test_a_card_is_a_line(scanner: PtyScanner) -> None:
    with open_port(scanner) as port:
        scanner.write(scanner.device.show(Card("KC")))
        assert port.read_until(b"\r") == b"3130\r"


def test_pulling_the_cable_hangs_up_and_removes_the_link(scanner: PtyScanner) -> None:
    with open_port(scanner) as port:
        scanner.unplug()
        assert not scanner.link.is_symlink()
        assert not scanner.plugged
        with pytest.raises(serial.SerialException):
            port.read(1)
    assert not scanner.write(b"lost")


def test_it_comes_back_under_another_number_and_the_same_link(scanner: PtyScanner) -> None:
    before = scanner.link.resolve()
    scanner.unplug()
    scanner.plug()
    assert scanner.link.resolve() != before
    with open_port(scanner) as port:
        scanner.write(b"1010\r")
        assert port.read(5) == b"1010\r"


def test_a_closed_port_can_be_opened_again(scanner: PtyScanner) -> None:
    for _ in range(2):
        with open_port(scanner) as port:
            scanner.write(b"1010\r")
            assert port.read(5) == b"1010\r"
        scanner.free_port()


def test_plugging_and_unplugging_twice_changes_nothing(scanner: PtyScanner) -> None:
    before = scanner.link.resolve()
    scanner.plug()
    assert scanner.link.resolve() == before
    scanner.unplug()
    scanner.unplug()
    assert not scanner.plugged


async def test_the_device_answers_its_host(tmp_path: Path) -> None:
    scanner = PtyScanner(tmp_path / "shoe", Echo())
    scanner.plug()
    try:
        with open_port(scanner) as port:
            await asyncio.to_thread(port.write, b"status")
            assert await asyncio.to_thread(port.read, 6) == b"STATUS"
    finally:
        scanner.unplug()


async def test_a_host_that_does_not_read_loses_bytes_and_stops_nobody(scanner: PtyScanner) -> None:
    with open_port(scanner):
        sent = 0
        while scanner.write(b"1010\r" * 100) and sent < 10_000:
            sent += 1
        assert sent < 10_000
