"""The doctor at real ports and brokers, each rung broken in turn. I/O: pty, MQTT, processes."""

import asyncio
import getpass
import json
import os
import subprocess
import sys
import tty
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import pytest
import structlog
from typer.testing import CliRunner

from dealer_table.wire.card_read import DeviceMessage, ReadsCommitted, TableStatus, parse_scanner_message
from dealer_table.wire.topics import scanner_ack, scanner_read, table_status
from scanner_drivers.bridge_config import load_bridge_config
from scanner_drivers.doctor import climb
from scanner_drivers.finding import Finding, Health, Rung
from scanner_drivers.port_findings import holders_of, port_findings
from scanner_drivers.scanner_commands import app
from tests.fixtures.broker_talk import peer, running
from tests.fixtures.brokers import Broker, MosquittoBroker, free_port

pytest_plugins = ["tests.fixtures.broker_fixtures"]

READ, ACK, STATUS = scanner_read("BAC-1", "shoe"), scanner_ack("BAC-1", "shoe"), table_status("BAC-1")
# Root may open whatever it likes.
LOOK_AS_NOBODY = """
import os, sys
from pathlib import Path
from scanner_drivers.port_findings import port_findings
if os.geteuid() == 0:
    os.setuid(65534)
print(port_findings(Path(sys.argv[1]))[-1])
"""
HOLD_OPEN = "import sys; port = open(sys.argv[1], 'rb+', buffering=0); print('open', flush=True); sys.stdin.read()"


class Bench:
    """A scanner on a cable, and the file that names it."""

    def __init__(self, folder: Path, mqtt_port: int) -> None:
        self.master, theirs = os.openpty()
        tty.setraw(theirs)
        self.port = Path(os.ttyname(theirs))
        os.close(theirs)
        self.link = folder / "cable"
        self.link.symlink_to(self.port)
        self.config = folder / "scanner.toml"
        self.config.write_text(
            f'table = "BAC-1"\n[mqtt]\nport = {mqtt_port}\n[[scanner]]\n'
            f'name = "shoe"\ndriver = "ascii_line"\nport = "{self.link}"\n'
        )

    async def examined(self, shown: bytes, seconds: float = 20) -> dict[Rung, Finding]:
        """Return the finding of each rung, with a scanner that sends `shown` when it is asked for a card."""
        config = load_bridge_config(self.config)
        findings: list[Finding] = []

        def show() -> None:
            os.write(self.master, shown)

        well = await climb(
            config.scanners[0],
            config.broker,
            config.table,
            seconds=seconds,
            ask=show,
            tell=findings.append,
        )
        assert well is all(finding.health is Health.GOOD for finding in findings)
        assert all(finding.remedy for finding in findings if finding.health is Health.FAULT)
        return {finding.rung: finding for finding in findings}


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = Bench(tmp_path, free_port())
    yield bench
    os.close(bench.master)


@pytest.fixture
def served(tmp_path: Path, broker: Broker) -> Iterator[Bench]:
    """Return a bench whose broker runs."""
    bench = Bench(tmp_path, broker.port)
    yield bench
    os.close(bench.master)


@asynccontextmanager
async def table(broker: Broker, *, online: bool = True, confirms: bool = True) -> AsyncIterator[None]:
    """Answer as a table does, or only say that one is there."""
    async with peer(broker, READ) as listener:

        async def answer() -> None:
            told = 0
            while True:
                for payload in listener.on(READ)[told:] if confirms else ():
                    told += 1
                    message = parse_scanner_message(payload)
                    assert isinstance(message, DeviceMessage), "the doctor deals nothing"
                    ack = ReadsCommitted(boot=message.boot, seq=message.seq)
                    await listener.say(ACK, ack.model_dump_json(), retain=True)
                await asyncio.sleep(0.01)

        await listener.say(STATUS, TableStatus(online=online).model_dump_json(), retain=True)
        async with running(answer()):
            yield


def faults(findings: dict[Rung, Finding]) -> list[Rung]:
    return [rung for rung, finding in findings.items() if finding.health is Health.FAULT]


def unknown(findings: dict[Rung, Finding]) -> list[Rung]:
    return [rung for rung, finding in findings.items() if finding.health is Health.UNKNOWN]


