"""A bridge from a real port to a real broker, in this process and as one that is killed."""

import asyncio
import os
import signal
import socket
import sys
import tty
import urllib.request
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from dealer_table.baccarat.cards import PACK, Card
from dealer_table.baccarat.hand import Position
from dealer_table.errors import ConfigError
from dealer_table.wire.bridge_status import BridgeStatus, parse_bridge_status
from dealer_table.wire.card_read import ScannerStatus, parse_scanner_message, parse_scanner_status
from dealer_table.wire.scanner_wants import ReadVerdict, ScannerWanted, Verdict, Want
from dealer_table.wire.topics import bridge_status, scanner_read, scanner_status, scanner_verdict, scanner_wanted
from scanner_drivers.bridge import run_bridges
from scanner_drivers.bridge_config import load_bridge_config
from scanner_drivers.capture import read_capture
from scanner_drivers.codebook_files import load_codebook
from tests.fixtures.broker_talk import Peer, peer, running, until
from tests.fixtures.brokers import Broker, answers, free_port

pytest_plugins = ["tests.fixtures.broker_fixtures"]

READ, STATUS = scanner_read("BAC-1", "shoe"), scanner_status("BAC-1", "shoe")
WANTED, VERDICT = scanner_wanted("BAC-1", "shoe"), scanner_verdict("BAC-1", "shoe")
BRIDGE = bridge_status("BAC-1", "shoe-pc")
COMMAND = "from scanner_drivers.scanner_commands import app; app()"


@pytest.fixture
def master(tmp_path: Path) -> int:
    """Return our end of a cable whose other end is the port `cable` in the test's folder."""
    ours, theirs = os.openpty()
    tty.setraw(theirs)
    (tmp_path / "cable").symlink_to(os.ttyname(theirs))
    os.close(theirs)
    return ours


@pytest.fixture
def config(tmp_path: Path, broker: Broker) -> Path:
    path = tmp_path / "scanner.toml"
    path.write_text(
        f"""
        table = "BAC-1"
        [mqtt]
        host = "{broker.host}"
        port = {broker.port}
        [bridge]
        name = "shoe-pc"
        [[scanner]]
        name = "shoe"
        driver = "ascii_line"
        port = "{tmp_path / "cable"}"
        settings = {{ cut_card_code = "9990" }}
        """
    )
    return path


def edit(config: Path, before: str, after: str) -> None:
    text = config.read_text()
    assert before in text
    config.write_text(text.replace(before, after))


def statuses(connection: Peer) -> list[ScannerStatus]:
    return [parse_scanner_status(payload) for payload in connection.on(STATUS)]


def is_online(connection: Peer) -> bool:
    told = statuses(connection)
    return bool(told) and told[-1].online


def kinds(connection: Peer) -> list[str]:
    """Return what was read, without what was sent again."""
    messages = {message.seq: message for message in map(parse_scanner_message, connection.on(READ))}
    return [messages[seq].kind for seq in sorted(messages)]


async def test_a_card_travels_from_the_port_to_the_topic(broker: Broker, config: Path, master: int) -> None:
    async with peer(broker) as connection, running(run_bridges(load_bridge_config(config))):
        await until(lambda: is_online(connection))
        for data in (b"10", b"10\r1010\r", b"NOREAD\r", b"9990\r"):
            os.write(master, data)
        await until(lambda: kinds(connection) == ["card", "misread", "cut_card"])
    os.close(master)


async def test_a_pulled_cable_is_told_and_so_is_its_return(
    broker: Broker, config: Path, master: int, tmp_path: Path
) -> None:
    async with peer(broker) as connection, running(run_bridges(load_bridge_config(config))):
        await until(lambda: is_online(connection))
        os.write(master, b"1010\r21")
        await until(lambda: kinds(connection) == ["card"])
        os.close(master)
        await until(lambda: not is_online(connection))
        assert statuses(connection)[-1].reason
        again, theirs = os.openpty()
        tty.setraw(theirs)
        (tmp_path / "cable").unlink(missing_ok=True)
        (tmp_path / "cable").symlink_to(os.ttyname(theirs))
        await until(lambda: is_online(connection))
        os.write(again, b"2100\r")
        await until(lambda: kinds(connection) == ["card", "misread", "card"])  # the half code is told, never finished
        os.close(theirs)
    os.close(again)


@asynccontextmanager
async def bridge_process(config: Path, program: str = COMMAND) -> AsyncIterator[asyncio.subprocess.Process]:
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-c", program, "run", "--config", str(config), stderr=asyncio.subprocess.PIPE
    )
    try:
        yield child
    finally:
        if child.returncode is None:
            child.kill()
        await child.wait()


