"""The units of config/systemd as systemd would run them: ready, alive, stopped, logging JSON. I/O: processes."""

import configparser
import json
import os
import re
import shlex
import signal
import socket
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fixtures.brokers import Broker, free_port

pytest_plugins = ["tests.fixtures.broker_fixtures"]

CONFIG = Path(__file__).parents[2] / "config"
UNITS = sorted((CONFIG / "systemd").glob("*.service"))
INSTALLED = "/opt/dealer-table/bin/dealer-table"
_CREDENTIALS = struct.Struct("3i")

SCANNER = '[[scanner]]\nname = "shoe"\ndriver = "ascii_line"\nport = "/nowhere/cable"\n'
FILES = {
    "table.toml": '[table]\nid = "t1"\njournal = "t1.sqlite"\n[mqtt]\nport = {mqtt}\n[http]\nport = {http}\n' + SCANNER,
    "scanner.toml": 'table = "t1"\n[mqtt]\nport = {mqtt}\n' + SCANNER,
    "gateway.toml": 'table = "t1"\n[mqtt]\nport = {mqtt}\n[http]\nport = {http}\n',
}


def service_of(unit: Path) -> configparser.SectionProxy:
    parser = configparser.RawConfigParser(strict=False)
    parser.read(unit)
    return parser["Service"]


class Ear:
    """The end of the socket that systemd listens at."""

    def __init__(self, path: Path) -> None:
        self.address = str(path)
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        self._socket.bind(self.address)
        self._socket.settimeout(40)
        self.speakers: set[int] = set()

    def wait_for(self, word: str) -> None:
        while True:
            said, ancillary, _, _ = self._socket.recvmsg(100, socket.CMSG_SPACE(_CREDENTIALS.size))
            self.speakers.add(_CREDENTIALS.unpack(ancillary[0][2])[0])
            if said.decode() == word:
                return

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def ear(tmp_path: Path) -> Iterator[Ear]:
    ear = Ear(tmp_path / "notify")
    yield ear
    ear.close()


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_a_unit_starts_lives_and_stops_as_it_says(unit: Path, ear: Ear, broker: Broker, tmp_path: Path) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text.format(mqtt=broker.port, http=free_port()))
    program, *arguments = shlex.split(service_of(unit)["ExecStart"])
    assert program == INSTALLED
    arguments = [argument.replace("/etc/dealer-table", str(tmp_path)) for argument in arguments]
    environment = {**os.environ, "NOTIFY_SOCKET": ear.address, "WATCHDOG_USEC": "200000"}
    log = tmp_path / "log"
    with log.open("wb") as errors:
        child = subprocess.Popen([sys.executable, "-m", "dealer_table", *arguments], stderr=errors, env=environment)
    try:
        ear.wait_for("READY=1")
        for _ in range(3):
            ear.wait_for("WATCHDOG=1")
        child.send_signal(signal.SIGTERM)
        ear.wait_for("STOPPING=1")
        assert child.wait(40) == 0
    finally:
        child.kill()
        child.wait()
    assert ear.speakers == {child.pid}, "a child of the unit spoke in its name"
    logged = [json.loads(line) for line in log.read_text().splitlines()]
    assert logged and all("event" in line for line in logged)


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_a_unit_is_watched_started_again_and_shut_in(unit: Path) -> None:
    service = service_of(unit)
    wanted = {"Type": "notify", "NotifyAccess": "main", "Restart": "on-failure", "RestartPreventExitStatus": "2"}
    shut_in = ("DynamicUser", "NoNewPrivileges", "ProtectHome", "RestrictNamespaces", "MemoryDenyWriteExecute")
    assert {key: service[key] for key in wanted} == wanted
    assert {key: service[key] for key in shut_in} == dict.fromkeys(shut_in, "yes")
    assert service["ProtectSystem"] == "strict" and service["CapabilityBoundingSet"] == ""
    assert int(service["WatchdogSec"]) > 0


def test_every_rule_of_udev_is_one() -> None:
    (rules,) = (CONFIG / "udev").iterdir()
    part = r'[A-Z]+(\{[\w/]+\})?(==|!=|=|\+=)"[^"]*"'
    for line in rules.read_text().splitlines():
        rule = line.removeprefix("# ") if re.match(r"# [A-Z]+[!=]", line) else line
        assert not rule or rule.startswith("#") or re.fullmatch(rf"{part}(, {part})*", rule), line
