"""The link on real pseudo-terminals and sockets: cables pulled, devices renumbered, ports taken."""

import asyncio
import os
import tty
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest
import serial

from dealer_table.errors import ConfigError
from scanner_drivers.backoff import Backoff
from scanner_drivers.driver import LineFormat
from scanner_drivers.kept_link import LinkListener
from scanner_drivers.serial_link import SerialLink, check_serial_url

PATIENCE = 20.0


class Diary:
    """Write down what the link tells."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.data = b""

    def port_opened(self) -> None:
        self.told.append("opened")

    def received(self, data: bytes) -> None:
        self.data += data

    def port_lost(self, reason: str) -> None:
        self.told.append(f"lost: {reason}")


class Cable:
    """A pseudo-terminal under a link that stays, as /dev/serial/by-id does."""

    def __init__(self, link: Path) -> None:
        self.link = link
        self.master = -1
        self.names: list[str] = []

    def plug(self) -> None:
        spare = os.openpty()
        self.master, slave = os.openpty()
        name = os.ttyname(slave)
        if name in self.names:  # a device that comes back has another number
            os.close(self.master)
            os.close(slave)
            self.master, slave = spare
            name = os.ttyname(slave)
        else:
            os.close(spare[0])
            os.close(spare[1])
        tty.setraw(slave)
        os.close(slave)
        self.names.append(name)
        self.link.unlink(missing_ok=True)
        self.link.symlink_to(name)

    def unplug(self) -> None:
        os.close(self.master)
        self.link.unlink()
        self.master = -1


@pytest.fixture
def cable(tmp_path: Path) -> Cable:
    return Cable(tmp_path / "usb-scanner-if00")


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110 - what is waited for happens in the kernel, which sets no event
            await asyncio.sleep(0.005)


@asynccontextmanager
async def running(link: SerialLink, listener: LinkListener) -> AsyncIterator[None]:
    async with asyncio.TaskGroup() as tasks:
        task = tasks.create_task(link.run(listener))
        yield
        task.cancel()


def link_to(url: str, *, read_in_thread: bool = False) -> SerialLink:
    return SerialLink(url, LineFormat(), backoff=Backoff(first=0.01, longest=0.05), read_in_thread=read_in_thread)


@pytest.mark.parametrize("read_in_thread", [False, True])
async def test_bytes_go_both_ways_untouched(cable: Cable, read_in_thread: bool) -> None:
    every_byte = bytes(range(256))
    cable.plug()
    link, diary = link_to(str(cable.link), read_in_thread=read_in_thread), Diary()
    async with running(link, diary):
        await until(lambda: diary.told == ["opened"])
        os.write(cable.master, every_byte)
        await until(lambda: len(diary.data) == 256)
        link.write(every_byte)
        os.set_blocking(cable.master, False)
        echoed = b""
        while len(echoed) < 256:
            await asyncio.sleep(0.005)
            with suppress(BlockingIOError):
                echoed += os.read(cable.master, 4096)
    os.close(cable.master)
    assert (diary.data, echoed) == (every_byte, every_byte)


@pytest.mark.parametrize("read_in_thread", [False, True])
async def test_a_scanner_that_returns_under_another_number_is_found(cable: Cable, read_in_thread: bool) -> None:
    cable.plug()
    diary = Diary()
    async with running(link_to(str(cable.link), read_in_thread=read_in_thread), diary):
        await until(lambda: diary.told == ["opened"])
        os.write(cable.master, b"1010\r")
        await until(lambda: diary.data == b"1010\r")
        cable.unplug()
        await until(lambda: any("cannot open" in line for line in diary.told))
        cable.plug()
        await until(lambda: diary.told.count("opened") == 2)
        os.write(cable.master, b"2100\r")
        await until(lambda: diary.data == b"1010\r2100\r")
    os.close(cable.master)
    assert cable.names[0] != cable.names[1]


async def test_a_port_that_stays_away_is_told_once_not_at_every_attempt(tmp_path: Path) -> None:
    diary, attempts = Diary(), 0

    def chance() -> float:
        nonlocal attempts
        attempts += 1
        return 0.0

    link = SerialLink(str(tmp_path / "gone"), LineFormat(), backoff=Backoff(first=0.001, longest=0.001), chance=chance)
    async with running(link, diary):
        await until(lambda: attempts > 20)
    assert len(diary.told) == 1
    assert diary.told[0].startswith("lost: cannot open")


async def test_a_port_that_another_program_holds_is_not_shared(cable: Cable) -> None:
    cable.plug()
    with serial.Serial(str(cable.link), exclusive=True) as other:
        diary = Diary()
        async with running(link_to(str(cable.link)), diary):
            await until(lambda: len(diary.told) == 1)
            assert "cannot open" in diary.told[0]
            other.close()
            await until(lambda: diary.told[-1] == "opened")
    os.close(cable.master)


async def test_what_is_written_without_a_port_is_dropped(tmp_path: Path) -> None:
    link_to(str(tmp_path / "gone")).write(b"\x06")


@pytest.mark.parametrize("read_in_thread", [False, True])
async def test_a_bug_in_the_listener_ends_the_link(cable: Cable, read_in_thread: bool) -> None:
    class Faulty(Diary):
        def received(self, data: bytes) -> None:
            raise AssertionError("a bug")

    cable.plug()
    diary = Faulty()
    with pytest.raises(ExceptionGroup) as raised:
        async with running(link_to(str(cable.link), read_in_thread=read_in_thread), diary):
            await until(lambda: diary.told == ["opened"])
            os.write(cable.master, b"1")
            await asyncio.sleep(PATIENCE)
    os.close(cable.master)
    assert raised.group_contains(AssertionError, match="a bug")


async def test_a_device_server_is_reached_and_reached_again() -> None:
    connections: list[asyncio.StreamWriter] = []

    async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connections.append(writer)

    server = await asyncio.start_server(accept, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    diary = Diary()
    async with server, running(link_to(f"socket://127.0.0.1:{port}"), diary):
        await until(lambda: diary.told == ["opened"] and len(connections) == 1)
        connections[0].write(b"1010\r")
        await until(lambda: diary.data == b"1010\r")
        connections[0].close()
        await until(lambda: diary.told.count("opened") == 2 and len(connections) == 2)
        connections[1].write(b"2100\r")
        await until(lambda: diary.data == b"1010\r2100\r")
    connections[1].close()
    assert diary.told == ["opened", "lost: device disconnected", "opened"]


async def test_a_port_without_a_file_descriptor_is_read_in_a_thread() -> None:
    link, diary = link_to("loop://"), Diary()
    async with running(link, diary):
        await until(lambda: diary.told == ["opened"])
        link.write(b"1010\r")
        await until(lambda: diary.data == b"1010\r")


@pytest.mark.parametrize("url", ["/dev/ttyUSB0", "COM3", "socket://10.0.0.5:4001", "rfc2217://10.0.0.5:7000"])
def test_a_port_need_not_be_there_to_be_named(url: str) -> None:
    check_serial_url(url)


def test_a_url_that_can_never_be_opened_is_refused() -> None:
    with pytest.raises(ConfigError, match="not a port"):
        check_serial_url("nonsense://x")