async def log_of(child: asyncio.subprocess.Process) -> str:
    """End a bridge and return what it has logged."""
    child.send_signal(signal.SIGTERM)
    _, log = await child.communicate()
    return log.decode()


async def test_a_killed_bridge_is_offline_by_its_last_will_and_its_next_boot_is_another(
    broker: Broker, config: Path, master: int
) -> None:
    async with peer(broker) as connection:
        async with bridge_process(config) as child:
            await until(lambda: is_online(connection))
            os.write(master, b"1010\r")
            await until(lambda: kinds(connection) == ["card"])
            child.send_signal(signal.SIGKILL)
            await until(lambda: not is_online(connection))
            assert statuses(connection)[-1].reason == "bridge lost"
        async with bridge_process(config):
            await until(lambda: is_online(connection))
        assert len({status.boot for status in statuses(connection)}) == 2
    os.close(master)


async def test_a_stopped_bridge_says_so_and_ends_well(broker: Broker, config: Path, master: int) -> None:
    async with peer(broker) as connection, bridge_process(config) as child:
        await until(lambda: is_online(connection))
        child.send_signal(signal.SIGTERM)
        assert await child.wait() == 0
        await until(lambda: statuses(connection)[-1].reason == "bridge stopped")
    os.close(master)


def bridges(connection: Peer) -> list[BridgeStatus]:
    return [parse_bridge_status(payload) for payload in connection.on(BRIDGE)]


async def test_both_levels_of_presence_are_told_apart(broker: Broker, config: Path, tmp_path: Path) -> None:
    async with peer(broker) as connection:
        async with bridge_process(config) as child:
            online = BridgeStatus(online=True, scanners=("shoe",))
            await until(lambda: online in bridges(connection) and statuses(connection))
            assert not is_online(connection)  # the bridge is there and its device is not
            child.send_signal(signal.SIGKILL)
            lost = BridgeStatus(online=False, scanners=("shoe",), reason="bridge lost")
            await until(lambda: lost in bridges(connection))
        async with bridge_process(config) as child:
            await until(lambda: bridges(connection)[-1] == online)
            child.send_signal(signal.SIGTERM)
            assert await child.wait() == 0
            await until(lambda: bridges(connection)[-1].reason == "bridge stopped")
    async with peer(broker) as late:
        await until(lambda: bridges(late))
        assert not bridges(late)[-1].online


async def test_a_bridges_late_will_does_not_stand(broker: Broker, config: Path) -> None:
    async with peer(broker) as connection, running(run_bridges(load_bridge_config(config))):
        await until(lambda: bridges(connection))
        await connection.say(BRIDGE, BridgeStatus(online=False, reason="bridge lost").model_dump_json(), retain=True)
        await connection.say(BRIDGE, "junk", retain=True)
        await until(lambda: connection.on(BRIDGE)[-2:] != [b"junk"] and bridges_said(connection, after="junk"))
        async with peer(broker) as late:
            await until(lambda: bridges(late) and bridges(late)[-1].online)


def bridges_said(connection: Peer, after: str) -> bool:
    told = connection.on(BRIDGE)
    return after.encode() in told[:-1] and told[-1] != after.encode()


async def heard_from(master: int, data: bytes) -> bytes:
    """Wait until the bridge has written `data` to the device."""
    heard = b""
    os.set_blocking(master, False)

    def comes() -> bool:
        nonlocal heard
        with suppress(OSError):  # nothing there yet, or the port not open yet
            heard += os.read(master, 4096)
        return data in heard

    await until(comes)
    return heard


async def test_the_table_arms_a_scanner_that_takes_commands(broker: Broker, config: Path, master: int) -> None:
    edit(config, '"ascii_line"', '"honeywell"')
    edit(config, 'cut_card_code = "9990"', 'trigger = "host"')
    on, off = b"\x16T\r", b"\x16U\r"
    async with peer(broker) as connection:
        wanted = ScannerWanted(want=Want.CARD, position=Position.PLAYER_1)
        await connection.say(WANTED, wanted.model_dump_json(), retain=True)
        async with running(run_bridges(load_bridge_config(config))):
            await heard_from(master, on)  # armed by what was retained
            os.write(master, b"1010\r")
            await until(lambda: kinds(connection) == ["card"])
            (message,) = map(parse_scanner_message, connection.on(READ))
            verdict = ReadVerdict(boot=message.boot, seq=message.seq, verdict=Verdict.GOOD)
            await connection.say(VERDICT, verdict.model_dump_json())
            await connection.say(WANTED, "junk")
            await connection.say(WANTED, wanted.model_dump_json(), retain=True)
            await heard_from(master, on)  # and again: the same place may be wanted anew
            await connection.say(WANTED, ScannerWanted(want=Want.NOTHING).model_dump_json(), retain=True)
            await heard_from(master, off)
    os.close(master)


