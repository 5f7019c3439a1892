"""From a scanner's last byte to a subscriber of the broker, by driver, beside a bare read. I/O: processes, ptys."""

import json
import os
import select
import subprocess
import sys
import time
import tty
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from benchmarks.emulators import NO_SERIAL_LINE, Emulated, emulated_drivers
from benchmarks.raw_mqtt import RawSubscriber
from benchmarks.report import Report, milliseconds, p50, p99
from benchmarks.sizes import Sizes
from dealer_table.baccarat.cards import Card
from dealer_table.wire.topics import scanner_ack, scanner_read, scanner_status
from simulators.child_process import ChildProcess
from simulators.devices.emulated_scanner import EmulatedScanner
from simulators.rig import free_port, is_free

NAME = "bridge_latency"
_TABLE, _SCANNER = "bench", "shoe"
_MOSQUITTO_CONF = Path(__file__).parent.parent / "config" / "mosquitto" / "loopback.conf"
_WARM_UP = 5
# What a read leaves to do, confirmations and answers to the device, is over by then.
_REST_SECONDS = 0.05
_PATIENCE = 20.0


class _Line:
    """A pseudo-terminal with a device on it that answers, if there is one."""

    def __init__(self, device: EmulatedScanner | None = None) -> None:
        self._device = device
        self.master, self._slave = os.openpty()
        tty.setraw(self._slave)
        self.path = os.ttyname(self._slave)

    def write(self, data: bytes) -> int:
        """Write, and return when that was begun."""
        began = time.monotonic_ns()
        os.write(self.master, data)
        return began

    def answer(self) -> None:
        """Let the device answer what the host has written."""
        received = os.read(self.master, 4096)
        if self._device is not None and (reply := self._device.answer(received)):
            os.write(self.master, reply)

    def close(self) -> None:
        os.close(self.master)
        os.close(self._slave)


def run(sizes: Sizes, directory: Path) -> list[Report]:
    """Measure each driver that has an emulator on a serial line."""
    emulated, without = emulated_drivers()
    elsewhere = sorted(NO_SERIAL_LINE & {one.spec.name for one in emulated} | set(without))
    with _broker(directory) as port:
        names = sizes.bridge_drivers or [one.spec.name for one in emulated if one.spec.name not in elsewhere]
        wanted = [one for one in emulated if one.spec.name in names]
        rows = [_measure(one, port, directory, sizes.bridge_reads) for one in wanted]
    return [
        Report(
            NAME,
            "From the last byte on the pty to the publish, ms",
            ("driver", "p50", "p99", "bare_read_p50", "bare_read_p99", "p50_above_bare"),
            tuple(rows),
            (
                f"{sizes.bridge_reads} reads each; publish: a subscriber of mosquitto has it; bare: pyserial's read()"
                " in a process of its own returns the same bytes",
                *((f"on no serial line: {', '.join(elsewhere)}",) if elsewhere else ()),
            ),
        )
    ]


def _measure(emulated: Emulated, port: int, directory: Path, reads: int) -> tuple[str | float, ...]:
    device = emulated.device()
    shown = [device.show(card) for card in islice(cycle(Card), _WARM_UP + reads)]
    bare = milliseconds(_bare_reads(shown))[_WARM_UP:]
    bridge = milliseconds(_through_bridge(emulated, port, directory, _WARM_UP + reads))[_WARM_UP:]
    return emulated.spec.name, p50(bridge), p99(bridge), p50(bare), p99(bare), p50(bridge) - p50(bare)


# ---- the bridge ------------------------------------------------------------------------------------------------------


def _through_bridge(emulated: Emulated, port: int, directory: Path, reads: int) -> list[int]:
    """Return how many nanoseconds each read took."""
    name = emulated.spec.name
    device = emulated.device()
    with closing(_Line(device)) as line, closing(RawSubscriber(port, scanner_status(_TABLE, _SCANNER))) as presence:
        config = directory / f"{name}.toml"
        config.write_text(_configuration(emulated, port, line.path), "utf-8")
        command = [sys.executable, "-m", "dealer_table", "scanner", "run", "--config", str(config)]
        bridge = ChildProcess(f"bridge of {name}", command, directory / f"{name}.log")
        try:
            bridge.start()
            _until_online(line, presence, bridge)
            with closing(RawSubscriber(port, scanner_read(_TABLE, _SCANNER))) as table:
                took = []
                for card in islice(cycle(Card), reads):
                    began = line.write(device.show(card))
                    took.append(_next_read(line, table, bridge) - began)
                    _rest(line, table)
                return took
        finally:
            bridge.kill()