@contextmanager
def held_by_another(port: Path) -> Iterator[int]:
    command = [sys.executable, "-c", HOLD_OPEN, str(port)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"open\n"
        yield child.pid
        child.kill()


async def test_a_healthy_scanner_is_good_on_every_rung(broker: Broker, served: Bench) -> None:
    async with table(broker):
        findings = await served.examined(b"1010\r")
    assert list(findings) == list(Rung)
    assert not faults(findings)
    assert "1010" in findings[Rung.BYTES].text


async def test_a_port_that_is_not_there_ends_the_first_ladder_and_not_the_second(bench: Bench) -> None:
    bench.link.unlink()
    findings = await bench.examined(b"")
    assert faults(findings) == [Rung.THERE, Rung.BROKER]
    assert unknown(findings) == [rung for rung in Rung if rung not in (Rung.THERE, Rung.BROKER)]


def test_a_link_to_a_device_that_was_pulled_is_told(bench: Bench) -> None:
    bench.link.unlink()
    bench.link.symlink_to("/dev/ttyACM999")
    (finding,) = port_findings(bench.link)
    assert "leads to nothing" in finding.text


def test_a_file_is_no_port(bench: Bench) -> None:
    (finding,) = port_findings(bench.config)
    assert "no device" in finding.text


def test_a_port_that_is_not_for_us_is_told_with_the_group_to_join(bench: Bench) -> None:
    bench.port.chmod(0o000)
    command = [sys.executable, "-c", LOOK_AS_NOBODY, str(bench.port)]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "Rung.ALLOWED" in told and "usermod --append --groups" in told


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[Bench]:
    """Return a bench whose broker lets in nobody but `shoe` with the password `secret`."""
    bench = Bench(tmp_path, port := free_port())
    access = f'port = {port}\nusername = "shoe"\npassword_file = "password"'
    bench.config.write_text(bench.config.read_text().replace(f"port = {port}", access))
    passwords, conf = tmp_path / "passwords", tmp_path / "mosquitto.conf"
    passwords.touch()
    subprocess.run(["mosquitto_passwd", "-b", str(passwords), "shoe", "secret"], check=True)
    user = getpass.getuser()
    conf.write_text(f"user {user}\nlistener {port} 127.0.0.1\nallow_anonymous false\npassword_file {passwords}\n")
    broker = MosquittoBroker(conf, port, own_listener=True)
    broker.start()
    yield bench
    broker.stop()
    os.close(bench.master)


async def test_a_wrong_password_is_told(strict: Bench, tmp_path: Path) -> None:
    (tmp_path / "password").write_text("guess")
    findings = await strict.examined(b"1010\r")
    assert faults(findings) == [Rung.BROKER]
    assert "password_file" in findings[Rung.BROKER].remedy
    (tmp_path / "password").write_text("secret")
    assert faults(await strict.examined(b"1010\r")) == [Rung.TABLE]


async def test_a_second_reader_is_named(bench: Bench) -> None:
    with held_by_another(bench.port) as pid:
        assert [holder.pid for holder in holders_of(bench.link)] == [pid]
        findings = await bench.examined(b"")
    assert Rung.FREE in faults(findings)
    assert f"process {pid}" in findings[Rung.FREE].text
    assert findings[Rung.OPEN].health is Health.UNKNOWN
    assert holders_of(bench.link) == []


async def test_a_port_that_does_not_open_is_told(bench: Bench) -> None:
    bench.config.write_text(bench.config.read_text().replace(str(bench.link), f"socket://127.0.0.1:{free_port()}"))
    findings = await bench.examined(b"")
    assert faults(findings) == [Rung.OPEN, Rung.BROKER]
    assert Rung.THERE not in findings


@pytest.mark.parametrize(
    ("shown", "rung"),
    [
        (b"", Rung.BYTES),
        (bytes.fromhex("99 9E E6 00 F8 9A 99 9E E6 99 9E"), Rung.LINE),
        (b"1010", Rung.FRAMES),
        (b"12345678\r", Rung.CODES),
        (b"NOREAD\r", Rung.CODES),
    ],
)
async def test_what_is_wrong_with_what_comes_is_told(bench: Bench, shown: bytes, rung: Rung) -> None:
    assert faults(await bench.examined(shown, seconds=0.5))[0] is rung


async def test_a_table_that_never_was_is_not_one_that_is_offline_nor_one_that_does_not_confirm(
    broker: Broker, served: Bench
) -> None:
    findings = await served.examined(b"1010\r")
    assert faults(findings) == [Rung.TABLE]
    assert "ever spoken" in findings[Rung.TABLE].text
    async with table(broker, confirms=False):
        assert "does not confirm" in (await served.examined(b"1010\r"))[Rung.TABLE].text
    async with table(broker, online=False, confirms=False):
        assert "offline" in (await served.examined(b"1010\r"))[Rung.TABLE].text


@pytest.fixture
def logging_as_it_was() -> Iterator[None]:
    yield
    structlog.reset_defaults()


@pytest.mark.usefixtures("logging_as_it_was")
def test_the_command_tells_each_rung_and_exits_by_health(bench: Bench) -> None:
    bench.link.unlink()
    arguments = ["doctor", "--config", str(bench.config)]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 1
    assert "FAULT port there" in result.stdout and "->" in result.stdout
    told: dict[str, Any] = json.loads(CliRunner().invoke(app, [*arguments, "--json"]).stdout)
    assert told["healthy"] is False
    (scanner,) = told["scanners"]
    assert [rung["rung"] for rung in scanner["rungs"]] == [rung.value for rung in Rung]
    assert CliRunner().invoke(app, [*arguments, "--scanner", "other"]).exit_code == 2