async def test_bytes_are_on_disk_before_the_table_hears_of_them(
    broker: Broker, config: Path, master: int, tmp_path: Path
) -> None:
    edit(config, "settings", 'capture = "captures"\nsettings')
    async with peer(broker) as connection, running(run_bridges(load_bridge_config(config))):
        await until(lambda: is_online(connection))
        os.write(master, b"1010\r")
        await until(lambda: kinds(connection) == ["card"])
        (path,) = (tmp_path / "captures").iterdir()
        assert [(record.direction, record.data) for record in read_capture(path)] == [("rx", b"1010\r")]
    os.close(master)


FULL_DISK = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (400, 400)); {COMMAND}"


async def shown(master: int, connection: Peer, cards: Sequence[Card]) -> int:
    """Show cards as long as the scanner takes them; return how many it took."""
    codebook = load_codebook()
    for taken, card in enumerate(cards):
        os.write(master, codebook.code(card).encode() + b"\r")
        await until(lambda: len(kinds(connection)) == taken + 1 or not is_online(connection))  # noqa: B023 - awaited here
        if not is_online(connection):
            return taken
    return len(cards)


async def test_where_the_house_says_so_nothing_is_dealt_that_cannot_be_recorded(
    broker: Broker, config: Path, master: int, tmp_path: Path
) -> None:
    edit(config, "settings", 'capture = "captures"\nrefuse_without_capture = true\nsettings')
    async with peer(broker) as connection, bridge_process(config, FULL_DISK) as child:
        await until(lambda: is_online(connection))
        taken = await shown(master, connection, PACK[:20])
        assert "no capture can be written" in statuses(connection)[-1].reason
        assert "BYTES NOT RECORDED" in await log_of(child)
        recorded = [record for path in (tmp_path / "captures").iterdir() for record in read_capture(path)]
        assert taken == len(kinds(connection)) == len(recorded) < 20
    os.close(master)


async def test_elsewhere_it_is_dealt_and_loudly_told(broker: Broker, config: Path, master: int) -> None:
    edit(config, "settings", 'capture = "captures"\nsettings')
    async with peer(broker) as connection, bridge_process(config, FULL_DISK) as child:
        await until(lambda: is_online(connection))
        assert await shown(master, connection, PACK[:20]) == 20
        assert "BYTES NOT RECORDED" in await log_of(child)
    os.close(master)


async def test_no_log_names_a_card(broker: Broker, config: Path, master: int) -> None:
    async with peer(broker) as connection, bridge_process(config) as child:
        await until(lambda: is_online(connection))
        os.write(master, b"1010\r1011\r9990\r")
        await until(lambda: len(kinds(connection)) == 3)
        log = await log_of(child)
    assert "seen" in log
    assert not [word for word in ("AS", "1010", "1011") if word in log]
    os.close(master)


async def test_metrics_are_served_where_they_are_asked_for(broker: Broker, config: Path, master: int) -> None:
    port = free_port()
    edit(config, "[bridge]", f"[bridge]\nmetrics_port = {port}")
    async with peer(broker) as connection, running(run_bridges(load_bridge_config(config))):
        await until(lambda: is_online(connection))
        os.write(master, b"1010\r1010\rNOREAD\r9990\r")
        await until(lambda: len(kinds(connection)) == 3)
        # Nobody confirms anything: after two seconds the bridge sends again.
        await until(lambda: len(connection.on(READ)) > 3)
        said = await asyncio.to_thread(metrics_at, port)
    expected = {"reads_total": 2, "misreads_total": 1, "suppressed_total": 1, "port_openings_total": 1, "outbox": 3}
    for name, value in {**expected, "online": 1}.items():
        assert f'dealer_table_scanner_{name}{{scanner="shoe"}} {value}.0' in said
    assert 'resends_total{scanner="shoe"} 0.0' not in said
    assert not answers(port)
    os.close(master)


def metrics_at(port: int) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
        text: str = answer.read().decode()
    return text


async def test_a_metrics_port_that_is_taken_is_told(config: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        edit(config, "[bridge]", f"[bridge]\nmetrics_port = {port}")
        with pytest.raises(ConfigError, match=r"bridge\.metrics_port"):
            await run_bridges(load_bridge_config(config))