def _configuration(emulated: Emulated, port: int, path: str) -> str:
    settings = "\n".join(f"{key} = {json.dumps(value)}" for key, value in emulated.settings.items())
    return f"""table = "{_TABLE}"
[mqtt]
host = "127.0.0.1"
port = {port}
[[scanner]]
name = "{_SCANNER}"
driver = "{emulated.spec.name}"
port = "{path}"
[scanner.settings]
{settings}
"""


def _until_online(line: _Line, presence: RawSubscriber, bridge: ChildProcess) -> None:
    deadline = time.monotonic() + _PATIENCE
    while time.monotonic() < deadline and bridge.running:
        for payload in _messages(line, presence, 0.1):
            if json.loads(payload)["online"]:
                return
    raise bridge.failure("does not come online")


def _next_read(line: _Line, table: RawSubscriber, bridge: ChildProcess) -> int:
    """Return when the next card read arrived, confirmed as the table would."""
    deadline = time.monotonic() + _PATIENCE
    while time.monotonic() < deadline and bridge.running:
        payloads, now = _messages(line, table, 0.1), time.monotonic_ns()
        if _confirm(table, payloads):
            return now
    raise bridge.failure("publishes nothing")


def _rest(line: _Line, table: RawSubscriber) -> None:
    until = time.monotonic() + _REST_SECONDS
    while (left := until - time.monotonic()) > 0:
        _confirm(table, _messages(line, table, left))


def _messages(line: _Line, subscriber: RawSubscriber, within: float) -> list[bytes]:
    heard = subscriber.socket.fileno()
    ready, _, _ = select.select([heard, line.master], [], [], within)
    if line.master in ready:
        line.answer()
    return subscriber.messages(subscriber.socket.recv(65536)) if heard in ready else []


def _confirm(table: RawSubscriber, payloads: Sequence[bytes]) -> bool:
    """Confirm what came, and tell whether a card was in it."""
    messages = [json.loads(payload) for payload in payloads]
    if messages:
        committed = {"boot": messages[-1]["boot"], "seq": messages[-1]["seq"]}
        table.publish(scanner_ack(_TABLE, _SCANNER), json.dumps(committed).encode())
    return any(message["kind"] == "card" for message in messages)


@contextmanager
def _broker(directory: Path) -> Iterator[int]:
    port = free_port()
    command = ["mosquitto", "-c", str(_MOSQUITTO_CONF), "-p", str(port)]
    broker = ChildProcess("broker", command, directory / "mosquitto.log")
    broker.start()
    try:
        while is_free(port) and broker.running:
            time.sleep(0.05)
        yield port
    finally:
        broker.kill()


# ---- the floor -------------------------------------------------------------------------------------------------------


def _bare_reads(shown: Sequence[bytes]) -> list[int]:
    """Return how many nanoseconds pyserial alone takes for each."""
    took = []
    with closing(_Line()) as line, _bare_reader(line.path) as reader:
        assert _line_of(reader)["ready"], "the reader says so first"
        for data in shown:
            _tell(reader, {"size": len(data)})
            _line_of(reader)
            time.sleep(_REST_SECONDS / 2)  # until it waits in its read
            began = line.write(data)
            took.append(_line_of(reader)["had"] - began)
    return took


@contextmanager
def _bare_reader(path: str) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "benchmarks.bare_reader_process", path]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as reader:
        try:
            yield reader
        finally:
            reader.kill()


def _tell(reader: subprocess.Popen[str], message: dict[str, int]) -> None:
    assert reader.stdin is not None, "it was asked for"
    reader.stdin.write(json.dumps(message) + "\n")


def _line_of(reader: subprocess.Popen[str]) -> dict[str, Any]:
    assert reader.stdout is not None, "it was asked for"
    heard: dict[str, Any] = json.loads(reader.stdout.readline())
    return heard
