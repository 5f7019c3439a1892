"""Two ways to get bytes out of an open port: the event loop's own, and a thread where there is no other. I/O: ports."""

import asyncio
import io
import os
import sys
import threading
from collections import deque
from collections.abc import Callable
from typing import Protocol

import serial

# Which of these an unplugged device raises depends on the call that notices it first.
PORT_FAULTS: tuple[type[Exception], ...] = (serial.SerialException, OSError)
if sys.platform != "win32":
    import termios

    PORT_FAULTS = (*PORT_FAULTS, termios.error)

_CHUNK = 4096
_GONE = "device disconnected"

Receive = Callable[[bytes], None]


class PortReader(Protocol):
    """Hand over what an open port receives, and write to it."""

    async def run(self) -> str:
        """Read until the port is lost; return why."""
        ...

    def write(self, data: bytes) -> None:
        """Send bytes; a port that is lost is noticed by `run`."""
        ...


def reader_for(port: serial.Serial, receive: Receive, *, in_thread: bool = False) -> PortReader:
    """Return the reader that suits the port and the platform."""
    if not in_thread and sys.platform != "win32":
        try:
            return LoopReader(port.fileno(), receive)
        except io.UnsupportedOperation:
            pass  # rfc2217:// and loop:// have no file descriptor of their own

    def read() -> bytes:
        return bytes(port.read(max(1, port.in_waiting)))

    return ThreadReader(read, port.write, receive)


class LoopReader:
    """Read a file descriptor when the event loop says that there is something: no thread, no polling, no delay."""

    def __init__(self, fd: int, receive: Receive) -> None:
        self._fd = fd
        self._receive = receive
        self._loop = asyncio.get_running_loop()
        self._lost: asyncio.Future[str] = self._loop.create_future()
        self._unwritten = bytearray()

    async def run(self) -> str:
        self._loop.add_reader(self._fd, self._read)
        try:
            return await self._lost
        finally:
            self._loop.remove_reader(self._fd)
            self._loop.remove_writer(self._fd)

    def write(self, data: bytes) -> None:
        self._unwritten += data
        self._write()

    def _read(self) -> None:
        try:
            data = os.read(self._fd, _CHUNK)
        except BlockingIOError:
            return
        except OSError as error:
            self._lose(f"{_GONE} ({error.strerror})")
            return
        if not data:
            self._lose(_GONE)  # ready to be read, and nothing there: the far end hung up
            return
        try:
            self._receive(data)
        except Exception as bug:  # raised here it would end in the loop's log; `run` is where it is heard
            self._fail(bug)

    def _write(self) -> None:
        try:
            sent = os.write(self._fd, self._unwritten)
        except BlockingIOError:
            sent = 0
        except OSError as error:
            self._lose(f"{_GONE} ({error.strerror})")
            return
        del self._unwritten[:sent]
        if self._unwritten:
            self._loop.add_writer(self._fd, self._write)
        else:
            self._loop.remove_writer(self._fd)

    def _lose(self, reason: str) -> None:
        self._loop.remove_reader(self._fd)
        self._loop.remove_writer(self._fd)
        if not self._lost.done():
            self._lost.set_result(reason)

    def _fail(self, bug: Exception) -> None:
        self._loop.remove_reader(self._fd)
        if not self._lost.done():
            self._lost.set_exception(bug)


class ThreadReader:
    """Read in a thread and hand over on the event loop; the thread alone touches the port.

    `read` waits a tenth of a second or so for something to come; what it and `write` raise of PORT_FAULTS is the port's
    loss.
    """

    def __init__(self, read: Callable[[], bytes], write: Callable[[bytes], object], receive: Receive) -> None:
        self._read_port = read
        self._write_port = write
        self._receive = receive
        self._stopping = threading.Event()
        self._unwritten: deque[bytes] = deque()

    async def run(self) -> str:
        loop = asyncio.get_running_loop()
        chunks: asyncio.Queue[bytes | str | Exception] = asyncio.Queue()

        def put(item: bytes | str | Exception) -> None:
            if not self._stopping.is_set():
                loop.call_soon_threadsafe(chunks.put_nowait, item)

        thread = threading.Thread(target=self._work, args=(put,), name="port reader", daemon=True)
        thread.start()
        try:
            while isinstance(item := await chunks.get(), bytes):
                self._receive(item)
            if isinstance(item, Exception):
                raise item
            return item
        finally:
            self._stopping.set()
            # The port must not be closed under the thread's feet; it looks up ten times a second.
            await asyncio.to_thread(thread.join, 2.0)

    def write(self, data: bytes) -> None:
        self._unwritten.append(data)

    def _work(self, put: Callable[[bytes | str | Exception], None]) -> None:
        try:
            while not self._stopping.is_set():
                while self._unwritten:
                    self._write_port(self._unwritten.popleft())
                if data := self._read_port():
                    put(data)
        except PORT_FAULTS as error:
            put(f"{_GONE} ({error})")
        except Exception as bug:  # raised here it would end with the thread; `run` is where it is heard
            put(bug)
